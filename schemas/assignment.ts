// Who owes which item, on which occasion, in which place of the order; pinned to a study version.
export interface Assignment {
  readonly study: string;
  readonly version: number;
  readonly person: string;
  readonly item: string;
  /** 1 is the first; a repeat of the same item is another occasion. */
  readonly occasion: number;
  readonly position: number;
}
