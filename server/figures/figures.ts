// Every figure of a study, on exactly the responses and decisions up to a stated place in its log. A figure is kept until
// the log has grown; nothing here is stored.
import { setImmediate as turn } from "node:timers/promises";
import type { AgreementReport, BaselineReport, Position } from "#schemas/figure";
import type { Hints } from "#schemas/hints";
import type { Lexicon } from "#server/measures/beside";
import { groupsOf } from "#server/store/about";
import { assignmentsMark, owedIn } from "#server/store/assignments";
import type { Store } from "#server/store/open";
import { type AgreementAsked, agreementOf } from "./agreement.ts";
import { baselineIn } from "./baseline.ts";
import { Fold, type Folded } from "./fold.ts";
import { hintsOf, standingIn } from "./hints.ts";
import { type ProgressRow, progressIn } from "./progress.ts";
import { cellStates, type StandingTable } from "./table.ts";
import { type FigureLabel, VoteTally, voteAll } from "./votes.ts";

/** What a figure stands on. */
interface Ground {
  readonly position: Position;
  /** People of the panel with at least one answer that counts. */
  readonly people: number;
  /** Items that count: practice and retired ones left out. */
  readonly items: number;
}

export interface Figures {
  labels(study: string): Promise<Ground & { labels: FigureLabel[] }>;
  agreement(study: string, asked?: AgreementAsked): Promise<Ground & AgreementReport>;
  baseline(study: string, lexicon?: Lexicon): Promise<Ground & BaselineReport>;
  hints(study: string): Promise<Hints>;
  /** `held`: responses that do not count until a decision admits them. `ties`: unresolved votes nobody has settled. `labelled`: items whose vote gives a value. */
  progress(study: string): Promise<Ground & { rows: ProgressRow[]; held: number; ties: number; labelled: number }>;
  /** The standing table itself; nothing changes it until `use` has settled. */
  atHead<T>(study: string, use: (folded: Folded) => T | Promise<T>): Promise<T>;
}

interface Kept {
  readonly fold: Fold;
  /** The last figure of each name, and the state of things that it was computed at. */
  readonly figures: Map<string, { at: string; figure: unknown }>;
  /** What everybody owes stands in `table`, as it was at `mark`. */
  owed?: { readonly mark: string; readonly table: StandingTable; readonly people: number };
  votes?: { readonly table: StandingTable; readonly tally: VoteTally };
}

export function createFigures({ store }: { store: Store; clock: () => Date }): Figures {
  const studies = new Map<string, Kept>();
  const of = (study: string): Kept => {
    let one = studies.get(study);
    if (one === undefined) {
      one = { fold: new Fold(store, study), figures: new Map() };
      studies.set(study, one);
    }
    return one;
  };

  /** The figure by its name, computed once for each place in the log (and `mark`, for what stands outside of it). */
  const once = <T extends object>(
    study: string,
    name: string,
    make: (table: StandingTable) => T | Promise<T>,
    mark = "",
  ): Promise<Ground & T> => {
    const { fold, figures } = of(study);
    return fold.atHead(async ({ table, position }) => {
      const at = `${position.epoch} ${position.seq} ${table.people.size} ${mark}`;
      const before = figures.get(name);
      if (before?.at === at) return before.figure as Ground & T;
      const figure = { position, ...groundOf(table), ...(await make(table)) };
      figures.set(name, { at, figure });
      return figure;
    });
  };

  /** Notes in the table who owes what, a person a turn of the event loop, where that has changed. */
  const owing = async (study: string, table: StandingTable): Promise<string> => {
    const kept = of(study);
    const mark = await assignmentsMark(store, study);
    const { owed } = kept;
    if (owed?.mark === mark && owed.table === table && owed.people === table.people.size) return mark;
    for (const person of table.people.values()) {
      const byOccasion = new Map<number, number[]>();
      for (const { item, occasion } of await owedIn(store, study, person.id)) {
        const place = table.place.get(item);
        if (place === undefined) continue;
        const items = byOccasion.get(occasion);
        if (items === undefined) byOccasion.set(occasion, [place]);
        else items.push(place);
      }
      table.owe(person, byOccasion);
      await turn();
    }
    kept.owed = { mark, table, people: table.people.size };
    return mark;
  };

  const votesIn = async (study: string, table: StandingTable): Promise<VoteTally> => {
    const kept = of(study);
    if (kept.votes?.table !== table) kept.votes = { table, tally: new VoteTally(table) };
    await kept.votes.tally.bringUp(table);
    return kept.votes.tally;
  };

  return {
    labels: (study) => once(study, "labels", async (table) => ({ labels: await voteAll(table) })),
    agreement: async (study, asked = {}) => {
      const groups = asked.by === undefined ? undefined : await groupsOf(store, study, asked.by);
      const mark = groups === undefined ? "" : JSON.stringify([...groups]);
      return once(study, `agreement ${JSON.stringify(asked)}`, (table) => agreementOf(table, asked, groups), mark);
    },
    baseline: (study, lexicon) =>
      once(study, "baseline", (table) => baselineIn(table, lexicon), JSON.stringify(lexicon)),
    hints: async (study) => {
      const { fold, figures } = of(study);
      const { position, at, ...standing } = await fold.atHead(({ table, position }) => ({
        position,
        at: `${position.epoch} ${position.seq}`,
        ...standingIn(table),
      }));
      const before = figures.get("hints");
      if (before?.at === at) return before.figure as Hints;
      const figure: Hints = { position, ...(await hintsOf(standing, store, study)) };
      figures.set("hints", { at, figure });
      return figure;
    },
    progress: (study) =>
      of(study).fold.atHead(async ({ table, position }) => {
        await owing(study, table);
        const { labelled, unsettled: ties } = await votesIn(study, table);
        return { position, ...groundOf(table), rows: progressIn(table), held: table.withheld.size, ties, labelled };
      }),
    atHead: (study, use) => of(study).fold.atHead(use),
  };
}

function groundOf(table: StandingTable): { people: number; items: number } {
  const answering = table
    .panel()
    .filter((person) =>
      person.occasions.get(1)?.state.some((state, item) => state === cellStates.answered && table.counts(item)),
    );
  return { people: answering.length, items: table.counted };
}
