// How far somebody gets who sees questions and options and no sign: the quiz's own weak points, as a share of right
// answers. Chance is one in the number of options.
import type { Letter } from "#schemas/labels";

export interface Asked {
  readonly entry: string;
  readonly options: Readonly<Partial<Record<Letter, string>>>;
  readonly key: Letter;
}
export interface BlindScore {
  /** Keeps the options that stood in every earlier question of the same sign; by the first, second, third of them. */
  readonly comparing: { readonly all: number; readonly byTurn: readonly number[] };
  /** Picks the option that stands least, or most, often in the whole quiz. */
  readonly rarest: number;
  readonly commonest: number;
  /** Picks an option that has not stood in the same place in an earlier question of the same sign. */
  readonly moving: number;
  readonly best: number;
}

/** Expected shares right; where several options look equally good to the solver, it is right in one of so many. */
export function blindScore(questions: readonly Asked[]): BlindScore {
  const counts = new Map<string, number>();
  for (const { options } of questions)
    for (const option of Object.values(options)) counts.set(option, (counts.get(option) ?? 0) + 1);
  const seen = new Map<string, Asked[]>();
  const turns: { right: number; asked: number }[] = [];
  const total = { comparing: 0, rarest: 0, commonest: 0, moving: 0 };
  for (const question of questions) {
    const earlier = seen.get(question.entry) ?? [];
    const { options } = question;
    const shown = Object.keys(options) as Letter[];
    const countOf = (letter: Letter): number => counts.get(options[letter] as string) as number;
    const inAll = shown.filter((letter) =>
      earlier.every((one) => Object.values(one.options).includes(options[letter] as string)),
    );
    const moved = shown.filter((letter) => !earlier.some((one) => one.options[letter] === options[letter]));
    const least = Math.min(...shown.map(countOf));
    const most = Math.max(...shown.map(countOf));
    const chanceOf = (left: readonly Letter[]): number => {
      const among = left.length === 0 ? shown : left;
      return among.includes(question.key) ? 1 / among.length : 0;
    };
    const compared = chanceOf(inAll);
    total.comparing += compared;
    total.moving += chanceOf(moved);
    total.rarest += chanceOf(shown.filter((letter) => countOf(letter) === least));
    total.commonest += chanceOf(shown.filter((letter) => countOf(letter) === most));
    const turn = turns[earlier.length] ?? { right: 0, asked: 0 };
    turns[earlier.length] = { right: turn.right + compared, asked: turn.asked + 1 };
    seen.set(question.entry, [...earlier, question]);
  }
  const share = (sum: number): number => (questions.length === 0 ? 0 : sum / questions.length);
  const scores = { rarest: share(total.rarest), commonest: share(total.commonest), moving: share(total.moving) };
  const all = share(total.comparing);
  return {
    comparing: { all, byTurn: turns.map(({ right, asked }) => right / asked) },
    ...scores,
    best: Math.max(all, scores.rarest, scores.commonest, scores.moving),
  };
}
