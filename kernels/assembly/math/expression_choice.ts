// Comparisons and choices of expressions, over blocks of pairs with bounds (expression_slot.ts). `to` may be one of
// the operands.

import { SPACE } from "./block";
import { LE, LT, NE } from "./expression_code";
import { BOUNDS, boundsOf, highsOf, lowsOf, put, setFilled, slotOf } from "./expression_slot";

/** The smaller or larger of two; the first of equal ones. */
export function extremeBlock(to: usize, a: usize, b: usize, size: i32, isMaximum: bool): void {
  const at = slotOf(to);
  let mostBound: f64 = 0;
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(highsOf(a) + i);
    const y = load<f64>(highsOf(b) + i);
    const xLow = load<f64>(lowsOf(a) + i);
    const yLow = load<f64>(lowsOf(b) + i);
    const difference = x == y ? xLow - yLow : x - y;
    const isFirst = isNaN(x) || !isNaN(y) && (isMaximum ? difference >= 0 : difference <= 0);
    const bound = max(load<f64>(boundsOf(a) + i), load<f64>(boundsOf(b) + i));
    put(at + i, isFirst ? x : y, isFirst ? xLow : yLow, bound, bound == Infinity);
    mostBound = max(mostBound, bound);
  }
  setFilled(to, true, !(mostBound == 0));
}

/** 1 where a comparison holds, 0 where not, NaN where one of both is. */
export function compareBlock(to: usize, a: usize, b: usize, size: i32, op: i32): void {
  const at = slotOf(to);
  let isAnyUnknown = false;
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(highsOf(a) + i);
    const y = load<f64>(highsOf(b) + i);
    const bound = load<f64>(boundsOf(a) + i) + load<f64>(boundsOf(b) + i);
    let difference = x - y;
    if (x == y) difference = load<f64>(lowsOf(a) + i) - load<f64>(lowsOf(b) + i);
    const isUnknown = bound != 0 && !(abs(difference) > 2 * bound);
    let holds = difference == 0;
    if (op == LT) holds = difference < 0;
    if (op == LE) holds = difference <= 0;
    if (op == NE) holds = difference != 0;
    store<f64>(at + i, isNaN(x) || isNaN(y) ? NaN : holds ? 1 : 0);
    store<f64>(at + i, isUnknown ? Infinity : 0, BOUNDS);
    if (isUnknown) isAnyUnknown = true;
  }
  setFilled(to, false, isAnyUnknown);
}

/** `a` where a condition is not 0, else `b`. */
export function chooseBlock(to: usize, condition: usize, a: usize, b: usize, size: i32): void {
  const at = slotOf(to);
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(highsOf(condition) + i);
    const bound = load<f64>(boundsOf(condition) + i);
    const isUnknown = bound != 0 && !(abs(x) > bound);
    const chosen = x != 0 ? a : b;
    const high = load<f64>(highsOf(chosen) + i);
    const low = load<f64>(lowsOf(chosen) + i);
    const end = load<f64>(boundsOf(chosen) + i);
    store<f64>(at + i, high);
    store<f64>(at + i, low, SPACE);
    store<f64>(at + i, end, BOUNDS);
    if (isNaN(x)) put(at + i, NaN, 0, 0, isUnknown);
    if (isUnknown) store<f64>(at + i, Infinity, BOUNDS);
  }
  setFilled(to, true, true);
}
