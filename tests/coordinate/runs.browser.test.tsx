// Runs, planner, effects and the papers' rows on the desk.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { type ArticulationColumn, articulationColumns } from "#schemas/figure";
import type { DeskRun, RunAnswers, RunDetail } from "#schemas/run";
import { modalities } from "#schemas/study";
import { problem, standIn } from "./answers.ts";
import { faults, mount } from "./mount.tsx";

afterEach(cleanup);
const position = { epoch: 1, seq: 583 };
const cell = (modality: (typeof modalities)[number], articulation: ArticulationColumn) =>
  modality === "video"
    ? {
        ...{ modality, articulation, right: 20, asked: 40, valid: 32, accuracy: 0.5, validAccuracy: 0.625 },
        ...{ interval: [0.35, 0.65] as [number, number], instructionFollowing: 0.8, letterless: 1 },
      }
    : {
        ...{ modality, articulation, right: 0, asked: 0, valid: 0, accuracy: null, validAccuracy: null },
        ...{ interval: null, instructionFollowing: null, letterless: 0 },
      };
const run: DeskRun = {
  ...{ id: "run-1", name: "Model one", format: "csv", file: "one.csv", framesPerSecond: 2, reasoning: null },
  ...{ effort: "high", by: "coordinator", at: "2026-11-30T09:00:00.000Z", open: 1, settled: 1 },
  rows: modalities.flatMap((modality) => articulationColumns.map((column) => cell(modality, column))),
  outcomes: { option: 38, conflict: 0, ambiguous: 2, out_of_range: 0, refusal: 0, empty: 0, error: 0, unparsed: 0 },
};
const detail: RunDetail = {
  position,
  run,
  tokens: [{ modality: "video", right: 20, wrong: 20, meanRight: 15, meanWrong: 30, ratio: 2 }],
  against: null,
};
const act = {
  n: 1,
  kind: "settle",
  item: "q2",
  option: "B",
  by: "J1",
  at: "2026-11-30T10:00:00.000Z",
  reason: "seen",
} as const;
const answers: RunAnswers = {
  total: 1,
  answers: [
    {
      ...{
        item: "q2",
        name: "sign 2",
        modality: "video",
        options: { A: "one", B: "two", C: undefined, D: undefined },
        outcome: "ambiguous",
      },
      ...{ option: null, raw: "one or <b>two</b>", settled: act, acts: [act] },
    },
  ],
};
const people = modalities.map((modality) => ({
  ...{ modality, articulation: "All" as const, pairs: 120, clusters: 40, first: 0.5, second: 0.9, difference: -0.4 },
  ...{ interval: [-0.55, -0.2] as [number, number], designEffect: 1.2 },
}));
const at = "/api/studies/signs/runs";
const served = (change: Record<string, unknown> = {}) =>
  standIn({
    [at]: { position, chance: 0.25, runs: [run] },
    [`${at}/run-1`]: detail,
    [`${at}/run-1?against=people`]: { ...detail, against: { with: "people", people: 3, rows: people } },
    [`${at}/run-1/answers`]: answers,
    [`POST ${at}/run-1/acts`]: { n: 2 },
    ...change,
  });
const texts = (row: HTMLTableRowElement) => [...row.cells].map((one) => one.textContent?.trim());

describe("runs", () => {
  test("stand with strict and valid-only accuracy and the share that follows, the papers' rows apart", async () => {
    mount("/desk/signs/runs", { server: served() });
    const table = await screen.findByRole("table", { name: "Runs of models" });
    const row = within(table).getAllByRole("row")[1] as HTMLTableRowElement;
    expect(texts(row)).toEqual([
      "Model one",
      "Video",
      "20 / 40",
      "50.0 % 35.0–65.0",
      "62.5 %",
      "80.0 %",
      "1",
      "2 · – · high",
    ]);
    expect(screen.getByText("Chance is 25.0 %.")).toBeTruthy();
    const published = screen.getByRole("region", { name: "Published, not ours" });
    await userEvent.click(within(published).getByText("Show the tables of the paper"));
    expect(await within(published).findByText("Human")).toBeTruthy();
    expect(within(published).getByRole("row", { name: /^GPT-5 \(slow thinking\)/ })).toBeTruthy();
    expect(within(published).getByRole("row", { name: /^Human 98\.77/ })).toBeTruthy();
    await userEvent.selectOptions(within(published).getByLabelText("Table"), "following");
    expect(within(published).queryByRole("row", { name: /^Human/ })).toBeNull();
    expect(await faults()).toEqual([]);
  });

  test("open to what the model wrote, who settled what and why, and are compared with people", async () => {
    const server = served();
    mount("/desk/signs/runs", { server });
    await userEvent.click(await screen.findByRole("button", { name: "Open Model one" }));
    expect(await screen.findByText("one or <b>two</b>")).toBeTruthy();
    expect(screen.getByText(/^B · J1, .*: seen$/)).toBeTruthy();
    const tokens = await screen.findByRole("table", { name: "Tokens an answer" });
    expect(texts(within(tokens).getAllByRole("row")[1] as HTMLTableRowElement)).toEqual([
      ...["Video", "15.0 (n = 20)", "30.0 (n = 20)", "2.00"],
    ]);
    await userEvent.selectOptions(screen.getByLabelText("Compare with"), "people");
    const compared = await screen.findByRole("table", { name: /This run minus 3 people/ });
    expect(texts(within(compared).getAllByRole("row")[1] as HTMLTableRowElement)).toEqual([
      ...["Text", "All", "120", "40", "50.0 %", "90.0 %", "−40.0 % −55.0 … −20.0"],
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Settle the answer to sign 2" }));
    const dialog = screen.getByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Settle" }));
    expect(within(dialog).getByText("Say which option it names.")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("radio", { name: "It names no option" }));
    await userEvent.type(within(dialog).getByRole("textbox"), "it names both");
    await userEvent.click(within(dialog).getByRole("button", { name: "Settle" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked.at(-1)).toMatchObject({
      path: `${at}/run-1/acts`,
      body: { kind: "settle", item: "q2", option: null, reason: "it names both" },
    });
    expect(await faults()).toEqual([]);
  });

  test("are refused in the server's words where a target is not our key", async () => {
    const words = "run.csv line 2: its target is B, the answer of q1 is A (and 3 more lines)";
    const asked: string[] = [];
    const stand = served();
    const get = async (path: string, init?: RequestInit) => {
      if (init?.method !== "POST") return stand.get(path, init);
      asked.push(path);
      return problem(422, "bad-value", words);
    };
    mount("/desk/signs/runs", { server: { ...stand, get } });
    await screen.findByRole("table", { name: "Runs of models" });
    await userEvent.click(screen.getByRole("button", { name: "Bring in" }));
    expect(screen.getByText("Choose a file and give the run a name.")).toBeTruthy();
    await userEvent.upload(
      screen.getByLabelText("Choose a file of predictions"),
      new File(["id,prediction\n"], "run.csv"),
    );
    await userEvent.type(screen.getByLabelText("Name of the run"), "New one");
    await userEvent.click(screen.getByRole("button", { name: "Bring in" }));
    expect(await screen.findByText(new RegExp(words.replace(/[()]/g, "\\$&")))).toBeTruthy();
    expect(asked).toEqual([`${at}?file=run.csv&name=New+one`]);
  });
});

describe("the planner", () => {
  test("asks for each assumption, and tells what the answer stands on", async () => {
    const plan = {
      ...{ position, of: "alpha", from: "assumed", assumed: { label: "joy", alpha: 0.6, shares: [0.5, 0.5] } },
      ...{ width: 0.2, seed: 1, runs: 40, most: 10_000 },
      rows: [
        { people: 3, items: 166, width: 0.1998 },
        { people: 5, items: null, width: null },
      ],
    };
    const server = standIn({ "POST /api/studies/weather/plan": plan });
    mount("/desk/weather/planner", { server });
    await userEvent.click(await screen.findByRole("button", { name: "Plan" }));
    expect(screen.getByText("Fill in every field with a number.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Alpha, 0 to 1"), "0.6");
    await userEvent.type(screen.getByLabelText(/^Share of each value/), "0.5 0.5");
    await userEvent.type(screen.getByLabelText(/^Wanted width/), "0.2");
    await userEvent.click(screen.getByRole("button", { name: "Plan" }));
    const table = await screen.findByRole("table", { name: "Planner" });
    expect(
      within(table)
        .getAllByRole("row")
        .slice(1)
        .map((row) => texts(row as HTMLTableRowElement)),
    ).toEqual([
      ["3", "166", "0.200"],
      ["5", "more than 10000", "–"],
    ]);
    expect(server.asked.at(-1)?.body).toMatchObject({
      ...{ of: "alpha", from: "assumed", alpha: 0.6, shares: [0.5, 0.5], width: 0.2, people: [3, 5, 10], seed: 1 },
    });
    expect(screen.getByText(/^Stands on: .*40 simulated studies a step, seed 1/)).toBeTruthy();
    expect(await faults()).toEqual([]);
  });
});

describe("effects of order and person", () => {
  test("stand with their counts, intervals and the order of the study", async () => {
    const side = (right: number) => ({ right, asked: 10, share: right / 10, interval: [0.2, 0.9] as [number, number] });
    const pair = { difference: 0.2, interval: [-0.1, 0.5] as [number, number] };
    const stand = standIn();
    const before = stand.answers["/api/studies/signs/baseline"] as { beside: object };
    const effects = {
      halves: [{ modality: null, first: side(6), second: side(8), ...pair }],
      quarters: [side(6), side(6), side(8), side(8)],
      people: [{ person: "E1", own: side(8), others: side(6), ...pair }],
    };
    const server = standIn({ "/api/studies/signs/baseline": { ...before, beside: { ...before.beside, effects } } });
    mount("/desk/signs/baseline", { server });
    const halves = await screen.findByRole("table", { name: "First against second half of each person’s session" });
    expect(texts(within(halves).getAllByRole("row")[1] as HTMLTableRowElement)).toEqual([
      ...["All", "60.0 % 20.0–90.0 (6 / 10)", "80.0 % 20.0–90.0 (8 / 10)", "20.0 % −10.0 … 50.0"],
    ]);
    expect(screen.getByText(/Order of the questions in this study: as listed/)).toBeTruthy();
    expect(screen.getByRole("table", { name: "Each person against all others" })).toBeTruthy();
  });
});
