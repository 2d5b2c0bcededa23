// Figures at the desk: each with its ground, what cannot be computed in words, explanations one press away.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { standIn } from "./answers.ts";
import { faults, mount } from "./mount.tsx";

afterEach(cleanup);
const cells = (row: HTMLTableRowElement) => [...row.cells].map((cell) => cell.textContent?.trim());
const rowOf = async (name: string | RegExp) =>
  (await screen.findAllByRole("rowheader", { name }))[0]?.closest("tr") as HTMLTableRowElement;

describe("hints", () => {
  test("are questions about times, clips and constant values, and say that nothing is left out", async () => {
    mount("/desk/weather/progress");
    const table = await screen.findByRole("table", { name: "Worth asking about" });
    const rows = (within(table).getAllByRole("row") as HTMLTableRowElement[]).slice(1).map(cells);
    expect(rows).toEqual([["A1", "40", "14.3 s", "0", "3", "2", "1", "80"]]);
    expect(screen.getByText(/Cues of two people cover the same time to 41\.2 % .*30 pairs, 12 clips/)).toBeTruthy();
    expect(screen.getByText("Questions for you to ask people. Nothing is left out because of them.")).toBeTruthy();
  });
});

describe("progress", () => {
  test("adds up in every row and in all; nothing asked is told in words", async () => {
    mount("/desk/weather/progress");
    expect(cells(await rowOf("A01")).slice(2, 11)).toEqual([
      "200",
      "190",
      "4",
      "6",
      "97.0 %",
      "12",
      "2 hours ago",
      "2",
      "1",
    ]);
    expect(cells(await rowOf(/A02/)).slice(2, 7)).toEqual(["0", "0", "0", "0", "nothing asked"]);
    expect(cells(await rowOf("All")).slice(2, 6)).toEqual(["200", "190", "4", "6"]);
    expect(cells(await rowOf("bad video"))).toEqual(["bad video", "3"]);
  });

  test("tells in a box of its own how each person met the checks of attention, where they have some", async () => {
    mount("/desk/weather/progress");
    const box = await screen.findByRole("region", { name: "Attention checks" });
    const rows = [...box.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([["A01", "3", "1", "0"]]);
  });
});

describe("agreement", () => {
  test("names metric, interval and ground, and carries the unrounded figure behind the rounded one", async () => {
    mount("/desk/weather/agreement");
    await screen.findByText(
      "Krippendorff’s alpha, ordinal · 95 % jackknife over items · 3 people, 200 items, 583 answers",
    );
    const row = await rowOf("overall feeling");
    expect(cells(row)).toEqual(["overall feeling", "0.74", "0.68–0.79", "ordinal", "195", "583", "3"]);
    expect(row.querySelector("data")?.value).toBe("0.738");
    expect(cells(await rowOf("surprise, unpleasant"))[1]).toBe("−0.12");
  });

  test("says why there is no alpha, and that perfect agreement has no interval", async () => {
    mount("/desk/weather/agreement");
    expect(cells(await rowOf("disgust"))[1]).toContain("all ratings are the same value");
    expect(cells(await rowOf("anger")).slice(1, 3)).toEqual(["1.00", "no interval"]);
    const chart = screen.getByRole("img", { name: /Alpha of each label/ });
    expect(chart.querySelectorAll("circle")).toHaveLength(10);
  });

  test("an average names its labels when it is pressed", async () => {
    mount("/desk/weather/agreement");
    const words = await screen.findByText("mean of 10 alphas");
    await userEvent.click(words);
    const told = words.closest("details") as HTMLDetailsElement;
    expect(told.open).toBe(true);
    expect(told.textContent).toContain("overall feeling, joy");
    expect(told.textContent).not.toContain("disgust");
  });

  test("shows alpha without the other measures, which are asked for by themselves", async () => {
    const server = standIn();
    server.answers["/api/studies/weather/agreement?companions=no"] = server.answers["/api/studies/weather/agreement"];
    server.answers["/api/studies/weather/agreement"] = new Response("bad gateway", { status: 502 });
    mount("/desk/weather/agreement", { server });
    expect(await screen.findByRole("table", { name: "Agreement by label" })).toBeTruthy();
    expect(screen.queryByRole("table", { name: "Other measures" })).toBeNull();
    server.answers["/api/studies/weather/agreement"] = server.answers["/api/studies/weather/agreement?companions=no"];
    mount("/desk/weather/agreement", { server });
    expect(await screen.findByRole("table", { name: "Other measures" })).toBeTruthy();
  });

  test("is asked anew under another metric", async () => {
    const server = standIn();
    const paths: string[] = [];
    const get = (path: string, init?: RequestInit) => {
      paths.push(path);
      return server.get(path, init);
    };
    mount("/desk/weather/agreement", { server: { ...server, get } });
    await userEvent.selectOptions(await screen.findByLabelText("Metric"), "nominal");
    await waitFor(() => expect(paths).toContain("/api/studies/weather/agreement?companions=no&metric=nominal"));
  });

  test("shows the most disputed items with every vote, and opens the ratings by code", async () => {
    mount("/desk/weather/agreement");
    const item = await screen.findByRole("button", { name: /^clip-0001/ });
    expect(item.textContent).toBe("clip-0001−3+1+3");
    await userEvent.click(item);
    const dialog = await screen.findByRole("dialog", { name: "Ratings of clip-0001" });
    await within(dialog).findByText("skipped: upsetting");
    expect(within(dialog).getByRole("columnheader", { name: /A02.*does not vote/ })).toBeTruthy();
    expect(dialog.textContent).not.toContain("Ana");
    expect(await faults()).toEqual([]);
  });
});

describe("labels", () => {
  test("show value, rule, votes, tied values and spread; 0 is a value and missing is a dash", async () => {
    mount("/desk/weather/labels");
    await screen.findByText("6 of 6 rows");
    const rows = screen.getAllByRole("row").slice(1) as HTMLTableRowElement[];
    expect(rows.map(cells)).toEqual([
      ["clip-0001", "overall feeling", "–", "tie, not settled", "1 of 3", "−3+1+3", "−3+1", "6"],
      ["clip-0001", "joy", "0", "all agree", "3 of 3", "000", "", "0"],
      ["clip-0002", "overall feeling", "+2", "more than half", "2 of 3", "0+2+2", "", "2"],
      ["clip-0002", "joy", "–", "tie, not settled", "1 of 2", "12", "12", "1"],
      ["clip-0003", "overall feeling", "–", "no votes", "0 of 0", "", "", ""],
      ["clip-0003", "joy", "–settled: 3", "tie, not settled", "1 of 2", "13", "13", "2"],
    ]);
  });

  test("are filtered to the ties that nobody has settled, and sorted by dispute", async () => {
    mount("/desk/weather/labels");
    await userEvent.selectOptions(await screen.findByLabelText("Show"), "unresolved");
    await screen.findByText("2 of 6 rows");
    await userEvent.selectOptions(screen.getByLabelText("Show"), "disputed");
    await screen.findByText("4 of 6 rows");
    expect(cells(screen.getAllByRole("row")[1] as HTMLTableRowElement)[7]).toBe("6");
  });

  test("of a quiz are votes by letter with the key marked", async () => {
    mount("/desk/signs/labels");
    await screen.findByText("66.7 %");
    const rows = screen.getAllByRole("row").slice(1) as HTMLTableRowElement[];
    expect(rows.map(cells)).toEqual([
      ["0001_text", "Text", "1", "2", "0", "0", "3", "B", "66.7 %"],
      ["0001_video", "Video", "0", "0", "0", "0", "0", "C", "–"],
    ]);
  });
});

describe("the baseline", () => {
  test("gives counts and both intervals; an empty cell is a dash with n = 0", async () => {
    mount("/desk/signs/baseline");
    const table = await screen.findByRole("table", { name: "Accuracy by modality and articulation" });
    const rows = (within(table).getAllByRole("row") as HTMLTableRowElement[]).slice(1).map(cells);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toEqual([
      "Text",
      "Air-writing",
      "30 / 36",
      "96.9 % 89.9–98.9",
      "96.9 % 88.9–98.9",
      "86.9 %",
      "100.0 %",
      "3",
      "–",
    ]);
    expect(rows[5]).toEqual(["Image", "Finger-spelling", "– n = 0", "–", "–", "–", "–", "0", "–"]);
    expect(screen.getByRole("img", { name: /Accuracy of each modality/ }).textContent).toContain("chance 25 %");
    expect(screen.getByText("1 key decision in force; everybody is scored by the corrected key.")).toBeTruthy();
  });

  test("shows first exposure, skips and the gap beside, and the whole lexicon once its size is told", async () => {
    const { server } = mount("/desk/signs/baseline");
    const given = server.answers["/api/studies/signs/baseline"] as { beside: object };
    server.answers["/api/studies/signs/baseline?tagged=1018&others=5689"] = {
      ...given,
      beside: {
        ...given.beside,
        lexicon: [
          { modality: "text", share: 0.951, interval: [0.9, 0.98] },
          { modality: "image", share: null, interval: null },
          { modality: "video", share: 0.8, interval: [0.7, 0.9] },
        ],
      },
    };
    const table = await screen.findByRole("table", { name: "Beside the figures" });
    const rows = () => (within(table).getAllByRole("row") as HTMLTableRowElement[]).slice(1).map(cells);
    expect(rows()[0]).toEqual(["Text", "96.9 % 89.9–98.9", "–", "no key was changed"]);
    expect(screen.getByText("Text minus video: 14.0 % (5.0–23.0), on 36 pairs of answers to 12 signs.")).toBeTruthy();
    expect(screen.getByText(/bad video 2\. “Cannot tell”, counted wrong: 1\./)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Signs of the lexicon with an articulation"), "1018");
    await userEvent.type(screen.getByLabelText("Signs of the lexicon without"), "5689");
    await expect.poll(() => rows()[0]?.[4], { timeout: 10_000 }).toBe("95.1 % 90.0–98.0");
    expect(rows()[1]?.[4]).toBe("–");
  });

  test("a key is corrected by a decision: what, which option, and why", async () => {
    const { server } = mount("/desk/signs/baseline");
    await userEvent.click(await screen.findByRole("button", { name: "Correct the key: 0001_text" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).queryAllByRole("radio", { checked: true })).toEqual([]);
    await userEvent.click(within(dialog).getByRole("radio", { name: "another option is right" }));
    expect(within(dialog).queryByRole("radio", { name: /^B/ })).toBeNull();
    await userEvent.type(within(dialog).getByLabelText("Reason"), "printed wrong");
    await userEvent.click(within(dialog).getByRole("button", { name: "Correct the key" }));
    expect(within(dialog).getByText("Choose the option.")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("radio", { name: /^A/ }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Correct the key" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked[0]?.body).toEqual({
      kind: "key",
      item: "q1",
      act: "replace-key",
      option: "A",
      reason: "printed wrong",
    });
  });
});

describe("settling", () => {
  test("shows votes without people, chooses nothing beforehand, and sets a value with a reason", async () => {
    const { server } = mount("/desk/weather/settle");
    await screen.findByText("Tied: −3, +1");
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    expect(document.body.textContent).not.toMatch(/A01|Ana/);
    await userEvent.click(screen.getByRole("radio", { name: "+1" }));
    await userEvent.click(screen.getByRole("button", { name: "Set the label" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText("Reason"), "the brows");
    await userEvent.click(within(dialog).getByRole("button", { name: "Set the label" }));
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(server.asked[0]?.body).toEqual({
      kind: "adjudicate",
      item: "clip-0001",
      label: "sentiment",
      value: 1,
      reason: "the brows",
    });
  });
});

describe("handing over", () => {
  test("says what each file holds and what is left out, and why a file cannot be taken", async () => {
    mount("/desk/weather/hand-over");
    const link = await screen.findByRole("link", { name: "Download labels.csv" });
    expect(link.getAttribute("href")).toBe("/api/studies/weather/exports/labels.csv");
    expect(screen.queryByRole("link", { name: "Download agreement.csv" })).toBeNull();
    expect(screen.getByText("no ratings yet")).toBeTruthy();
    expect(screen.getByText("Names. People stand under their codes.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Preview: labels.csv" }));
    await screen.findByText(/clip-0001,joy,0/);
    expect(await faults()).toEqual([]);
  });
});
