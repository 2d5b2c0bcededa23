// The quiz builder: which tables, which seed, how; then what was drawn, refused and cut, the released files to take home,
// and a study of them where the media are there.
import { Download } from "lucide-react";
import { useState } from "react";
import { type BuiltQuizAnswer, builtQuiz, type QuizWish, type TableWish, uploadedFile } from "#schemas/new-study";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import ui from "../ui/ui.module.css";
import { useFormats } from "../words/formats.ts";
import { Box } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { Select } from "./select.tsx";
import { useDeskWords } from "./words.ts";

interface QuizBuilderProps {
  readonly upload: string;
  /** Tables among the files. */
  readonly tables: readonly string[];
  /** The table of entries as it was mapped. */
  readonly table: TableWish;
  readonly onUse: () => void;
}

const looksLikeTags = (name: string) => /tag|articulation/i.test(name);

export function QuizBuilder({ upload, tables, table, onUse }: QuizBuilderProps) {
  const words = useDeskWords().newStudy;
  const say = useProblemText();
  const { file: entries, columns } = table;
  const [tags, setTags] = useState(tables.find((name) => looksLikeTags(name) && name !== entries) ?? "");
  const [seed, setSeed] = useState("");
  const [distractors, setDistractors] = useState<QuizWish["distractors"]>();
  const [sample, setSample] = useState<QuizWish["sample"]>();
  const [others, setOthers] = useState("482");
  const [leaks, setLeaks] = useState<QuizWish["leaks"]>("keep");
  const [options, setOptions] = useState<QuizWish["options"]>("per-entry");
  const [tried, setTried] = useState(false);
  const building = useAct(builtQuiz);
  const using = useAct(uploadedFile);
  const count = /^\d{1,6}$/.test(others) ? Number(others) : undefined;
  const build = () => {
    setTried(true);
    if (seed.trim() === "" || distractors === undefined || sample === undefined || count === undefined) return;
    if (building.isPending) return;
    const wish = {
      ...{ entries, seed: seed.trim(), distractors, sample, others: count, leaks, options },
      ...(columns === undefined ? {} : { columns }),
    };
    building.mutate({ path: `/api/uploads/${upload}/quiz`, body: tags === "" ? wish : { ...wish, tags } });
  };
  const choices = <V extends string>(names: Readonly<Record<V, string>>) =>
    (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }));
  const names = tables.map((value) => ({ value, name: value }));
  const lack = <p className={desk["warnText"]}>{words.needed}</p>;
  return (
    <>
      <Box title={words.quiz.title} sub={words.quiz.sub} wide>
        <div className={css["form"]}>
          <p>
            {words.quiz.entries}: <strong>{entries}</strong>
          </p>
          <Select
            label={words.quiz.tags}
            value={tags}
            options={[{ value: "", name: words.quiz.noTags }, ...names.filter(({ value }) => value !== entries)]}
            onChange={setTags}
          />
          <Field
            label={words.quiz.seed}
            hint={words.quiz.seedHint}
            value={seed}
            maxLength={200}
            spellCheck={false}
            onChange={(event) => setSeed(event.target.value)}
            {...(tried && seed.trim() === "" ? { error: words.needed } : {})}
          />
          <RadioRow
            legend={words.quiz.distractors}
            value={distractors}
            onChange={setDistractors}
            options={choices(words.quiz.distractorKinds)}
          />
          {tried && distractors === undefined && lack}
          <RadioRow
            legend={words.quiz.sample}
            value={sample}
            onChange={setSample}
            options={choices(words.quiz.samples)}
          />
          {tried && sample === undefined && lack}
          {sample === "human-baseline" && (
            <Field
              label={words.quiz.others}
              value={others}
              inputMode="numeric"
              onChange={(event) => setOthers(event.target.value)}
              {...(count === undefined ? { error: words.needed } : {})}
            />
          )}
          <RadioRow
            legend={words.quiz.leaks}
            value={leaks}
            onChange={setLeaks}
            options={choices(words.quiz.leakActs)}
          />
          <RadioRow
            legend={words.quiz.options}
            value={options}
            onChange={setOptions}
            options={choices(words.quiz.optionKinds)}
          />
          <div>
            <Button kind="main" waiting={building.isPending} onClick={build}>
              {building.isPending ? words.quiz.building : words.quiz.build}
            </Button>
          </div>
        </div>
        {building.error !== null && <Notice kind="bad" title={say(building.error)} />}
      </Box>
      {building.data !== undefined && !building.isPending && (
        <Box title={words.quiz.report} wide>
          <div className={css["flow"]}>
            <Report quiz={building.data} />
            <div className={css["picks"]}>
              <a className={ui["button"]} href={`/api/uploads/${upload}/quiz.zip`} download="quiz.zip">
                <Download size={20} aria-hidden="true" /> {words.quiz.download}
              </a>
              <Button
                kind="main"
                onClick={() => using.mutate({ path: `/api/uploads/${upload}/quiz/use` }, { onSuccess: onUse })}
              >
                {words.quiz.use}
              </Button>
              <span className={desk["soft"]}>{words.quiz.useHint}</span>
            </div>
            {using.error !== null && <Notice kind="bad" title={say(using.error)} />}
          </div>
        </Box>
      )}
    </>
  );
}

function Report({ quiz }: { readonly quiz: BuiltQuizAnswer }) {
  const words = useDeskWords().newStudy.quiz;
  const { number, percent } = useFormats();
  const { questions, entries, collisions, leaks, keys, blindSolver } = quiz;
  const shares = Object.entries(keys)
    .map(([letter, n]) => `${letter} ${number(n)}`)
    .join(", ");
  return (
    <>
      <p className={css["big"]} role="status">
        {words.asked(number(questions.all), number(questions.text), number(questions.image), number(questions.video))}
      </p>
      <ul className={css["lines"]}>
        <li>{words.from(number(entries.taken), number(entries.given), number(entries.tagged))}</li>
        <li>{words.collisions(number(collisions.entries), number(collisions.refused))}</li>
        <li>
          {words.leaksFound(number(leaks.found), number(leaks.cut))}
          {leaks.first.length > 0 && (
            <span lang="zh-Hans">
              {" "}
              ({leaks.first.map(({ entry, forms }) => `${entry} ${forms.join("、")}`).join(", ")})
            </span>
          )}
        </li>
        <li>{words.keys(shares)}</li>
        <li>{words.blind(percent(blindSolver.best), percent(blindSolver.chance))}</li>
      </ul>
      {quiz.tagsFrom === "suggested" && <Notice kind="warn" title={words.suggested} />}
      {blindSolver.warning !== null && (
        <Notice kind="warn" title={words.blind(percent(blindSolver.best), percent(blindSolver.chance))}>
          <p lang="en">{blindSolver.warning}</p>
        </Notice>
      )}
      <p className={css["hash"]}>
        {words.hash}: <code>{quiz.hashes["questions.jsonl"]}</code>
      </p>
    </>
  );
}
