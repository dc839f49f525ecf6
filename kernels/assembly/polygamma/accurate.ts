// The accurate phase of polygamma of order n >= 1, to 2^-92 of its terms, some hundred nanoseconds: the
// formulas of polygamma/fast.ts with finer rows (polygamma/build_taylor.ts) and double-double powers.
// g(y) = y^s zeta(s, y), s = n + 1, is
//
//   [0, 2^-6)      1 + (y/(y + 1))^s g(y + 1)
//   [2^-6, 2^14)   a row
//   [2^14, inf)    Euler-Maclaurin's series, by gamma/accurate.ts
//
// In the middle between two negative poles the first two terms of the reflection of even n are one
// series, good beside itself (polygamma/midpoint.ts), so that only the zero itself, where that and the
// third term cancel, costs digits; and the middle has the third term alone. What is not decided
// here goes to gamma/accurate.ts, and so does an element whose rows are not there yet.

import {
  difference,
  high,
  inverse,
  low,
  number,
  product,
  quotient,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { decidePolygamma, oneMinus, ratioPower, series, undecided } from "../gamma/accurate";
import { fineNearHalf, isNearMidpoint } from "./midpoint";
import { MAX_ORDER } from "./powers";
import { FINE_PAIRS, FINE_TERMS, makeFineZetaRow } from "./build_taylor";
import { END_OF_MADE_ROWS, finerRow } from "./table";
import { twoProdError, twoSumError } from "../arithmetic/error_free_scalar";
import { rowNumber } from "../tables/row";

/** Of the terms; what powers lose is counted apart. */
const FINE_PART: f64 = 2.019483917365790e-28; // 2^-92
const FIRST_ROW: f64 = 0.015625; // 2^-6
/** Where the last pair and the last number are in a row: numbers begin behind the pair. */
const LAST_PAIR: usize = FINE_PAIRS << 4;
const LAST_NUMBER: usize = LAST_PAIR + 8 + (<usize> (FINE_TERMS - FINE_PAIRS) << 3);
/**
 * Making a row takes as long as so many values take without it. Until it is there, its centre
 * counts how often it was asked for, below 0.
 */
const PAYS: f64 = 8;
/** Products of smaller numbers might underflow. */
const SMALLEST: f64 = 1e-240;
const LARGEST: f64 = 1e280;

let isReady: bool = true;
let makesRows: bool = false;

/** Whether f(x) is decided, as by `quick` of gamma/accurate.ts. `isEager`: rows are made at once. */
export function accuratePolygamma(n: i64, x: f64, isEager: bool): bool {
  const size = abs(x);
  if (n > MAX_ORDER || size < SMALLEST || size > LARGEST) return undecided();
  const s = <i32> n + 1;
  isReady = true;
  makesRows = isEager;
  if (x < 0) return reflected(n, x);
  const y = number(x);
  const value = zetaAt(s, y);
  return isReady ? decidePolygamma(n, value, y, 1, FINE_PART) : undecided();
}

/** The sum of gamma/fast_reflection.ts times a^s, or 2^-s next to a middle. */
function reflected(n: i64, x: f64): bool {
  const s = <i32> n + 1;
  const isOdd = (s & 1) != 0;
  const r = x - nearest<f64>(x);
  const a = abs(r);
  if (a < SMALLEST) return undecided();
  const y = oneMinus(x);
  if (isOdd && a == 0.5) {
    const value = zetaAt(s, y);
    return isReady ? decidePolygamma(n, value, y, 1, FINE_PART) : undecided();
  }
  const isMidpoint = isOdd && isNearMidpoint(s, a);
  const base = number(isMidpoint ? 0.5 : a);
  let value = isMidpoint ? fineNearHalf(s, a) : zetaAt(s, base);
  let size = abs(high(value));
  if (!isMidpoint) {
    const other = timesZeta(s, base, oneMinus(a));
    size += high(other);
    value = isOdd ? difference(value, other) : sum(value, other);
  }
  const mirror = timesZeta(s, base, y);
  size += high(mirror);
  value = isOdd && r > 0 ? sum(value, mirror) : difference(value, mirror);
  if (!isReady) return undecided();
  return decidePolygamma(
    n,
    value,
    r < 0 ? f64x2.neg(base) : base,
    size / abs(high(value)),
    FINE_PART,
  );
}

/** (a/y)^s g(y), or 0 where that is below the error budget everywhere. */
function timesZeta(s: i32, a: v128, y: v128): v128 {
  const power = ratioPower(s, a, y);
  return high(power) == 0 ? power : product(power, zetaAt(s, y));
}

/** Y/(s - 1) + 1/2 + s/Y (B(2)/2! + ...), Y far. */
function farZeta(s: i32, y: v128): v128 {
  const over = inverse(y);
  const rest = timesNumber(product(over, series(<f64> s, product(over, over))), <f64> s);
  return sum(sumWithNumber(rest, 0.5), quotient(y, number(<f64> (s - 1))));
}

/** g(y). */
function zetaAt(s: i32, y: v128): v128 {
  const first = high(y);
  if (first >= END_OF_MADE_ROWS) return farZeta(s, y);
  if (first < FIRST_ROW) return sumWithNumber(timesZeta(s, y, sumWithNumber(y, 1)), 1);
  const place = rowNumber(first);
  const row = finerRow(s - 1, place);
  const centre = load<f64>(row);
  if (centre <= 0) {
    if (!makesRows && centre > -PAYS) {
      store<f64>(row, centre - 1);
      isReady = false;
      return number(1);
    }
    makeFineZetaRow(row, place, s);
  }
  return evaluate(row, first - load<f64>(row), low(y));
}

/** A row at a distance d + dLow from its centre. */
function evaluate(row: usize, d: f64, dLow: f64): v128 {
  let at = row + LAST_NUMBER;
  let value: f64 = 0;
  for (const end = row + LAST_PAIR + 8; at > end; at -= 8) value = value * d + load<f64>(at);
  let rest: f64 = 0;
  for (at = row + LAST_PAIR; at > row; at -= 16) {
    const c = load<f64>(at);
    const product = d * value;
    const next = c + product;
    const errors = twoProdError(d, value, product) + twoSumError(c, product, next);
    rest = d * rest + dLow * value + (errors + load<f64>(at, 8));
    value = next;
  }
  return sumWithNumber(number(value), rest);
}
