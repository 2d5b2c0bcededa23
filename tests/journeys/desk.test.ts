// A coordinator's day on the demo, over the real server: first sign-in, figures equal to what the server computed and
// to the file taken home, a new person, and decisions that move every figure.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type OpenBrowser,
  openBrowser,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from "./world.ts";

let data: string;
let server: RunningServer;
let browser: OpenBrowser;
let page: Page;
const study = "demo-feelings";
const quiz = "demo-quiz";

const json = async (path: string) => (await page.request.get(server.url + path)).json();
const open = async (path: string, heading: string) => {
  await page.goto(server.url + path);
  await page.getByRole("heading", { level: 2, name: heading }).waitFor();
};

beforeAll(async () => {
  data = await temporaryFolder("desk");
  server = await startServer({ data });
  browser = await openBrowser();
  page = await browser.page();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await removeFolder(data);
});

describe("a coordinator", () => {
  test("comes in by the one-time link, chooses a password, and stands at the desk", async () => {
    const setup = server.links().find((link) => link.includes("/setup#")) as string;
    await page.goto(setup);
    await page.getByLabel("Your name").fill("Mei");
    await page.getByLabel("Password").fill("a long password for a test");
    await page.getByRole("button", { name: "Go to the desk" }).click();
    await page.getByRole("link", { name: "Weather and family (demo)" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/desk");
  });

  test("reads the same alphas on screen as the server and the file give", async () => {
    await open(`/desk/${study}/agreement`, "Agreement by label");
    const report = await json(`/api/studies/${study}/agreement`);
    const table = page.getByRole("table", { name: "Agreement by label" });
    const shown = await table
      .locator("tbody tr td:nth-of-type(1)")
      .evaluateAll((cells) => cells.map((cell) => cell.querySelector("data")?.value ?? null));
    const wanted = report.labels.map((row: { alpha: number | null }) =>
      row.alpha === null ? null : String(row.alpha),
    );
    expect(shown).toEqual(wanted);
    expect(wanted.filter((alpha: string | null) => alpha !== null).length).toBeGreaterThan(5);

    await open(`/desk/${study}/hand-over`, "Hand over");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download agreement.csv" }).click(),
    ]);
    const file = await readFile(await download.path(), "utf8");
    for (const alpha of wanted) if (alpha !== null) expect(file).toContain(alpha);
  });

  test("reads the same baseline on screen as the server gives, never NaN", async () => {
    await open(`/desk/${quiz}/baseline`, "Accuracy by modality and articulation");
    const report = await json(`/api/studies/${quiz}/baseline`);
    const table = page.getByRole("table", { name: "Accuracy by modality and articulation" });
    const shown = await table
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("data")].map((figure) => Number(figure.value))),
      );
    expect(shown).toEqual(
      report.rows.map((row: { meanOfPeople: number | null; pooled: number | null }) =>
        [row.meanOfPeople, row.pooled].filter((figure) => figure !== null),
      ),
    );
    expect(await page.locator("main").textContent()).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("adds a person, whose link greets them and whose row is in progress at once", async () => {
    await open(`/desk/${study}/people`, "People");
    await page.getByRole("button", { name: "Add a person" }).click();
    await page.getByLabel("Code (stands in exports)").fill("A9");
    for (const name of ["annotator", "pilot: answers are kept and never count", "简体中文"])
      await page.getByRole("radio", { name }).check();
    await page.getByRole("button", { name: "Add and make a link" }).click();
    const link = await page.getByRole("textbox", { name: "Personal link" }).inputValue();
    expect(link).toMatch(new RegExp(`^${server.url}/join#[A-Za-z0-9_-]{22,}$`));
    await open(`/desk/${study}/progress`, "Progress");
    const row = page.getByRole("row", { name: /^A9/ });
    expect((await row.locator("td").allInnerTexts()).slice(1, 5)).toEqual(["10", "0", "0", "10"]);

    const other = await openBrowser();
    const theirs = await other.page();
    try {
      await theirs.goto(link);
      await theirs.getByRole("heading", { name: /Is this you|是您|是你/ }).waitFor();
      await theirs.getByRole("radio").first().waitFor();
    } finally {
      await other.close();
    }
  });

  test("moves a person to the comparison seat, and every figure is of the panel that is left", async () => {
    const before = await json(`/api/studies/${study}/agreement`);
    await open(`/desk/${study}/people`, "People");
    await page.getByRole("button", { name: "Change seat: A3" }).click();
    await page.getByRole("radio", { name: /^comparison/ }).check();
    await page.getByLabel("Reason").fill("does not sign");
    await page.getByRole("dialog").getByRole("button", { name: "Change seat" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const after = await json(`/api/studies/${study}/agreement`);
    expect([before.people, after.people]).toEqual([3, 2]);
    await open(`/desk/${study}`, "Who changed what");
    await page.getByRole("cell", { name: "A3: seat comparison" }).waitFor();
    await page.getByRole("cell", { name: "does not sign" }).waitFor();
  });

  test("settles a tie with a reason; the vote itself stays a tie", async () => {
    const ties = async () => (await json(`/api/studies/${study}`)).needs.ties as number;
    const before = await ties();
    expect(before).toBeGreaterThan(0);
    await page.goto(`${server.url}/desk/${study}/settle`);
    await page.getByText(/^Tied: /).waitFor();
    await page.getByRole("radio").nth(1).check();
    await page.getByRole("button", { name: "Set the label" }).click();
    await page.getByLabel("Reason").fill("the brows");
    await page.getByRole("dialog").getByRole("button", { name: "Set the label" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await ties()).toBe(before - 1);
    const { labels } = await json(`/api/studies/${study}/labels`);
    const settled = labels.filter((row: { adjudicated: unknown }) => row.adjudicated !== null);
    expect(settled).toMatchObject([{ rule: "unresolved", value: null, adjudicated: { reason: "the brows" } }]);
  });

  test("corrects a key, and everybody is scored anew", async () => {
    const before = await json(`/api/studies/${quiz}/baseline`);
    const { items } = await json(`/api/studies/${quiz}/items`);
    const asked = items.find((item: { name: string }) => item.name === "q0007_image");
    const { ratings } = await json(`/api/studies/${quiz}/items/${asked.id}/ratings`);
    const chosen = (ratings as { seat: string; value: string | null; occasion: number }[]).filter(
      ({ seat, occasion, value }) => seat === "panel" && occasion === 1 && value !== null && value !== asked.key,
    );
    const wrong = chosen[0]?.value as string;
    const regained = chosen.filter(({ value }) => value === wrong).length;
    expect(regained).toBeGreaterThan(0);
    await open(`/desk/${quiz}/baseline`, "Questions and keys");
    await page.getByRole("button", { name: "Correct the key: q0007_image" }).click();
    await page.getByRole("radio", { name: "a second option is right too" }).check();
    await page.getByRole("radio", { name: new RegExp(`^${wrong} `) }).check();
    await page.getByLabel("Reason").fill("a regional variant");
    await page.getByRole("dialog").getByRole("button", { name: "Correct the key" }).click();
    await page.getByText("1 key decision in force; everybody is scored by the corrected key.").waitFor();
    const after = await json(`/api/studies/${quiz}/baseline`);
    const right = (report: typeof after) =>
      report.rows.find(
        (row: { modality: string; articulation: string }) => row.modality === "image" && row.articulation === "All",
      ).right;
    expect(right(after)).toBe(right(before) + regained);
    await page.getByText("key corrected").waitFor();
  });

  test("who is signed out sees the sign-in page and nothing else, and comes back with the password", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Go to the desk" }).or(page.getByLabel("Password")).first().waitFor();
    await page.goto(`${server.url}/desk/${study}/people`);
    await page.getByLabel("Password").waitFor();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await page.getByLabel("Your name").fill("Mei");
    await page.getByLabel("Password").fill("a long password for a test");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Weather and family (demo)" }).waitFor();
  });
});
