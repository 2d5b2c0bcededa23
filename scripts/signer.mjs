// Our drawn signer: a figure of a few shapes whose hands, face, head and body follow key poses. The signs are invented;
// nobody can learn a sign language from them.

const skin = "#e3c4a8";
const edge = "#c79f80";
const cloth = "#55707f";
const hair = "#3a2c25";
const lip = "#8c4a3c";

/** Finger angles (degrees from straight up) and lengths of each hand shape. */
const shapes = {
  open: [
    [-44, 24],
    [-20, 36],
    [-2, 39],
    [16, 36],
    [60, 27],
  ],
  flat: [
    [-12, 33],
    [-4, 38],
    [4, 38],
    [12, 34],
    [42, 22],
  ],
  fist: [[48, 16]],
  point: [
    [2, 40],
    [48, 16],
  ],
  two: [
    [-12, 38],
    [12, 38],
    [52, 16],
  ],
  three: [
    [-16, 35],
    [2, 39],
    [20, 36],
    [54, 16],
  ],
  thumb: [[70, 30]],
  little: [
    [-34, 32],
    [62, 28],
  ],
  corner: [
    [2, 40],
    [88, 32],
  ],
  bent: [
    [-30, 18],
    [-10, 22],
    [10, 22],
    [62, 24],
  ],
};

/** Faces: brows (height, slant), eyes (how open; below 0 they smile shut), mouth (curve, how open). */
const faces = {
  calm: [0, 0, 1, 2, 0],
  joy: [-5, 0, -1, 12, 0],
  glad: [-8, 0, 1.15, 13, 9],
  surprised: [-12, 0, 1.5, 0, 12],
  startled: [-10, -6, 1.5, -5, 9],
  worried: [-4, -9, 1, -5, 0],
  sad: [-1, -10, 0.6, -9, 0],
  afraid: [-9, -10, 1.4, -7, 6],
  disgusted: [5, 5, 0.55, -8, 3],
  frustrated: [4, 7, 0.7, -5, 0],
  angry: [7, 11, 0.9, -8, 5],
};

const rest = { l: [118, 352, 172, "fist"], r: [282, 352, 188, "fist"], face: "calm", head: [0, 0, 0], body: [0, 0] };

/**
 * One pose as SVG. A hand is [x, y, turn in degrees, shape]; the left one is the picture's left. head: [x, y, turn],
 * body: [lean, lift].
 */
function drawing({ l, r, face, head, body }) {
  const [lean, lift] = body;
  const arm = ([x, y], side) => {
    const shoulder = [200 + side * 66 + lean, 312 + lift];
    const out = side * (40 + Math.max(0, (330 - y) / 6));
    const elbow = [(shoulder[0] + x) / 2 + out, Math.max(y + 30, (shoulder[1] + y) / 2 + 44)];
    return `<path d="M${pair(shoulder)}Q${pair(elbow)} ${pair([x, y + 8])}" stroke="${cloth}" stroke-width="34"/>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="#b4c1ca"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M${118 + lean / 3} 400c4-86 ${34 + lean * 0.7}-${118 - lift} ${82 + lean * 0.7}-${118 - lift}s78 32 ${82 - lean * 0.7} ${118 - lift}z" fill="${cloth}"/>${headOf(face, [head[0] + lean * 1.3, head[1] + lift, head[2]])}${arm(l, -1)}${arm(r, 1)}${handOf(l, -1)}${handOf(r, 1)}</g></svg>`;
}

function headOf([brow, slant, eye, curve, gap], [x, y, turn]) {
  const eyes = [183, 217].map((cx) =>
    eye < 0
      ? `<path d="M${cx - 8} 191q8-9 16 0" stroke="${hair}" stroke-width="4"/>`
      : `<ellipse cx="${cx}" cy="190" rx="4.2" ry="${n(5.2 * eye)}" fill="${hair}"/>`,
  );
  const brows = [-1, 1].map((side) => {
    const cx = 200 + side * 18;
    const inner = 175 + brow + slant / 2;
    const outer = 175 + brow - slant / 2;
    return `<path d="M${cx - side * 10} ${n(inner)}L${cx + side * 10} ${n(outer)}" stroke="${hair}" stroke-width="4.5"/>`;
  });
  const mouth =
    gap > 1
      ? `<path d="M184 ${n(224 - curve / 4)}q16 ${n(curve - gap * 0.4)} 32 0q-4 ${n(curve + gap * 1.6)} -16 ${n(curve * 0.6 + gap)}q-12 ${n(-gap * 0.2)} -16 ${n(-curve * 0.6 - gap)}z" fill="${lip}" stroke="${lip}" stroke-width="3"/>`
      : `<path d="M184 ${n(223 - curve / 4)}q16 ${n(curve)} 32 0" stroke="${lip}" stroke-width="4.5"/>`;
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)} 200 250)"><circle cx="200" cy="196" r="58" fill="${skin}"/><path d="M142 192c-6-66 32-86 62-84 36 2 62 28 54 86-8-26-20-40-34-46-28 12-60 8-74 2-4 12-6 26-8 42z" fill="${hair}"/>${eyes.join("")}${brows.join("")}${mouth}</g>`;
}

function handOf([x, y, turn, fingers], side) {
  const lines = fingers.map(([angle, length]) => {
    const way = (side * -angle * Math.PI) / 180;
    return `M0 -4L${n(Math.sin(way) * length)} ${n(-4 - Math.cos(way) * length)}`;
  });
  const d = lines.join("");
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"><path d="${d}" stroke="${edge}" stroke-width="17"/><circle r="19" fill="${skin}" stroke="${edge}" stroke-width="3"/><path d="${d}" stroke="${skin}" stroke-width="12"/></g>`;
}

const n = (value) => Math.round(value * 100) / 100;
const pair = ([x, y]) => `${n(x)} ${n(y)}`;
const mix = (a, b, t) => a.map((value, k) => value + ((b[k] ?? value) - value) * t);
const ease = (t) => t * t * (3 - 2 * t);

/** The drawing at `at` (0..1) of a sign: key poses spread evenly, from rest to rest, each held a little. */
export function frameOf({ poses, face = "calm" }, at) {
  const keys = [rest, ...poses, rest].map((pose) => ({ ...rest, face, ...pose }));
  const place = at * (keys.length - 1);
  const k = Math.min(Math.floor(place), keys.length - 2);
  const [from, to] = [keys[k], keys[k + 1]];
  const t = ease(Math.min(1, Math.max(0, (place - k - 0.12) / 0.76)));
  const hand = (a, b) => [...mix(a.slice(0, 3), b.slice(0, 3), t), shapes[t < 0.5 ? a[3] : b[3]]];
  return drawing({
    l: hand(from.l, to.l),
    r: hand(from.r, to.r),
    face: mix(faces[from.face], faces[to.face], t),
    head: mix(from.head, to.head, t),
    body: mix(from.body, to.body, t),
  });
}

/** The drawing of one key pose, for stills. */
export function poseOf({ poses, face = "calm" }, k) {
  const pose = { ...rest, face, ...poses[k] };
  const hand = ([x, y, turn, shape]) => [x, y, turn, shapes[shape]];
  return drawing({ ...pose, l: hand(pose.l), r: hand(pose.r), face: faces[pose.face] });
}
