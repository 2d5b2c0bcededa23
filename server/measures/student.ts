// Student's t at 95 %, two-sided. The root is searched as cdflib does it (and SciPy up to 1.14 with it), to the same
// stopping rule of 1e-8, so that intervals equal those of the tools that people will compare them with, digit by digit.
import { incompleteBeta, z95 } from "./distributions.ts";

const tail = 0.025;
const near = 1e-8;

/** 97.5 % point of Student's t with df >= 1 degrees of freedom. Source: Brown, Lovato and Russell, DCDFLIB. */
export function t95(df: number): number {
  const f = (t: number) => 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5) - tail;
  const start = expansion(df);
  if (f(start) === 0) return start;
  const [low, high] = bracket(f, start);
  return root(f, low, high);
}

/** Cornish and Fisher's expansion about the normal point. */
function expansion(df: number): number {
  const square = z95 * z95;
  const terms: [readonly number[], number][] = [
    [[1, 1], 4],
    [[3, 16, 5], 96],
    [[-15, 17, 19, 3], 384],
    [[-945, -1920, 1482, 776, 79], 92160],
  ];
  let sum = z95;
  let power = 1;
  for (const [coefficients, below] of terms) {
    power *= df;
    const term = coefficients.reduceRight((value, one) => value * square + one, 0);
    sum += (term * z95) / (power * below);
  }
  return sum;
}

type Falling = (t: number) => number;

function bracket(f: Falling, start: number): [number, number] {
  const up = f(start) > 0;
  let step = Math.max(0.5, 0.5 * start);
  let from = start;
  for (;;) {
    const to = up ? from + step : from - step;
    if (up ? f(to) <= 0 : f(to) >= 0) return up ? [from, to] : [to, from];
    from = to;
    step *= 5;
  }
}

/** Algorithm R of Bus and Dekker (1975): secant and hyperbola steps, bisection where they stall. */
function root(f: Falling, low: number, high: number): number {
  let b = low;
  let fb = f(b);
  let a = high;
  let fa = f(a);
  let c = a;
  let fc = fa;
  let d = 0;
  let fd = 0;
  let stalled = 0;
  let first = true;
  for (;;) {
    if (Math.abs(fc) < Math.abs(fb)) {
      if (c !== a) {
        d = a;
        fd = fa;
      }
      a = b;
      fa = fb;
      b = c;
      fb = fc;
      c = a;
      fc = fa;
    }
    const reach = 0.5 * near * Math.abs(b);
    const half = (c + b) * 0.5 - b;
    if (!(Math.abs(half) > reach)) return b;
    let step = half;
    if (stalled <= 3) {
      const least = half < 0 ? -reach : reach;
      let p = (b - a) * fb;
      let q: number;
      if (first) {
        q = fa - fb;
        first = false;
      } else {
        const ofB = (fd - fb) / (d - b);
        const ofA = (fd - fa) / (d - a);
        p *= ofA;
        q = ofB * fa - ofA * fb;
      }
      if (p < 0) {
        p = -p;
        q = -q;
      }
      if (stalled === 3) p *= 2;
      step = p === 0 || p <= q * least ? least : p < half * q ? p / q : half;
    }
    d = a;
    fd = fa;
    a = b;
    fa = fb;
    b += step;
    fb = f(b);
    if (fc * fb >= 0) {
      c = a;
      fc = fa;
      stalled = 0;
    } else stalled = step === half ? 0 : stalled + 1;
  }
}
