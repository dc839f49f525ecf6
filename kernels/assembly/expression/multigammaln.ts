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
import { twoSumError } from "../arithmetic/error_free";
import { seconds } from "../arithmetic/lanes";
import { evaluateEntry, PAIR } from "../tables/entry";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { locateSums, sumTable } from "../multigammaln/table";
import { MULTIGAMMALN } from "./instructions";
import { eachLane } from "./parameter_block";

const MOVED: f64 = 1.015625; // 1 + 2^-6
const MAX_DIMENSION: f64 = 9007199254740992; // 2^53
/** Four t, of which entries are found. */
const DISTANCES: usize = memory.data(32, 16);

/** Two lanes of multigammaln or of its derivative: returns the high parts, NaN where an element is left; LOW and BOUND have the others. */
export function multigammalnLanes(op: i32, p: f64, x: v128, xLow: v128): v128 {
  if (!(p >= 2 && p <= MAX_DIMENSION && p == nearest(p))) return f64x2.splat(NaN);
  const order = op == MULTIGAMMALN ? LGAMMA : DIGAMMA;
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
    const low = v128.load(LOW);
    const sum = f64x2.add(high, low);
    v128.store(LOW, twoSumError(high, low, sum));
    v128.store(
      BOUND,
      f64x2.mul(seconds(v128.load(entry0, 16), v128.load(entry1, 16)), f64x2.splat(MOVED)),
    );
    return sum;
  }
  if (i64x2.extract_lane(x, 0) == i64x2.extract_lane(x, 1)) return f64x2.splat(NaN);
  // One of them may have an entry.
  return eachLane(op, p, p, x, xLow);
}
