// What a coordinator does at the desk: come in, look at figures, add people, decide with a reason.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { problem, standIn } from "./answers.ts";
import { faults, mount } from "./mount.tsx";

afterEach(cleanup);
const rowOf = async (name: string) => {
  const cell = await screen.findByRole("rowheader", { name });
  return cell.closest("tr") as HTMLTableRowElement;
};
const cells = (row: HTMLTableRowElement) => [...row.cells].map((cell) => cell.textContent?.trim());

describe("the guard", () => {
  test("sends whoever is signed out to the sign-in page and shows nothing of a study", async () => {
    for (const path of ["/desk", "/desk/weather/people"]) {
      const out = problem(401, "signed-out");
      mount(path, { server: standIn({ "/api/studies": out, "/api/studies/weather": out }) });
      await waitFor(() => expect(location.pathname).toBe("/sign-in"));
      expect(screen.queryByText("A01")).toBeNull();
    }
  });

  test("says in words that a study is not there, and keeps an old figure in sight while the server is away", async () => {
    mount("/desk/nowhere");
    await screen.findByText("There is no such study, or you have no part in it.");

    const { server } = mount("/desk/weather/progress");
    await screen.findByRole("rowheader", { name: "All" });
    server.answers["/api/studies/weather/progress"] = new Response("bad gateway", { status: 502 });
    await new Promise((done) => setTimeout(done, 1_100));
    dispatchEvent(new Event("visibilitychange"));
    await screen.findByText(/cannot be reached/, {}, { timeout: 8_000 });
    expect(screen.getByRole("rowheader", { name: "All" })).toBeTruthy();
  });

  test("signs out and leaves the desk", async () => {
    const { server } = mount("/desk/weather");
    await userEvent.click(await screen.findByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(location.pathname).toBe("/sign-in"));
    expect(server.asked.map(({ path }) => path)).toContain("/api/access/sign-out");
  });
});

describe("studies", () => {
  test("list what needs the coordinator, and say nothing waits where nothing does", async () => {
    mount("/desk");
    expect(cells(await rowOf("Weather and family")).slice(1)).toEqual([
      "open",
      "sentiment and emotions",
      "5",
      "200",
      "583 of 600",
      "2 ties · 1 silent device",
      "Nov 30, 2026, 2:31 PM",
    ]);
    expect(cells(await rowOf("Signs of the north")).slice(6)).toEqual(["nothing", "not yet"]);
  });

  test("where there are none, the next step and the demo are written out", async () => {
    mount("/desk", { server: standIn({ "/api/studies": { studies: [] } }) });
    await screen.findByText("No study yet");
    expect(screen.getByText(/countersign study import/)).toBeTruthy();
    expect(screen.getByText(/countersign demo/)).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  test("are opened by keyboard alone", async () => {
    mount("/desk");
    const link = await screen.findByRole("link", { name: "Weather and family" });
    for (let presses = 0; document.activeElement !== link && presses < 20; presses++) await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("heading", { name: "Facts" });
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Study");
  });

  test("are closed by a decision, which is not sent without a reason", async () => {
    const { server } = mount("/desk/weather");
    await userEvent.click(await screen.findByRole("button", { name: "Close the study" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Close the study" }));
    expect(within(dialog).getByText("Write a reason first.")).toBeTruthy();
    expect(server.asked).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText("Reason"), "all have answered");
    await userEvent.click(within(dialog).getByRole("button", { name: "Close the study" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked).toEqual([
      {
        path: "/api/studies/weather/decisions",
        method: "POST",
        body: { kind: "state", state: "closed", reason: "all have answered" },
      },
    ]);
  });

  test("show the adjudicator only what an adjudicator may read", async () => {
    const server = standIn();
    server.answers["/api/studies/weather"] = {
      ...(server.answers["/api/studies/weather"] as object),
      role: "adjudicator",
    };
    mount("/desk/weather", { server });
    await screen.findByRole("heading", { name: "Facts" });
    const nav = screen.getByRole("navigation");
    expect(within(nav).queryByText("People")).toBeNull();
    expect(within(nav).queryByText("Progress")).toBeNull();
    expect(within(nav).getByText("Settle")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Close the study" })).toBeNull();
  });
});

describe("people", () => {
  test("are added with no choice made beforehand; the link is shown once, to copy and as a QR code", async () => {
    const { server } = mount("/desk/weather/people");
    await userEvent.click(await screen.findByRole("button", { name: "Add a person" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).queryAllByRole("radio", { checked: true })).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Add and make a link" }));
    expect(within(dialog).getByText("Write a code first.")).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText(/^Code/), "A03");
    await userEvent.click(within(dialog).getByRole("radio", { name: "annotator" }));
    await userEvent.click(within(dialog).getByRole("radio", { name: /^panel/ }));
    await userEvent.click(within(dialog).getByRole("radio", { name: "简体中文" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Add and make a link" }));
    const shown = await screen.findByRole("dialog", { name: "Link for A03" });
    expect(within(shown).getByLabelText("Personal link")).toHaveProperty(
      "value",
      "http://127.0.0.1:8787/join#abcdefghijklmnopqrstuv",
    );
    expect(
      within(shown)
        .getByRole("img", { name: /QR code/ })
        .querySelector("path")
        ?.getAttribute("d"),
    ).toMatch(/^M\d/);
    expect(server.asked[0]?.body).toEqual({ code: "A03", role: "annotator", seat: "panel", language: "zh-Hans" });
    expect(await faults()).toEqual([]);
    await userEvent.click(within(shown).getByRole("button", { name: "Close" }));
    expect(document.body.textContent).not.toContain("abcdefghijklmnopqrstuv");
  });

  test("keep or lose their old link when a new one is made, as the coordinator says", async () => {
    const { server } = mount("/desk/weather/people");
    await userEvent.click(await screen.findByRole("button", { name: "New link: A01" }));
    await userEvent.click(await screen.findByRole("button", { name: "Withdraw the old link" }));
    await screen.findByText("The link before it no longer works.");
    expect(server.asked[0]).toEqual({
      path: "/api/studies/weather/people/p-1/link",
      method: "POST",
      body: { revoke: true },
    });
  });

  test("lose a link only after a second press", async () => {
    const { server } = mount("/desk/weather/people");
    await userEvent.click(await screen.findByRole("button", { name: "Withdraw link: A01" }));
    const dialog = await screen.findByRole("dialog");
    expect(server.asked).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Withdraw link" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked[0]?.method).toBe("DELETE");
  });

  test("change seat by a decision with a reason", async () => {
    const { server } = mount("/desk/weather/people");
    await userEvent.click(await screen.findByRole("button", { name: "Change seat: A01" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText("Reason"), "does not sign");
    await userEvent.click(within(dialog).getByRole("button", { name: "Change seat" }));
    expect(within(dialog).getByText("That is the seat now. Choose another one.")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("radio", { name: /^comparison/ }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Change seat" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked[0]?.body).toEqual({ kind: "seat", person: "p-1", seat: "comparison", reason: "does not sign" });
  });

  test("get another name or language; the code stays", async () => {
    const { server } = mount("/desk/weather/people", {
      server: standIn({ "PATCH /api/studies/weather/people/p-1": {} }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Change name or language: A01" }));
    const dialog = await screen.findByRole("dialog", { name: "Name and language of A01" });
    const name = within(dialog).getByLabelText(/^Name/);
    await userEvent.clear(name);
    await userEvent.type(name, "Mei Lin");
    await userEvent.click(within(dialog).getByRole("radio", { name: "简体中文" }));
    expect(await faults()).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked[0]).toEqual({
      path: "/api/studies/weather/people/p-1",
      method: "PATCH",
      body: { name: "Mei Lin", language: "zh-Hans" },
    });
  });

  test("are erased by a decision with a reason that says first what goes and that nobody can undo it", async () => {
    const { server } = mount("/desk/weather/people");
    await userEvent.click(await screen.findByRole("button", { name: "Erase: A01" }));
    const dialog = await screen.findByRole("dialog", { name: "Erase everything of A01?" });
    expect(within(dialog).getByText(/Nobody can undo it/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Erase" }));
    expect(server.asked).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText("Reason"), "asked for it");
    expect(await faults()).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Erase" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked[0]).toEqual({
      path: "/api/studies/weather/decisions",
      method: "POST",
      body: { kind: "erase", person: "p-1", reason: "asked for it" },
    });
  });

  test("are told in words what the server refused, and the form keeps what was typed", async () => {
    const server = standIn({ "POST /api/studies/weather/people": problem(409, "conflict", "The code A01 is taken.") });
    mount("/desk/weather/people", { server });
    await userEvent.click(await screen.findByRole("button", { name: "Add a person" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText(/^Code/), "A01");
    for (const name of ["annotator", /^pilot/, "English"])
      await userEvent.click(within(dialog).getByRole("radio", { name }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Add and make a link" }));
    expect(await within(dialog).findByText(/The code A01 is taken/)).toBeTruthy();
    expect(within(dialog).getByLabelText(/^Code/)).toHaveProperty("value", "A01");
  });
});
