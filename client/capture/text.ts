// Words that somebody types: limits cut between characters, and half an emoji never gets into a record (FR-37).

/** At most `most` UTF-16 units, cut between what a reader sees as characters; a lone surrogate becomes U+FFFD. */
export function cleanText(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  const from = Math.max(0, most - 100);
  const near = whole.slice(from, most + 100);
  const cut = new Intl.Segmenter().segment(near).containing(most - from)?.index ?? most - from;
  const kept = from + (cut === 0 ? most - from : cut);
  return whole.slice(0, kept).replace(/[\uD800-\uDBFF]$/u, "");
}
