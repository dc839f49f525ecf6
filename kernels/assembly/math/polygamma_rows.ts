// The rows of g(y) = y^s zeta(s, y), s = n + 1, of polygamma.ts: interpolated (runtime_rows.ts) between values that are
// computed two at a time, as pairs,
//
//   g(y) = 1 + (y/(y + 1))^s + ... + (y/Y)^s (Y/(s - 1) + 1/2 + s/Y (B(2)/2! + ...))   (DLMF 25.11.5)
//
// from Y = 10 + s/2 on, or without the last term where those before it are felt nowhere. Powers lose 2^-78 for each of s
// factors: errors are below 2^-67 of g.

import { ONE } from "./constants";
import { exactSumError } from "./expression_lanes";
import { prepareSeries } from "./gamma_quick";
import { productLow, reciprocalLow } from "./pair";
import { timesPowerOfRatio } from "./polygamma_parts";
import { fastError, pairSeries } from "./quick_functions";
import { finishRow, nodeOf, VALUES } from "./runtime_rows";
import { LOW } from "./table";
import { NODE_COUNT } from "./triple_data";

const ENOUGH: f64 = 10;
/** Of a sum that is 1 or more. */
const NEGLIGIBLE: f64 = 8.271806125530277e-25; // 2^-80
/** Terms of a series that are larger need both parts. */
const SMALL: f64 = 3.725290298461914e-9; // 2^-28
const MAX_TERMS: i32 = 28;

export function makeZetaRow(row: usize, number: i32, s: i32): void {
  for (let i = 0; i <= NODE_COUNT; i += 2) {
    const other = min(i + 1, NODE_COUNT);
    const value = scaledZetas(s, f64x2(nodeOf(number, i), nodeOf(number, other)));
    const rest = v128.load(LOW);
    v128.store(VALUES + (<usize> other << 4), f64x2(f64x2.extract_lane(value, 1), f64x2.extract_lane(rest, 1)));
    v128.store(VALUES + (<usize> i << 4), f64x2(f64x2.extract_lane(value, 0), f64x2.extract_lane(rest, 0)));
  }
  finishRow(row, number, 0);
}

/** g(y) for y > 0: returns the high parts; the low ones are in LOW. */
export function scaledZetas(s: i32, y: v128): v128 {
  const one = v128.load(ONE);
  const none = f64x2.splat(0);
  const enough = f64x2.splat(ENOUGH + 0.5 * <f64> s);
  let sum = one;
  let sumLow = none;
  let far = f64x2.add(y, one);
  let farLow = exactSumError(y, one, far);
  for (let k: f64 = 2; v128.any_true(f64x2.lt(far, enough)); k++) {
    const term = timesPowerOfRatio(y, far, farLow, s, one, none);
    const next = f64x2.add(sum, term);
    sumLow = f64x2.add(sumLow, f64x2.add(exactSumError(sum, term, next), v128.load(LOW)));
    sum = next;
    if (!v128.any_true(f64x2.gt(term, f64x2.splat(NEGLIGIBLE)))) {
      v128.store(LOW, sumLow);
      return sum;
    }
    far = f64x2.add(y, f64x2.splat(k));
    farLow = exactSumError(y, f64x2.splat(k), far);
  }
  const rest = restAt(s, far, farLow);
  const term = timesPowerOfRatio(y, far, farLow, s, rest, v128.load(LOW));
  const all = f64x2.add(sum, term);
  v128.store(LOW, f64x2.add(sumLow, f64x2.add(exactSumError(sum, term, all), v128.load(LOW))));
  return all;
}

/** Y/(s - 1) + 1/2 + s/Y (B(2)/2! + B(4)/4! (s + 1) (s + 2)/Y^2 + ...), as a pair too. */
function restAt(s: i32, y: v128, yLow: v128): v128 {
  const one = v128.load(ONE);
  const none = f64x2.splat(0);
  const half = f64x2.splat(0.5);
  const order = f64x2.splat(<f64> s);
  const inverse = f64x2.div(one, y);
  const inverseLow = f64x2.sub(reciprocalLow(y, inverse), f64x2.mul(f64x2.mul(inverse, inverse), yLow));
  const square = f64x2.mul(inverse, inverse);
  const squareLow = productLow(inverse, inverseLow, inverse, inverseLow, square);
  const coefficients = prepareSeries(<f64> s);
  // How many terms there are, for the smaller Y.
  const t = max(f64x2.extract_lane(square, 0), f64x2.extract_lane(square, 1));
  let count = 1;
  let paired = 1;
  for (let power = t; count < MAX_TERMS; count++, power *= t) {
    const term = abs(power * load<f64>(coefficients + (<usize> count << 4)));
    if (term > SMALL) paired = count + 1;
    if (term < NEGLIGIBLE) break;
  }
  const series = pairSeries(coefficients, 16, count, min(paired, count - 1), square, squareLow);
  const seriesLow = v128.load(LOW);
  const factor = f64x2.mul(inverse, order);
  const factorLow = productLow(inverse, inverseLow, order, none, factor);
  const more = f64x2.mul(series, factor);
  const moreLow = productLow(series, seriesLow, factor, factorLow, more);
  // Y/(s - 1)
  const below = f64x2.splat(<f64> (s - 1));
  const over = f64x2.div(one, below);
  const first = f64x2.mul(y, over);
  const firstLow = productLow(y, yLow, over, reciprocalLow(below, over), first);
  const start = f64x2.add(first, half);
  const startLow = f64x2.add(exactSumError(first, half, start), firstLow);
  const all = f64x2.add(start, more);
  const allLow = f64x2.add(f64x2.add(exactSumError(start, more, all), startLow), moreLow);
  const settled = f64x2.add(all, allLow);
  v128.store(LOW, fastError(all, allLow, settled));
  return settled;
}
