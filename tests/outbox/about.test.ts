import { describe, expect, it } from "vitest";
import { metaOf, type PersonDatabase, setMeta } from "#client/outbox/database";
import { mayClose } from "#client/outbox/deliver";
import { sendAbout } from "#client/outbox/send-about";
import { openDevice } from "./device.ts";

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const problem = (status: number, code: string) => json({ type: "about:blank", title: code, status, code }, status);

async function said(): Promise<PersonDatabase> {
  const db = await openDevice("ada");
  await setMeta(db, "deviceKey", "key-of-ada");
  await setMeta(db, "about", { s1: { hearing: "deaf", sent: false }, s2: { signing: "early", sent: true } });
  return db;
}

describe("what a person says of themself", () => {
  it("goes out once, by the device key, and a shared computer is not cleared before", async () => {
    const db = await said();
    await setMeta(db, "closing", "agreed");
    expect(await mayClose(db)).toBe(false);
    const asked: [string, unknown, string | null][] = [];
    const fetch = async (path: string, init: RequestInit = {}) => {
      asked.push([path, JSON.parse(String(init.body)), new Headers(init.headers).get("authorization")]);
      return json({});
    };
    await sendAbout({ db, fetch });
    await sendAbout({ db, fetch });
    expect(asked).toEqual([["/api/sync/about", { study: "s1", hearing: "deaf" }, "Bearer key-of-ada"]]);
    expect(await mayClose(db)).toBe(true);
  });

  it("waits for a network, and is let go where the server has no place for it", async () => {
    const db = await said();
    const cut = async () => Promise.reject(new TypeError("no network"));
    await expect(sendAbout({ db, fetch: cut })).rejects.toThrow();
    await expect(sendAbout({ db, fetch: async () => problem(502, "internal") })).rejects.toThrow();
    expect((await metaOf(db, "about"))?.["s1"]).toEqual({ hearing: "deaf", sent: false });
    await sendAbout({ db, fetch: async () => problem(404, "not-found") });
    expect((await metaOf(db, "about"))?.["s1"]).toEqual({ hearing: "deaf", sent: true });
  });

  it("goes again where it was said anew while it was on its way", async () => {
    const db = await said();
    const fetch = async () => {
      await setMeta(db, "about", { s1: { hearing: "not-said", sent: false } });
      return json({});
    };
    await sendAbout({ db, fetch });
    expect((await metaOf(db, "about"))?.["s1"]).toEqual({ hearing: "not-said", sent: false });
  });
});
