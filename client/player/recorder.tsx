// An answer in sign: turn the camera on, sign, look at it, use it or take it again. What a crash left is offered first.
import { Camera, Circle, RotateCcw, Square, Timer } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PersonDatabase, RecordingRow } from "#client/outbox/database";
import { dropTake, keptTake, recordingBlob, type TakeOf } from "#client/outbox/recordings";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { type CameraTrouble, closeCamera, openCamera, startTake, type Take } from "./camera.ts";
import css from "./recorder.module.css";

const firstLimitMs = 60_000;
const moreMs = 30_000;

export interface Signed {
  readonly id: string;
  readonly durationMs: number;
}

interface RecorderProps {
  readonly db: PersonDatabase;
  readonly of: TakeOf;
  readonly title: string;
  readonly onUse: (signed: Signed) => void;
  readonly onClose: () => void;
}

type Screen =
  | { readonly at: "looking" | "off" | "opening" | "ready" | "starting" | "recording" }
  | { readonly at: "trouble"; readonly trouble: CameraTrouble }
  | { readonly at: "review"; readonly signed: Signed; readonly afterCrash: boolean };

export function Recorder({ db, of, title, onUse, onClose }: RecorderProps) {
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a crash left is looked for once
  useEffect(() => {
    gone.current = false;
    void keptTake(db, of).then((kept) => {
      if (!gone.current) setScreen(kept === undefined ? { at: "off" } : reviewOf(kept));
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
    if (typeof opened === "string") return setScreen({ at: "trouble", trouble: opened });
    if (gone.current) return closeCamera(opened);
    setStream(opened);
    setScreen({ at: "ready" });
  };
  const record = () => {
    if (stream === undefined || screen.at !== "ready") return;
    setScreen({ at: "starting" });
    setFull(false);
    setElapsedMs(0);
    setLimitMs(firstLimitMs);
    take.current = startTake(db, stream, of, {
      started: () => setScreen({ at: "recording" }),
      failed: () => setFull(true),
      ended: (id, durationMs) => {
        if (gone.current) return;
        closeCamera(stream);
        setStream(undefined);
        setScreen(id === undefined ? { at: "off" } : { at: "review", signed: { id, durationMs }, afterCrash: false });
      },
    });
  };
  const again = async (signed: Signed) => {
    await dropTake(db, signed.id);
    await turnOn();
  };

  return (
    <Dialog title={title} onClose={onClose} actions={actions()}>
      {screen.at === "review" ? (
        <>
          <p role="status">
            {(screen.afterCrash ? words.kept : words.review)(formats.number(seconds(screen.signed.durationMs)))}
          </p>
          <Review db={db} id={screen.signed.id} label={words.yours} />
        </>
      ) : (
        <>
          <div className={css["says"]}>
            <p role="status">{screen.at === "recording" ? words.recording : words.lead}</p>
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
    return (
      <Main key="on" icon={<Camera {...icon} />} waiting={screen.at === "opening"} onClick={turnOn}>
        {words.turnOn}
      </Main>
    );
  }
}

const seconds = (ms: number): number => Math.round(ms / 1000);
const reviewOf = ({ id, durationMs, state }: RecordingRow): Screen => ({
  at: "review",
  signed: { id, durationMs },
  afterCrash: state === "taking",
});

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

function Review({ db, id, label }: { readonly db: PersonDatabase; readonly id: string; readonly label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let over = false;
    void recordingBlob(db, id).then(async (blob) => {
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
  }, [db, id]);
  return (
    <div className={css["place"]} data-on>
      {url !== undefined && <video src={url} aria-label={label} controls autoPlay muted loop playsInline />}
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
