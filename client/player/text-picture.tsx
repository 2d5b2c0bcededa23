// A text as the thing shown: large, in its own language; a long one is set smaller and scrolls.
import css from "./stage.module.css";

interface TextPictureProps {
  readonly text: string;
  readonly lang: string;
  readonly label: string;
}

const sizeOf = (text: string): string => (text.length <= 40 ? "short" : text.length <= 140 ? "middling" : "long");

export function TextPicture({ text, lang, label }: TextPictureProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by key
    <section className={css["text"]} tabIndex={0} aria-label={label}>
      <p lang={lang} data-size={sizeOf(text)}>
        {text}
      </p>
    </section>
  );
}
