// Which glosses mean the same sign, and where a description gives its gloss away. Forms serve comparison only: an
// option always shows the gloss as the file has it (design 7).

/** Sense marks that a dictionary puts behind a gloss: circled, bracketed and negative circled numbers. */
const marks = /[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3251-\u325f\u32b1-\u32bf]/gu;
const bracket = /（([^（）]*)）/gu;

/**
 * The forms of one gloss: without sense marks, what stands outside full-width brackets, and each synonym inside them
 * (split at 、 and ，). In NFC, never NFKC; each form once, none empty.
 */
export function glossForms(gloss: string): string[] {
  const bare = gloss.normalize("NFC").replace(marks, "");
  const inside = [...bare.matchAll(bracket)].flatMap((found) => (found[1] as string).split(/[、，]/u));
  const forms = [bare.replace(bracket, ""), ...inside].map((form) => form.trim()).filter((form) => form !== "");
  return [...new Set(forms)];
}

/** Tells whether two entries collide, by their indices: whether they share a form. `forms` are the forms of each entry. */
export function collisions(forms: readonly (readonly string[])[]): {
  readonly collide: (a: number, b: number) => boolean;
  readonly pairs: number;
  readonly entries: number;
} {
  const numbers = new Map<string, number>();
  const holders: number[][] = [];
  const ids = forms.map((own, entry) =>
    own.map((form) => {
      const number = numbers.get(form) ?? numbers.size;
      numbers.set(form, number);
      holders[number] = [...(holders[number] ?? []), entry];
      return number;
    }),
  );
  const pairs = new Set<string>();
  const colliding = new Set<number>();
  for (const held of holders)
    for (const [k, a] of held.entries())
      for (const b of held.slice(k + 1)) {
        pairs.add(`${a} ${b}`);
        colliding.add(a).add(b);
      }
  return {
    collide: (a, b) => (ids[a] as number[]).some((number) => (ids[b] as number[]).includes(number)),
    pairs: pairs.size,
    entries: colliding.size,
  };
}

/** A description up to 【相关词】, which lists related glosses, the key among them. */
export function cutDescription(description: string): { readonly text: string; readonly cut: boolean } {
  const at = description.indexOf("【相关词】");
  return { text: (at === -1 ? description : description.slice(0, at)).trim(), cut: at !== -1 };
}

/** The forms of the key that a description holds, the longest first. */
export function leaksIn(description: string, forms: readonly string[]): string[] {
  const text = description.normalize("NFC");
  return forms.filter((form) => text.includes(form)).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** The description with each of these forms replaced by dots whose length says nothing. */
export function masked(description: string, forms: readonly string[]): string {
  return forms.reduce((text, form) => text.replaceAll(form, "……"), description.normalize("NFC"));
}
