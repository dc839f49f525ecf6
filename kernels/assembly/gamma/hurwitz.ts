// The zeta function of Hurwitz in double-double, for polygamma of order n = s - 1 and for tables: Euler-Maclaurin's formula at
// Y = y + N >= 16 + s/2 (DLMF 25.11.5), with a factor b^s so that nothing overflows:
//
//   b^s zeta(s, y) = sum (b/(y + j))^s + (b/Y)^s (Y/(s - 1) + 1/2 + R),   R = s/Y (B(2)/2! + B(4)/4! (s + 1) (s + 2)/Y^2 + ...)
//
// Error: TERM_PART of the size of the terms, and POWER_PART of it for each of s. With u = 2^-53 the error of a sum is 4 u^2 of
// its larger operand, that of a product 7.01 u^2 and that of a quotient 11 u^2 (arithmetic/double_double.ts, proved by deno
// task prove). A term has at most seven operations of its own, one of them a quotient: 54 u^2, below TERM_PART, 128 u^2. Each
// further sum that it is in adds SUM_PART, 4/128, of the sum so far. In powers, the error of a ratio counts s times and the
// errors of its squares s times in total, 19 u^2 s, and there are 8 u^2 log2(s) for products; POWER_PART is 81 u^2 for each
// of s.
//
// R ends with a term below 2^-110, or after MAX_TERMS, and what remains is below the next term: at most 2^-107 of the sum for
// s = 20, 2^-99 for s = 100 and 2^-95 for any s, a sixteenth of s POWER_PART. 0.5 to 4 microseconds.

import {
  fromTriple,
  high,
  inverse,
  low,
  number,
  power,
  powerExponent,
  product,
  quotient,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { addTermSize, SUM_PART } from "../arithmetic/term_size";
import { powerOfTwo } from "../arithmetic/power_of_two";
import { TRIPLE } from "../arithmetic/constants";
import { BERNOULLI } from "../arithmetic/constants_data";

/** What part of b^s is lost, for each of s. */
export const POWER_PART: f64 = 1e-30;
const NEGLIGIBLE: f64 = 7.703719777548943e-34; // 2^-110
/** Of terms this small a float64 is enough. */
const SMALL: f64 = 2.220446049250313e-16; // 2^-52
const ENOUGH: f64 = 16;

// The coefficients of Euler-Maclaurin's series, B(2k)/(2k)! a (a + 1) ...: double-doubles for each small a,
// and for one other.
export const MAX_TERMS: i32 = 28;
const KEPT: i32 = 23;
const COEFFICIENTS: usize = memory.data(16 * 28 * 24, 16);
let coefficientsOf: f64 = -1;

/** Where those of a are. */
export function prepareSeries(a: f64): usize {
  const isKept = a < <f64> KEPT;
  const at = COEFFICIENTS + <usize> (isKept ? <i32> a : KEPT) * 16 * MAX_TERMS;
  if (isKept ? load<f64>(at) != 0 : a == coefficientsOf) return at;
  if (!isKept) coefficientsOf = a;
  let factor = number(1);
  for (let k = 0; k < MAX_TERMS; k++) {
    v128.store(at + (<usize> k << 4), product(factor, fromTriple(BERNOULLI + TRIPLE * k)));
    factor = timesNumber(timesNumber(factor, a + <f64> (2 * k + 1)), a + <f64> (2 * k + 2));
  }
  return at;
}

/** B(2)/2! + B(4)/4! (a + 1) (a + 2) t + ..., t = 1/Y^2. */
export function series(a: f64, t: v128): v128 {
  const coefficients = prepareSeries(a);
  const t0 = high(t);
  let count = 1;
  let pairs = 1;
  for (let power = t0; count < MAX_TERMS; count++, power *= t0) {
    const term = abs(power * load<f64>(coefficients + (<usize> count << 4)));
    if (term > SMALL) pairs = count + 1;
    if (term < NEGLIGIBLE) break;
  }
  let rest: f64 = 0;
  for (let k = count - 1; k >= pairs; k--) {
    rest = rest * t0 + load<f64>(coefficients + (<usize> k << 4));
  }
  let result = number(rest);
  for (let k = pairs - 1; k >= 0; k--) {
    result = sum(product(result, t), v128.load(coefficients + (<usize> k << 4)));
  }
  return result;
}

/** b^s zeta(s, y). Adds to the size of terms. */
export function zeta(s: i64, y: v128, b: v128): v128 {
  const end = ENOUGH + 0.5 * <f64> s;
  let result = number(0);
  for (; high(y) < end; y = sumWithNumber(y, 1)) {
    const term = ratioPower(s, b, y);
    const part = abs(high(term));
    result = sum(result, term);
    addTermSize(part + SUM_PART * abs(high(result)));
    if (high(y) > 0 && part < NEGLIGIBLE) return result;
  }
  const over = inverse(y);
  let rest = timesNumber(product(over, series(<f64> s, product(over, over))), <f64> s);
  rest = sum(sumWithNumber(rest, 0.5), quotient(y, number(<f64> (s - 1))));
  rest = product(rest, ratioPower(s, b, y));
  addTermSize(abs(high(rest)));
  return sum(result, rest);
}

/** A smaller power is a product in turn. */
const FEW: i64 = 8;

/** (b/y)^s, or 0 where that is tiny. */
export function ratioPower(s: i64, b: v128, y: v128): v128 {
  const ratio = quotient(b, y);
  if (s < FEW) {
    let result = product(ratio, ratio);
    for (; s > 2; s--) result = product(result, ratio);
    return result;
  }
  if (high(ratio) == 1 && low(ratio) == 0) return ratio;
  if (high(ratio) == 0) return number(0);
  const result = power(ratio, s);
  if (powerExponent < -200) return number(0);
  return scaled(result, powerOfTwo(<i32> powerExponent));
}
