// Brings a study's standing table up to the head of its log: at most five hundred rows a turn of the event loop, from 0
// again where the epoch or the version has changed. Who asks meanwhile waits in line and finds the work done.
import { setImmediate as turn } from "node:timers/promises";
import type { Decision } from "#schemas/decision";
import type { Position } from "#schemas/figure";
import type { Letter } from "#schemas/labels";
import { Problem } from "#schemas/problem";
import type { Response } from "#schemas/response";
import { type Flag, flagsThatDoNotCount, type Held, standing } from "#schemas/standing";
import { type Cell, cellOf, chainOf } from "#server/store/chains";
import { pageOf } from "#server/store/log-pages";
import { membersOf } from "#server/store/members";
import type { Store } from "#server/store/open";
import { itemsOf, keysOf, studyById } from "#server/store/studies";
import type { LogTable } from "#server/store/tables";
import { cellStates, StandingTable, type Stood, type TablePerson } from "./table.ts";

const rowsATurn = 500;
/** No column that the body tells too: reading a row costs by the column. */
const folded = ["seq", "entry", "body", "flags"] as const;
type FoldRow = Pick<LogTable, (typeof folded)[number]>;

export class Fold {
  private readonly store: Store;
  private readonly study: string;
  private line: Promise<unknown> = Promise.resolve();
  private state: { table: StandingTable; epoch: number; version: number; seq: number } | undefined;

  constructor(store: Store, study: string) {
    this.store = store;
    this.study = study;
  }

  /**
   * Hands `use` the table at the head of the log; nothing changes the table until what `use` returns has settled.
   * Problem "not-found" where there is no such study.
   */
  async atHead<T>(use: (folded: Folded) => T | Promise<T>): Promise<T> {
    const mine = this.line.then(async () => use(await this.run()));
    this.line = mine.catch(() => undefined);
    return mine;
  }

  private async run(): Promise<Folded> {
    const head = await studyById(this.store, this.study);
    if (head === undefined) throw new Problem("not-found", `There is no study ${this.study}.`);
    const { epoch, version, seq } = head;
    let state = this.state;
    this.state = undefined;
    if (state === undefined || state.epoch !== epoch || state.version !== version || state.seq > seq) {
      const items = await itemsOf(this.store, this.study, version);
      const table = new StandingTable(head.file, items, await keysOf(this.store, this.study, version));
      state = { table, epoch, version, seq: 0 };
    }
    await this.members(state.table);
    while (state.seq < seq) {
      const page = await pageOf(this.store, this.study, folded, state.seq, rowsATurn);
      const rows = page.filter((row) => row.seq <= seq);
      const last = rows.at(-1);
      if (last === undefined) {
        state.seq = seq;
        break;
      }
      await this.apply(state.table, rows, last.seq);
      state.seq = last.seq;
      if (state.seq < seq) await turn();
    }
    const now = await studyById(this.store, this.study);
    if (now === undefined || now.epoch !== epoch) return this.run();
    this.state = state;
    return { table: state.table, position: { epoch, seq: state.seq } };
  }

  private async members(table: StandingTable): Promise<void> {
    for (const { person, code, role, seat } of await membersOf(this.store, this.study))
      if (!table.people.has(person))
        table.people.set(person, {
          id: person,
          code,
          role,
          seat,
          occasions: new Map(),
          flags: 0,
          conflicts: new Set(),
        });
  }

  private async apply(table: StandingTable, rows: readonly FoldRow[], upTo: number): Promise<void> {
    const again = new Map<string, Cell>();
    for (const row of rows) {
      if (row.entry === "decision") {
        const cell = await this.decide(table, JSON.parse(row.body) as Decision);
        if (cell !== undefined) again.set(`${cell.person} ${cell.item} ${cell.occasion}`, cell);
        continue;
      }
      const flags = row.flags === "[]" ? noFlags : (JSON.parse(row.flags) as Flag[]);
      const response = JSON.parse(row.body) as Response;
      const { id, kind } = response;
      if (flags.some((flag) => flagsThatDoNotCount.includes(flag))) table.withheld.add(id);
      const person = table.people.get(response.person);
      if (person === undefined) continue;
      if (kind === "flag") person.flags++;
      if (kind === "flag" || kind === "note" || kind === "consent") continue;
      const { item: named, occasion = 1 } = response;
      const item = named === undefined ? undefined : table.place.get(named);
      if (named === undefined || item === undefined) continue;
      const before = table.row(person, occasion).state[item];
      if (before === cellStates.empty) table.put(person, item, occasion, stoodIn([{ response, flags, seq: row.seq }]));
      else again.set(`${person.id} ${named} ${occasion}`, { person: person.id, item: named, occasion });
    }
    for (const cell of again.values()) await this.reread(table, cell, upTo);
  }

  /** A cell with more than one response is read again from the log: the same rule as on the device picks what stands. */
  private async reread(table: StandingTable, cell: Cell, upTo: number): Promise<void> {
    const held = await chainOf(this.store, this.study, cell, upTo);
    const person = table.people.get(cell.person) as TablePerson;
    const item = table.place.get(cell.item) as number;
    const chain = held.map((one) => ({ ...one, admitted: table.admitted.has(one.response.id) }));
    table.put(person, item, cell.occasion, stoodIn(chain));
    const key = `${cell.item} ${cell.occasion}`;
    if (standing(chain).conflict) person.conflicts.add(key);
    else person.conflicts.delete(key);
  }

  /** Does what a decision says; tells the cell that has to be read again, where there is one. */
  private async decide(table: StandingTable, decision: Decision): Promise<Cell | undefined> {
    const item = "item" in decision ? table.place.get(decision.item) : undefined;
    if (decision.kind === "seat") {
      const person = table.people.get(decision.person);
      if (person !== undefined) table.seat(person, decision.seat);
    }
    if (decision.kind === "retire" && item !== undefined) table.retire(item);
    if (decision.kind === "adjudicate") {
      table.settled.add(`${decision.item} ${decision.label}`);
      if (item !== undefined) table.touched.add(item);
    }
    if (decision.kind === "key" && item !== undefined) {
      const key = table.keys.get(item) ?? { dropped: false, right: new Set<Letter>() };
      if (decision.act === "drop-item") key.dropped = true;
      else if (decision.option !== undefined) {
        if (decision.act === "replace-key") key.right = new Set();
        key.right.add(decision.option);
      }
      table.keys.set(item, key);
    }
    if (decision.kind !== "admit") return undefined;
    table.admitted.add(decision.response);
    table.withheld.delete(decision.response);
    const cell = await cellOf(this.store, this.study, decision.response);
    return cell !== undefined && table.people.has(cell.person) && table.place.has(cell.item) ? cell : undefined;
  }
}

const noFlags: readonly Flag[] = [];

export interface Folded {
  readonly table: StandingTable;
  readonly position: Position;
}

function stoodIn(chain: readonly (Held & { readonly seq: number })[]): Stood | undefined {
  const { response } = standing(chain);
  const seq = chain.find((one) => one.response === response)?.seq;
  return response === undefined || seq === undefined ? undefined : { response, seq };
}
