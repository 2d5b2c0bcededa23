// The settings of a study by screen. What a template fixes, and what people's items hang on, stands there with its reason
// and cannot be changed.
import { useState } from "react";
import { languages as allLanguages, type Language } from "#schemas/basics";
import type { StudyDetail } from "#schemas/desk";
import type { StudyChange } from "#schemas/set-up";
import { orders, type Settings, type Template, templates } from "#schemas/study";
import { fixedBy, settledAtOpening, templateRows } from "#schemas/templates";
import { Field } from "../ui/field.tsx";
import { RadioRow, Toggle } from "../ui/radio-row.tsx";
import { Box } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { same } from "./same.ts";
import { SaveBar } from "./save-bar.tsx";
import { useDeskWords } from "./words.ts";

const whole = (text: string): number | undefined => (/^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text) : undefined);

/** "20" or "10%". Null: not readable; undefined: none. */
export function repeatsFrom(text: string): Settings["repeats"] | null {
  const plain = text.trim();
  if (plain === "") return undefined;
  const share = /^(\d{1,3})\s*%$/.exec(plain)?.[1];
  if (share !== undefined) return Number(share) > 0 && Number(share) <= 100 ? { share: Number(share) / 100 } : null;
  const items = whole(plain);
  return items === undefined ? null : { items };
}

const repeatsText = (repeats: Settings["repeats"]): string =>
  repeats === undefined ? "" : "share" in repeats ? `${Math.round(repeats.share * 100)}%` : String(repeats.items);

interface Form {
  readonly title: string;
  readonly languages: readonly Language[];
  readonly template: Template | undefined;
  readonly settings: Settings;
  readonly numbers: Readonly<Record<"perItem" | "apart" | "breakEvery" | "freeAfterDays" | "repeats", string>>;
}

function formOf({ definition }: StudyDetail): Form {
  const { title, languages, template, settings } = definition;
  const { perItem, apart, breakEvery, freeAfterDays, repeats } = settings;
  return {
    ...{ title, languages, template, settings },
    numbers: {
      perItem: perItem === "all" ? "" : String(perItem),
      apart: String(apart),
      breakEvery: String(breakEvery),
      freeAfterDays: freeAfterDays === undefined ? "" : String(freeAfterDays),
      repeats: repeatsText(repeats),
    },
  };
}

/** What the form says, as a change of the study; undefined where a number cannot be read. */
function changeOf(form: Form, { definition }: StudyDetail): StudyChange | undefined {
  const { numbers, settings } = form;
  const perItem = settings.perItem === "all" ? ("all" as const) : whole(numbers.perItem);
  const apart = whole(numbers.apart);
  const breakEvery = whole(numbers.breakEvery);
  const freeAfterDays = whole(numbers.freeAfterDays);
  const repeats = repeatsFrom(numbers.repeats);
  if (perItem === undefined || apart === undefined || breakEvery === undefined || repeats === null) return undefined;
  if (numbers.freeAfterDays.trim() !== "" && freeAfterDays === undefined) return undefined;
  if (form.title.trim() === "" || form.languages.length === 0) return undefined;
  const fixed = fixedBy(form.template);
  const told: Partial<Settings> = { ...settings, perItem, apart, breakEvery, ...fixed };
  if (freeAfterDays !== undefined) told.freeAfterDays = freeAfterDays;
  if (repeats !== undefined) told.repeats = repeats;
  return {
    title: form.title.trim(),
    languages: [...form.languages],
    ...(form.template === definition.template ? {} : { template: form.template ?? null }),
    settings: told,
  };
}

export function SettingsScreen({ study }: { readonly study: StudyDetail }) {
  const { setUp, study: names, common } = useDeskWords();
  const words = setUp.settings;
  const [edited, setForm] = useState<Form>();
  const before = formOf(study);
  const form = edited ?? before;
  const dirty = !same(form, before);
  const { settings, numbers, template } = form;
  const draft = study.state === "draft";
  const fixed = fixedBy(template);
  const set = (more: Partial<Settings>) => setForm({ ...form, settings: { ...settings, ...more } });
  const put = (more: Partial<Form["numbers"]>) => setForm({ ...form, numbers: { ...numbers, ...more } });
  const why = (name: keyof Settings): string | undefined =>
    name in fixed
      ? `${words.fixed}. ${words.why[name] ?? ""}`
      : !draft && (settledAtOpening as readonly string[]).includes(name)
        ? words.fixedAtOpening
        : undefined;
  const shown = (name: keyof Settings, label: string, value: string, reason: string) => (
    <div key={name}>
      <p>
        {label}: <strong>{value}</strong>
      </p>
      <p className={desk["soft"]}>{reason}</p>
    </div>
  );
  const yes = (on: boolean | undefined) => (on === true ? names.yes : names.no);
  const toggle = (
    name:
      | "cannotTell"
      | "ownScore"
      | "faces"
      | "restIsZero"
      | "shuffleEmotions"
      | "wholeViewFirst"
      | "speedsAtCues"
      | "cueSpans",
    label: string,
  ) => {
    const reason = why(name);
    if (reason !== undefined) return shown(name, label, yes((fixed[name] ?? settings[name]) as boolean), reason);
    return <Toggle key={name} label={label} checked={settings[name] === true} onChange={(on) => set({ [name]: on })} />;
  };
  const number = (name: keyof Form["numbers"], label: string, hint?: string) => {
    const reason = why(name);
    if (reason !== undefined) return shown(name, label, numbers[name] || names.everybody, reason);
    const bad =
      name === "repeats"
        ? repeatsFrom(numbers[name]) === null
        : numbers[name].trim() !== "" && whole(numbers[name]) === undefined;
    return (
      <Field
        key={name}
        label={label}
        value={numbers[name]}
        inputMode={name === "repeats" ? "text" : "numeric"}
        maxLength={6}
        onChange={(event) => put({ [name]: event.target.value })}
        {...(hint === undefined ? {} : { hint })}
        {...(bad ? { error: words.number } : {})}
      />
    );
  };
  const perItem = why("perItem");
  const order = why("order");
  return (
    <Box title={words.title} sub={setUp.sub[study.state]} wide>
      <div className={css["form"]}>
        <Field
          label={words.title_}
          value={form.title}
          maxLength={200}
          onChange={(event) => setForm({ ...form, title: event.target.value })}
          {...(form.title.trim() === "" ? { error: words.needed } : {})}
        />
        <fieldset className={css["form"]}>
          <legend>{words.languages}</legend>
          {allLanguages.map((language) => (
            <Toggle
              key={language}
              label={common.languages[language]}
              checked={form.languages.includes(language)}
              onChange={(on) =>
                setForm({
                  ...form,
                  languages: allLanguages.filter((one) => (one === language ? on : form.languages.includes(one))),
                })
              }
            />
          ))}
        </fieldset>
        <RadioRow
          legend={words.template}
          value={template ?? "none"}
          onChange={(chosen) => setForm({ ...form, template: chosen === "none" ? undefined : chosen })}
          options={(["none", ...templates] as const)
            .filter((one) => one === "none" || templateRows[one].protocol === study.protocol)
            .map((value) => ({ value, label: words.templates[value] }))}
        />
        <p className={desk["soft"]}>{words.templateSub}</p>
        {perItem !== undefined ? (
          shown(
            "perItem",
            names.perItem,
            (fixed.perItem ?? settings.perItem) === "all" ? names.everybody : String(settings.perItem),
            perItem,
          )
        ) : (
          <>
            <RadioRow
              legend={names.perItem}
              value={settings.perItem === "all" ? "all" : "some"}
              onChange={(chosen) => set({ perItem: chosen === "all" ? "all" : (whole(numbers.perItem) ?? 1) })}
              options={[
                { value: "all", label: words.everybody },
                { value: "some", label: words.some },
              ]}
            />
            {settings.perItem !== "all" && number("perItem", words.perItemNumber)}
            {settings.perItem !== "all" && number("freeAfterDays", words.freeAfter, words.freeAfterHint)}
          </>
        )}
        {order !== undefined ? (
          shown("order", names.order, names.orders[settings.order], order)
        ) : (
          <RadioRow
            legend={names.order}
            value={settings.order}
            onChange={(chosen) => set({ order: chosen })}
            options={orders
              .filter((one) => study.protocol === "choice" || one === "as-listed" || one === "interleaved")
              .map((value) => ({ value, label: names.orders[value] }))}
          />
        )}
        {settings.order === "interleaved" && number("apart", words.apart)}
        {number("repeats", words.repeats, words.repeatsHint)}
        {number("breakEvery", names.breakEvery)}
        {study.protocol === "choice" ? (
          <>
            {toggle("cannotTell", names.cannotTell)}
            <RadioRow
              legend={names.advance}
              value={settings.advance}
              onChange={(advance) => set({ advance })}
              options={(["auto", "enter"] as const).map((value) => ({ value, label: names.advances[value] }))}
            />
            {toggle("ownScore", names.ownScore)}
          </>
        ) : (
          <>
            {shown(
              "captions",
              names.captions,
              settings.captions === undefined ? common.none : names.captionConditions[settings.captions],
              words.fixedAtIntake,
            )}
            {toggle("wholeViewFirst", names.wholeViewFirst)}
            {toggle("speedsAtCues", names.speedsAtCues)}
            {toggle("restIsZero", names.restIsZero)}
            {toggle("shuffleEmotions", names.shuffleEmotions)}
            {toggle("faces", names.faces)}
            {toggle("cueSpans", words.cueSpans)}
          </>
        )}
        <SaveBar
          study={study}
          change={changeOf(form, study)}
          missing={words.needed}
          dirty={dirty}
          onSaved={() => setForm(undefined)}
          onUndo={() => setForm(undefined)}
        />
      </div>
    </Box>
  );
}
