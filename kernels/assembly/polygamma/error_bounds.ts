// Error bounds of the fast phase of polygamma of order n >= 3 (polygamma/fast.ts), relative to its terms; s =
// n + 1. tests/kernels/bounds_test.ts searches for the largest error in units of these bounds.

/**
 * The relative error of g, from entries and from farZeta (of orders n whose results at
 * 2^14 are not 0), for g(x) and for g(1 - x), where the slope that the low part of 1 - x is multiplied by
 * lacks some terms. deno task prove --every made_polygamma proves it for the entries of every order.
 */
export const ZETA_PART: f64 = 2.710505431213761e-19; // 1.25 2^-62

const NEAR_PART_3: f64 = 1.3552527156068805e-20; // 2^-66
const NEAR_PART: f64 = 6.776263578034403e-21; // 2^-67

/**
 * The same of the two terms at a and 1 - a of the reflection, a >= 2^-6. There g is 1, which is
 * exact, and h = (y/(y + 1))^s g(y + 1), whose entry loses 2^-60 of it: c2, up to 4.4 h and times 2^-12, is
 * rounded four times, and c1l, up to 2^-6 of 3.3 h and times 2^-6, three times. At y = 1/2 h is 0.015
 * for n = 3, 0.0045 for n = 4, and falls by 3 with each further n, faster than c2/h grows. Where 1 -
 * a is larger than 1/2, and h with it, the power that its term is multiplied by falls faster.
 */
// @ts-ignore: decorator
@inline
export function nearPart(n: i32): f64 {
  return n == 3 ? NEAR_PART_3 : NEAR_PART;
}

const ENTRY_ZERO_PART: f64 = 3.3881317890172014e-20; // 5 2^-67

/**
 * The relative error of the sum where a is smaller: there the term at a is nearly all of it.
 * Economisation of entry 0, [0, 2^-6), costs binomial(8, n) c^9/256, c = 2^-7: at most 70 2^-71, and
 * nothing for higher orders. A test for each element would cost more than the accurate phase of the few that this takes there.
 */
// @ts-ignore: decorator
@inline
export function entryZeroPart(n: i32): f64 {
  return n > 8 ? 0 : ENTRY_ZERO_PART;
}

const POWER_PART: f64 = 1.5220123270975708e-23; // 1.15 2^-76

/**
 * The relative error of a power. That of a product of double-doubles is 1.15 2^-77, where the sum of the two middle products
 * of arithmetic/error_free.ts has 54 bits. The error of the inverse or the ratio, at most the same, counts s times, products
 * in the power count s - 1 times, and two more follow: below (2s + 14) 1.15 2^-77. deno task prove powers proves it for every
 * order.
 */
// @ts-ignore: decorator
@inline
export function powerPart(n: i32): f64 {
  return <f64> (n + 8) * POWER_PART;
}
