// What a model chose, out of the text it wrote: by stated rules, with no judge model and no chance. The rest is left to
// people. Rules in order: failure texts, reasoning cut off, structured answers, a bare letter or option, a final phrase,
// letters standing alone, refusals, option texts.
import { type Letter, letters } from "#schemas/labels";
import type { ChoiceOutcome } from "#schemas/run";

export interface Extracted {
  readonly outcome: ChoiceOutcome;
  /** Null for every outcome but `option`. */
  readonly option: Letter | null;
  /** True where the option was told by its text only. */
  readonly letterless: boolean;
}

export type Options = Readonly<Partial<Record<Letter, string | undefined>>>;

const failure =
  /^\s*(?:failed to obtain answer|api (?:call |request )?(?:error|fail)|(?:\w*error|exception)(?:\s*[:(]|\s+code\b|$)|internal server error|request timed out|time-?out\b|rate limit)/i;
const noValue = /^(?:nan|null|none|n\/?a|undefined|-*)$/i;
const refusing =
  /\bnone of (?:the|these|those|them|above)|\b(?:i'?m|i am) (?:sorry|unable|not able)|\bsorry\b|\bi (?:can(?:no|')?t|could ?n[o']t|won't|don't know|do not know)|\b(?:cannot|can't|unable to|not able to|impossible to) (?:be )?(?:determine|identif|tell|answer|assist|help|say|see|recogni|provide)|\bas an ai\b|\bnot enough information|\bno correct (?:option|answer)|\bnot sure\b|\bno idea\b|以上(?:都|皆|均)不|(?:都|均|皆)不(?:是|对|正确)|(?:无法|不能|难以)(?:判断|确定|识别|回答|辨认|看|提供|分辨)|抱歉|对不起|不知道|不确定|不清楚|没有(?:正确|合适)|无正确/i;
const finalPhrase =
  /(?:\b(?:(?:final|correct|right|best|my)\s+)?(?:answer|choice)\b|\b(?:correct|right|best)\s+option\b|\bi\s*(?:'d|would|will)?\s*(?:choose|pick|select|go\s+with)\b|(?:最终|正确)?答案|(?:正确|最佳)选项|(?:我|应该?|故|因此|所以|应当)[选選][择擇]?|[选選][择擇]?(?=\s*[:(]?\s*[A-Za-z](?![A-Za-z])))(?:\s|\*|_|is|would be|should be|must be|option|应该是|应为|应是|是|为|选项|:|=|-|>|["'\x60([{<「【“‘])*/gi;
const everything = /\ball of (?:the|these|them)\b|以上(?:都|皆|均|全)(?:是|对|正确)/i;
/** "C is correct", "C正确". */
const praised =
  /(?<![A-Za-z0-9'’])([A-Z])\)?\s*(?:项|选项)?\s*(?:is|是|应该是)?\s*(?:the\s+)?(?:correct|right|best|正确|对的)(?![a-z])/g;
const negated = /(?:\bnot|n't|\bnever|不是|不选|不应选|排除|并非)\s*(?:option\s*|选项\s*)?["'(]*$/i;
/** Words that may follow an A that is a letter and no article. */
const afterLetter =
  /^\s+(?:is|are|was|or|and|not|but|because|since|as|based|with|due|for|from|in|on|at|given|that|which|this|it|the|seems|could|would|should|may|might|rather|by|since|if|when|where|means|shows|matches|fits)\b/;
const letterHere = /^([A-Za-z])(?![A-Za-z0-9'’])/;
const joined =
  /^[)\]}"'’”\s*]*(?:,|、|\/|&|or\b|and\b|和|或者?|与|及)\s*(?:option\s*|选项)?["'([]*([A-Za-z])(?![A-Za-z0-9'’])/i;

const fail = (outcome: ChoiceOutcome): Extracted => ({ outcome, option: null, letterless: false });

/** `options` of the question by letter. Never guesses: every text that is not exactly one option has another outcome. */
export function extractChoice(raw: string | null | undefined, options: Options): Extracted {
  const given = (raw ?? "").replace(/\ufeff/g, "").trim();
  if (given === "") return fail("empty");
  if (failure.test(given)) return fail("error");
  const told = withoutReasoning(given);
  const inside = structured(told);
  if (inside !== null) return extractChoice(inside, options);
  if (noValue.test(told)) return fail("unparsed");
  const whole = exactText(told, options);
  const plain = narrow(told);
  const bare = bareLetter(plain);
  if (bare !== null) {
    const got = judge(bare, "", options);
    return whole !== null && got.option !== whole ? fail("conflict") : got;
  }
  if (whole !== null) return { outcome: "option", option: whole, letterless: true };
  if (severalLetters(plain, options)) return fail("ambiguous");
  return finalAnswer(plain, options) ?? firstLine(plain, options) ?? looseAnswer(told, plain, options);
}

/** Full-width letters and signs as plain ones. ① stays: it tells one gloss from another. */
const narrow = (text: string): string =>
  text.replace(/[^\p{ASCII}]/gu, (sign) => {
    const form = sign.normalize("NFKC");
    return /^[ -/:-~]$/.test(form) ? form : sign;
  });

function withoutReasoning(text: string): string {
  const closed = !/<\/think/i.test(text) ? text : text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, "");
  const after = closed.split(/<\/think(?:ing)?>/i).at(-1) as string;
  return (after.split(/<think(?:ing)?>/i)[0] as string).trim();
}

function structured(text: string): string | null {
  const fenced = text.startsWith("```") && text.endsWith("```");
  const body = fenced
    ? text
        .slice(3, -3)
        .replace(/^json\b/i, "")
        .trim()
    : text;
  try {
    const parsed = JSON.parse(body) as Record<string, unknown>;
    for (const name of ["answer", "final_answer", "Answer", "option", "choice", "prediction", "答案"]) {
      const value = parsed[name];
      if (typeof value === "string" || typeof value === "number") return String(value);
    }
  } catch {
    return null;
  }
  return null;
}

const known = (options: Options): Letter[] => letters.filter((letter) => (options[letter] ?? "") !== "");
const bareForm = (text: string): string =>
  text
    .normalize("NFC")
    .trim()
    .replace(/^[\s"'“”‘’「」《》*]+|[\s"'“”‘’「」《》*。.!！]+$/g, "");

function exactText(text: string, options: Options): Letter | null {
  if (text.length > 1000) return null;
  const form = bareForm(text).toLowerCase();
  const hits = known(options).filter((letter) => bareForm(options[letter] as string).toLowerCase() === form);
  return hits.length === 1 ? (hits[0] as Letter) : null;
}

/** A letter with nothing but signs about it. Longer texts are no bare letter, whatever signs a model repeats. */
const bareLetter = (plain: string): string | null =>
  plain.length > 60
    ? null
    : (/^[^\p{L}\p{N}]*(?:\\boxed\{|option\s|选项)?[^\p{L}\p{N}]*([A-Za-z])[^\p{L}\p{N}]*$/iu.exec(plain)?.[1] ?? null);

/** "AB", "ABD": nothing but letters of options, more than one. */
const severalLetters = (plain: string, options: Options): boolean =>
  new Set(plain).size > 1 && [...plain].every((one) => known(options).includes(one as Letter));

/** A letter that was chosen, with the words that stand right behind it. */
function judge(letter: string, behind: string, options: Options): Extracted {
  const upper = letter.toUpperCase() as Letter;
  if (!known(options).includes(upper)) return fail("out_of_range");
  const named = textsIn(behind, options);
  if (named.length > 0 && !named.includes(upper)) return fail("conflict");
  return { outcome: "option", option: upper, letterless: false };
}

const sentence = (text: string): string => text.split(/[\n。!?！？]|\.\s/)[0] as string;

function finalAnswer(plain: string, options: Options): Extracted | null {
  const boxed = [...plain.matchAll(/\\boxed\{\s*(?:\\text\{)?\s*([^{}]*)\}/g)].at(-1)?.[1];
  if (boxed !== undefined) return extractChoice(boxed, options);
  let last: Extracted | null = null;
  const phrases = [...plain.matchAll(finalPhrase), ...plain.matchAll(praised)].sort((a, b) => a.index - b.index);
  for (const phrase of phrases) {
    const from = phrase[1] === undefined ? phrase.index + phrase[0].length : phrase.index;
    const rest = plain.slice(from, from + nearby);
    const letter = letterHere.exec(rest)?.[1];
    if (letter !== undefined) {
      const behind = rest.slice(1);
      if (isWord(letter, behind) || isNegated(plain, from)) continue;
      const other = joined.exec(behind)?.[1];
      last =
        other !== undefined && other.toUpperCase() !== letter.toUpperCase()
          ? fail("ambiguous")
          : judge(letter, sentence(behind.replace(/^[).\]:、,\s]+/, "")), options);
      continue;
    }
    const named = textsIn(sentence(rest), options);
    if (named.length === 1) last = { outcome: "option", option: named[0] as Letter, letterless: true };
  }
  return last;
}

/** How far behind a phrase its words are looked at. */
const nearby = 400;
const isNegated = (plain: string, at: number): boolean => negated.test(plain.slice(Math.max(0, at - 30), at));

/** Whether a letter is a word: an article, or the "I" of a sentence. */
function isWord(letter: string, behind: string): boolean {
  if (letter === "I" || letter === "i") return /^[\s,]/.test(behind);
  if (letter === letter.toLowerCase()) return /^\s+[a-z]/i.test(behind);
  return letter === "A" && /^\s+[a-z]/.test(behind) && !afterLetter.test(behind);
}

/** "C、老师", "(B) ...", or a first line that is a letter and nothing else. */
function firstLine(plain: string, options: Options): Extracted | null {
  const lines = plain.split("\n").map((line) => line.trim());
  const first = lines[0] as string;
  const rest = lines.slice(1);
  const alone = bareLetter(first);
  if (alone !== null) {
    const others = rest.map(bareLetter).filter((letter) => letter !== null && letter !== alone);
    return others.length > 0 ? fail("ambiguous") : judge(alone, "", options);
  }
  const led = /^[("'*[\s]*([A-Za-z])[)\]*]*\s*[.:、,)\]*]+\s*(.*)$/.exec(first);
  if (led === null) return null;
  const [, letter, behind] = led as unknown as [string, string, string];
  if (isWord(letter, first.slice(first.indexOf(letter) + 1))) return null;
  const others = [behind, ...rest].flatMap((line) => looseLetters(line, options));
  if (others.some((other) => other !== letter.toUpperCase())) return fail("ambiguous");
  return judge(letter, sentence(behind), options);
}

/** Option letters that stand alone; the article of "A sign" is none. */
function looseLetters(plain: string, options: Options): Letter[] {
  const found = new Set<Letter>();
  for (const hit of plain.matchAll(/(?<![A-Za-z0-9'’])([A-Z])(?![A-Za-z0-9'’])/g)) {
    const letter = hit[1] as Letter;
    if (!known(options).includes(letter)) continue;
    const behind = plain.slice(hit.index + 1, hit.index + nearby);
    if (!isWord(letter, behind) && !isNegated(plain, hit.index)) found.add(letter);
  }
  return [...found];
}

function looseAnswer(told: string, plain: string, options: Options): Extracted {
  const alone = looseLetters(plain, options);
  const named = textsIn(told, options);
  const refused = refusing.test(plain);
  if (alone.length === 1) {
    const letter = alone[0] as Letter;
    if (named.length > 0 && !named.includes(letter)) return fail("conflict");
    return { outcome: "option", option: letter, letterless: false };
  }
  if (everything.test(plain)) return fail("ambiguous");
  if (refused) return fail("refusal");
  if (alone.length > 1) return fail("ambiguous");
  if (named.length === 1) return { outcome: "option", option: named[0] as Letter, letterless: true };
  return fail(named.length === 0 ? "unparsed" : "ambiguous");
}

/** Options whose text occurs, not counting one that occurs only inside a longer one. */
function textsIn(text: string, options: Options): Letter[] {
  let left = text.normalize("NFC").toLowerCase();
  const found: Letter[] = [];
  const byLength = known(options)
    .map((letter) => [letter, (options[letter] as string).normalize("NFC").trim().toLowerCase()] as const)
    .sort(([, a], [, b]) => b.length - a.length);
  for (const [letter, form] of byLength) {
    const latin = /^[\p{Script=Latin}]/u.test(form);
    const quoted = form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const seen = new RegExp(latin ? `(?<![\\p{L}\\p{N}])${quoted}(?![\\p{L}\\p{N}])` : quoted, "gu");
    if (!seen.test(left)) continue;
    found.push(letter);
    left = left.replace(seen, "\0");
  }
  return found;
}
