// Small and large numbers, for lgamma and digamma outside the rows, in lists of their own: where
// both ends are mixed no branch foresees which formula a pair of lanes needs, and most pairs need
// both.

import { ONE } from "./constants";
import { nearCount, OTHERS, POSITIVES } from "./gamma_lists";
import { largeValues, outsideValues } from "./gamma_pairs";
import { taken } from "./gamma_partition";

const SMALLS: usize = POSITIVES;
const LARGES: usize = OTHERS;

/** As `outsideValues`, for a block of float64. */
export function valuesOfBothEnds(order: i32, from: usize, to: usize, count: i32): void {
  const one = v128.load(ONE);
  let smalls: i32 = 0;
  let larges: i32 = 0;
  for (let i = 0; i < count; i += 2) {
    const x = v128.load(from + (<usize> i << 3));
    const which = i64x2.bitmask(f64x2.lt(x, one));
    const found = popcnt(which);
    v128.store(SMALLS + (<usize> smalls << 3), taken(x, which));
    v128.store(LARGES + (<usize> larges << 3), taken(x, which ^ 3));
    smalls += found;
    larges += 2 - found;
  }
  // What is behind an odd list is no number of its kind.
  store<f64>(SMALLS + (<usize> smalls << 3), load<f64>(SMALLS));
  store<f64>(LARGES + (<usize> larges << 3), load<f64>(LARGES));
  outsideValues(order, SMALLS, SMALLS, smalls, false);
  if (nearCount == 0) largeValues(order, LARGES, LARGES, larges);
  else outsideValues(order, LARGES, LARGES, larges, false);
  let small = SMALLS;
  let large = LARGES;
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const isSmall = f64x2.lt(v128.load(from + place), one);
    const which = i64x2.bitmask(isSmall);
    const a = taken(v128.load(small), which);
    const b = taken(v128.load(large), which ^ 3);
    const found = <usize> popcnt(which) << 3;
    small += found;
    large += 16 - found;
    v128.store(to + place, v128.bitselect(a, b, isSmall));
  }
}
