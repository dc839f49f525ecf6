// Fast and accurate phase of the functions of expressions, over blocks of double-doubles with bounds (expression/slot.ts).
// Two lanes at a time where a function has that; the elements that it leaves, and other functions, are computed one by
// one. What has neither falls back to the last phase. `to` is not the operand.

import {
  CODE,
  CONSTANT,
  CONSTANTS,
  COS,
  DIGAMMA,
  I0,
  I0E,
  INSTRUCTION,
  LGAMMA,
  MADE_B,
  MULTIGAMMALN,
  MULTIGAMMALN_GRAD,
  POLYGAMMA,
} from "./instructions";
import { besselBlock, besselKind, secondBlock } from "./bessel";
import { accurateBessel } from "./accurate_bessel";
import { lanesBlock } from "./elementary";
import { gammaBlock } from "./gamma";
import { gammaElement } from "./gamma_element";
import { parameterBlock } from "./parameter_block";
import { addSlopes } from "./slope_bound";
import { boundsOf, highsOf, lowsOf, put, putUnknown, setFilled, slotOf, ZEROS } from "./slot";
import { hasSpecialValue, specialValue } from "./special_value";

/** The order of a function of the gamma family that has tables, -1 to 2; else -2. `n` is its order for all elements, or NaN. */
function orderOf(op: i32, n: f64): i32 {
  if (op == LGAMMA) return -1;
  if (op == DIGAMMA) return 0;
  return op == POLYGAMMA && (n == 1 || n == 2) ? <i32> n : -2;
}

/** The kernel of a Bessel function that has tables (bessel/kinds.ts), or of its derivative n; else -1. */
function kindOf(op: i32, n: f64): i32 {
  if (op < I0) return -1;
  const m = op == I0 || op == I0E ? 0 : 1;
  return besselKind(m, op >= I0E, n);
}

/** The first integer of a function where it is the same number, exactly, for all elements; else NaN. */
function constantOf(program: usize, at: usize): f64 {
  if (load<i32>(at, MADE_B) < 0) return NaN;
  const made = <usize> load<i32>(at, MADE_B);
  if (load<i32>(load<usize>(program, CODE) + made * INSTRUCTION, CONSTANT) == 0) return NaN;
  const constant = load<usize>(program, CONSTANTS) + (made << 5);
  const isExact = load<f64>(constant, 8) == 0 && load<f64>(constant, 24) == 0;
  return isExact ? load<f64>(constant) : NaN;
}

/**
 * The function of an instruction, of a block; `n` and `k`, or 0, are the entries of its integers. `isAccurate`: with 95
 * bits, element by element.
 */
export function functionBlock(
  program: usize,
  instruction: usize,
  to: usize,
  a: usize,
  n: usize,
  k: usize,
  size: i32,
  isAccurate: bool,
): void {
  const op = load<i32>(instruction);
  const integer = constantOf(program, instruction);
  const order = orderOf(op, integer);
  const kind = kindOf(op, integer);
  let isInLanes = true;
  let isAnyLeft = true;
  if (op <= COS || isAccurate && op <= DIGAMMA) isAnyLeft = lanesBlock(op, to, a, size, isAccurate);
  else if (isAccurate) isInLanes = false;
  else if (order > -2) isAnyLeft = gammaBlock(order, to, a, size);
  else if (kind >= 0) isAnyLeft = besselBlock(kind, to, a, size);
  else if (op >= I0 && integer == 2) isAnyLeft = secondBlock(op, to, a, size);
  else if (
    op == POLYGAMMA || op == MULTIGAMMALN ||
    op == MULTIGAMMALN_GRAD && load<f64>(highsOf(k)) == 1
  ) {
    isAnyLeft = parameterBlock(op, to, a, n, size);
  } else isInLanes = false;
  const at = slotOf(to);
  for (let i: usize = 0; isAnyLeft && i < <usize> size << 3; i += 8) {
    if (isInLanes && abs(load<f64>(at + i)) < Infinity) continue;
    const x = load<f64>(highsOf(a) + i);
    const xLow = load<f64>(lowsOf(a) + i);
    const first = n == 0 ? 0 : load<f64>(highsOf(n) + i);
    const second = k == 0 ? 0 : load<f64>(highsOf(k) + i);
    // A parameter that is not exactly known may be an integer or not.
    if (n != 0 && (load<f64>(lowsOf(n) + i) != 0 || load<f64>(boundsOf(n) + i) != 0)) {
      putUnknown(at + i);
      continue;
    }
    if (isAccurate && accurateBessel(kind, at + i, x, xLow)) continue;
    if (op >= LGAMMA && op < I0 && gammaElement(op, at + i, x, xLow, first, second)) continue;
    if (xLow == 0 && hasSpecialValue(op, x, first, second)) {
      put(at + i, specialValue, 0, 0, false);
    } else putUnknown(at + i);
  }
  setFilled(to, true, true);
  if (boundsOf(a) != ZEROS) addSlopes(op, at, a, n, size);
}
