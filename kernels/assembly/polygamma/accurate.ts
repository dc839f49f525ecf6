// Accurate phase of polygamma of order n >= 3, in double-double, to about 2^-100 of the terms. With s = n + 1:
//
//   x > 0     (-1)^s n! x^-s (x^s zeta(s, x)), zeta by Euler-Maclaurin's formula (gamma/accurate.ts)
//   x > -40   the same, where the terms of the poles above x are added with their signs
//   below     the reflection formula (gamma/fast_reflection.ts) with a^-s taken out of the sum, a the distance from the
//             nearest pole
//
// Next to the midpoint between two poles the first two terms of the reflection of even n are one series, good beside
// itself (polygamma/midpoint.ts). The third term is there a power times a sum that starts with 1, so that it is good beside
// itself too: only next to the zero, where the two cancel, does the relative error grow. At the midpoint the third term is
// all there is.
//
// Error: BOUND of gamma/accurate.ts times the size of the terms, or HALF_PART of the series; and POWER_PART for each of s,
// in which n!, good to 2^-105, and its two products are counted. Ratios whose power is below 2^-200 are taken for 0: the
// series is at least 2^-50, as its argument u is 2^-53 or more. tests/kernels/bounds_test.ts searches for the largest
// error in units of the bound. 0.5 to 4 microseconds.

import { difference, high, number, product, sum } from "../arithmetic/double_double";
import {
  BOUND,
  decidePolygamma,
  FAR_NEGATIVE,
  LARGEST,
  oneMinus,
  ratioPower,
  setSize,
  size,
  SMALLEST,
  undecided,
  zeta,
} from "../gamma/accurate";
import { HALF_PART, isNearMidpoint, midpointSeries } from "./midpoint";
import { MAX_ORDER } from "./powers";

/** Whether f(x) passes Ziv's test; `quickValue` of gamma/accurate.ts is it. */
export function accuratePolygamma(n: i64, x: f64): bool {
  const s = n + 1;
  const isOdd = (s & 1) != 0;
  const r = x > 0 ? x : x - nearest<f64>(x);
  const a = abs(r);
  if (a < SMALLEST || abs(x) > LARGEST) return undecided();
  setSize(0);
  const isMidpoint = x < 0 && isOdd && n <= MAX_ORDER && isNearMidpoint(<i32> s, a);
  if (x > FAR_NEGATIVE && !isMidpoint) {
    const base = number(r);
    return decideTerms(n, zeta(s, number(x), base), base);
  }
  const y = oneMinus(x);
  if (isOdd && a == 0.5) return decideTerms(n, zeta(s, y, y), y);
  const base = number(isMidpoint ? 0.5 : a);
  let value: v128;
  if (isMidpoint) {
    value = midpointSeries(<i32> s, a);
    setSize(abs(high(value)) * (HALF_PART / BOUND));
  } else {
    const other = zeta(s, oneMinus(a), base);
    value = isOdd ? difference(zeta(s, base, base), other) : sum(zeta(s, base, base), other);
  }
  // Next to a midpoint the sum may be small beside 1, so that the third term has to be good beside itself: `zeta` leaves out
  // what is small beside 1.
  const before = size;
  const mirror = product(ratioPower(s, base, y), zeta(s, y, y));
  setSize(before + abs(high(mirror)));
  value = isOdd && r > 0 ? sum(value, mirror) : difference(value, mirror);
  return decideTerms(n, value, r < 0 ? f64x2.neg(base) : base);
}

/** Whether n! base^-s times a value, whose terms have the last `size`, passes Ziv's test. */
function decideTerms(n: i64, value: v128, base: v128): bool {
  return decidePolygamma(n, value, base, size / abs(high(value)));
}
