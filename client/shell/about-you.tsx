// Two questions about the person, on the page of the consent: both may be left open, none is answered beforehand. They go
// with the agreement, not before it.
import { type About, type HearingStatus, hearingStatuses, type SigningHistory, signingHistories } from "#schemas/about";
import { RadioRow } from "../ui/radio-row.tsx";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";

interface AboutYouProps {
  readonly value: About;
  readonly onChange: (value: About) => void;
}

export function AboutYou({ value, onChange }: AboutYouProps) {
  const words = useStartWords().about;
  return (
    <section className={css["switches"]} aria-labelledby="about-you">
      <h3 id="about-you">{words.title}</h3>
      <p className={css["soft"]}>{words.lead}</p>
      <RadioRow<HearingStatus>
        legend={words.hearingLegend}
        value={value.hearing}
        onChange={(hearing) => onChange({ ...value, hearing })}
        options={hearingStatuses.map((one) => ({ value: one, label: words.hearing[one] }))}
      />
      <RadioRow<SigningHistory>
        legend={words.signingLegend}
        value={value.signing}
        onChange={(signing) => onChange({ ...value, signing })}
        options={signingHistories.map((one) => ({ value: one, label: words.signing[one] }))}
      />
    </section>
  );
}
