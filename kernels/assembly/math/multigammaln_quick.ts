// multigammaln and its gradient in double-double, as sums of what gamma_quick.ts gives: the second
// way of elements that a pair does not decide, where multigammaln_fine.ts does not reach, and
// values for rows. The time grows with p.

import { BOUND, decide, digamma, LARGEST, lgamma, setSize, size, undecided } from "./gamma_quick";
import {
  difference,
  fromTriple,
  high,
  inverse,
  logarithm,
  number,
  product,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "./double_double";
import { exponentOf, powerOfTwo } from "./triple";
import { LN_2, LN_PI } from "./triple_data";

/** Beyond it products of two numbers might overflow. */
const LARGEST_FACTOR: f64 = 1e120;

/** Whether multigammaln of dimension p, or its gradient, is decided; `quickValue` is it. */
export function quickMultigammaln(x: f64, p: f64, gradient: bool): bool {
  if (x > (gradient ? LARGEST : LARGEST_FACTOR)) return undecided();
  return decide(multigammalnPair(x, p, gradient), size * BOUND);
}

/** multigammaln, or its gradient, as two lanes (double_double.ts). */
export function multigammalnPair(x: f64, p: f64, gradient: bool): v128 {
  setSize(0);
  const twos = floor(p * 0.5);
  return gradient ? digammas(x, p, twos) : lgammas(x, p, twos);
}

/** The smallest argument of the terms in twos (multigammaln_sums.ts): 2x - 1 - 2 (twos - 1). */
function smallestTwo(x: f64, twos: f64): v128 {
  return sumWithNumber(number(2 * x), 1 - 2 * twos);
}

/**
 * lgamma(z + 2j), j = 0 .. twos - 1, are lgamma(z) so often and the logarithm of one product: z (z
 * + 1) to the power twos - 1, (z + 2) (z + 3) to twos - 2, and so on.
 */
function lgammas(x: f64, p: f64, twos: f64): v128 {
  const z = smallestTwo(x, twos);
  let result = timesNumber(lgamma(z), twos);
  setSize(size * twos);
  let factors = number(1);
  let all = number(1);
  let factorExponent: i64 = 0;
  let exponent: i64 = 0;
  for (let j: f64 = 1; j < twos; j++) {
    factors = product(factors, product(sumWithNumber(z, 2 * j - 2), sumWithNumber(z, 2 * j - 1)));
    let k = exponentOf(high(factors));
    factors = scaled(factors, powerOfTwo(-k));
    factorExponent += k;
    all = product(all, factors);
    k = exponentOf(high(all));
    all = scaled(all, powerOfTwo(-k));
    exponent += factorExponent + k;
  }
  const ln2 = fromTriple(LN_2);
  result = sum(result, sum(logarithm(all), timesNumber(ln2, <f64> exponent)));
  setSize(size + <f64> exponent);
  // ln 2 (2 - 2a) for each two, a = x - k: 2 twos - 2 twos x + twos (twos - 1); ln pi/2 for each,
  // and p (p - 1)/4.
  const logs = product(ln2, sumWithNumber(timesNumber(number(-2 * twos), x), twos * (twos + 1)));
  const pis = timesNumber(fromTriple(LN_PI), 0.5 * twos + 0.25 * p * (p - 1));
  setSize(size + abs(high(logs)) + high(pis));
  result = sum(result, sum(logs, pis));
  return twos + twos < p ? sum(result, lgamma(sumWithNumber(number(x), -0.5 * (p - 1)))) : result;
}

function digammas(x: f64, p: f64, twos: f64): v128 {
  const z = smallestTwo(x, twos);
  let result = timesNumber(digamma(z), twos);
  setSize(size * twos);
  for (let j: f64 = 1; j < twos; j++) {
    const terms = sum(inverse(sumWithNumber(z, 2 * j - 2)), inverse(sumWithNumber(z, 2 * j - 1)));
    const term = timesNumber(terms, twos - j);
    setSize(size + high(term));
    result = sum(result, term);
  }
  result = scaled(difference(result, timesNumber(fromTriple(LN_2), twos)), 2);
  setSize(2 * size + 2 * twos);
  return twos + twos < p ? sum(result, digamma(sumWithNumber(number(x), -0.5 * (p - 1)))) : result;
}
