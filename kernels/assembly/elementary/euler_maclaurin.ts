// Euler–Maclaurin's series on balls, with its remainder, and the Bernoulli numbers it needs. Last phase of the gamma
// family: lgamma, digamma, polygamma and Barnes's G all end in the series below, at an argument Y far enough to the right.
//
//   S(Y) = sum over k >= first of c(k) t(k),   c(k) = B(2k)/(2k)!,   t(k + 1) = t(k) (2k + u) (2k + v)/Y^2
//
//   u, v         t(1)           series of
//   -1, 0        1/Y            lgamma (DLMF 5.11.1)
//   0, 1         1/Y^2          digamma (DLMF 5.11.2)
//   s - 1, s     s/Y            Y^s zeta(s, Y) (DLMF 25.11.5 and 2.10.1)
//   -2, 1        first = 2      ln G(Y + 1) (DLMF 5.17.5)
//
// Remainder. The first three are the sums sum over j of f(Y + j) for f = -ln, 1/y, y^-s. The derivatives of each f from
// some order on have alternating signs everywhere, so that the remainder after any number of terms has the sign of the
// first omitted term and is at most as large (DLMF 2.10(i)). For G, the derivative of the remainder is Y times that of
// digamma, which keeps its sign, so that integrating the inequality from Y to infinity gives it for G. The first omitted
// term therefore goes into the radius. This holds for each number of the ball Y, whatever Y is: a Y too small costs
// accuracy, not rigour.
//
// B(2k) = (-1)^(k - 1) 2k T(k)/(4^k (4^k - 1)), T the tangent numbers 1, 2, 16, ..., which have a recurrence whose terms
// are all positive: nothing cancels, and rounded balls are enough. n numbers take n^2/2 steps, once for each precision.

import {
  add,
  copy,
  divide,
  isUnknown,
  mark,
  multiply,
  multiplyInteger,
  newBall,
  precision,
  release,
  scale,
  setInteger,
  setPrecision,
  setUnknown,
  subtract,
  upperExponent,
  widen,
} from "../arithmetic/ball";
import { remainingBudget, setBudget } from "../arithmetic/limbs";

/** Bits that the recurrence may lose: it has at most 3 (2 MAX_TERMS) roundings from the first number to the last. */
const GUARD_BITS: i32 = 16;
/** Terms that are small beside the sum are computed with fewer bits, but never with fewer than this. */
const LEAST_BITS: i32 = 64;

// The numbers are kept for five precisions, 320 2^i. Which of them is used depends on the working precision alone, and
// making them is not taken from the budget of work: results do not depend on what was computed before. At Y >= `farEnough`
// a precision needs at most bits/7 terms.
const SHORTEST: i32 = 320;
const TIERS: i32 = 5;
const MAX_TERMS: i32 = 426; // and 53, 106, 213 of the shorter ones
/** At first so many numbers are made, then twice as many, and so on. */
const FIRST_COUNT: i32 = 32;
/** Bytes of a ball of the shortest precision without its limbs. */
const HEADER: i32 = 48;
const NUMBERS: usize = memory.data(517288, 16); // the sum over all tiers of mostTerms times strideOf
/** How many of them there are, by precision. */
const COUNTS: usize = memory.data<i32>([0, 0, 0, 0, 0], 16);

/** The smallest i with 320 2^i >= bits, or the last one. */
function tierOf(bits: i32): i32 {
  let tier = 0;
  while (tier < TIERS - 1 && SHORTEST << tier < bits) tier++;
  return tier;
}

// @ts-ignore: decorator
@inline
function mostTerms(tier: i32): i32 {
  return min(MAX_TERMS, (SHORTEST << tier) / 6);
}

/** Bytes of a number of a tier: GUARD_BITS more than the bits of the tier, rounded up to limbs. */
// @ts-ignore: decorator
@inline
function strideOf(tier: i32): usize {
  return HEADER + 4 * (((SHORTEST << tier) + GUARD_BITS + 31) >> 5);
}

/** Where the numbers of a tier begin. */
function begin(tier: i32): usize {
  let at = NUMBERS;
  for (let i = 0; i < tier; i++) at += <usize> mostTerms(i) * strideOf(i);
  return at;
}

/** The address of c(k), k <= mostTerms(tier). */
function coefficient(k: i32, tier: i32): usize {
  const known = load<i32>(COUNTS + (<usize> tier << 2));
  if (k > known) {
    let most = max(known, FIRST_COUNT);
    while (most < k) most *= 2;
    makeCoefficients(tier, min(most, mostTerms(tier)));
  }
  return begin(tier) + <usize> (k - 1) * strideOf(tier);
}

function makeCoefficients(tier: i32, most: i32): void {
  const kept = precision();
  const budget = remainingBudget();
  const before = mark();
  setBudget(i64.MAX_VALUE);
  setPrecision((SHORTEST << tier) + GUARD_BITS);
  const part = newBall();
  const factorial = newBall();
  const one = newBall();
  const first = begin(tier);
  const stride = strideOf(tier);
  const end = first + <usize> most * stride;
  setInteger(one, 1);
  copy(first, one);
  for (let at = first + stride, k = 1; at < end; at += stride, k++) {
    multiplyInteger(at, at - stride, k);
  }
  for (let start = first + stride; start < end; start += stride) {
    for (let at = start, k = 0; at < end; at += stride, k++) {
      multiplyInteger(part, at - stride, k);
      multiplyInteger(at, at, k + 2);
      add(at, at, part);
    }
  }
  copy(factorial, one);
  for (let at = first, k = 1; at < end; at += stride, k++) {
    multiplyInteger(factorial, factorial, 2 * k * (2 * k - 1));
    scale(part, one, 2 * k);
    subtract(part, part, one);
    multiply(part, part, factorial);
    multiplyInteger(at, at, k & 1 ? 2 * k : -2 * k);
    divide(at, at, part);
    scale(at, at, -2 * k);
  }
  release(before);
  setPrecision(kept);
  setBudget(budget);
  store<i32>(COUNTS + (<usize> tier << 2), most);
}

/**
 * Y from which on the series is good to so many bits: exp(-2 pi Y), its smallest term, is much smaller than 2^-bits. MAX_TERMS
 * are enough for a Y of bits/4 up to 7 MAX_TERMS bits.
 */
export function farEnough(bits: i32): f64 {
  return bits <= 7 * MAX_TERMS ? 0.25 * <f64> bits : 0.5 * <f64> bits;
}

/** Adds S(Y) to `to`, from t(first) in `t`, which changes, and 1/Y^2. Terms beyond the bits of `to` are in the radius. */
export function addSeries(
  to: usize,
  t: usize,
  overSquare: usize,
  first: i32,
  u: i64,
  v: i64,
): void {
  const bits = precision();
  const before = mark();
  const tier = tierOf(bits);
  const last = mostTerms(tier);
  const term = newBall();
  const top = upperExponent(to);
  let lastExponent = i64.MAX_VALUE;
  for (let k = first;; k++) {
    multiply(term, coefficient(k, tier), t);
    if (isUnknown(term)) {
      setUnknown(to);
      break;
    }
    const e = upperExponent(term);
    const below = top - e;
    if (below > <i64> bits || e > lastExponent || k == last) {
      setPrecision(bits);
      widen(to, term);
      break;
    }
    setPrecision(bits);
    add(to, to, term);
    setPrecision(max(LEAST_BITS, bits - <i32> max<i64>(below - 8, 0)));
    lastExponent = e;
    multiply(t, t, overSquare);
    multiplyInteger(t, t, <i64> (2 * k) + u);
    multiplyInteger(t, t, <i64> (2 * k) + v);
  }
  setPrecision(bits);
  release(before);
}
