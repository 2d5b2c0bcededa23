// The few probability functions that intervals need, to about twelve digits.

/** Two-sided 95 % point of the normal distribution. */
export const z95 = 1.959963984540054;

const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** log of the gamma function for x > 0 (Lanczos, g = 7; Stirling's series above 30). */
export function logGamma(x: number): number {
  if (x > 30) {
    const inverse = 1 / x;
    const square = inverse * inverse;
    const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
    return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
  }
  let sum = lanczos[0] as number;
  for (let i = 1; i < lanczos.length; i++) sum += (lanczos[i] as number) / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      if (Math.abs(c) < tiny) c = tiny;
      fraction *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return front * fraction;
}

/** Probability that a fair coin gives at most k heads in n throws. */
export function fairCoin(k: number, n: number): number {
  let sum = 0;
  for (let i = 0; i <= k; i++) sum += Math.exp(logGamma(n + 1) - logGamma(i + 1) - logGamma(n - i + 1) - n * Math.LN2);
  return Math.min(1, sum);
}

/** Quantile of sorted values, type 7 (linear between order statistics). */
export function quantile7(sorted: ArrayLike<number>, p: number): number {
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (at - below) * (high - low);
}
