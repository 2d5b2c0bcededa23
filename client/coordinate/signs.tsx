// Sign videos beside the study's texts: uploaded or signed here, with a still frame and a credit. A video whose text has
// changed since is marked. What is set here is saved together, as one change of the study.
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { type DeskItem, deskItems, type StudyDetail } from "#schemas/desk";
import { studySigns } from "#schemas/set-up";
import type { SignVideo as Sign } from "#schemas/texts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { SignVideo } from "../ui/sign-video.tsx";
import { useLanguage } from "../words/words.ts";
import { Answer, Box, Table } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { useProblemText } from "./problem-text.ts";
import { useRead } from "./reading.tsx";
import { SaveBar } from "./save-bar.tsx";
import { Select } from "./select.tsx";
import { SignEdit } from "./sign-edit.tsx";
import { groups, hasText, optionsOf, type Place, placesOf, textHash } from "./sign-places.ts";
import { useSendSign } from "./sign-send.ts";
import cells from "./table.module.css";
import { isOld, useHashes } from "./use-hashes.ts";
import { useDeskWords } from "./words.ts";

const ClipRecorder = lazy(() => import("../player/clip-recorder.tsx").then((m) => ({ default: m.ClipRecorder })));

export function SignsScreen({ study }: { readonly study: StudyDetail }) {
  const { setUp } = useDeskWords();
  const at = `/api/studies/${encodeURIComponent(study.id)}`;
  const query = useRead(`${at}/signs`, studySigns);
  const items = useRead(`${at}/items`, deskItems, { when: study.protocol === "choice" });
  return (
    <Box title={setUp.signs.title} sub={setUp.signs.sub} wide>
      <Answer query={query}>
        {({ signs }) => <Signs study={study} signs={signs} items={items.data?.items ?? []} />}
      </Answer>
    </Box>
  );
}

type Pending = ReadonlyMap<string, Sign | null>;
interface SignsProps {
  readonly study: StudyDetail;
  readonly signs: readonly Sign[];
  readonly items: readonly DeskItem[];
}

function Signs({ study, signs, items }: SignsProps) {
  const { setUp } = useDeskWords();
  const words = setUp.signs;
  const { language } = useLanguage();
  const say = useProblemText();
  const [pending, setPending] = useState<Pending>(new Map());
  const [chosen, setChosen] = useState("");
  const [recording, setRecording] = useState<Place>();
  const [editing, setEditing] = useState<Place>();
  const sending = useSendSign(study.id);
  const asked = items.filter((item) => item.options !== undefined && !item.retired);
  const item = asked.find(({ id }) => id === chosen) ?? asked[0];
  const places = useMemo(() => {
    const own = placesOf(study.definition);
    const options = item === undefined ? [] : optionsOf(item, study.definition.languages[0] ?? "en");
    return groups.flatMap((group) => [...own, ...options].filter((one) => one.group === group));
  }, [study.definition, item]);
  const hashes = useHashes(places);
  const of = (place: string): Sign | undefined => {
    const changed = pending.get(place);
    return changed === null ? undefined : (changed ?? signs.find((one) => one.place === place));
  };
  const put = (place: string, sign: Sign | null) => setPending(new Map(pending).set(place, sign));
  const take = async (place: Place, file: File) => {
    const facts = await sending.mutateAsync(file).catch(() => undefined);
    if (facts === undefined) return;
    const { credit } = of(place.place) ?? {};
    const madeFor = await textHash(place);
    put(place.place, {
      place: place.place,
      media: facts.hash,
      freezeMs: 0,
      madeFor,
      ...(credit === undefined ? {} : { credit }),
    });
    setEditing(place);
  };
  const row = (place: Place) => {
    const sign = of(place.place);
    const old = sign !== undefined && isOld(sign, hashes);
    return (
      <SignRow
        key={place.place}
        place={place}
        sign={sign}
        old={old}
        pending={pending.has(place.place)}
        language={language}
        onFile={(file) => void take(place, file)}
        onRecord={() => setRecording(place)}
        onEdit={() => setEditing(place)}
        onRemove={() => put(place.place, null)}
        onFits={() => sign !== undefined && put(place.place, { ...sign, madeFor: hashes.get(place.place) ?? "" })}
      />
    );
  };
  return (
    <div className={css["flow"]}>
      <div role="status">{sending.isPending && <p>{words.sending}</p>}</div>
      {sending.error !== null && <Notice kind="bad" title={say(sending.error)} />}
      {groups
        .filter((group) => places.some((one) => one.group === group))
        .map((group) => (
          <div key={group} className={css["flow"]}>
            {group === "option" && item !== undefined && (
              <div>
                <p className={desk["soft"]}>{words.itemHint}</p>
                <Select
                  label={words.item}
                  value={item.id}
                  options={asked.map(({ id, name }) => ({ value: id, name }))}
                  onChange={setChosen}
                />
              </div>
            )}
            <Table caption={words.groups[group]}>
              <thead>
                <tr>
                  {[words.words, words.video].map((name) => (
                    <th key={name} scope="col" className={cells["text"]}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>{places.filter((one) => one.group === group).map(row)}</tbody>
            </Table>
          </div>
        ))}
      <SaveBar
        study={study}
        change={{ signs: [...pending].map(([place, sign]) => sign ?? { place, media: null }) }}
        dirty={pending.size > 0}
        onSaved={() => setPending(new Map())}
        onUndo={() => setPending(new Map())}
      />
      {recording !== undefined && (
        <Suspense fallback={null}>
          <ClipRecorder
            title={words.record}
            onUse={(file: File) => {
              const place = recording;
              setRecording(undefined);
              void take(place, file);
            }}
            onClose={() => setRecording(undefined)}
          />
        </Suspense>
      )}
      {editing !== undefined && (
        <SignEdit
          name={firstWords(editing, language)}
          sign={of(editing.place) as Sign}
          onUse={(sign) => {
            put(editing.place, sign);
            setEditing(undefined);
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

const firstWords = ({ texts, mark }: Place, language: "en" | "zh-Hans"): string => {
  const text = texts[language] ?? Object.values(texts)[0] ?? "";
  const short = text.length > 120 ? `${text.slice(0, 119)}…` : text;
  return mark === undefined ? short : `${mark}: ${short}`;
};

interface SignRowProps {
  readonly place: Place;
  readonly sign: Sign | undefined;
  readonly old: boolean;
  readonly pending: boolean;
  readonly language: "en" | "zh-Hans";
  readonly onFile: (file: File) => void;
  readonly onRecord: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onFits: () => void;
}

function SignRow({ place, sign, old, pending, language, onFile, ...act }: SignRowProps) {
  const words = useDeskWords().setUp.signs;
  const picker = useRef<HTMLInputElement>(null);
  const name = firstWords(place, language);
  const button = (label: string, onClick: () => void) => (
    <Button className={desk["small"]} aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <tr>
      <th scope="row" className={`${cells["text"]} ${cells["long"]}`}>
        {hasText(place) ? name : <span className={desk["soft"]}>{words.noText}</span>}
      </th>
      <td className={`${cells["text"]} ${cells["long"]}`}>
        <div className={css["picks"]}>
          {sign === undefined ? (
            <span className={desk["soft"]}>{pending ? words.willGo : words.notYet}</span>
          ) : (
            <SignVideo url={`/media/${sign.media}`} freezeMs={sign.freezeMs} credit={sign.credit} label={name} small />
          )}
          {pending && <span className={desk["warnText"]}>{words.unsaved}</span>}
          {old && (
            <span className={css["picks"]}>
              <span className={desk["warnText"]}>{words.changed}</span>
              {button(words.stillFits, act.onFits)}
            </span>
          )}
          {hasText(place) && (
            <div className={css["picks"]}>
              {button(words.upload, () => picker.current?.click())}
              {button(words.record, act.onRecord)}
              {sign !== undefined && button(words.edit, act.onEdit)}
              {sign !== undefined && button(words.remove, act.onRemove)}
              <input
                ref={picker}
                type="file"
                accept="video/mp4,video/webm"
                hidden
                aria-label={`${words.upload}: ${name}`}
                onChange={(event) => {
                  const file = event.target.files?.[0];
                  event.target.value = "";
                  if (file !== undefined) onFile(file);
                }}
              />
            </div>
          )}
        </div>
      </td>
    </tr>
  );
}
