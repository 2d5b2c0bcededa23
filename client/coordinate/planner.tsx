// How many people and items for an interval of a wanted width: from what the pilot seat answered, or from what is
// assumed. The simulation runs on the server from a stated seed.
import { useState } from "react";
import type { StudyDetail } from "#schemas/desk";
import { labelsOf } from "#schemas/labels";
import { type DeskPlan, deskPlan } from "#schemas/plan";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { Box, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import flow from "./new-study.module.css";
import { dash, effectText } from "./numbers.ts";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { Select } from "./select.tsx";
import { useLabelName } from "./words.ts";

const numbers = (text: string): number[] =>
  text
    .split(/[\s,;，、]+/)
    .filter((part) => part !== "")
    .map(Number);

export function PlannerScreen({ study }: { readonly study: StudyDetail }) {
  const words = useFigureWords();
  const labelName = useLabelName();
  const say = useProblemText();
  const quiz = study.protocol === "choice";
  const labels = labelsOf(study.protocol);
  const [of, setOf] = useState<"alpha" | "accuracy">(quiz ? "accuracy" : "alpha");
  const [from, setFrom] = useState<"pilot" | "assumed">("assumed");
  const [label, setLabel] = useState(labels[0]?.id ?? "");
  const [given, setGiven] = useState({
    alpha: "",
    shares: "",
    accuracy: "",
    alike: "",
    width: "",
    people: "3 5 10",
    seed: "1",
  });
  const [bad, setBad] = useState(false);
  const planning = useAct(deskPlan);
  const field = (name: keyof typeof given) => (
    <Field
      label={words.plan[name]}
      inputMode={name === "shares" || name === "people" ? "text" : "decimal"}
      value={given[name]}
      onChange={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
    />
  );
  const go = () => {
    const stated =
      from === "pilot"
        ? {}
        : of === "accuracy"
          ? { accuracy: numbers(given.accuracy)[0], alike: numbers(given.alike)[0] }
          : { alpha: numbers(given.alpha)[0], shares: numbers(given.shares) };
    const common = { width: numbers(given.width)[0], people: numbers(given.people), seed: numbers(given.seed)[0] };
    const all = [...Object.values(stated), ...Object.values(common)].flat();
    const lacks = all.some((one) => one === undefined || !Number.isFinite(one)) || common.people.length === 0;
    setBad(lacks);
    if (lacks || planning.isPending) return;
    const body = { of, from, ...(of === "alpha" ? { label } : {}), ...stated, ...common, runs: 40, most: 10_000 };
    planning.mutate({ path: `/api/studies/${encodeURIComponent(study.id)}/plan`, body });
  };
  return (
    <Box title={words.plan.title} sub={words.plan.sub} wide>
      <div className={flow["flow"]}>
        {quiz && (
          <RadioRow
            legend={words.plan.of}
            value={of}
            onChange={setOf}
            options={(["accuracy", "alpha"] as const).map((value) => ({ value, label: words.plan.ofs[value] }))}
          />
        )}
        <RadioRow
          legend={words.plan.from}
          value={from}
          onChange={setFrom}
          options={(["assumed", "pilot"] as const).map((value) => ({ value, label: words.plan.froms[value] }))}
        />
        <div className={css["fields"]}>
          {of === "alpha" && labels.length > 1 && (
            <Select
              label={words.plan.label}
              value={label}
              onChange={setLabel}
              options={labels.map(({ id }) => ({ value: id, name: labelName(id) }))}
            />
          )}
          {from === "assumed" && of === "alpha" && [field("alpha"), field("shares")].map(keyed)}
          {from === "assumed" && of === "accuracy" && [field("accuracy"), field("alike")].map(keyed)}
          {[field("width"), field("people"), field("seed")].map(keyed)}
        </div>
        {bad && <Notice kind="warn" title={words.plan.bad} />}
        {planning.error !== null && <Notice kind="bad" title={say(planning.error)} />}
        <div>
          <Button kind="main" onClick={go} aria-busy={planning.isPending}>
            {planning.isPending ? words.plan.waiting : words.plan.go}
          </Button>
        </div>
        {planning.data !== undefined && <Planned plan={planning.data} />}
      </div>
      <Explain>{words.plan.explain}</Explain>
    </Box>
  );
}

const keyed = (one: React.JSX.Element, k: number) => <div key={k}>{one}</div>;

function Planned({ plan }: { readonly plan: DeskPlan }) {
  const words = useFigureWords();
  const labelName = useLabelName();
  const { alpha, accuracy, alike, shares, label, pilot, people } = plan.assumed;
  const said = [
    ...(pilot === undefined || people === undefined ? [] : [words.plan.pilot(pilot, people)]),
    ...(label === undefined ? [] : [labelName(label)]),
    ...(alpha === undefined ? [] : [`alpha ${effectText(alpha)}`]),
    ...(shares === undefined ? [] : [shares.map((share) => effectText(share)).join(" ")]),
    ...(accuracy === undefined ? [] : [`${words.plan.ofs.accuracy} ${effectText(accuracy)}`]),
    ...(alike === undefined ? [] : [`${words.plan.alike}: ${effectText(alike)}`]),
  ].join(" · ");
  return (
    <>
      <Table caption={words.plan.title} hideCaption>
        <thead>
          <tr>
            <th scope="col">{words.plan.peopleHead}</th>
            <th scope="col">{words.plan.items}</th>
            <th scope="col">{words.plan.widthHead}</th>
          </tr>
        </thead>
        <tbody>
          {plan.rows.map((row) => (
            <tr key={row.people}>
              <th scope="row">{row.people}</th>
              <td>{row.items ?? words.plan.more(plan.most)}</td>
              <td>{row.width === null ? dash : <Figure exact={row.width}>{row.width.toFixed(3)}</Figure>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className={css["soft"]}>{words.plan.stands(said, plan.runs, plan.seed)}</p>
    </>
  );
}
