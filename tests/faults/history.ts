// One history: takes steps in a world of three browsers and one office, and keeps account of what was said to whom, so
// that in the end every promise can be checked.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { v4, v7 } from "uuid";
import type { Act } from "#client/capture/seal";
import { metaOf, type PersonDatabase } from "#client/outbox/database";
import { standingHere } from "#client/outbox/standing-here";
import type { Decision } from "#schemas/decision";
import { erasedFile } from "#server/commands/backup";
import { revokeDevices } from "#server/store/devices";
import { applyErased } from "#server/store/erasing";
import { appendDecision } from "#server/store/log";
import { handIn, type WorkFile, workFile } from "./handed.ts";
import type { Laptop, Tab } from "./laptop.ts";
import { type Code, choices, clips, Office, type Template } from "./office.ts";
import { film, lackingOf, type Signed, sealedAt, signedAct } from "./signed.ts";
import type { Step } from "./steps.ts";

export const year = 31_536_000_000;
const studyOf = (item: string): string => ((choices as readonly string[]).includes(item) ? "quiz" : "clips");

export interface Counts {
  captured: number;
  acknowledged: number;
  /** Answers whose every copy went with a cleared browser and an older backup: nobody could have kept them. */
  beyond: number;
  erased: number;
  /** Signed answers whose every slice arrived. */
  recordings: number;
}

export class History {
  readonly office: Office;
  readonly laptops: readonly Laptop[];
  /** Every id that a screen called saved: who said it, and in which browsers, or files from 100 on, it must still be. */
  readonly saved = new Map<string, { readonly person: string; readonly held: Set<number> }>();
  readonly signed = new Map<string, Signed>();
  readonly files: WorkFile[] = [];
  /** Ids that stand in some backup: a device may let go of what they say. */
  private readonly backedUp = new Set<string>();
  /** Ids that a device said the server has. */
  readonly sent = new Set<string>();
  /** Ids that cannot count, whatever happens: the server sets them aside. */
  readonly bad = new Set<string>();
  readonly poison = new Set<string>();
  readonly erased = new Set<string>();
  /** Recordings that a device said the server has. */
  readonly arrived = new Set<string>();
  readonly faults: string[] = [];
  beyond = 0;
  /** Whose answers went beyond any copy: their devices may still know the ids. */
  readonly poorer = new Set<string>();
  private readonly backups: string[] = [];

  constructor(office: Office, laptops: readonly Laptop[]) {
    this.office = office;
    this.laptops = laptops;
    for (const laptop of laptops) {
      laptop.office = office;
      laptop.poison = this.poison;
      laptop.faults = [];
      laptop.late = [];
      laptop.ahead = 0;
      laptop.keys.clear();
      laptop.strangers.length = 0;
    }
  }

  static async begin(template: Template, laptops: readonly Laptop[]): Promise<History> {
    for (const laptop of laptops) {
      laptop.everyone = [...template.people.values()];
      await laptop.wipe();
    }
    const history = new History(await new Office(template).open(), laptops);
    try {
      for (const [at, who] of (["ada", "bo", "ada"] as const).entries()) await history.signIn(at, who, at < 2);
      return history;
    } catch (cause) {
      await history.end();
      throw cause;
    }
  }

  place(at: number): { laptop: Laptop; tab: Tab; browser: number } {
    const browser = at >> 1;
    const laptop = this.laptops[browser] as Laptop;
    return { laptop, tab: laptop.tabs[at & 1] as Tab, browser };
  }

  async signIn(at: number, who: Code, shared: boolean): Promise<void> {
    const { laptop, tab } = this.place(at);
    await laptop.in(tab, async ({ people, packs }) => {
      const { person } = await people.redeem(this.office.template.tokens.get(who) ?? "", shared);
      await packs.refreshPack(await people.openPerson(person));
    });
  }

  private async inForce(at: number): Promise<PersonDatabase | undefined> {
    const { laptop, tab } = this.place(at);
    return laptop.in(tab, async ({ people }) => {
      const person = people.personInForce();
      return person === undefined ? undefined : people.openPerson(person).catch(() => undefined);
    });
  }

  async take(step: Step): Promise<void> {
    this.office.now += 1000;
    if (step.do === "answer" || step.do === "skip" || step.do === "retract") return this.act(step);
    if (step.do === "sign") return this.sign(step);
    if (step.do === "deliver") return this.deliver(step);
    if (step.do === "sign-in" || step.do === "sign-out" || step.do === "pack") return this.atTheDoor(step);
    if (step.do === "close-tab") {
      const { laptop, tab } = this.place(step.tab);
      return laptop.closeTab(tab);
    }
    if (step.do === "update") {
      const { laptop, tab } = this.place(step.tab);
      return laptop.update(tab);
    }
    if (step.do === "take-file") return this.takeFile(step.tab);
    if (step.do === "late-arrives") for (const laptop of this.laptops) await laptop.handOver();
    else if (step.do === "restart") await this.office.restart();
    else if (step.do === "kill") await this.office.kill();
    else if (step.do === "back-up") await this.backUp();
    else if (step.do === "month") await this.month();
    else if (step.do === "restore") await this.restore(step.oldest);
    else if (step.do === "clock") {
      const laptop = this.laptops[step.browser];
      if (laptop === undefined) this.office.now += year / 12;
      else laptop.ahead = step.by * year;
    } else if (step.do === "close-study")
      await this.decide("quiz", { kind: "state", state: step.open ? "open" : "closed" });
    else if (step.do === "retire") await this.decide(studyOf(step.item), { kind: "retire", item: step.item });
    else if (step.do === "hand-in") await this.handIn(step.pick, step.damaged);
    else if (step.do === "erase") await this.erase(step.pick, step.unsent);
    else if (step.do === "revoke")
      await revokeDevices(this.office.data.store, this.office.template.people.get(step.who) ?? "", new Date());
    else if (step.do === "evict") await this.evict(step.browser);
    else if (step.do === "look") await this.look();
  }

  private async backUp(): Promise<void> {
    const file = join(this.office.root, `backup-${this.backups.length}.tar`);
    await this.office.backUp(file);
    this.backups.push(file);
    for (const id of await this.kept([...this.saved.keys()])) this.backedUp.add(id);
    for (const [id, signed] of this.signed)
      if ((await lackingOf(this.office, id, signed)) === undefined) this.backedUp.add(id);
  }

  /** A quiet month after a backup: from then on devices may keep the ids alone. */
  private async month(): Promise<void> {
    await this.backUp();
    for (let turn = 0; turn < 2; turn++) {
      for (const laptop of this.laptops) {
        await this.pass(laptop, laptop.tabs[0] as Tab, true);
        await this.noteSent(laptop);
      }
      this.office.now += year / 11;
    }
  }

  /** The desk asks for figures; at every tab somebody tries to look into the others' work. */
  private async look(): Promise<void> {
    for (const study of ["quiz", "clips"]) await this.office.figures.labels(study);
    for (const laptop of this.laptops)
      for (const tab of laptop.tabs)
        await laptop.in(tab, async ({ people, known }) => {
          const here = people.personInForce();
          for (const db of await known.everybody())
            if (here !== undefined && here !== db.person)
              await people.openPerson(db.person).then(
                () => this.faults.push(`I10: ${here} could open the work of ${db.person}`),
                () => undefined,
              );
        });
  }

  private async sign(step: Extract<Step, { do: "sign" }>): Promise<void> {
    const db = await this.inForce(step.tab);
    if (db === undefined) return;
    const { laptop, tab, browser } = this.place(step.tab);
    const study = studyOf(step.item);
    const [recording, hashes] = await film(laptop, tab, db, { ...step, study });
    if (step.use === undefined) return;
    const sealed = sealedAt(signedAct(recording, study, step.item, step.use), laptop);
    await laptop.in(tab, ({ put }) => put.put(db, sealed));
    const here = { person: db.person, held: new Set([browser]) };
    this.saved.set(sealed.id, here);
    this.signed.set(recording, { ...here, held: new Set([browser]), response: sealed.id, hashes });
  }

  private async takeFile(at: number): Promise<void> {
    const db = await this.inForce(at);
    if (db === undefined) return;
    const { laptop, tab } = this.place(at);
    this.keepFile(await laptop.in(tab, ({ unsent }) => unsent.unsentFile(db)));
  }
  private keepFile({ text }: { readonly text: string }): void {
    const file = workFile(text);
    for (const id of file.ids) this.saved.get(id)?.held.add(100 + this.files.length);
    this.files.push(file);
  }
  private async handIn(pick: number, damaged: boolean): Promise<void> {
    const file = this.files[pick % Math.max(1, this.files.length)];
    if (file !== undefined) this.faults.push(...(await handIn(this.office, file, damaged)));
  }
  /** In the end every file is handed in that holds what did not come by itself. */
  async handInRest(): Promise<void> {
    for (const file of this.files) this.faults.push(...(await handIn(this.office, file, false)));
  }

  private async act(step: Extract<Step, { do: "answer" | "skip" | "retract" }>): Promise<void> {
    const db = await this.inForce(step.tab);
    if (db === undefined) return;
    const { laptop, tab, browser } = this.place(step.tab);
    const study = studyOf(step.item);
    const base = { study, studyVersion: 1, item: step.item, occasion: 1 };
    let act: Act;
    if (step.do === "skip") act = { ...base, kind: "skip", answer: { reason: "bad-video" } };
    else if (step.do === "retract") {
      const { leaf } = await standingHere(db, study, step.item, 1);
      if (leaf === undefined || leaf.kind === "retract") return;
      act = { ...base, kind: "retract", replaces: leaf.id, answer: {} };
    } else act = answerOf(step, base);
    const sealed = sealedAt(act, laptop);
    if (step.do === "answer" && (step.kind === "no-item" || step.kind === "no-option")) this.bad.add(sealed.id);
    if (step.do === "answer" && step.kind === "server-trips" && this.poison.size < 2) this.poison.add(sealed.id);
    await laptop.in(tab, async ({ put }) => {
      const twice = step.do === "answer" && step.twice;
      await Promise.all([put.put(db, sealed), ...(twice ? [put.put(db, sealed)] : [])]);
    });
    this.saved.set(sealed.id, { person: db.person, held: new Set([browser]) });
  }

  private async deliver({ tab: at, line, full, both, meanwhile }: Extract<Step, { do: "deliver" }>): Promise<void> {
    const { laptop, tab } = this.place(at);
    laptop.faults = [...line];
    const tabs = both ? laptop.tabs : [tab];
    const passes = tabs.map((one) => this.pass(laptop, one, full));
    if (meanwhile !== "nothing") await this.signIn(at ^ 1, meanwhile, at < 2).catch(() => undefined);
    await Promise.all(passes);
    laptop.faults = [];
    await this.noteSent(laptop);
  }

  async pass(laptop: Laptop, tab: Tab, full: boolean): Promise<void> {
    await laptop.in(tab, async ({ known, deliver, people }) => {
      for (const db of await known.everybody()) {
        const outcome = await deliver.deliver({ db, fetch: laptop.fetch, now: laptop.now }, full);
        if (outcome === "drained") await people.closeIfDone(db);
        if (outcome === "drained") await this.noteLetGo(laptop, db);
      }
    });
  }

  /** "Sent" is never said too early: what a device newly calls sent is on the server at that moment. */
  async noteSent(laptop: Laptop): Promise<void> {
    for (const db of await this.databases(laptop)) {
      const rows = await db.responses.where("state").equals("sent").toArray();
      const fresh = rows.filter(({ id }) => !this.sent.has(id));
      const kept = await this.kept(fresh.map(({ id }) => id));
      for (const { id } of fresh) {
        this.sent.add(id);
        if (!kept.has(id)) this.faults.push(`I1: ${id} is called sent and the server has it not`);
      }
      for (const id of await db.recordings.where("state").equals("sent").primaryKeys()) {
        const signed = this.signed.get(id);
        if (signed === undefined || this.arrived.has(id) || this.erased.has(signed.response)) continue;
        this.arrived.add(id);
        const lacking = await lackingOf(this.office, id, signed);
        if (lacking !== undefined) this.faults.push(`I1: recording ${id} is called sent and ${lacking}`);
      }
      await this.noteLetGo(laptop, db);
    }
  }

  /**
   * What a device may let go of: a shared one, after sign-out, what the server has; another what stands in a backup.
   * From then on the server alone has it. Anything else that is gone from a device is a fault.
   */
  private async noteLetGo(laptop: Laptop, db: PersonDatabase): Promise<void> {
    const browser = this.laptops.indexOf(laptop);
    const there = (await this.databases(laptop)).find(({ person }) => person === db.person);
    const shared = there === undefined || (await metaOf(there, "shared")) === true;
    const own = [...this.saved].filter(([, one]) => one.person === db.person && one.held.has(browser));
    const rows = (await there?.responses.bulkGet(own.map(([id]) => id))) ?? [];
    const gone = own.filter((_, at) => (rows[at]?.text ?? "") === "");
    const kept = shared ? await this.kept(gone.map(([id]) => id)) : this.backedUp;
    for (const [id, { held }] of gone) {
      held.delete(browser);
      if (!kept.has(id) && !this.erased.has(id))
        this.faults.push(`I2: a device let go of ${id}, which nothing else holds`);
    }
    for (const [id, signed] of this.signed) {
      if (signed.person !== db.person || !signed.held.has(browser)) continue;
      if (((await there?.slices.where("recording").equals(id).count()) ?? 0) > 0) continue;
      signed.held.delete(browser);
      const safe = shared ? (await lackingOf(this.office, id, signed)) === undefined : this.backedUp.has(id);
      if (!safe && !this.erased.has(signed.response))
        this.faults.push(`I2: a device let go of recording ${id}, which nothing else holds`);
    }
  }

  async databases(laptop: Laptop): Promise<PersonDatabase[]> {
    return laptop.in(laptop.tabs[0] as Tab, ({ known }) => known.everybody());
  }

  private async atTheDoor(step: Extract<Step, { do: "sign-in" | "sign-out" | "pack" }>): Promise<void> {
    const { laptop } = this.place(step.tab);
    const db = step.do === "sign-in" ? undefined : await this.inForce(step.tab);
    laptop.faults = [...step.line];
    try {
      if (step.do === "sign-in") await this.signIn(step.tab, step.who, step.shared).catch(() => undefined);
      else if (db !== undefined)
        await laptop.in(this.place(step.tab).tab, async ({ packs, people }) => {
          if (step.do === "pack") await packs.refreshPack(db);
          else {
            const { file } = await people.signOut(db, step.choice as "send" | "file" | "keep");
            if (file !== undefined) this.keepFile(file);
            await this.noteLetGo(laptop, db);
          }
        });
    } finally {
      laptop.faults = [];
    }
    await this.noteSent(laptop);
  }

  async kept(ids: readonly string[]): Promise<Set<string>> {
    const { db } = this.office.data.store;
    const out = new Set<string>();
    for (const table of ["log", "quarantine", "tombstones"] as const)
      for (const row of await db
        .selectFrom(table)
        .select("id")
        .where("id", "in", [...ids])
        .execute())
        out.add(row.id);
    return out;
  }

  private async restore(oldest: boolean): Promise<void> {
    const file = oldest ? this.backups[0] : this.backups.at(-1);
    if (file === undefined) return;
    await this.office.restore(file);
    await this.forgetTheUnheld();
  }

  private async evict(browser: number): Promise<void> {
    const laptop = this.laptops[browser] as Laptop;
    await laptop.wipe();
    laptop.late = [];
    for (const one of [...this.saved.values(), ...this.signed.values()]) one.held.delete(browser);
    await this.forgetTheUnheld();
  }

  private async forgetTheUnheld(): Promise<void> {
    const alone = [...this.saved].filter(([, { held }]) => held.size === 0).map(([id]) => id);
    const kept = await this.kept(alone);
    for (const id of alone) {
      if (kept.has(id)) continue;
      this.poorer.add(this.saved.get(id)?.person ?? "");
      this.saved.delete(id);
      this.sent.delete(id);
      this.beyond++;
    }
    for (const [id, signed] of [...this.signed])
      if (signed.held.size === 0 && (await lackingOf(this.office, id, signed)) !== undefined) this.signed.delete(id);
  }

  /** Of what is in the log; or of what is still only on a device, as after a restore that forgot it. */
  private async erase(pick: number, unsent: boolean): Promise<void> {
    const rows = unsent ? await this.unsentRows() : await this.logRows();
    const row = rows[pick % Math.max(1, rows.length)];
    if (row === undefined) return;
    const entry = {
      ...{ id: row.id, study: row.study, device: row.device ?? "", n: row.n ?? 0 },
      erasedAt: new Date(this.office.now).toISOString(),
    };
    await applyErased(this.office.data.store, [entry]);
    appendFileSync(join(this.office.folder, erasedFile), `${JSON.stringify(entry)}\n`);
    this.erased.add(row.id);
  }

  private async unsentRows() {
    const rows = [];
    for (const laptop of this.laptops)
      for (const db of await this.databases(laptop))
        rows.push(...(await db.responses.where("state").equals("waiting").toArray()));
    return rows;
  }
  private async logRows() {
    const { db } = this.office.data.store;
    const rows = db.selectFrom("log").select(["id", "study", "device", "n"]).where("entry", "=", "response");
    return rows.orderBy("study").orderBy("seq").execute();
  }

  private async decide(
    study: string,
    said: { kind: "state"; state: "open" | "closed" } | { kind: "retire"; item: string },
  ): Promise<void> {
    const at = new Date(this.office.now);
    const by = this.office.template.coordinator;
    const decision: Decision = { v: 1, id: v4(), study, at: at.toISOString(), by, ...said };
    await appendDecision(this.office.data.store, decision, at);
  }

  async end(): Promise<void> {
    await this.office.close();
  }
}

type Base = { study: string; studyVersion: number; item: string; occasion: number };
function answerOf(step: Extract<Step, { do: "answer" }>, base: Base): Act {
  const on = step.kind === "no-item" ? { ...base, item: `no-${v7()}` } : base;
  const heavy = step.kind === "heavy" ? "一二三四五六七八九十".repeat(1000) : undefined;
  if (base.study === "quiz") {
    const shown = step.kind === "no-option" ? (["A", "B"] as const) : (["C", "A", "D", "B"] as const);
    const option = step.kind === "no-option" ? "D" : (["A", "B", "C", "D"] as const)[step.value % 4];
    return { ...on, kind: "choice", answer: { option: option ?? "A", shown: [...shown] } };
  }
  const cues = heavy === undefined ? [] : [{ id: v4(), text: heavy }];
  const sentiment = step.kind === "no-option" ? 9 : (step.value % 7) - 3;
  return {
    ...on,
    kind: "emotion",
    answer: { sentiment, emotions: { [step.label]: step.value }, confidence: step.value * 25, cues },
  };
}

export const items = [...choices, ...clips];
