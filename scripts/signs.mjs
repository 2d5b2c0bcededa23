// The signs and utterances of the demo: invented movements, one differing from the next.
// A hand is [x, y, turn, shape] in a picture of 400 x 400; the left hand is the picture's left.

const l = (x, y, turn, shape) => ({ l: [x, y, turn, shape] });
const r = (x, y, turn, shape) => ({ r: [x, y, turn, shape] });
const both = (left, right) => ({ l: left, r: right });
const again = (times, ...poses) => Array.from({ length: times }, () => poses).flat();

export const signs = {
  "0001": { poses: [r(280, 300, 0, "flat"), r(272, 210, -10, "open"), r(262, 130, -20, "open")] },
  "0002": {
    poses: again(
      2,
      both([150, 300, 80, "flat"], [250, 210, -90, "flat"]),
      both([150, 300, 80, "flat"], [250, 280, -90, "flat"]),
    ),
  },
  "0003": {
    poses: [
      both([176, 230, 24, "point"], [224, 230, -24, "point"]),
      both([160, 270, 24, "point"], [240, 270, -24, "point"]),
    ],
  },
  "0004": { poses: again(2, r(240, 240, 0, "bent"), r(286, 236, 14, "bent")) },
  "0005": {
    poses: [both([170, 260, 0, "two"], [230, 250, -90, "flat"]), r(200, 190, 0, "point"), r(200, 300, 180, "point")],
  },
  "0006": {
    poses: [
      r(226, 150, 20, "point"),
      r(176, 176, 0, "point"),
      r(244, 196, 0, "point"),
      r(206, 210, 0, "point"),
      r(206, 284, 0, "point"),
    ],
  },
  "0007": {
    poses: again(
      2,
      both([160, 270, 90, "flat"], [240, 220, 0, "flat"]),
      both([160, 270, 90, "flat"], [240, 256, 0, "flat"]),
    ),
  },
  "0008": { poses: [r(236, 236, 0, "corner"), r(286, 222, 20, "corner"), r(236, 236, 0, "corner")] },
  "0009": {
    poses: again(
      2,
      both([140, 160, 180, "open"], [262, 160, 180, "open"]),
      both([130, 260, 180, "open"], [270, 260, 180, "open"]),
    ),
  },
  "0010": {
    poses: [r(180, 220, 90, "point"), r(250, 220, 90, "point"), both([160, 280, 90, "flat"], [240, 280, -90, "flat"])],
  },
  "0011": { poses: again(2, r(222, 236, 10, "little"), r(284, 260, 50, "little")) },
  "0012": {
    poses: [
      r(236, 210, 0, "three"),
      r(180, 240, 90, "point"),
      r(270, 250, 90, "point"),
      both([130, 300, 40, "fist"], [280, 250, 0, "corner"]),
    ],
  },
};

/** Spoken nothing: an utterance is poses with a face, and the head and body that go with it. */
export const utterances = {
  u01: {
    face: "joy",
    poses: again(
      2,
      { ...both([120, 170, -10, "open"], [280, 170, 10, "open"]), body: [0, -8] },
      { ...both([150, 260, 20, "flat"], [250, 260, -20, "flat"]), head: [0, 4, 4] },
    ),
  },
  u02: {
    face: "sad",
    poses: [
      { ...r(226, 240, -20, "bent"), head: [-4, 8, -7], body: [0, 10] },
      { ...r(214, 300, -40, "bent"), head: [-6, 14, -9], body: [0, 12] },
      { ...both([160, 320, 60, "fist"], [240, 320, -60, "fist"]), head: [0, 14, 0], body: [0, 12] },
    ],
  },
  u03: {
    face: "angry",
    poses: again(
      3,
      { ...both([140, 250, 0, "fist"], [260, 210, 0, "fist"]), head: [0, 4, 0], body: [6, 0] },
      { ...both([150, 300, 20, "fist"], [250, 290, -20, "fist"]), head: [0, 9, 0], body: [-6, 4] },
    ),
  },
  u04: {
    face: "calm",
    poses: [r(250, 240, 0, "flat"), both([150, 270, 70, "flat"], [250, 270, -70, "flat"]), r(220, 220, 30, "point")],
  },
  u05: {
    face: "worried",
    poses: again(
      2,
      { ...both([176, 262, 30, "bent"], [224, 262, -30, "bent"]), head: [-6, 2, -4] },
      { ...both([168, 282, 40, "bent"], [232, 282, -40, "bent"]), head: [6, 2, 4] },
    ),
  },
  u06: {
    face: "glad",
    poses: again(
      3,
      { ...both([110, 140, -20, "open"], [290, 140, 20, "open"]), body: [0, -12] },
      { ...both([130, 230, 0, "open"], [270, 230, 0, "open"]), body: [0, 4] },
    ),
  },
  u07: {
    face: "disgusted",
    poses: [
      { ...r(236, 232, 20, "bent"), head: [-8, 0, -8], body: [-10, 0] },
      { ...r(300, 260, 70, "open"), head: [-14, 2, -12], body: [-14, 2] },
      { ...r(312, 280, 80, "open"), head: [-10, 2, -8], body: [-10, 2] },
    ],
  },
  u08: {
    face: "surprised",
    poses: [
      { ...both([146, 220, 0, "fist"], [254, 220, 0, "fist"]), body: [0, 4] },
      { ...both([116, 190, -14, "open"], [284, 190, 14, "open"]), head: [0, -8, 0], body: [0, -14] },
      { ...both([120, 200, -10, "open"], [280, 200, 10, "open"]), head: [0, -6, 0], body: [0, -10] },
    ],
  },
  u09: {
    face: "frustrated",
    poses: again(
      2,
      { ...both([160, 300, 50, "fist"], [236, 250, 40, "two"]), head: [0, 2, 5] },
      { ...both([170, 310, 50, "fist"], [280, 290, 90, "open"]), head: [0, 8, -5], body: [0, 8] },
    ),
  },
  u10: {
    face: "afraid",
    poses: [
      { ...both([150, 230, 10, "open"], [250, 230, -10, "open"]), body: [-12, 4], head: [-6, 2, -4] },
      { ...both([156, 210, 16, "open"], [244, 210, -16, "open"]), body: [-18, 8], head: [-8, 2, -6] },
      { ...l(150, 260, 20, "bent"), body: [-8, 6] },
    ],
  },
};

/** How each video is written: frames a second, seconds, and WebM for a few. */
export const takes = {
  "0002": { fps: 30, seconds: 2.4 },
  "0006": { fps: 25, seconds: 3, webm: true },
  "0009": { fps: 30, seconds: 2 },
  u02: { fps: 30, seconds: 3 },
  u03: { fps: 25, seconds: 2.4 },
  u08: { fps: 24, seconds: 2, webm: true },
};
export const usual = { fps: 24, seconds: 2.5 };
