// Accurate phase of multigammaln and its gradient, whose cost does not grow with p: the sum in double-double, to 2^-99 of
// its terms (multigammaln/accurate_double_double.ts). Next to the zero of the gradient there is a table entry around it
// (multigammaln/zero.ts), with a relative error of 2^-73.
//
// One to five microseconds, for one element in 4,000 of those with table entries, and fewer of others. Where the terms are
// much larger than the sum, as at x far beyond a p of 192 and more, Ziv's test fails again, and elements take the last phase.
// tests/kernels/bounds_test.ts searches for the largest errors in units of the bounds.

import { TERM_PART, termSize } from "../arithmetic/term_size";
import { lastValue } from "../gamma/last_phase";
import { DIGAMMA } from "../gamma/special_values";
import { evaluateZeros } from "../gamma/zeros";
import {
  firstLanePassesZivTest,
  passesZivTest,
  rounded,
  skipZivTest,
  testedHigh,
} from "../rounding/ziv_test_scalar";
import { multigammalnPair } from "./accurate_double_double";
import { sumTable } from "./table";
import { hasZeroEntry, makeSumZeroEntry, NEAR_ZERO, sumZeroEntry } from "./zero";

/** Beyond these products might overflow: of multigammaln, and of its gradient. */
const LARGEST: f64 = 1e120;
const LARGEST_GRADIENT: f64 = 1e280;

/** Whether multigammaln of dimension p, or its gradient, passes Ziv's test (rounding/ziv_test_scalar.ts). */
export function accurateMultigammaln(x: f64, p: f64, gradient: bool): bool {
  if (x > (gradient ? LARGEST_GRADIENT : LARGEST)) return skipZivTest();
  if (!gradient) return passesAccurate(x, p, false);
  const table = sumTable(DIGAMMA, p);
  const t = x - 0.5 * (p - 1);
  if (besideZero(table, t)) return true;
  const passes = passesAccurate(x, p, true);
  if (passes || hasZeroEntry(table) || !(abs(testedHigh) * t < NEAR_ZERO)) return passes;
  makeSumZeroEntry(table, p);
  return besideZero(table, t);
}

function passesAccurate(x: f64, p: f64, gradient: bool): bool {
  return passesZivTest(multigammalnPair(x, p, gradient), termSize * TERM_PART);
}

/** The values of elements without a fast phase. */
export function accurateValues(order: i32, p: f64, from: usize, to: usize, count: i32): void {
  for (const end = from + (<usize> count << 3); from < end; from += 8, to += 8) {
    const x = load<f64>(from);
    const passes = accurateMultigammaln(x, p, order == DIGAMMA);
    store<f64>(to, passes ? rounded : lastValue(order, p, x, false));
  }
}

/** Whether the entry of the zero passes it. */
function besideZero(table: usize, t: f64): bool {
  const entry = sumZeroEntry(table, t);
  return entry != 0 && firstLanePassesZivTest(evaluateZeros(f64x2.splat(t), entry, entry));
}
