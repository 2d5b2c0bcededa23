// Signs of glosses that a machine's own fonts may lack are drawn by the fonts that we ship: each is asked for by itself,
// and what is drawn differs from what the machine would draw without them.
import { describe, expect, it } from "vitest";
import "../../client/ui/tokens.css";
import "../../client/ui/base.css";

function pictureOf(sign: string, family: string): string {
  const canvas = new OffscreenCanvas(60, 60);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.font = `400 40px ${family}`;
  context.fillText(sign, 6, 46);
  return context.getImageData(0, 0, 60, 60).data.join();
}
const blank = pictureOf(" ", "serif");

describe("the sign", () => {
  it.each(["①", "➊", "ㄈ", "コ", "⼞", "ϟ"])("%s comes from our own font, in both weights", async (sign) => {
    for (const weight of [400, 700]) {
      const faces = await document.fonts.load(`${weight} 40px "Gloss Signs"`, sign);
      expect(faces.map(({ family, status }) => [family.replaceAll('"', ""), status])).toEqual([
        ["Gloss Signs", "loaded"],
      ]);
    }
    expect(document.fonts.check('400 40px "Gloss Signs"', sign)).toBe(true);
    const ours = pictureOf(sign, '"Gloss Signs", "No such font"');
    expect(ours).not.toBe(blank);
    expect(ours).not.toBe(pictureOf(sign, '"No such font"'));
  });

  it("face is asked for before any other where text begins", () => {
    expect(getComputedStyle(document.body).fontFamily.split(",")[0]).toMatch(/Gloss Signs/);
  });
});
