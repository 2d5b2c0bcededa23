// Three parts of the set-up check: a clip that counts to three, four keys to press, the camera's picture.
import { CircleCheck, Play } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type CameraTrouble, closeCamera, openCamera } from "#client/player/camera";
import { useWords } from "#client/words/words";
import type { Protocol } from "#schemas/study";
import { Button, names } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { pauseOthers } from "../ui/one-video.ts";
import counting from "./counting.mp4?url";
import css from "./start.module.css";
import { useStartWords } from "./start-words.ts";

interface CheckProps {
  readonly title: string;
  readonly lead?: string;
  /** What was found to be good. */
  readonly good?: string | undefined;
  readonly children: ReactNode;
}

export function Check({ title, lead, good, children }: CheckProps) {
  const id = useId();
  return (
    <section className={css["check"]} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {lead !== undefined && <p className={css["soft"]}>{lead}</p>}
      {children}
      <p className={css["good"]} role="status">
        {good !== undefined && (
          <>
            <CircleCheck size={20} aria-hidden="true" />
            <span>{good}</span>
          </>
        )}
      </p>
    </section>
  );
}

/** Fetched whole and played from memory, so that neither ranges nor the network speak in this check. */
export function VideoCheck({ onFound }: { readonly onFound: (plays: boolean) => void }) {
  const words = useStartWords().setUp;
  const [url, setUrl] = useState<string>();
  const [state, setState] = useState<"open" | "playing" | "good" | "bad">("open");
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    void fetch(counting)
      .then((reply) => reply.arrayBuffer())
      .then((bytes) => {
        if (gone) return;
        made = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
        setUrl(made);
      })
      .catch(() => setState("bad"));
    return () => {
      gone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, []);
  const found = (plays: boolean) => {
    setState(plays ? "good" : "bad");
    onFound(plays);
  };
  const play = () => {
    const shown = video.current;
    if (shown === null) return;
    pauseOthers(shown);
    setState("playing");
    shown.currentTime = 0;
    void shown.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) found(false);
    });
  };
  return (
    <Check title={words.video} lead={words.videoLead} good={state === "good" ? words.videoGood : undefined}>
      <video
        ref={video}
        src={url}
        className={css["counting"]}
        aria-label={words.videoName}
        width={320}
        height={240}
        muted
        playsInline
        preload="auto"
        onEnded={({ currentTarget }) => found(currentTarget.getVideoPlaybackQuality().totalVideoFrames > 0)}
        onError={() => url !== undefined && found(false)}
      />
      {state === "bad" && <Notice kind="warn" title={words.videoBad} />}
      <div className={css["actions"]}>
        <Button icon={<Play size={20} aria-hidden="true" />} waiting={url === undefined} onClick={play}>
          {state === "open" ? words.videoPlay : words.videoAgain}
        </Button>
      </div>
    </Check>
  );
}

const keysOf: Readonly<Record<Protocol, readonly (readonly [code: string, label: string])[]>> = {
  emotion: [
    ["Digit5", "5"],
    ["Digit0", "0"],
    ["KeyS", "S"],
    ["Space", "Space"],
  ],
  choice: [
    ["Digit1", "1"],
    ["Digit4", "4"],
    ["KeyF", "F"],
    ["Backspace", "⌫"],
  ],
};

export function KeyCheck({ protocol, onFound }: { readonly protocol: Protocol; readonly onFound: () => void }) {
  const words = useStartWords().setUp;
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const keys = keysOf[protocol];
  const all = keys.every(([code]) => pressed.includes(code));
  const tell = useRef(onFound);
  tell.current = onFound;
  useEffect(() => {
    if (all) tell.current();
  }, [all]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey) return;
      const code = event.code.replace("Numpad", "Digit");
      if (!keys.some(([one]) => one === code) || document.querySelector("dialog:modal") !== null) return;
      const onControl = event.target instanceof Element && event.target.closest("button, input, a[href]") !== null;
      if (onControl && code === "Space") return;
      event.preventDefault();
      setPressed((before) => (before.includes(code) ? before : [...before, code]));
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [keys]);
  return (
    <Check title={words.keys} lead={words.keysLead} good={all ? words.keysGood : undefined}>
      <ul className={css["keyRow"]}>
        {keys.map(([code, label]) => {
          const here = pressed.includes(code);
          return (
            <li key={code} className={names(css["key"], here && css["pressed"])}>
              <kbd>{label}</kbd>
              {here && <CircleCheck size={20} aria-label={words.pressed} role="img" />}
            </li>
          );
        })}
      </ul>
    </Check>
  );
}

export function CameraCheck({ onFound }: { readonly onFound: (works: boolean) => void }) {
  const words = useStartWords().setUp;
  const { recorder, common } = useWords();
  const [state, setState] = useState<"off" | "opening" | MediaStream | CameraTrouble>("off");
  const live = state instanceof MediaStream ? state : undefined;
  const video = useRef<HTMLVideoElement>(null);
  const wanted = useRef(true);
  useEffect(() => {
    wanted.current = true;
    return () => {
      wanted.current = false;
    };
  }, []);
  useEffect(() => {
    if (live === undefined) return;
    if (video.current !== null) video.current.srcObject = live;
    return () => closeCamera(live);
  }, [live]);
  const open = async () => {
    setState("opening");
    const answer = await openCamera();
    if (!wanted.current) return closeCamera(answer instanceof MediaStream ? answer : undefined);
    setState(answer);
    onFound(answer instanceof MediaStream);
  };
  const trouble = typeof state === "string" && state !== "off" && state !== "opening" ? state : undefined;
  return (
    <Check title={words.camera} lead={words.cameraLead} good={live === undefined ? undefined : words.cameraGood}>
      {live !== undefined && (
        <video ref={video} className={css["live"]} aria-label={recorder.live} autoPlay muted playsInline />
      )}
      {trouble !== undefined && <Notice kind="warn" title={recorder.trouble[trouble]} />}
      <div className={css["actions"]}>
        {live === undefined ? (
          <Button waiting={state === "opening"} onClick={open}>
            {state === "opening" ? common.loading : words.cameraTry}
          </Button>
        ) : (
          <Button onClick={() => setState("off")}>{words.cameraOff}</Button>
        )}
      </div>
    </Check>
  );
}
