// polygamma of even order n >= 4 next to the middle between two negative poles, where it has a zero: the first two terms
// of the reflection (polygamma.ts) cancel. With a = (1 - u)/2 and s = n + 1, which is odd, they are
//
//   a^s (zeta(s, a) - zeta(s, 1 - a)) = (1 - u)^s (C(1) u + C(3) u^3 + ...),  C(j) = 2 binomial(s + j - 1, j) g(j)
//
// where g(j) = 2^-(s + j) zeta(s + j, 1/2). For u <= 1/(16 s) eight terms leave 2^-90, and C(1) and C(3) are pairs: what
// is lost, most of it in g and in the power, is below 2^-67 of the result, which tests/kernels/bounds_test.ts holds.

import { ONE } from "./constants";
import { exactProductError } from "./expression_lanes";
import { timesPowerOfRatio } from "./polygamma_parts";
import { scaledZetas } from "./polygamma_rows";
import { pairSeries, productRest } from "./quick_functions";
import { LOW } from "./table";

const TERMS: i32 = 8;
const PAIRED: i32 = 2;
const COEFFICIENTS: usize = memory.data(16 * 8, 16);
let coefficientsOf: i32 = 0;

/** What part of the difference its error is at most. */
export const HALF_PART: f64 = 6.776263578034403e-21; // 2^-67

function prepare(s: i32): void {
  if (s == coefficientsOf) return;
  coefficientsOf = s;
  let binomial = <f64> s;
  for (let k = 0; k < TERMS; k++) {
    const j = 2 * k + 1;
    const g = scaledZetas(s + j, f64x2.splat(0.5));
    const factor = f64x2.splat(2 * binomial);
    const product = f64x2.mul(g, factor);
    const rest = productRest(g, v128.load(LOW), factor, f64x2.splat(0), product);
    store<f64>(COEFFICIENTS + (<usize> k << 4), f64x2.extract_lane(f64x2.add(product, rest), 0));
    store<f64>(
      COEFFICIENTS + (<usize> k << 4),
      f64x2.extract_lane(f64x2.sub(rest, f64x2.sub(f64x2.add(product, rest), product)), 0),
      8,
    );
    binomial *= <f64> (s + j) * <f64> (s + j + 1) / <f64> ((j + 1) * (j + 2));
  }
}

/** Which of two a <= 1/2 are so near to 1/2. */
// @ts-ignore: decorator
@inline
export function isNearHalf(s: i32, a: v128): v128 {
  return f64x2.ge(a, f64x2.splat(0.5 - 0.03125 / <f64> s));
}

/** The difference: returns the high parts; the low ones are in LOW. */
export function differenceNearHalf(s: i32, a: v128): v128 {
  prepare(s);
  const none = f64x2.splat(0);
  const u = f64x2.sub(v128.load(ONE), f64x2.add(a, a)); // exact
  const square = f64x2.mul(u, u);
  const series = pairSeries(COEFFICIENTS, 16, TERMS, PAIRED, square, exactProductError(u, u, square));
  const high = f64x2.mul(series, u);
  const low = productRest(series, v128.load(LOW), u, none, high);
  return timesPowerOfRatio(a, f64x2.splat(0.5), none, s, high, low);
}
