// A study in which nothing has happened yet, and one whose texts are hostile: no screen breaks, none says NaN.
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { AgreementRow } from "#schemas/figure";
import { emotionRow, quizRow, standIn } from "./answers.ts";
import { faults, mount } from "./mount.tsx";

afterEach(cleanup);

function emptyServer() {
  const server = standIn();
  const none = { asked: 0, answered: 0, skipped: 0, items: 0, people: 0, lastAt: null };
  const needs = { ties: 0, devices: 0, flags: 0, held: 0, notes: 0 };
  const detail = server.answers["/api/studies/weather"] as object;
  const agreement = server.answers["/api/studies/weather/agreement"] as { labels: AgreementRow[] };
  const baseline = server.answers["/api/studies/signs/baseline"] as { rows: object[] };
  const position = { epoch: 1, seq: 0 };
  const gone = {
    people: 0,
    right: 0,
    asked: 0,
    pooled: null,
    pooledInterval: null,
    meanOfPeople: null,
    meanInterval: null,
  };
  Object.assign(server.answers, {
    "/api/studies/weather": {
      ...detail,
      ...emotionRow,
      ...none,
      needs,
      practice: 0,
      media: [],
      decisions: [],
      position,
    },
    "/api/studies/signs": { ...detail, ...quizRow, ...none, needs, practice: 0, media: [], decisions: [], position },
    "/api/studies/weather/people": { people: [] },
    "/api/studies/weather/progress": { position, serverTime: "2026-11-30T14:32:00.000Z", people: [] },
    "/api/studies/weather/labels": { position, people: 0, labels: [] },
    "/api/studies/weather/items": { items: [] },
    "/api/studies/signs/labels": { position, people: 0, labels: [] },
    "/api/studies/signs/items": { items: [] },
    "/api/studies/weather/agreement": {
      ...agreement,
      people: 0,
      items: 0,
      labelled: 0,
      answers: 0,
      asked: 0,
      ties: 0,
      mean: { alpha: null, labels: [] },
      labels: agreement.labels.map((row) => ({
        ...row,
        state: "insufficient",
        reason: "no ratings",
        alpha: null,
        interval: null,
        units: 0,
        pairableUnits: 0,
        ratings: 0,
        pairable: 0,
        people: 0,
      })),
    },
    "/api/studies/signs/baseline": {
      ...baseline,
      keyDecisions: 0,
      rows: baseline.rows.map((row) => ({ ...row, ...gone, designEffect: null, least: null, greatest: null })),
    },
    "/api/studies/weather/exports": { position, files: [] },
  });
  return server;
}

const says = {
  "/desk/weather": "Nothing was decided or changed yet.",
  "/desk/weather/people": "Nobody is in this study yet. Add the first person.",
  "/desk/weather/progress": "Nobody has anything to answer yet. Add people, then open the study.",
  "/desk/weather/labels": "No items yet, so there is nothing to vote on.",
  "/desk/weather/agreement": "No ratings yet. Agreement appears when two people have rated one item.",
  "/desk/weather/settle": "No tie waits. All votes gave a value, or an adjudicator has set one.",
  "/desk/weather/hand-over": "No file can be made of this study yet.",
  "/desk/signs/baseline": "No answers yet. The baseline appears with the first answer of an expert of the panel.",
};

describe("a study in which nothing has happened", () => {
  test.each(Object.entries(says))("%s says what is missing, in words", async (path, sentence) => {
    mount(path, { server: emptyServer() });
    await screen.findByText(sentence);
    expect(document.body.textContent).not.toMatch(/NaN|Infinity|undefined|null/);
    expect(await faults()).toEqual([]);
  });

  test("has no mean of alphas rather than a mean of nothing", async () => {
    mount("/desk/weather/agreement", { server: emptyServer() });
    expect((await screen.findByText("no alpha yet")).closest("summary")?.textContent).toBe("–no alpha yet");
    expect(screen.getByRole("img", { name: /Alpha of each label/ }).querySelectorAll("circle")).toHaveLength(0);
  });
});

test("names, titles and reasons from outside stand as text, whatever is in them", async () => {
  const hostile = '<img src=x onerror="document.title=1"><script>1</script>';
  const server = standIn();
  const people = server.answers["/api/studies/weather/people"] as { people: object[] };
  server.answers["/api/studies/weather"] = { ...(server.answers["/api/studies/weather"] as object), title: hostile };
  server.answers["/api/studies/weather/people"] = { people: people.people.map((row) => ({ ...row, name: hostile })) };
  mount("/desk/weather/people", { server });
  await waitFor(() => expect(screen.getAllByText(hostile)).toHaveLength(3));
  expect(document.querySelector("main img, main script")).toBeNull();
});
