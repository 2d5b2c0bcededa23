// Plays every medium of the study once to its end, without sound, and marks on the server what played. It may be stopped
// and gone on with; a hidden page waits. Where frames fall out at twice the speed, files play at their own.
// A plain element for each file: nobody watches here, what counts is its own word that it came to the end, and its frames.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { StudyDetail } from "#schemas/desk";
import { type StudyMedium, studyMedia } from "#schemas/set-up";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Answer, Box } from "./box.tsx";
import desk from "./desk.module.css";
import css from "./new-study.module.css";
import { useGet, useRead } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

type Failure = "stalled" | "broken";
const stallMs = 20_000;

export function PlayScreen({ study }: { readonly study: StudyDetail }) {
  const { setUp } = useDeskWords();
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/media`, studyMedia);
  return (
    <Box title={setUp.play.title} sub={setUp.play.sub} wide>
      <Answer query={query}>
        {({ media }) => <Player study={study.id} media={media.filter(({ retiredAt }) => retiredAt === null)} />}
      </Answer>
    </Box>
  );
}

function Player({ study, media }: { readonly study: string; readonly media: readonly StudyMedium[] }) {
  const words = useDeskWords().setUp.play;
  const [running, setRunning] = useState(false);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, Failure>>(new Map());
  const [rate, setRate] = useState(2);
  const marks = useMarks(study);
  const played = media.filter(({ playedAt, facts }) => playedAt !== null || done.has(facts.hash));
  const next = media.find(
    ({ playedAt, facts }) => playedAt === null && !done.has(facts.hash) && !failed.has(facts.hash),
  );
  const mark = (hash: string) => {
    setDone((before) => new Set(before).add(hash));
    marks.add(hash, played.length + 1 === media.length);
  };
  const all = played.length === media.length;
  return (
    <div className={css["flow"]}>
      <div className={css["progress"]}>
        <progress max={Math.max(1, media.length)} value={played.length} aria-label={words.title} />
        <p role="status">{words.state(played.length, media.length)}</p>
      </div>
      {all && <Notice kind="good" title={words.allDone} />}
      {next !== undefined && (
        <div className={css["picks"]}>
          <Button
            kind={running ? "plain" : "main"}
            onClick={() => {
              if (running) marks.send();
              setRunning(!running);
            }}
          >
            {running ? words.stop : played.length === 0 ? words.start : words.goOn}
          </Button>
          <span className={desk["soft"]}>{words.keepOpen}</span>
        </div>
      )}
      {rate === 1 && <Notice title={words.slowly} />}
      {running && next !== undefined && (
        <>
          <p className={desk["soft"]}>{words.now(next.name)}</p>
          <One
            key={`${next.facts.hash} ${rate}`}
            medium={next}
            rate={rate}
            onPlayed={() => mark(next.facts.hash)}
            onSlow={() => setRate(1)}
            onFailed={(failure) => setFailed((before) => new Map(before).set(next.facts.hash, failure))}
          />
        </>
      )}
      {failed.size > 0 && (
        <Notice kind="warn" title={words.failed(failed.size)}>
          <p>{words.failedHint}</p>
          <ul className={css["lines"]}>
            {media
              .filter(({ facts }) => failed.has(facts.hash))
              .map(({ name, facts }) => (
                <li key={facts.hash}>
                  {name}: {words[failed.get(facts.hash) as Failure]}
                </li>
              ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

const together = 10;

/** Sends what has played a few at a time, and what is left when the screen goes. What cannot be sent is sent next time. */
function useMarks(study: string) {
  const get = useGet();
  const client = useQueryClient();
  const waiting = useRef<string[]>([]);
  const path = `/api/studies/${encodeURIComponent(study)}/media/played`;
  const send = useCallback(() => {
    const hashes = waiting.current.splice(0);
    if (hashes.length === 0) return;
    const again = () => void waiting.current.push(...hashes);
    const body = JSON.stringify({ hashes });
    get(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body,
    }).then((answer) => (answer.ok ? client.invalidateQueries() : again()), again);
  }, [get, client, path]);
  useEffect(() => send, [send]);
  return {
    send,
    add: (hash: string, last: boolean) => {
      waiting.current.push(hash);
      if (last || waiting.current.length >= together) send();
    },
  };
}

interface OneProps {
  readonly medium: StudyMedium;
  readonly rate: number;
  readonly onPlayed: () => void;
  readonly onSlow: () => void;
  readonly onFailed: (failure: Failure) => void;
}

function One({ medium, rate, onPlayed, onSlow, onFailed }: OneProps) {
  const url = `/media/${medium.facts.hash}`;
  if (!medium.facts.type.startsWith("video/"))
    return (
      <img className={css["frame"]} src={url} alt={medium.name} onLoad={onPlayed} onError={() => onFailed("broken")} />
    );
  return <Film url={url} name={medium.name} rate={rate} onPlayed={onPlayed} onSlow={onSlow} onFailed={onFailed} />;
}

interface FilmProps extends Omit<OneProps, "medium"> {
  readonly url: string;
  readonly name: string;
}

/** More than a tenth of the frames fell out: at this speed it was not really seen. */
const tooFast = (video: HTMLVideoElement): boolean => {
  const { droppedVideoFrames, totalVideoFrames } = video.getVideoPlaybackQuality();
  return totalVideoFrames > 0 && droppedVideoFrames > totalVideoFrames / 10;
};

function Film({ url, name, rate, onPlayed, onSlow, onFailed }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one file, one element, one run
  useEffect(() => {
    const own = video.current;
    if (own === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => onFailed("stalled"), stallMs);
    };
    const hidden = () => {
      wait();
      if (document.hidden) own.pause();
      else void own.play().catch(() => undefined);
    };
    own.addEventListener("timeupdate", wait);
    document.addEventListener("visibilitychange", hidden);
    wait();
    if (!document.hidden) own.play().catch(() => undefined);
    return () => {
      clearTimeout(timer);
      own.removeEventListener("timeupdate", wait);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, []);
  return (
    <video
      ref={video}
      className={css["frame"]}
      src={url}
      muted
      playsInline
      preload="auto"
      aria-label={name}
      onLoadedMetadata={(event) => {
        event.currentTarget.playbackRate = rate;
      }}
      onEnded={(event) => (rate > 1 && tooFast(event.currentTarget) ? onSlow() : onPlayed())}
      onError={() => onFailed("broken")}
    />
  );
}
