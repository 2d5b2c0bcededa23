// What the main thread and the worker thread say to each other. Every question has a number; a file is sent in pieces,
// each after the one before it was taken.
import type { Position } from "#schemas/figure";
import type { Fault, ProblemCode } from "#schemas/problem";

export interface ThreadData {
  readonly thread: "heavy";
  readonly place: { readonly sqlite: string } | { readonly postgres: string };
}

export type Asked =
  | { readonly id: number; readonly answer: string; readonly given: readonly unknown[] }
  | { readonly id: number; readonly file: string; readonly study: string }
  | { readonly id: number; readonly more: true }
  | { readonly id: number; readonly stop: true };

interface ToldProblem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly faults: readonly Fault[];
}

export type Told =
  | { readonly id: number; readonly done: Uint8Array; readonly position: Position }
  | { readonly id: number; readonly piece: Uint8Array }
  | { readonly id: number; readonly end: true }
  | { readonly id: number; readonly problem: ToldProblem }
  | { readonly id: number; readonly failed: string };
