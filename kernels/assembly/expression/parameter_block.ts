// Fast phase of functions of an order or a dimension, polygamma(x, n) and multigammaln(x, p), over blocks: two lanes at a
// time where both have one parameter, else each lane by itself.

import { BOUND, LOW } from "../memory_map";
import { ZERO } from "../arithmetic/constants";
import { firsts, seconds } from "../arithmetic/lanes";
import { POLYGAMMA } from "./instructions";
import { multigammalnLanes } from "./multigammaln";
import { polygammaLanes } from "./polygamma";
import { boundsOf, highsOf, lowsOf, putLanes, setFilled, slotOf } from "./slot";

/** A function of a block, `n` the entry of its parameters; whether elements are left, which have NaN. */
export function parameterBlock(op: i32, to: usize, a: usize, n: usize, size: i32): bool {
  const at = slotOf(to);
  let isAnyLeft = false;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(a) + i);
    const xLow = v128.load(lowsOf(a) + i);
    const parameters = v128.load(highsOf(n) + i);
    const inexact = v128.or(v128.load(lowsOf(n) + i), v128.load(boundsOf(n) + i));
    const first = f64x2.extract_lane(parameters, 0);
    const second = f64x2.extract_lane(parameters, 1);
    let high = first == second
      ? valueLanes(op, first, x, xLow)
      : eachLane(op, first, second, x, xLow);
    // A parameter that is not exactly known may be an integer or not.
    high = v128.or(high, f64x2.ne(inexact, v128.load(ZERO)));
    if (v128.any_true(f64x2.ne(high, high))) isAnyLeft = true;
    putLanes(at + i, high, v128.load(LOW), v128.load(BOUND));
  }
  setFilled(to, true, true);
  return isAnyLeft;
}

/** Returns the high parts, NaN where an element is left; LOW and BOUND have the others. */
// @ts-ignore: decorator
@inline
function valueLanes(op: i32, n: f64, x: v128, xLow: v128): v128 {
  return op == POLYGAMMA ? polygammaLanes(n, x, xLow) : multigammalnLanes(op, n, x, xLow);
}

/** The same with a parameter for each lane. */
export function eachLane(op: i32, n0: f64, n1: f64, x: v128, xLow: v128): v128 {
  const high = valueLanes(op, n0, firsts(x, x), firsts(xLow, xLow));
  const low = v128.load(LOW);
  const bound = v128.load(BOUND);
  const other = valueLanes(op, n1, seconds(x, x), seconds(xLow, xLow));
  v128.store(LOW, firsts(low, v128.load(LOW)));
  v128.store(BOUND, firsts(bound, v128.load(BOUND)));
  return firsts(high, other);
}
