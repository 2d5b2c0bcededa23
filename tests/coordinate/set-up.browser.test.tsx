// A study is set up at the desk: what a template fixes is told, a change of an open study needs a reason, texts are
// signed, what waits is settled, and files that do not play are named.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import type { StudyDetail } from "#schemas/desk";
import { changedText } from "../../client/coordinate/decision-text.ts";
import { repeatsFrom } from "../../client/coordinate/settings.tsx";
import { placesOf, textHash } from "../../client/coordinate/sign-places.ts";
import type { CoordinateWords } from "../../client/coordinate/words.ts";
import { coordinateEn } from "../../client/words/coordinate-en.ts";
import { coordinateZhHans } from "../../client/words/coordinate-zh-Hans.ts";
import { problem, standIn } from "./answers.ts";
import { faults, mount } from "./mount.tsx";

afterEach(cleanup);
const withStudy = (more: (study: StudyDetail) => Partial<StudyDetail>, change: Record<string, unknown> = {}) => {
  const server = standIn(change);
  const study = server.answers["/api/studies/weather"] as StudyDetail;
  server.answers["/api/studies/weather"] = { ...study, ...more(study) };
  return server;
};
const press = async (name: string | RegExp, at: ReturnType<typeof within> | typeof screen = screen) =>
  userEvent.click(await at.findByRole("button", { name }));

describe("settings", () => {
  test("that a template fixes stand there with their reason and cannot be changed", async () => {
    const server = withStudy((study) => ({
      state: "draft",
      definition: { ...study.definition, template: "emosign" },
    }));
    mount("/desk/weather/settings", { server });
    await screen.findByText(/Tempo is a cue/);
    expect(screen.queryByRole("checkbox", { name: "Drawn faces beside the emotions" })).toBeNull();
    expect(screen.getByRole("checkbox", { name: "Emotions shuffled for each person" })).toBeTruthy();
    expect(screen.getByText(/The items were made from it/)).toBeTruthy();
    expect(screen.queryByRole("radio", { name: /CNSL/ })).toBeNull();
    await userEvent.click(screen.getByRole("radio", { name: /every setting is mine/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Drawn faces beside the emotions" }));
    await press("Save");
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(server.asked[0]?.body).toMatchObject({ template: null, settings: { faces: true, breakEvery: 25 } });
    expect(await faults()).toEqual([]);
  });

  test("of an open study are saved as a new version, with a reason; what items hang on stays", async () => {
    const { server } = mount("/desk/weather/settings");
    const field = await screen.findByLabelText("A break is offered after");
    expect(screen.queryByRole("radio", { name: /interleaved/ })).toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, "0");
    await press("Save as a new version");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("A whole number, 1 or more.")).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, "12");
    await press("Save as a new version");
    const dialog = within(await screen.findByRole("dialog"));
    await press("Save as a new version", dialog);
    expect(dialog.getByText("Write a reason first.")).toBeTruthy();
    expect(server.asked).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Reason"), "people get tired");
    await press("Save as a new version", dialog);
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(server.asked[0]).toMatchObject({
      path: "/api/studies/weather/versions",
      body: { reason: "people get tired", settings: { breakEvery: 12, order: "as-listed" } },
    });
  });

  test("read repeats as a number or a share", () => {
    expect(["", "20", "10%", "0", "120%", "x"].map(repeatsFrom)).toEqual([
      ...[undefined, { items: 20 }, { share: 0.1 }, null, null, null],
    ]);
  });
});

describe("instructions and consent", () => {
  test("are written in each language; a consent without words is not saved", async () => {
    const server = withStudy(() => ({ state: "draft" }));
    mount("/desk/weather/texts", { server });
    await userEvent.type(await screen.findByLabelText("Instructions (English)"), "Look first.");
    await userEvent.click(screen.getByRole("checkbox", { name: "This study asks for consent" }));
    await press("Save");
    expect(await screen.findByText(/Each section needs/)).toBeTruthy();
    await press("Begin with a draft");
    expect(screen.getByLabelText("Instructions (简体中文)")).toBeTruthy();
    expect((screen.getAllByLabelText("Heading (简体中文)")[0] as HTMLInputElement).value).toBe("这是什么研究");
    await press("Take out: Section 2");
    await press("Move up: Section 2");
    await userEvent.type(screen.getByLabelText("Ethics board"), "Board");
    expect(await faults()).toEqual([]);
    await press("Save");
    await waitFor(() => expect(server.asked).toHaveLength(1));
    const body = server.asked[0]?.body as { consent: { sections: { id: string }[] } };
    expect(body).toMatchObject({ instructions: { en: "Look first." }, consent: { board: "Board" } });
    expect(body.consent.sections.map(({ id }) => id)).toEqual(["part-3", "part-1", "part-4"]);
    expect(body).not.toHaveProperty("consent.version");
  });
});

describe("sign videos", () => {
  const media = "d".repeat(64);
  const facts = { hash: media, bytes: 9, type: "video/mp4", width: 4, height: 4, durationMs: 2000 };

  test("are sent up, get a frame and a credit, and are saved together with the text that they were made for", async () => {
    const server = withStudy(
      (study) => ({ state: "draft", definition: { ...study.definition, instructions: { en: "Look first." } } }),
      { "PUT /api/studies/weather/signs/file?name=a.mp4": { facts, notes: [] } },
    );
    mount("/desk/weather/signs", { server });
    const row = (await screen.findByRole("rowheader", { name: "Look first." })).closest("tr") as HTMLTableRowElement;
    const input = row.querySelector("input[type=file]") as HTMLInputElement;
    await userEvent.upload(input, new File(["x"], "a.mp4", { type: "video/mp4" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Signed by"), "Ana");
    await press("Use these", dialog);
    expect(within(row).getByText("not saved yet")).toBeTruthy();
    await press("Save");
    await waitFor(() => expect(server.asked.filter(({ method }) => method === "POST")).toHaveLength(1));
    const definition = (server.answers["/api/studies/weather"] as StudyDetail).definition;
    const madeFor = await textHash(placesOf(definition)[0] as never);
    expect(server.asked.at(-1)?.body).toEqual({
      signs: [{ place: "instructions", media, freezeMs: 0, madeFor, credit: "Ana" }],
    });
  });

  test("are marked where their text has changed since, until somebody says that they still fit", async () => {
    const sign = { place: "step:sentiment", media, freezeMs: 0, madeFor: "0".repeat(64) };
    const server = withStudy(() => ({ state: "draft" }), { "/api/studies/weather/signs": { signs: [sign] } });
    mount("/desk/weather/signs", { server });
    await screen.findByText("The text changed after this video");
    await press(/^It still fits/);
    await waitFor(() => expect(screen.queryByText("The text changed after this video")).toBeNull());
    mount("/desk/weather/set-up", { server });
    await screen.findByText("1 text is signed, 1 of an older text");
  });

  test("of a quiz are given option by option for the question that is chosen", async () => {
    mount("/desk/signs/signs");
    await screen.findByRole("table", { name: "Options" });
    expect(screen.getByLabelText("Question", { selector: "select" })).toBeTruthy();
    expect(screen.queryByRole("table", { name: "Labels" })).toBeNull();
  });
});

describe("the way to an open study", () => {
  test("tells what is left, and opens all the same with a reason", async () => {
    const server = withStudy(() => ({ state: "draft", unplayed: 3 }));
    mount("/desk/weather/set-up", { server });
    await screen.findByText("3 files were not yet played to the end.");
    expect(screen.getByText("It asks for no consent.")).toBeTruthy();
    await press("Open the study");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("3 files were not yet played to the end.")).toBeTruthy();
    await userEvent.type(dialog.getByLabelText("Reason"), "a pilot");
    await press("Open the study", dialog);
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(server.asked[0]?.body).toEqual({ kind: "state", state: "open", reason: "a pilot" });
  });

  test("has a throw-away copy in a language that was chosen, opened in a tab of its own", async () => {
    const { server } = mount("/desk/weather/set-up");
    const make = await screen.findByRole("button", { name: "Make the copy" });
    await userEvent.click(make);
    expect(server.asked).toEqual([]);
    await userEvent.click(screen.getByRole("radio", { name: "简体中文" }));
    await userEvent.click(make);
    const link = await screen.findByRole("link", { name: "Open it in a new tab" });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noopener noreferrer"]);
    expect(server.asked[0]?.body).toEqual({ language: "zh-Hans" });
  });

  test("names each file that does not play, and marks none that was not played", async () => {
    const { server } = mount("/desk/weather/play");
    await press("Go on");
    await screen.findByText(/^clip-0002.mp4: the browser cannot decode it/);
    expect(screen.getByText("1 of 2 played")).toBeTruthy();
    expect(server.asked).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});

describe("what waits", () => {
  test("is answered for everybody, and admitted or retired with a reason", async () => {
    const { server } = mount("/desk/weather/inbox");
    await screen.findByText("Which face do you mean?");
    expect(screen.getByText(/has not agreed that the team sees/)).toBeTruthy();
    await press("Answer: A01");
    const reply = within(await screen.findByRole("dialog"));
    await press("Send to everybody", reply);
    expect(reply.getByText("Write it in at least one language.")).toBeTruthy();
    await userEvent.type(reply.getByLabelText("Text (English)"), "The signer’s.");
    await press("Send to everybody", reply);
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(server.asked[0]?.body).toMatchObject({ kind: "announce", texts: { en: "The signer’s." } });
    expect(server.asked[0]?.body).toHaveProperty("note");
    await press("Admit: A01 clip-0001");
    const admit = within(await screen.findByRole("dialog"));
    await userEvent.type(admit.getByLabelText("Reason"), "it was on its way");
    await press("Admit", admit);
    await waitFor(() => expect(server.asked).toHaveLength(2));
    expect(server.asked[1]?.body).toMatchObject({ kind: "admit", reason: "it was on its way" });
  });

  test("counts in the nav", async () => {
    const server = withStudy((study) => ({ needs: { ...study.needs, notes: 2, held: 1 } }));
    mount("/desk/weather", { server });
    const link = await screen.findByRole("link", { name: /Needs you/ });
    expect(link.textContent).toContain("3");
  });
});

describe("what was changed", () => {
  test("is told in the words of its screen, in the reader’s language", () => {
    const told = (words: CoordinateWords) =>
      ["title", "settings.breakEvery", "signs help", "consent", "3 items added"].map((name) =>
        changedText(name, words),
      );
    expect(told(coordinateEn)).toEqual([
      ...["Title", "A break is offered after", "Sign videos (help)", "Consent", "3 items added"],
    ]);
    expect(told(coordinateZhHans).slice(0, 2)).toEqual([
      coordinateZhHans.setUp.settings.title_,
      coordinateZhHans.study.breakEvery,
    ]);
  });
});

describe("links to print", () => {
  test("are made for those who were chosen and shown once, each with a QR code", async () => {
    const server = standIn({ "POST /api/studies/weather/people/p-2/link": problem(403, "not-yours") });
    mount("/desk/weather/people", { server });
    await press("Links to print");
    const dialog = within(await screen.findByRole("dialog"));
    for (const box of dialog.getAllByRole("checkbox", { checked: true })) await userEvent.click(box);
    await press("Make the links", dialog);
    expect(dialog.getByText("Choose at least one person.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("checkbox", { name: "A01" }));
    await press("Make the links", dialog);
    await dialog.findByRole("img", { name: /A01/ });
    expect(dialog.getByText("http://127.0.0.1:8787/join#ABCDEFGHIJKLMNOPQRSTUV")).toBeTruthy();
    expect(server.asked).toEqual([
      { path: "/api/studies/weather/people/p-1/link", method: "POST", body: { revoke: false } },
    ]);
    expect(await faults()).toEqual([]);
  });
});
