// Fast phase of multigammaln(x, p) and its derivative over blocks of double-doubles: the table entries of
// the kernel (multigammaln/kernels.ts), unrounded, with the bound of their error. With t = x - (p - 1)/2:
//
//   t in [2^-20, 2^40)   for p below 24: a table entry for each p (multigammaln/table.ts); t is a double-double
//   t in [2^-20, 8p)     for larger p, and up to 2^14 at least
//
// An entry at t + tLow adds f'(t) tLow, as those of lgamma do: expression/gamma.ts derives MOVED.
//
// Other t, and all t for p of 2^26 and more, are left to expression/gamma_element.ts. Cost: 15 ns for an element,
// whatever p is.

import { BOUND, ENTRIES, LOW } from "../memory_map";
import { ZERO } from "../arithmetic/constants";
import { twoSumError } from "../arithmetic/error_free";
import { firsts, seconds } from "../arithmetic/lanes";
import { evaluateEntry, PAIR } from "../gamma/fast_entry";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { locateSums, sumTable } from "../multigammaln/table";
import { boundsOf, highsOf, lowsOf, putLanes, setFilled, slotOf } from "./slot";

const MOVED: f64 = 1.015625; // 1 + 2^-6
const MAX_DIMENSION: f64 = 9007199254740992; // 2^53
/** Four t, of which entries are found. */
const DISTANCES: usize = memory.data(32, 16);

/** multigammaln of a block, or its derivative; `p` is the entry of dimensions. Whether elements are left, which have NaN. */
export function multigammalnBlock(
  to: usize,
  a: usize,
  p: usize,
  size: i32,
  isGradient: bool,
): bool {
  const at = slotOf(to);
  const order = isGradient ? DIGAMMA : LGAMMA;
  let isAnyLeft = false;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(a) + i);
    const xLow = v128.load(lowsOf(a) + i);
    const dimensions = v128.load(highsOf(p) + i);
    const inexact = v128.or(v128.load(lowsOf(p) + i), v128.load(boundsOf(p) + i));
    const p0 = f64x2.extract_lane(dimensions, 0);
    const p1 = f64x2.extract_lane(dimensions, 1);
    let high: v128;
    let low: v128;
    let bound: v128;
    if (p0 == p1) {
      high = sumLanes(order, p0, x, xLow);
      low = v128.load(LOW);
      bound = v128.load(BOUND);
    } else {
      high = sumLanes(order, p0, firsts(x, x), firsts(xLow, xLow));
      low = v128.load(LOW);
      bound = v128.load(BOUND);
      high = firsts(high, sumLanes(order, p1, seconds(x, x), seconds(xLow, xLow)));
      low = firsts(low, v128.load(LOW));
      bound = firsts(bound, v128.load(BOUND));
    }
    const sum = f64x2.add(high, low);
    const isLeft = v128.or(f64x2.ne(sum, sum), f64x2.ne(inexact, v128.load(ZERO)));
    if (v128.any_true(isLeft)) isAnyLeft = true;
    putLanes(at + i, v128.or(sum, isLeft), twoSumError(high, low, sum), bound);
  }
  setFilled(to, true, true);
  return isAnyLeft;
}

/** Returns the high parts, NaN where an element is left; LOW and BOUND have the others. */
function sumLanes(order: i32, p: f64, x: v128, xLow: v128): v128 {
  if (!(p >= 2 && p <= MAX_DIMENSION && p == nearest(p))) return f64x2.splat(NaN);
  const table = sumTable(order, p);
  const distance = f64x2.sub(x, f64x2.splat(0.5 * (p - 1))); // exact where there are entries
  const t = f64x2.add(distance, xLow);
  const tLow = twoSumError(distance, xLow, t);
  v128.store(DISTANCES, t);
  v128.store(DISTANCES, t, 16);
  if (!locateSums(table, DISTANCES, 2, order, p)) {
    const entry0 = <usize> load<u32>(ENTRIES);
    const entry1 = <usize> load<u32>(ENTRIES, 4);
    const high = evaluateEntry(t, tLow, entry0, entry1, true, true, PAIR);
    v128.store(
      BOUND,
      f64x2.mul(seconds(v128.load(entry0, 16), v128.load(entry1, 16)), f64x2.splat(MOVED)),
    );
    return high;
  }
  if (i64x2.extract_lane(x, 0) == i64x2.extract_lane(x, 1)) return f64x2.splat(NaN);
  // One of them may have an entry.
  const first = sumLanes(order, p, firsts(x, x), firsts(xLow, xLow));
  const low = v128.load(LOW);
  const bound = v128.load(BOUND);
  const second = sumLanes(order, p, seconds(x, x), seconds(xLow, xLow));
  v128.store(LOW, firsts(low, v128.load(LOW)));
  v128.store(BOUND, firsts(bound, v128.load(BOUND)));
  return firsts(first, second);
}
