// A study of as many clips as asked for, made of the drawn ones; a box that players skip makes each a file of its own.
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../journeys/world.ts";

export interface DrawnStudy {
  readonly id: string;
  readonly title: string;
  readonly clips: number;
  readonly people: readonly string[];
  /** Bytes that each file has beside the picture, at least 16. */
  readonly ballast?: number;
}

export function drawStudy(to: string, { id, title, clips, people, ballast = 16 }: DrawnStudy): void {
  mkdirSync(join(to, "media"), { recursive: true });
  const from = join(root, "fixtures/emotion/media");
  const drawn = readdirSync(from).filter((name) => name.endsWith(".mp4"));
  const rows = Array.from({ length: clips }, (_, k) => {
    const name = `d${String(k + 1).padStart(2, "0")}`;
    const file = join(to, "media", `${name}.mp4`);
    copyFileSync(join(from, drawn[k % drawn.length] as string), file);
    const box = Buffer.alloc(ballast);
    box.writeUInt32BE(ballast, 0);
    box.write(`free${name}`, 4);
    appendFileSync(file, box);
    return `${name},${name}.mp4,,drawn figure,${id},open,Countersign`;
  });
  writeFileSync(join(to, "clips.csv"), `clip,video,caption,signer,source,rights,credit\n${rows.join("\n")}\n`);
  const seats = people.map((code) => `${code},annotator,panel,en\n`);
  writeFileSync(join(to, "people.csv"), `code,role,seat,language\n${seats.join("")}`);
  const settings = { captions: "hidden", perItem: "all", order: "as-listed", breakEvery: 50 };
  const about = { id, title, protocol: "emotion", languages: ["en"], signLanguage: "mis", settings };
  writeFileSync(join(to, "study.json"), JSON.stringify(about));
}
