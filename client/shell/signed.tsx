// The signed form of a text beside it, fetched only where the study has one: first screens stay as light as they are.
import { lazy, Suspense } from "react";
import type { StudyRow } from "#client/outbox/database";
import css from "./work-frame.module.css";

const SignSlot = lazy(() => import("./sign-slot.tsx").then((part) => ({ default: part.SignSlot })));

interface SignedProps {
  readonly study: StudyRow;
  /** A text place of schemas/texts.ts. */
  readonly place: string;
  readonly label: string;
}

export const Signed = ({ study, place, label }: SignedProps) =>
  study.signs?.some((sign) => sign.place === place) === true ? (
    <Suspense fallback={null}>
      <SignSlot study={study} place={place} label={label} small />
    </Suspense>
  ) : null;

interface SignedValuesProps {
  readonly study: StudyRow;
  /** A place and its words for each value, in their order. */
  readonly values: readonly { readonly place: string; readonly label: string }[];
}

/** Signed forms of the values of a scale in one row, since a button cannot stand inside the label of another. */
export function SignedValues({ study, values }: SignedValuesProps) {
  const signed = values.filter(({ place }) => study.signs?.some((sign) => sign.place === place));
  if (signed.length === 0) return null;
  return (
    <div className={css["signedValues"]}>
      {signed.map(({ place, label }) => (
        <span key={place}>
          <Signed study={study} place={place} label={label} />
          <span aria-hidden="true">{label}</span>
        </span>
      ))}
    </div>
  );
}
