// Dawid and Skene (1979): what each item is and how each person errs, estimated together, run until nothing moves.

export interface Judgement {
  readonly item: number;
  readonly person: number;
  readonly value: number;
}

export interface DawidSkene {
  /** By item, the probability of each value. */
  readonly posterior: readonly (readonly number[])[];
  readonly prior: readonly number[];
  /** By person, K x K: rows the true value, columns the given one. */
  readonly confusion: readonly (readonly (readonly number[])[])[];
  readonly logLikelihood: number;
  readonly iterations: number;
}

const floor = 1e-10;
const still = 1e-12;
const mostIterations = 100_000;

/**
 * EM from the shares of votes; error cells are floored at 1e-10 before they are normalised; stops when no posterior
 * moves by more than 1e-12. Every item needs a judgement. A person may judge an item more than once.
 */
export function dawidSkene(judgements: readonly Judgement[], items: number, people: number, K: number): DawidSkene {
  let posterior = Array.from({ length: items }, () => new Float64Array(K));
  for (const { item, value } of judgements) posterior[item]![value]!++;
  for (const row of posterior) normalise(row);
  let iterations = 0;
  for (;;) {
    iterations++;
    const { prior, errors } = maximise(judgements, posterior, people, K);
    const { next, logLikelihood } = expect(judgements, prior, errors, items, K);
    let moved = 0;
    next.forEach((row, i) => {
      row.forEach((value, k) => {
        moved = Math.max(moved, Math.abs(value - (posterior[i]?.[k] as number)));
      });
    });
    posterior = next;
    if (moved <= still || iterations === mostIterations)
      return {
        posterior: posterior.map((row) => [...row]),
        prior: [...prior],
        confusion: errors.map((table) => Array.from({ length: K }, (_, c) => [...table.subarray(c * K, (c + 1) * K)])),
        logLikelihood,
        iterations,
      };
  }
}

function maximise(judgements: readonly Judgement[], posterior: Float64Array[], people: number, K: number) {
  const prior = new Float64Array(K);
  for (const row of posterior) for (let c = 0; c < K; c++) prior[c]! += row[c] as number;
  normalise(prior);
  const errors = Array.from({ length: people }, () => new Float64Array(K * K));
  for (const { item, person, value } of judgements)
    for (let c = 0; c < K; c++) errors[person]![c * K + value]! += posterior[item]?.[c] as number;
  for (const table of errors)
    for (let c = 0; c < K; c++) {
      const row = table.subarray(c * K, (c + 1) * K);
      for (let k = 0; k < K; k++) row[k] = Math.max(row[k] as number, floor);
      normalise(row);
    }
  return { prior, errors };
}

function expect(
  judgements: readonly Judgement[],
  prior: Float64Array,
  errors: Float64Array[],
  items: number,
  K: number,
) {
  const next = Array.from({ length: items }, () => Float64Array.from(prior, Math.log));
  for (const { item, person, value } of judgements)
    for (let c = 0; c < K; c++) next[item]![c]! += Math.log(errors[person]?.[c * K + value] as number);
  let logLikelihood = 0;
  for (const row of next) {
    const greatest = Math.max(...row);
    let total = 0;
    for (let c = 0; c < K; c++) total += Math.exp((row[c] as number) - greatest);
    logLikelihood += greatest + Math.log(total);
    for (let c = 0; c < K; c++) row[c] = Math.exp((row[c] as number) - greatest) / total;
  }
  return { next, logLikelihood };
}

function normalise(row: Float64Array): void {
  let total = 0;
  for (const value of row) total += value;
  if (total > 0) for (let k = 0; k < row.length; k++) row[k]! /= total;
}
