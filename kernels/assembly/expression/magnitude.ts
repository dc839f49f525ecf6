// How large results of expressions are that are beyond the range of float64: what is infinite or 0 for certain needs no
// more digits.

import { ABS, ADD, DIV, EXP, I0, I1, MADE_A, MADE_B, MUL, NEG, SUB } from "./instructions";
import { BOUND, codeOf, triple } from "./last_triple_double";

/** Bounds of log2 of the size of a number, from `findSize`. */
let leastSize: f64 = 0;
let mostSize: f64 = 0;
/** 1/ln 2 */
const LOG2_E: f64 = 1.4426950408889634;

/**
 * Whether the value of an instruction is certain although its bound is not small: it is infinite, or so small that it
 * is 0 as a float64.
 */
export function isCertain(index: i32): bool {
  const value = load<f64>(triple(index));
  findSize(index);
  return value == 0 && mostSize < -1076 || abs(value) == Infinity && leastSize > 1025;
}

/** Finds how large the value of an instruction is, also where that is beyond the range of float64. */
function findSize(index: i32): void {
  const at = triple(index);
  const value = abs(load<f64>(at));
  const code = codeOf(index);
  const op = load<i32>(code);
  leastSize = -Infinity;
  mostSize = Infinity;
  if (isFinite(value) && value > 1e-290 && load<f64>(at, BOUND) * 256 < value) {
    mostSize = <f64> (<i32> (reinterpret<u64>(value) >> 52) - 1021);
    leastSize = mostSize - 3;
    return;
  }
  const a = load<i32>(code, MADE_A);
  const b = load<i32>(code, MADE_B);
  if (op == NEG || op == ABS) return findSize(a);
  if (op == EXP || (op == I0 || op == I1) && load<f64>(triple(b)) == 0) {
    const x = triple(a);
    const size = op == EXP ? load<f64>(x) : abs(load<f64>(x));
    if (!(load<f64>(x, BOUND) * 256 < abs(size) && abs(size) < 1e15)) return;
    mostSize = (size + abs(size) * 0.01) * LOG2_E + 1;
    // I0 and I1 are at least exp(x)/sqrt(8 x), x > 1.
    leastSize = (size - abs(size) * 0.01) * LOG2_E - (op == EXP ? 1 : 30);
    return;
  }
  if (op != MUL && op != DIV && op != ADD && op != SUB) return;
  findSize(a);
  const least = leastSize;
  const most = mostSize;
  findSize(b);
  if (op == MUL) {
    leastSize += least;
    mostSize += most;
  } else if (op == DIV) {
    const inverse = -mostSize;
    mostSize = most - leastSize;
    leastSize = least + inverse;
  } else {
    const areAlike = (load<f64>(triple(a)) > 0) == ((load<f64>(triple(b)) > 0) == (op == ADD));
    leastSize = areAlike ? max(least, leastSize) : -Infinity;
    mostSize = max(most, mostSize) + 1;
  }
}
