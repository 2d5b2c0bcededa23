// A table is mapped by screen, clips are picked out of it, two taggers are compared: what was understood is shown, what is
// corrected is sent back, nothing is used before it fits.
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WordsProvider } from "#client/words/words";
import type { TablePreview } from "#schemas/new-study";
import { ClipPicker } from "../../client/coordinate/clip-picker.tsx";
import { Reading } from "../../client/coordinate/reading.tsx";
import { TableMap } from "../../client/coordinate/table-map.tsx";
import { TagCompare } from "../../client/coordinate/tag-compare.tsx";
import { standIn } from "./answers.ts";
import { faults } from "./mount.tsx";
import "../../client/ui/tokens.css";
import "../../client/ui/base.css";

afterEach(cleanup);
const preview: TablePreview = {
  ...{ file: "list.csv", shape: "clips", encoding: "GB18030", delimiter: ";", headings: ["Name", "Text", "IPAddress"] },
  columns: [
    { field: "clip", heading: "Name", needed: true },
    { field: "caption", heading: null, needed: false },
  ],
  ...{ unread: ["Text"], dropped: ["IPAddress"], rows: 2, first: [["a", "hello", ""]], counts: { clips: 2 } },
  ...{ warnings: [], faults: [], moreFaults: 0 },
};
const show = (server: ReturnType<typeof standIn>, children: ReactNode) =>
  render(
    <WordsProvider start="en">
      <Reading get={server.get}>{children}</Reading>
    </WordsProvider>,
  );

describe("a table", () => {
  test("shows its encoding, its columns and rows, and goes back with what was corrected", async () => {
    const server = standIn({ "POST /api/uploads/u/table": preview });
    const onUse = vi.fn();
    show(server, <TableMap upload="u" tables={["list.csv"]} shapes={["clips"]} onUse={onUse} />);
    await screen.findByText(/GB18030, columns parted by semicolons, 2 rows; 2 clips/);
    expect(screen.getByText(/Never kept.*IPAddress/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText("Caption"), "Text");
    await waitFor(() => expect(server.asked).toHaveLength(2));
    expect(server.asked[1]?.body).toEqual({ file: "list.csv", columns: { clip: "Name", caption: "Text" } });
    expect(await faults()).toEqual([]);
    await waitFor(async () => {
      await userEvent.click(screen.getByRole("button", { name: "Use this table" }));
      expect(onUse).toHaveBeenCalledWith({ file: "list.csv", columns: { clip: "Name", caption: "Text" } }, preview);
    });
  });

  test("is not used while it is not clear what it holds or a needed column lacks", async () => {
    const lacking = { ...preview, columns: [{ field: "clip", heading: null, needed: true }] };
    const onUse = vi.fn();
    for (const told of [{ ...preview, shape: null }, lacking]) {
      cleanup();
      const server = standIn({ "POST /api/uploads/u/table": told });
      show(server, <TableMap upload="u" tables={["list.csv"]} shapes={["clips"]} onUse={onUse} />);
      await screen.findByText(/GB18030/);
      await userEvent.click(screen.getByRole("button", { name: "Use this table" }));
    }
    expect(onUse).not.toHaveBeenCalled();
  });
});

describe("clips", () => {
  test("are picked by how and how many, with nothing chosen beforehand, and shown with their scores", async () => {
    const clip = { clip: "c1", caption: "Great!", signer: "Ana", score: 0.6588 };
    const picked = { library: "vader-sentiment", version: "1.1.3", clips: [clip], file: "clip,video\n" };
    const server = standIn({ "POST /api/uploads/u/pick": picked });
    const onUse = vi.fn();
    show(server, <ClipPicker upload="u" table={{ file: "list.csv" }} onUse={onUse} />);
    await userEvent.click(screen.getByRole("button", { name: "Choose" }));
    expect(server.asked).toEqual([]);
    await userEvent.click(screen.getByRole("radio", { name: /most positive/ }));
    await userEvent.type(screen.getByLabelText("How many of each"), "100");
    await userEvent.click(screen.getByRole("button", { name: "Choose" }));
    await screen.findByText(/vader-sentiment 1.1.3/);
    expect(server.asked[0]?.body).toEqual({ file: "list.csv", how: "most", n: 100 });
    expect(screen.getByRole("cell", { name: "0.659" })).toBeTruthy();
    expect(await faults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Take these clips" }));
    expect(onUse).toHaveBeenCalledWith("clip,video\n");
  });
});

describe("two taggers", () => {
  test("are compared with alpha for each tag and what is left to settle", async () => {
    const tag = { tag: "air-writing", state: "ok", reason: null, alpha: 0.81, same: 98, of: 100 };
    const told = {
      tags: [tag],
      disagreements: [{ index: "7", tag: "air-writing", first: true, second: false }],
      file: "index\n",
    };
    const server = standIn({ "POST /api/uploads/u/tags/compare": told });
    const onUse = vi.fn();
    show(server, <TagCompare upload="u" entries="e.json" tables={["e.json", "a.csv", "b.csv"]} onUse={onUse} />);
    await userEvent.click(screen.getByRole("button", { name: "Compare the two" }));
    await screen.findByText("1 difference to settle", { selector: "p" });
    expect(server.asked[0]?.body).toEqual({ first: "a.csv", second: "b.csv" });
    expect(screen.getByRole("cell", { name: "98 of 100" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Use what both say" }));
    expect(onUse).toHaveBeenCalledWith("index\n");
  });
});
