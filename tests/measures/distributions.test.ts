// Quantiles against values computed to thirty digits elsewhere (mpmath).
import { describe, expect, it } from "vitest";
import { fairCoin, incompleteBeta, logGamma, quantile7 } from "#server/measures/distributions";
import { t95 } from "#server/measures/student";

describe("Student's t", () => {
  it.each([
    [1, 12.7062047361747],
    [3, 3.18244630528371],
    [10, 2.228138851986275],
    [39, 2.022690920036761],
    [195, 1.972204051268444],
    [99_999, 1.9599877077718448],
  ])("at 97.5 %% with %i degrees of freedom is right to 1e-8 of itself", (df, wanted) => {
    expect(Math.abs(t95(df) / wanted - 1)).toBeLessThan(1e-8);
  });
});

it("a fair coin is summed exactly", () => {
  expect(fairCoin(0, 3)).toBeCloseTo(1 / 8, 15);
  expect(fairCoin(2, 4)).toBeCloseTo(11 / 16, 14);
  expect(fairCoin(1000, 4000)).toBeGreaterThan(0);
});

it("the gamma function meets factorials on both of its branches", () => {
  expect(logGamma(6)).toBeCloseTo(Math.log(120), 13);
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 13);
  expect(logGamma(31)).toBeCloseTo(74.65823634883016, 12);
});

it("the incomplete beta function is 0, x and 1 where it must be", () => {
  expect(incompleteBeta(0, 2, 3)).toBe(0);
  expect(incompleteBeta(1, 2, 3)).toBe(1);
  expect(incompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 14);
  expect(incompleteBeta(-0.5, 2, 3)).toBe(0);
  expect(incompleteBeta(1.5, 2, 3)).toBe(1);
});

it("the incomplete beta function of whole numbers is the tail of a binomial, on both sides of its middle", () => {
  expect(incompleteBeta(0.3, 2, 3)).toBeCloseTo(1 - 0.7 ** 4 - 4 * 0.3 * 0.7 ** 3, 13);
  expect(incompleteBeta(0.8, 2, 3)).toBeCloseTo(1 - 0.2 ** 4 - 4 * 0.8 * 0.2 ** 3, 13);
  expect(incompleteBeta(0.99, 6, 2)).toBeCloseTo(0.99 ** 7 + 7 * 0.99 ** 6 * 0.01, 13);
  expect(incompleteBeta(0.5, 500, 500)).toBeCloseTo(0.5, 12);
});

it("quantiles of type 7 lie between order statistics", () => {
  expect(quantile7([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(quantile7([5], 0.025)).toBe(5);
  expect(quantile7([1, 2], 1)).toBe(2);
});
