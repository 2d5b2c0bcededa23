// The signed form of a text: a freeze frame beside it that plays in place when it is pressed. It never begins by itself,
// has no sound, stops at its end, and one video plays at a time on the whole page. `small` stands beside short texts
// (options, labels): it opens a larger picture over the page, and Esc or a press elsewhere closes it.
import { Hand, Pause, Play } from "lucide-react";
import { type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "#client/words/words";
import { names } from "./button.tsx";
import { pauseOthers } from "./one-video.ts";
import css from "./sign-video.module.css";

export interface SignVideoProps {
  /** Where it is read from; undefined = not on this device (yet). */
  readonly url: string | undefined;
  /** The frame that is shown while it does not play. */
  readonly freezeMs: number;
  /** "Signed by". */
  readonly credit?: string | undefined;
  /** What is signed, in a word or two ("Question", "Joy"); part of the button's name. */
  readonly label: string;
  readonly small?: boolean;
  /** It stands there because somebody pressed for it just now: it plays once it is loaded. */
  readonly asked?: boolean;
}

export function SignVideo(props: SignVideoProps) {
  const words = useWords().signVideo;
  const [lost, setLost] = useState<string>();
  const { url, small = false, asked = false } = props;
  if (url === undefined || url === lost)
    return (
      <p className={css["none"]}>
        <Hand size={18} aria-hidden="true" />
        <span>{url === undefined ? words.notHere : words.broken}</span>
      </p>
    );
  const Shape = small ? Small : asked ? Playing : Large;
  return <Shape key={url} {...props} url={url} onLost={() => setLost(url)} />;
}

type ShapeProps = SignVideoProps & { readonly url: string; readonly onLost: () => void };

function Large({ url, freezeMs, credit, label, onLost }: ShapeProps) {
  const words = useWords().signVideo;
  const video = useRef<HTMLVideoElement>(null);
  const { playing, onVideo, toggle } = useFreeze(video, freezeMs);
  return (
    <figure className={css["large"]}>
      <button type="button" aria-label={`${playing ? words.pause : words.play}: ${label}`} onClick={toggle}>
        <video ref={video} src={url} {...still} {...onVideo} onError={onLost} />
        <Mark playing={playing} />
      </button>
      <Credit credit={credit} />
    </figure>
  );
}

function Small({ url, freezeMs, credit, label, onLost }: ShapeProps) {
  const words = useWords().signVideo;
  const id = useId();
  const thumb = useRef<HTMLVideoElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { onVideo } = useFreeze(thumb, freezeMs);
  useLayoutEffect(() => {
    const at = thumb.current?.getBoundingClientRect();
    const shown = over.current;
    if (!open || at === undefined || shown === null) return;
    const { offsetWidth: width, offsetHeight: height } = shown;
    shown.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
    shown.style.top = `${Math.max(8, Math.min(at.top, innerHeight - height - 8))}px`;
  }, [open]);
  return (
    <span className={css["small"]}>
      <button type="button" aria-label={`${words.play}: ${label}`} aria-expanded={open} popoverTarget={id}>
        <video ref={thumb} src={url} {...still} {...onVideo} onError={onLost} />
        <Mark playing={false} />
      </button>
      <div
        ref={over}
        id={id}
        className={css["over"]}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {open && <Playing url={url} freezeMs={freezeMs} credit={credit} label={label} onLost={onLost} />}
      </div>
    </span>
  );
}

/** It was asked for by a press, so it begins. */
function Playing({ url, freezeMs, credit, label, onLost }: ShapeProps) {
  const words = useWords().signVideo;
  const video = useRef<HTMLVideoElement>(null);
  const { playing, onVideo, toggle } = useFreeze(video, freezeMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once
  useEffect(() => {
    if (video.current?.paused === true) toggle();
  }, []);
  return (
    <figure className={css["large"]}>
      <button type="button" aria-label={`${playing ? words.pause : words.play}: ${label}`} onClick={toggle}>
        <video ref={video} src={url} {...still} {...onVideo} onError={onLost} />
        <Mark playing={playing} />
      </button>
      <Credit credit={credit} />
    </figure>
  );
}

const still = { muted: true, playsInline: true, preload: "metadata", tabIndex: -1, "aria-hidden": true } as const;

function useFreeze(video: { readonly current: HTMLVideoElement | null }, freezeMs: number) {
  const [playing, setPlaying] = useState(false);
  const begun = useRef(false);
  const freeze = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => {
    begun.current = false;
    currentTarget.currentTime = freezeMs / 1000 + 0.001;
  };
  useEffect(() => {
    const other = (event: Event) => {
      if (event.target !== video.current) video.current?.pause();
    };
    document.addEventListener("play", other, true);
    return () => document.removeEventListener("play", other, true);
  }, [video]);
  const toggle = () => {
    const own = video.current;
    if (own === null) return;
    if (!own.paused) return own.pause();
    pauseOthers(own);
    if (!begun.current) own.currentTime = 0;
    begun.current = true;
    own.play().catch(() => undefined);
  };
  const onVideo = {
    onLoadedMetadata: freeze,
    onPlaying: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: freeze,
  };
  return { playing, onVideo, toggle };
}

const Mark = ({ playing }: { readonly playing: boolean }) => {
  const Icon = playing ? Pause : Play;
  return (
    <span className={names(css["mark"], playing && css["running"])} aria-hidden="true">
      <Icon size={18} />
    </span>
  );
};

function Credit({ credit }: { readonly credit: string | undefined }) {
  const words = useWords().signVideo;
  return credit === undefined ? null : <figcaption>{words.by(credit)}</figcaption>;
}
