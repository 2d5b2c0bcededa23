// A file of unsent work at the desk: chosen, sent as it is, and said in words what became of it.
import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { problem, standIn } from "./answers.ts";
import { mount } from "./mount.tsx";

afterEach(cleanup);
const address = "POST /api/studies/weather/unsent";
const none = {
  duplicate: 0,
  quarantined: 0,
  erased: 0,
  refused: 0,
  elsewhere: 0,
  damaged: 0,
  recordings: { stored: 0, open: 0, erased: 0, damaged: 0 },
};
const choose = async (text: string) =>
  userEvent.upload(
    await screen.findByLabelText("Hand in a file of unsent work", { selector: "input" }),
    new File([text], "countersign-unsent.json", { type: "application/json" }),
  );

describe("a file of unsent work", () => {
  test("goes to the server as it is, and the desk says how many answers were taken in", async () => {
    const { server } = mount("/desk/weather/people", {
      server: standIn({ [address]: { ...none, code: "A01", stored: 12, duplicate: 3 } }),
    });
    await choose('{"format":"countersign-unsent","v":1}');
    await screen.findByText("A01: 12 answers taken in, 3 were here already.");
    expect(server.asked[0]?.body).toEqual({ format: "countersign-unsent", v: 1 });
    expect(screen.queryByText(/Not counted/)).toBeNull();
  });

  test("that holds what cannot count or belongs elsewhere is told apart", async () => {
    mount("/desk/weather/people", {
      server: standIn({ [address]: { ...none, code: "A01", stored: 1, quarantined: 2, elsewhere: 4 } }),
    });
    await choose("{}");
    await screen.findByText(/Not counted: 2\. Damaged: 0\. For other studies: 4/);
  });

  test("with recordings says which are whole and that the others need the device's further files", async () => {
    const recordings = { stored: 1, open: 2, erased: 0, damaged: 0 };
    mount("/desk/weather/people", { server: standIn({ [address]: { ...none, code: "A01", stored: 0, recordings } }) });
    await choose("{}");
    await screen.findByText(/Recordings whole: 1\. Incomplete: 2; hand in the other files/);
  });

  test("that is none is refused in words and nothing is sent, or the server's reason is shown", async () => {
    const { server } = mount("/desk/weather/people", { server: standIn({ [address]: problem(404, "not-found") }) });
    await choose("<html>no</html>");
    await screen.findByText(/This is no file of unsent work/);
    expect(server.asked).toEqual([]);
    await choose("{}");
    await screen.findByRole("alert");
    expect(screen.queryByText(/This is no file of unsent work/)).toBeNull();
  });
});
