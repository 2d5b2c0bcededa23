// A recorder: turn the camera on, sign, look at it, use it or take it again. What a crash left is offered first. Answers
// and help clips share it; they differ in where the slices are kept.
import { Camera, Circle, Pause, Play, RotateCcw, Square, Timer } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { recorderLock } from "#client/worker/register";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { pauseOthers } from "../ui/one-video.ts";
import { type CameraTrouble, closeCamera, openCamera, startTake, type Take } from "./camera.ts";
import type { Keeping, KeptTake } from "./keeping.ts";
import css from "./recorder.module.css";

const firstLimitMs = 60_000;
const moreMs = 30_000;

export interface Signed {
  readonly id: string;
  readonly durationMs: number;
}

interface RecorderProps {
  readonly keeping: Keeping;
  readonly title: string;
  /** What is said before and while the camera is on: where it is kept. */
  readonly lead: string;
  readonly onUse: (signed: Signed) => void;
  readonly onClose: () => void;
}

type Screen =
  | { readonly at: "looking" | "off" | "opening" | "ready" | "starting" | "recording" }
  | { readonly at: "trouble"; readonly trouble: CameraTrouble }
  | { readonly at: "review"; readonly signed: Signed; readonly how: "whole" | "after-crash" | "camera-lost" };

export function Recorder({ keeping, title, lead, onUse, onClose }: RecorderProps) {
  const words = useWords().recorder;
  const formats = useFormats();
  const [screen, setScreen] = useState<Screen>({ at: "looking" });
  const [stream, setStream] = useState<MediaStream>();
  const [full, setFull] = useState(false);
  const [limitMs, setLimitMs] = useState(firstLimitMs);
  const [elapsedMs, setElapsedMs] = useState(0);
  const take = useRef<Take>(undefined);
  const gone = useRef(false);
  const held = useRef<MediaStream>(undefined);
  held.current = stream;
  useUpdateWaits();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a crash left is looked for once
  useEffect(() => {
    gone.current = false;
    pauseOthers();
    void keeping.left().then((left) => {
      if (!gone.current) setScreen(left === undefined ? { at: "off" } : reviewOf(left));
    });
    return () => {
      gone.current = true;
      take.current?.stop();
      closeCamera(held.current);
    };
  }, []);
  useEffect(() => {
    if (screen.at !== "recording") return;
    const timer = setInterval(() => {
      const now = take.current?.elapsedMs() ?? 0;
      setElapsedMs(now);
      if (now >= limitMs) take.current?.stop();
    }, 200);
    return () => clearInterval(timer);
  }, [screen.at, limitMs]);

  const turnOn = async () => {
    setScreen({ at: "opening" });
    const opened = await openCamera();
    if (gone.current) return typeof opened === "string" ? undefined : closeCamera(opened);
    if (typeof opened === "string") return setScreen({ at: "trouble", trouble: opened });
    setStream(opened);
    setScreen({ at: "ready" });
  };
  const record = () => {
    if (stream === undefined || screen.at !== "ready") return;
    setScreen({ at: "starting" });
    setFull(false);
    setElapsedMs(0);
    setLimitMs(firstLimitMs);
    take.current = startTake(keeping, stream, {
      started: () => setScreen({ at: "recording" }),
      failed: () => setFull(true),
      ended: (id, durationMs, lost) => {
        if (gone.current) return;
        closeCamera(stream);
        setStream(undefined);
        if (id !== undefined)
          setScreen({ at: "review", signed: { id, durationMs }, how: lost ? "camera-lost" : "whole" });
        else setScreen(lost ? { at: "trouble", trouble: "none" } : { at: "off" });
      },
    });
  };
  const again = async (signed: Signed) => {
    await keeping.drop(signed.id);
    await turnOn();
  };

  return (
    <Dialog title={title} onClose={onClose} actions={actions()}>
      {screen.at === "review" ? (
        <>
          <p role="status">{said[screen.how](words)(formats.number(seconds(screen.signed.durationMs)))}</p>
          <Review keeping={keeping} id={screen.signed.id} label={words.yours} />
        </>
      ) : (
        <>
          <div className={css["says"]}>
            <p role="status">{screen.at === "recording" ? words.recording : lead}</p>
            {screen.at === "recording" && (
              <Ring share={elapsedMs / limitMs} text={words.time(seconds(elapsedMs), seconds(limitMs))} />
            )}
          </div>
          <div className={css["place"]} data-on={stream !== undefined || undefined}>
            {stream === undefined ? (
              <Camera size={40} aria-hidden="true" />
            ) : (
              <>
                <Live stream={stream} label={words.live} />
                <Space />
              </>
            )}
          </div>
        </>
      )}
      {screen.at === "trouble" && <Notice kind="warn" title={words.trouble[screen.trouble]} />}
      {full && <Notice kind="bad" title={words.full} />}
    </Dialog>
  );

  function actions(): ReactNode {
    const icon = { size: 20, "aria-hidden": true } as const;
    if (screen.at === "review")
      return (
        <>
          <Main key="use" onClick={() => onUse(screen.signed)}>
            {words.use}
          </Main>
          <Button icon={<RotateCcw {...icon} />} onClick={() => again(screen.signed)}>
            {words.again}
          </Button>
        </>
      );
    if (screen.at === "recording")
      return (
        <>
          <Main key="stop" icon={<Square {...icon} />} onClick={() => take.current?.stop()}>
            {words.stop}
          </Main>
          <Button icon={<Timer {...icon} />} onClick={() => setLimitMs(limitMs + moreMs)}>
            {words.more}
          </Button>
        </>
      );
    if (screen.at === "ready" || screen.at === "starting")
      return (
        <Main key="record" icon={<Circle {...icon} />} waiting={screen.at === "starting"} onClick={record}>
          {screen.at === "starting" ? words.starting : words.record}
        </Main>
      );
    if (screen.at === "trouble")
      return (
        <>
          {screen.trouble !== "cannot-record" && (
            <Main key="retry" icon={<Camera {...icon} />} onClick={turnOn}>
              {words.tryAgain}
            </Main>
          )}
          <Button onClick={onClose}>{words.without}</Button>
        </>
      );
    return (
      <Main key="on" icon={<Camera {...icon} />} waiting={screen.at === "opening"} onClick={turnOn}>
        {words.turnOn}
      </Main>
    );
  }
}

type Words = ReturnType<typeof useWords>["recorder"];
const said = {
  whole: (words: Words) => words.review,
  "after-crash": (words: Words) => words.kept,
  "camera-lost": (words: Words) => words.lost,
};
const seconds = (ms: number): number => Math.round(ms / 1000);
const reviewOf = ({ id, durationMs, broken }: KeptTake): Screen => ({
  at: "review",
  signed: { id, durationMs },
  how: broken ? "after-crash" : "whole",
});

/** While a recorder is open, no tab takes a newer app over. */
function useUpdateWaits(): void {
  useEffect(() => {
    const over = Promise.withResolvers<void>();
    void navigator.locks.request(recorderLock, { mode: "shared" }, () => over.promise);
    return () => over.resolve();
  }, []);
}

/** The one thing to do next has the focus, so that the whole recorder works by Enter alone. */
function Main(props: { icon?: ReactNode; waiting?: boolean; onClick: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("button")?.focus(), []);
  return (
    <div ref={place} className={css["main"]}>
      <Button kind="main" {...props} />
    </div>
  );
}

/** Mirrored for the signer, as in a mirror; what is stored is not. */
function Live({ stream, label }: { readonly stream: MediaStream; readonly label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className={css["live"]} aria-label={label} autoPlay muted playsInline />;
}

function Review({ keeping, id, label }: { readonly keeping: Keeping; readonly id: string; readonly label: string }) {
  const words = useWords().player;
  const [url, setUrl] = useState<string>();
  const [playing, setPlaying] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let made: string | undefined;
    let over = false;
    void keeping.blob(id).then(async (blob) => {
      if (blob === undefined) return;
      const { wholeFile } = await import("./whole-file.ts");
      const whole = await wholeFile(blob);
      if (over) return;
      made = URL.createObjectURL(whole);
      setUrl(made);
    });
    return () => {
      over = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [keeping, id]);
  const toggle = () => (video.current?.paused ? void video.current.play() : video.current?.pause());
  const Icon = playing ? Pause : Play;
  return (
    <div className={css["place"]} data-on>
      {url !== undefined && (
        <>
          <video
            ref={video}
            src={url}
            aria-label={label}
            autoPlay={!matchMedia("(prefers-reduced-motion: reduce)").matches}
            muted
            loop
            playsInline
            onPlay={() => setPlaying(true)}
            onPause={() => setPlaying(false)}
          />
          <button
            type="button"
            className={css["toggle"]}
            aria-label={playing ? words.pause : words.play}
            onClick={toggle}
          >
            <Icon size={22} aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  );
}

/** Where hands and face should stay: the outline of the signing space. */
const Space = () => (
  <svg className={css["space"]} viewBox="0 0 160 90" aria-hidden="true">
    <ellipse cx="80" cy="25" rx="11" ry="14" />
    <path d="M64 90V54q0-8 9-10l14 0q9 2 9 10V90" />
    <rect x="34" y="6" width="92" height="80" rx="8" />
  </svg>
);

function Ring({ share, text }: { readonly share: number; readonly text: string }) {
  return (
    <div className={css["time"]}>
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15" />
        <circle cx="18" cy="18" r="15" pathLength={1} strokeDasharray={`${Math.min(1, share)} 1`} />
      </svg>
      <span>{text}</span>
    </div>
  );
}
