// lgamma, digamma and polygamma of orders 1 and 2 of expressions, over blocks of double-doubles: the entries and series of the
// kernels (gamma/fast_boundaries.ts), unrounded, with a bound of the error.
//
// At x + xLow an entry adds xLow (c1 + 2 d c2 + 3 d^2 c3) to what it gives at x. With u = 2^-53 and e = the largest |d|,
// below 2^-7 x, that leaves out less than 4 d^3 |c4 xLow|, at most 0.1 u |c2| e^2 as |c4| x^2 < 2.5 |c2|; and the low part
// is rounded once more. The entry's bound has 8.75 u |c2| e^2 and, for its test of rounding, a rounding of the low part
// that is not needed here (gamma/build_taylor.ts): MOVED times the bound has everything.

import { ENTRIES, LOW } from "../memory_map";
import { ZERO } from "../arithmetic/constants";
import { twoSumError } from "../arithmetic/error_free";
import { areFinite, seconds } from "../arithmetic/lanes";
import { highsOf, lowsOf, putLanes, setFilled, slotOf, ZEROS } from "./slot";
import { boundaryPair, boundaryPart, outside } from "../gamma/fast_boundaries";
import { evaluateEntry, PAIR } from "../tables/entry";
import { FIRST_NEAR, locateEntries64, tableOf } from "../gamma/table";
import { LGAMMA } from "../gamma/special_values";

/** Beyond, products overflow. */
const HUGE: f64 = 1e300;
const SMALL: f64 = 1e-270;
const LARGEST_WITH_LOW: f64 = 1e25;
const MOVED: usize = memory.data<f64>([1.015625, 1.015625], 16); // 1 + 2^-6

/**
 * Fills `to` and returns true in `isSpecial` where an element was not computed: what is not positive, next to 0 with a
 * low part, or huge. Those have NaN.
 */
// @ts-ignore: decorator
@inline
function fill(order: i32, to: usize, a: usize, size: i32, hasLows: bool): bool {
  const at = slotOf(to);
  const x = highsOf(a);
  const xLow = lowsOf(a);
  const table = tableOf(order, false);
  const found = locateEntries64(table, x, size, ENTRIES);
  let isAnySpecial = false;
  for (let i = 0; i < size; i += 2) {
    const place = <usize> i << 3;
    const xs = v128.load(x + place);
    const lows = hasLows ? v128.load(xLow + place) : f64x2.splat(0);
    const entry0: usize = load<u32>(ENTRIES + (<usize> i << 2));
    const entry1: usize = load<u32>(ENTRIES + (<usize> i << 2), 4);
    let high = evaluateEntry(xs, lows, entry0, entry1, true, hasLows, PAIR);
    let low = v128.load(LOW);
    let bound = f64x2.mul(seconds(v128.load(entry0, 16), v128.load(entry1, 16)), v128.load(MOVED));
    if (found) {
      const isOutside = outside(xs);
      if (v128.any_true(isOutside)) {
        let isSpecial = v128.not(
          v128.and(f64x2.gt(xs, f64x2.splat(0)), f64x2.lt(xs, f64x2.splat(HUGE))),
        );
        if (hasLows) {
          // Below the entries, `boundaryPair` does not look at low parts.
          const isNear = f64x2.lt(xs, f64x2.splat(FIRST_NEAR));
          // Nor does it far from 0, for orders above 0.
          const isOut = order > 0
            ? v128.or(isNear, f64x2.gt(xs, f64x2.splat(LARGEST_WITH_LOW)))
            : isNear;
          isSpecial = v128.or(isSpecial, v128.and(isOut, f64x2.ne(lows, f64x2.splat(0))));
        }
        high = v128.bitselect(boundaryPair(order, xs, lows), high, isOutside);
        low = v128.bitselect(v128.load(LOW), low, isOutside);
        // Powers of huge numbers lose their low parts.
        if (order > 0) {
          isSpecial = v128.or(isSpecial, f64x2.lt(f64x2.abs(high), f64x2.splat(SMALL)));
        }
        const part = f64x2.mul(f64x2.abs(high), boundaryPart(order, xs));
        bound = v128.bitselect(part, bound, isOutside);
        if (v128.any_true(isSpecial)) {
          isAnySpecial = true;
          high = v128.or(high, isSpecial); // NaN
        }
      }
    }
    const sum = f64x2.add(high, low);
    if (order == LGAMMA) {
      // The zeros at 1 and 2 are exact.
      let isZero = f64x2.eq(sum, v128.load(ZERO));
      if (hasLows) isZero = v128.and(isZero, f64x2.eq(lows, v128.load(ZERO)));
      bound = v128.andnot(bound, isZero);
    }
    if (found && !areFinite(sum)) isAnySpecial = true;
    putLanes(at + place, sum, twoSumError(high, low, sum), bound);
  }
  setFilled(to, true, true);
  return isAnySpecial;
}

/** A function of a block by its order (gamma/special_values.ts, -1 to 2); whether elements are left, which have NaN or infinity. */
export function gammaBlock(order: i32, to: usize, a: usize, size: i32): bool {
  const hasLows = lowsOf(a) != ZEROS;
  if (order == -1) return hasLows ? fill(-1, to, a, size, true) : fill(-1, to, a, size, false);
  if (order == 0) return hasLows ? fill(0, to, a, size, true) : fill(0, to, a, size, false);
  // Other orders are not worth copies of their own.
  return fill(order, to, a, size, true);
}
