// The doors and the plain screens: who is here, links in words, studies, what the sync chip says, help, and axe on each.
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { registry } from "../../client/outbox/known.ts";
import {
  clipItem,
  emotionStudy,
  faults,
  openApp,
  question,
  quizStudy,
  sticksOut,
  type World,
  world,
} from "./world.tsx";

let here: World;

beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([
    { study: emotionStudy, items: [clipItem(1), clipItem(2)] },
    { study: quizStudy, items: Array.from({ length: 60 }, (_, n) => question(n + 1)) },
  ]);
});
afterEach(async () => {
  await here.end();
  await registry.people.clear();
});

const waits = (name: string) => screen.findByRole("heading", { name });

describe("the shell", () => {
  it("shows at the door only initials and what waits, and opens for the only person of an own computer", async () => {
    openApp("/");
    await waits("Who is here?");
    expect(document.body.textContent).not.toContain("Mei Lin");
    await userEvent.click(screen.getByRole("button", { name: /^Go on as ML/ }));
    await waits("Your studies");
    await screen.findByText("Hello Mei Lin");
  });

  it("opens nobody's work by a tap where two people are known", async () => {
    sessionStorage.removeItem("countersign-person");
    const addedAt = new Date().toISOString();
    await registry.people.put({
      person: "two",
      initials: "AB",
      shared: true,
      addedAt,
      signedOut: false,
      linkHash: "b",
    });
    openApp("/");
    await userEvent.click(await screen.findByRole("button", { name: /^Go on as ML/ }));
    await screen.findByText("Open your link to go on here.");
    expect(screen.queryByText("Your studies")).toBeNull();
  });

  it("takes the token of a link out of the address at once and asks before it starts", async () => {
    openApp("/join#a-secret-token");
    await waits("Is this you?");
    expect(location.href).not.toContain("a-secret-token");
    const start = screen.getByRole("button", { name: "Say whether the computer is shared" });
    expect(start.getAttribute("aria-disabled")).toBe("true");
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
    await userEvent.click(screen.getByText("Yes, it is shared"));
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    await screen.findByText(/The server cannot be reached now/);
  });

  it("says in words that a link is missing or that a page does not exist", async () => {
    openApp("/join");
    await screen.findByText(/There is no link here/);
    const { cleanup } = await import("@testing-library/react");
    cleanup();
    openApp("/nowhere");
    await screen.findByText("There is no page here");
  });

  it("waits with a coordinator's password until it is long enough, and never shows a stack", async () => {
    openApp("/setup#a-secret-token");
    await waits("Choose your password");
    expect(location.href).not.toContain("a-secret-token");
    await userEvent.fill(screen.getByLabelText("Your name"), "Coordinator");
    await userEvent.fill(screen.getByLabelText("Password"), "short");
    expect(screen.getByRole("button", { name: "Give a name and a password" })).toBeTruthy();
    await userEvent.fill(screen.getByLabelText("Password"), "a longer password");
    await userEvent.click(screen.getByRole("button", { name: "Go to the desk" }));
    await screen.findByText(/The server cannot be reached now/);
  });

  it("lists the person's studies with their blocks and goes to one", async () => {
    openApp("/work");
    const card = (await screen.findByRole("heading", { name: "Signs" })).closest("section");
    if (card === null) throw new Error("no card");
    expect(within(card).getByText("0 of 60 answered")).toBeTruthy();
    await userEvent.click(within(card).getByRole("button", { name: "3 blocks" }));
    await userEvent.click(within(card).getByRole("button", { name: "Block 3: 0 of 10 answered" }));
    await screen.findByText("51 of 60");
  });

  it("says how many answers are only on this device, and for how long", async () => {
    const at = new Date(Date.now() - 2 * 3600_000 - 5000).toISOString();
    await here.db.outbox.bulkPut([
      { id: crypto.randomUUID(), n: 1, at, strikes: 0 },
      { id: crypto.randomUUID(), n: 2, at, strikes: 0 },
    ]);
    openApp("/work");
    await userEvent.click(await screen.findByRole("button", { name: "2 only on this device · 2 hr" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("2 answers are saved on this device and not yet on the server.");
    expect(dialog.textContent).toContain("The oldest has waited 2 hr.");
  });

  it("changes brightness and single keys from Help, and gives the focus back", async () => {
    openApp("/work");
    const help = await screen.findByRole("button", { name: "Help" });
    await userEvent.click(help);
    await userEvent.click(await screen.findByText("Dim"));
    expect(document.documentElement.dataset["theme"]).toBe("dim");
    await userEvent.click(screen.getByLabelText("Single keys work (letters and digits)"));
    expect(localStorage.getItem("countersign-keys")).toBe("off");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(help);
  });

  for (const theme of ["light", "dim"])
    for (const language of ["en", "zh-Hans"] as const)
      it(`has no fault that axe finds on door, link, sign-in, studies and help, ${theme}, ${language}`, async () => {
        document.documentElement.dataset["theme"] = theme;
        const { cleanup } = await import("@testing-library/react");
        for (const path of ["/", "/join#x", "/sign-in", "/work", "/work/weather/mine"]) {
          openApp(path, language);
          await waitFor(() => expect(screen.getAllByRole("heading", { level: 2 }).length).toBeGreaterThan(0));
          await waitFor(() => expect(document.querySelector("[aria-busy]")).toBeNull());
          expect(await faults(), path).toEqual([]);
          cleanup();
        }
        openApp("/work", language);
        await waitFor(() => expect(document.querySelector("header button:last-of-type")).not.toBeNull());
        await userEvent.click(screen.getByRole("button", { name: language === "en" ? "Help" : "帮助" }));
        await screen.findByRole("dialog");
        expect(await faults()).toEqual([]);
      });

  it("sticks out to the right on no plain screen at 320 px", async () => {
    await page.viewport(320, 640);
    const { cleanup } = await import("@testing-library/react");
    for (const path of ["/", "/join#x", "/setup#x", "/sign-in", "/work", "/work/weather/mine"]) {
      openApp(path);
      await waitFor(() => expect(screen.getAllByRole("heading", { level: 2 }).length).toBeGreaterThan(0));
      expect(sticksOut(), path).toBe(false);
      cleanup();
    }
  });
});
