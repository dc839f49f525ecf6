// multigammaln and its gradient in double-double, as sums of values of gamma/stirling.ts, with an error of 2^-99 of
// their terms: values at breakpoints, and the accurate phase. Some microseconds.
// Terms go in twos (Legendre, DLMF 5.5.5), with a = x - k:
//
//   lgamma(a) + lgamma(a - 1/2)   = lgamma(2a - 1) + (2 - 2a) ln 2 + ln(pi)/2
//   digamma(a) + digamma(a - 1/2) = 2 digamma(2a - 1) - 2 ln 2
//
// Of a long sum only the smallest terms are added like this. The others are two chains with steps
// of 1, whose sums are differences of ln G or its derivative at their ends, G that of Barnes
// (multigammaln/last.ts has the formula): the time does not grow with p.
//
// Error: TERM_PART of the size of the terms. Those of gamma/stirling.ts come with their bound; sums and products here add at
// most 90 u^2 of their operands, u = 2^-53 (gamma/hurwitz.ts), and long sums SUM_PART for each term. A product of
// all factors of c twos has 15 c^2 u^2 in its logarithm, at most 1,500 c u^2, where the size has 50,000 c u^2 of lgamma.

import {
  difference,
  fromTriple,
  high,
  inverse,
  number,
  product,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { addTermSize, setTermSize, SUM_PART, termSize } from "../arithmetic/term_size";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";
import { logAt } from "../elementary/log_double_double";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { stirlingAt } from "../gamma/stirling";
import { TRIPLE } from "../arithmetic/constants";
import { BERNOULLI, BERNOULLI_TERMS, HALF_LN_TAU, LN_2, LN_PI } from "../arithmetic/constants_data";

/** From this p on only so many twos, those of the smallest terms, are added one by one. */
const MIN_LONG: f64 = 192;
const ADDED_TWOS: f64 = 33; // and the others begin beyond 32
const NEGLIGIBLE: f64 = 7.703719777548943e-34; // 2^-110

/** multigammaln, or its gradient, as two lanes (arithmetic/double_double.ts). */
export function multigammalnPair(x: f64, p: f64, gradient: bool): v128 {
  setTermSize(0);
  const twos = floor(p * 0.5);
  const left = p < MIN_LONG ? 0 : twos - ADDED_TWOS;
  const value = gradient ? digammas(x, p, twos, left) : lgammas(x, p, twos, left);
  return left > 0 ? sum(value, chains(x, left, gradient)) : value;
}

/** The smallest argument of the terms in twos: 2x - 1 - 2 (twos - 1). */
function smallestTwo(x: f64, twos: f64): v128 {
  return sumWithNumber(number(2 * x), 1 - 2 * twos);
}

/** lgamma(z + 2j), j = 0 .. count - 1, are lgamma(z) so often and one logarithm. The first `left` twos are not among them. */
function lgammas(x: f64, p: f64, twos: f64, left: f64): v128 {
  const z = smallestTwo(x, twos);
  const count = twos - left;
  let result = timesNumber(stirlingAt(LGAMMA, z), count);
  setTermSize(termSize * count);
  result = sum(result, logOfFactors(z, count));
  // ln 2 (2 - 2a) for each two, a = x - k; ln pi/2 for each, and p (p - 1)/4.
  const logs = product(
    fromTriple(LN_2),
    sum(timesNumber(number(-2 * count), x), timesNumber(number(left + twos + 1), count)),
  );
  const pis = product(
    fromTriple(LN_PI),
    sumWithNumber(timesNumber(number(0.25 * p), p - 1), 0.5 * count),
  );
  addTermSize(abs(high(logs)) + high(pis));
  result = sum(result, sum(logs, pis));
  return withOddTerm(LGAMMA, x, p, result);
}

/** The logarithm of z (z + 1) to the power count - 1, (z + 2) (z + 3) to count - 2, and so on. */
function logOfFactors(z: v128, count: f64): v128 {
  let factors = number(1);
  let all = number(1);
  let factorExponent: i64 = 0;
  let exponent: i64 = 0;
  for (let j: f64 = 1; j < count; j++) {
    factors = product(factors, product(sumWithNumber(z, 2 * j - 2), sumWithNumber(z, 2 * j - 1)));
    let k = exponentOf(high(factors));
    factors = scaled(factors, powerOfTwo(-k));
    factorExponent += k;
    all = product(all, factors);
    k = exponentOf(high(all));
    all = scaled(all, powerOfTwo(-k));
    exponent += factorExponent + k;
  }
  addTermSize(abs(<f64> exponent));
  return sum(logAt(all), timesNumber(fromTriple(LN_2), <f64> exponent));
}

/** Adds the term without a partner where p is odd, that of the smallest argument. */
function withOddTerm(order: i32, x: f64, p: f64, terms: v128): v128 {
  if (2 * floor(0.5 * p) == p) return terms;
  return sum(terms, stirlingAt(order, sumWithNumber(number(x), -0.5 * (p - 1))));
}

function digammas(x: f64, p: f64, twos: f64, left: f64): v128 {
  const z = smallestTwo(x, twos);
  const count = twos - left;
  let result = timesNumber(stirlingAt(DIGAMMA, z), count);
  setTermSize(termSize * count);
  for (let j: f64 = 1; j < count; j++) {
    const terms = sum(inverse(sumWithNumber(z, 2 * j - 2)), inverse(sumWithNumber(z, 2 * j - 1)));
    const term = timesNumber(terms, count - j);
    result = sum(result, term);
    addTermSize(high(term) + SUM_PART * abs(high(result)));
  }
  result = scaled(difference(result, timesNumber(fromTriple(LN_2), count)), 2);
  setTermSize(2 * termSize + 2 * count);
  return withOddTerm(DIGAMMA, x, p, result);
}

/** The sum of f(x - i/2), i = 0 .. 2 length - 1. */
function chains(x: f64, length: f64, gradient: bool): v128 {
  const even = difference(barnes(x, 0, gradient), barnes(x, -length, gradient));
  return sum(even, difference(barnes(x, -0.5, gradient), barnes(x, -0.5 - length, gradient)));
}

/** ln G(w + 1), w = x + distance, or its derivative, without their constants. Adds to the size of terms. */
function barnes(x: f64, distance: f64, gradient: bool): v128 {
  const w = sumWithNumber(number(x), distance);
  const log = logAt(w);
  const over = inverse(w);
  const square = product(over, over);
  const twelfth = fromTriple(BERNOULLI);
  let result: v128;
  if (gradient) {
    // w (ln w - 1) - 1/(12 w)
    result = difference(product(w, sumWithNumber(log, -1)), product(over, twelfth));
    addTermSize(high(w) * (1 + high(log)));
  } else {
    // w (w (ln w - 3/2)/2 + ln(2 pi)/2) - ln(w)/12
    const inner = sum(product(w, scaled(sumWithNumber(log, -1.5), 0.5)), fromTriple(HALF_LN_TAU));
    result = difference(product(w, inner), product(log, twelfth));
    addTermSize(high(w) * (1 + high(w) * (1 + high(log))));
  }
  // (2k + 2)!/(4k (k + 1)) w^(-2k), from one to the next by 2k (2k + 3)/w^2; or its derivative
  let power = timesNumber(square, 3);
  for (let k = 1; k < BERNOULLI_TERMS; k++) {
    let term = product(power, fromTriple(BERNOULLI + TRIPLE * k));
    if (gradient) term = timesNumber(product(term, over), <f64> (-2 * k));
    result = sum(result, term);
    if (abs(high(term)) < NEGLIGIBLE) break;
    power = timesNumber(product(power, square), <f64> (2 * k * (2 * k + 3)));
  }
  return result;
}
