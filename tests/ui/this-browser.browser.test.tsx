// What a person is told of this browser: the PIN at the door, lost data, storage, what cannot be sent and why, and the way
// on from a link that does not work. Both languages, and axe on each.
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setMeta } from "../../client/outbox/database.ts";
import { registry } from "../../client/outbox/known.ts";
import { setPin } from "../../client/outbox/pin.ts";
import { clipItem, emotionStudy, faults, openApp, type World, world } from "./world.tsx";

let here: World;

beforeEach(async () => {
  await page.viewport(1280, 720);
  here = await world([{ study: emotionStudy, items: [clipItem(1)] }]);
});
afterEach(async () => {
  await here.end();
  await registry.people.clear();
});

const shareIt = async () => {
  sessionStorage.removeItem("countersign-person");
  await registry.people.update(here.db.person, { shared: true, signedOut: true });
};

describe("a PIN", () => {
  it("is asked for at the door of a shared browser, by keys alone, and opens only when right", async () => {
    await setPin(here.db.person, "2468", 1000);
    await shareIt();
    openApp("/");
    (await screen.findByRole("button", { name: /^Go on as ML/ })).focus();
    await userEvent.keyboard("{Enter}");
    const field = await screen.findByLabelText("PIN");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(document.body.textContent).not.toContain("Mei Lin");
    await userEvent.keyboard("1111{Enter}");
    await screen.findByText("This PIN is not right.");
    expect(await faults()).toEqual([]);
    await userEvent.keyboard("2468{Enter}");
    await screen.findByText("Hello Mei Lin");
  });

  it("makes the person wait after three wrong ones, and says how long", async () => {
    await setPin(here.db.person, "2468", 1000);
    await shareIt();
    openApp("/", "zh-Hans");
    await userEvent.click(await screen.findByRole("button", { name: /ML/ }));
    await screen.findByLabelText("PIN 码");
    for (const pin of ["1111", "1112", "1113"]) {
      await userEvent.fill(screen.getByLabelText("PIN 码"), pin);
      await userEvent.keyboard("{Enter}");
      await waitFor(() => expect((screen.getByLabelText("PIN 码") as HTMLInputElement).value).toBe(""));
    }
    await screen.findByText(/请在 \d+秒后再试/u);
    await userEvent.fill(screen.getByLabelText("PIN 码"), "2468");
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByText(/Mei Lin/)).toBeNull();
    expect(await faults()).toEqual([]);
  });

  it("is offered where the computer is shared, and may be left out or wrong only in words", async () => {
    openApp("/join#a-secret-token");
    await userEvent.click(await screen.findByText("Yes, it is shared"));
    const field = await screen.findByLabelText(/PIN for this computer/);
    await userEvent.fill(field, "12");
    await screen.findByText("A PIN has 4 to 12 digits.");
    expect(screen.getByRole("button", { name: "Start" }).getAttribute("aria-disabled")).toBe("true");
    await userEvent.fill(field, "");
    expect(screen.getByRole("button", { name: "Start" }).getAttribute("aria-disabled")).toBeNull();
    expect(await faults()).toEqual([]);
  });

  it("is set and removed where the person sees their answers", async () => {
    openApp("/work");
    await userEvent.click(await screen.findByRole("button", { name: "All saved" }));
    await screen.findByText(/No PIN is set/);
    await userEvent.fill(screen.getByLabelText("New PIN"), "13579");
    await userEvent.click(screen.getByRole("button", { name: "Keep this PIN" }));
    await screen.findByText(/^A PIN is set/);
    expect(await faults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Remove the PIN" }));
    await screen.findByText(/No PIN is set/);
  });
});

describe("this browser", () => {
  it("says at the door that it has lost what it kept, where its mark is left", async () => {
    sessionStorage.removeItem("countersign-person");
    await registry.people.clear();
    localStorage.setItem("countersign-devices", JSON.stringify({ somebody: "a-device" }));
    openApp("/");
    await screen.findByText("This browser has lost what it kept");
    expect(await faults()).toEqual([]);
  });

  it("says on the page of studies what may be missing, until it is read", async () => {
    await setMeta(here.db, "lost", { certain: true, unsent: 3, lastSeenAt: "2026-11-30T08:00:00.000Z" });
    openApp("/work");
    await screen.findByText("This browser has lost what it kept of you");
    await screen.findByText(/Nov 30, 2026.*3 answers that it still had are missing/);
    expect(await faults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "All right" }));
    await waitFor(() => expect(screen.queryByText("This browser has lost what it kept of you")).toBeNull());
  });

  it("calls an emptied database lost, not a study that waits for nobody", async () => {
    await here.db.meta.clear();
    await here.db.studies.clear();
    openApp("/work", "zh-Hans");
    await screen.findByText("这个浏览器丢失了为您保存的工作");
    expect(screen.queryByText(/没有.*研究/u)).toBeNull();
    expect(await faults()).toEqual([]);
  });

  it.each([
    [true, "This browser has promised to keep what is stored here."],
    [false, "This browser may clear what is stored here when space is short."],
  ])("tells what it answered when it was asked to keep all (%s)", async (answer, text) => {
    vi.spyOn(navigator.storage, "persisted").mockResolvedValue(false);
    const asked = vi.spyOn(navigator.storage, "persist").mockResolvedValue(answer);
    openApp("/work");
    await screen.findByText(text, { exact: false });
    expect(asked).toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("lists what cannot be sent with its reason, when it is tried again, and the way out", async () => {
    const stuck = { id: crypto.randomUUID(), n: 7, at: "2026-11-30T08:00:00.000Z", reason: "refused" } as const;
    await here.db.stuck.put({ ...stuck, problem: "no such item", retryAt: "2026-12-02T08:00:00.000Z" });
    openApp("/work");
    const chip = await screen.findByRole("button", { name: "1 cannot be sent" });
    expect(chip.querySelector("[role=status]")).toBeNull();
    expect(screen.getAllByRole("status").some((one) => one.textContent === "1 cannot be sent")).toBe(true);
    await userEvent.click(chip);
    await screen.findByText(/The server could not read it. The server says: no such item/);
    await screen.findByText("Save unsent answers to a file and give it to your coordinator.");
    expect(await faults()).toEqual([]);
  });
});

describe("a link that does not work", () => {
  it("leads on to the work on this computer, or to the first page", async () => {
    openApp("/join");
    await screen.findByText(/There is no link here/);
    await screen.findByText(/Your coordinator can make a new link for you/);
    expect(await faults()).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Go on with the work on this computer" }));
    await screen.findByRole("heading", { name: "Who is here?" });
  });
});
