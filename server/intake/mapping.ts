// Which column of somebody's table holds what: said by the coordinator, or guessed from the headings and told.
import { Problem } from "#schemas/problem";

export interface Field {
  readonly name: string;
  readonly needed: boolean;
  /** Headings that mean it, beside its own name; compared without case, spaces and marks. */
  readonly also: readonly string[];
}
const field = (name: string, ...also: string[]): Field => ({ name, needed: false, also });
const needed = (name: string, ...also: string[]): Field => ({ name, needed: true, also });

export const entryFields: readonly Field[] = [
  field("entry", "index", "id", "no", "number", "编号", "序号"),
  needed("gloss", "word", "term", "label", "meaning", "sign", "词目", "词语", "词", "汉语", "名称"),
  field("glosses", "synonyms", "同义词"),
  field("description", "text", "motion", "howto", "描述", "动作", "动作描述", "说明", "打法"),
  field("image", "picture", "drawing", "photo", "图", "图片", "图像"),
  field("video", "clip", "film", "movie", "视频"),
  field("articulations", "tags", "标签", "类别"),
  field("gestures", "gesturecount", "手势数"),
];
export const clipFields: readonly Field[] = [
  needed("clip", "id", "clipid", "videoname", "utterance", "utteranceid", "item", "name", "编号"),
  field("video", "file", "filename", "videofile", "path", "视频"),
  field("caption", "text", "translation", "sentence", "english", "transcript", "subtitle", "字幕", "译文"),
  field("signer", "participant", "speaker", "actor", "手语者"),
  field("source", "recording", "session", "sourcefile", "来源"),
  field("start", "begin", "from", "starttime", "startframe", "开始"),
  field("end", "to", "stop", "endtime", "endframe", "结束"),
  field("rights"),
  field("credit"),
  field("practice"),
  field("attention"),
  field("reason"),
];

export const ratingFields: readonly Field[] = [
  needed("item", "clip", "clipid", "itemid", "question", "utterance"),
  needed("annotator", "coder", "rater", "person", "worker", "user", "evaluator"),
  needed("label", "emotion", "dimension"),
  needed("value", "score", "rating", "answer"),
  field("confidence", "conf", "certainty"),
  field("occasion", "round"),
  field("reason"),
  field("at"),
  field("shown"),
  field("seat"),
  field("skipped"),
];

const plain = (heading: string): string =>
  heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

export interface Mapping {
  /** Heading by field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly unread: readonly string[];
}

/**
 * @param given heading by field, as the coordinator says; for other fields a heading is guessed that says the same, each
 * heading once. Problem "bad-value" where `given` names an unknown field, or a heading that the table lacks.
 */
export function mapColumns(
  file: string,
  headings: readonly string[],
  fields: readonly Field[],
  given: Readonly<Record<string, string>> = {},
): Mapping {
  const columns: Record<string, string> = {};
  for (const [name, heading] of Object.entries(given)) {
    if (!fields.some((one) => one.name === name))
      refuse(file, `there is no field "${name}"`, `Fields are: ${fields.map((one) => one.name).join(", ")}.`);
    if (heading === "") continue;
    if (!headings.includes(heading))
      refuse(file, `there is no column "${heading}" for ${name}`, `The columns are: ${headings.join(", ")}.`);
    columns[name] = heading;
  }
  const taken = new Set(Object.values(columns));
  const take = (wanted: (one: Field, heading: string) => boolean): void => {
    for (const one of fields) {
      if (one.name in columns || given[one.name] === "") continue;
      const heading = headings.find((name) => !taken.has(name) && wanted(one, plain(name)));
      if (heading === undefined) continue;
      columns[one.name] = heading;
      taken.add(heading);
    }
  };
  take((one, heading) => plain(one.name) === heading);
  take((one, heading) => one.also.includes(heading));
  return { columns, unread: headings.filter((heading) => !taken.has(heading)) };
}

function refuse(file: string, message: string, mend: string): never {
  throw new Problem("bad-value", `${file}: ${message}`, [{ file, line: 1, message, mend }]);
}
