// Writes two study folders from the real clips in ../shared/data/intel-asl-gestures (CC BY 4.0): node
// scripts/real-folders.mjs OUT makes OUT/emotion (20 clips) and OUT/quiz (10 signs in three modalities).
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const from = resolve(import.meta.dirname, "../../shared/data/intel-asl-gestures");
const out = process.argv[2];
if (out === undefined || !existsSync(from)) {
  process.stderr.write(out === undefined ? "usage: node scripts/real-folders.mjs OUT\n" : `${from} is not there\n`);
  process.exit(1);
}
const credit = "Intel / intel-iot-devkit sample-videos contributors (CC BY 4.0; cropped and re-encoded)";
const stems = (folder) =>
  readdirSync(join(from, folder))
    .map((name) => name.replace(/\.[^.]*$/, ""))
    .sort();
const cell = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const csv = (rows) => `${rows.map((row) => row.map((value) => cell(String(value))).join(",")).join("\n")}\n`;
const lines = (records) => `${records.map((record) => JSON.stringify(record)).join("\n")}\n`;

function folder(name, study, people) {
  const root = join(out, name);
  mkdirSync(join(root, "media"), { recursive: true });
  writeFileSync(join(root, "study.json"), `${JSON.stringify(study, null, 2)}\n`);
  writeFileSync(join(root, "people.csv"), csv([["code", "role", "seat", "language"], ...people]));
  return root;
}

const emotion = folder(
  "emotion",
  {
    id: "real-feelings",
    title: "Real clips: feelings",
    protocol: "emotion",
    languages: ["en", "zh-Hans"],
    signLanguage: "ase",
    settings: { captions: "hidden" },
  },
  [
    ["R1", "annotator", "panel", "en"],
    ["R2", "annotator", "panel", "zh-Hans"],
    ["R3", "annotator", "panel", "en"],
    ["H1", "annotator", "comparison", "en"],
  ],
);
const clips = [["clip", "video", "caption", "signer", "source", "rights", "credit"]];
for (const [k, stem] of stems("mp4").entries()) {
  copyFileSync(join(from, "mp4", `${stem}.mp4`), join(emotion, "media", `${stem}.mp4`));
  clips.push([
    `clip-${String(k + 1).padStart(2, "0")}`,
    `${stem}.mp4`,
    stem.toUpperCase(),
    "",
    "asl_gestures",
    "open",
    credit,
  ]);
}
writeFileSync(join(emotion, "clips.csv"), csv(clips));

/** Our own words for what the hands do in these recordings; no dictionary stands behind them. */
const descriptions = {
  again: "One palm is up. The bent fingers of the other hand turn over and land in it.",
  book: "Both palms touch, then open outward with the little fingers together.",
  eat: "The closed finger tips go to the mouth.",
  help: "A closed hand with the thumb up rests in the other palm, and both go up.",
  learn: "Finger tips take something from a flat palm and bring it to the forehead.",
  night: "One arm lies level. The other wrist rests on it, the hand hanging down over it.",
  school: "One flat palm comes down on the other, two times.",
  sister: "The thumb touches the side of the chin, then both pointing fingers meet in front.",
  thanks: "A flat hand starts at the chin and goes forward and down.",
  yes: "A closed hand nods at the wrist, like a head.",
};
const glosses = Object.keys(descriptions).sort();
const quiz = folder(
  "quiz",
  {
    id: "real-quiz",
    title: "Real clips: which sign is it?",
    protocol: "choice",
    languages: ["en", "zh-Hans"],
    signLanguage: "ase",
    settings: { order: "as-listed" },
  },
  [
    ["X1", "expert", "panel", "en"],
    ["X2", "expert", "panel", "zh-Hans"],
    ["X3", "expert", "panel", "en"],
  ],
);
const letters = ["A", "B", "C", "D"];
const tags = [
  { air_writing: true, finger_spelling: false, manual_alphabet: false },
  { air_writing: false, finger_spelling: true, manual_alphabet: false },
  { air_writing: false, finger_spelling: false, manual_alphabet: true },
  { air_writing: false, finger_spelling: false, manual_alphabet: false },
];
const questions = [];
const key = [["id", "answer", "gloss"]];
for (const kind of ["videos", "images"]) mkdirSync(join(quiz, "media", kind), { recursive: true });
for (const [k, gloss] of glosses.entries()) {
  for (const modality of ["text", "image", "video"]) {
    const name = String(k + 1).padStart(4, "0");
    if (modality === "video")
      copyFileSync(join(from, "mp4", `${gloss}.mp4`), join(quiz, "media/videos", `${name}.mp4`));
    if (modality === "image")
      copyFileSync(join(from, "stills", `${gloss}.jpg`), join(quiz, "media/images", `${name}.jpg`));
    const turn = (k * 3 + ["text", "image", "video"].indexOf(modality)) % 4;
    const options = [0, 1, 3, 6].map((step) => glosses[(k + step) % glosses.length]);
    const order = letters.map((_, place) => options[(place + turn) % 4]);
    const id = `q${name}_${modality}`;
    const input = { text: descriptions[gloss], image: `images/${name}.jpg`, video: `videos/${name}.mp4` }[modality];
    questions.push({
      id,
      entry: name,
      modality,
      input,
      question: "What does this sign mean?",
      options: Object.fromEntries(letters.map((letter, place) => [letter, order[place]])),
      category: tags[k % 4],
      rights: "open",
      credit,
    });
    key.push([id, letters[order.indexOf(gloss)], gloss]);
  }
}
writeFileSync(join(quiz, "questions.jsonl"), lines(questions));
writeFileSync(join(quiz, "key.csv"), csv(key));
process.stdout.write(`${emotion}\n${quiz}\n`);
