// The last way of expressions in WebAssembly: one element in triple-double, with a bound of its error, which is
// infinite where a number is beyond the range of float64. A difference of one function of one number is 0 exactly.

import {
  ABS,
  ADD,
  CODE,
  CONSTANT,
  CONSTANTS,
  DIV,
  EQ,
  IF,
  INDEX,
  INPUT,
  INPUTS,
  INSTRUCTION,
  LE,
  LT,
  MADE_A,
  MADE_B,
  MADE_C,
  MAX,
  MIN,
  MUL,
  NE,
  NEG,
  NUMBER,
  POW,
  SECOND,
  SECONDS,
  SUB,
} from "./instructions";
import { errorBound, functionOf, isBeyond, LOST, slopeBound } from "./last_function";
import { setPower } from "./power";
import { sumError } from "../elementary/scalar";
import { add, copy, divide, multiply, negate, set, setSum, subtract, TRIPLE } from "../arithmetic/triple_double";

export const BOUND: usize = 24;
const MARK: usize = 32;
/** Relative error of sums, products and quotients, of the larger operand. */
const ROUNDING: f64 = 2.802596928649634e-45; // 2^-148

const WORK: usize = memory.data(24, 16);

let program: usize = 0;
let element: usize = 0;
let mark: i32 = 0;

/** Begins with an element, `place` bytes behind the first of the inputs. */
export function beginTriple(head: usize, place: usize): void {
  program = head;
  element = place;
  mark++;
}

/** Where an instruction is. */
export function codeOf(index: i32): usize {
  return load<usize>(program, CODE) + <usize> index * INSTRUCTION;
}

/** The triple of an instruction; its bound is behind it. */
export function triple(index: i32): usize {
  const at = load<usize>(program, SECONDS) + <usize> index * SECOND;
  if (load<i32>(at, MARK) == mark) return at;
  store<i32>(at, mark, MARK);
  const code = codeOf(index);
  const op = load<i32>(code);
  if (op == INPUT) {
    const from = load<usize>(load<usize>(program, INPUTS) + (<usize> load<i32>(code, INDEX) << 2));
    set(at, load<f64>(from + element));
    store<f64>(at, 0, BOUND);
    return at;
  }
  if (load<i32>(code, CONSTANT) != 0 && (op == NUMBER || load<i32>(code, CONSTANT) == 2)) {
    memory.copy(at, load<usize>(program, CONSTANTS) + ((<usize> index) << 5), 32);
    return at;
  }
  compute(at, code, op);
  const size = abs(load<f64>(at));
  const bound = load<f64>(at, BOUND);
  if (!isFinite(size)) {
    set(at, load<f64>(at));
    store<f64>(at, bound == Infinity ? bound : 0, BOUND);
  }
  return at;
}

/** Keeps what instructions made that depend on no input. */
export function keepConstant(index: i32): void {
  const at = triple(index);
  const code = codeOf(index);
  memory.copy(load<usize>(program, CONSTANTS) + ((<usize> index) << 5), at, 32);
  store<i32>(code, 2, CONSTANT);
}

function compute(at: usize, code: usize, op: i32): void {
  if (op == SUB && areSame(load<i32>(code, MADE_A), load<i32>(code, MADE_B))) {
    set(at, 0);
    store<f64>(at, 0, BOUND);
    return;
  }
  const a = triple(load<i32>(code, MADE_A));
  const aHigh = load<f64>(a);
  const aBound = load<f64>(a, BOUND);
  if (op == NEG || op == ABS) {
    if (op == NEG || aHigh < 0 || aHigh == 0) negate(at, a);
    else copy(at, a);
    if (op == ABS && aHigh == 0) set(at, 0);
    store<f64>(at, aBound, BOUND);
    return;
  }
  if (op == IF) {
    if (isNaN(aHigh)) {
      set(at, NaN);
      store<f64>(at, aBound, BOUND);
      return;
    }
    const chosen = triple(aHigh != 0 ? load<i32>(code, MADE_B) : load<i32>(code, MADE_C));
    memory.copy(at, chosen, 32);
    if (aBound == Infinity) store<f64>(at, aBound, BOUND);
    return;
  }
  const isBinary = op >= ADD && op <= NE;
  if (!isBinary) {
    const n = load<i32>(code, MADE_B) < 0 ? 0 : load<f64>(triple(load<i32>(code, MADE_B)));
    const k = load<i32>(code, MADE_C) < 0 ? 0 : load<f64>(triple(load<i32>(code, MADE_C)));
    const isExact = functionOf(at, op, a, n, k);
    const f = load<f64>(at);
    let bound: f64 = 0;
    if (aBound > 0) bound = aBound * 256 < abs(aHigh) ? slopeBound(op, aHigh, f, n) * aBound : Infinity;
    if (!isExact) bound += errorBound(op, aHigh, f, n);
    if (isBeyond(op, aHigh, f, isExact)) bound = f == 0 ? LOST : Infinity;
    store<f64>(at, bound, BOUND);
    return;
  }
  const b = triple(load<i32>(code, MADE_B));
  const bHigh = load<f64>(b);
  const bBound = load<f64>(b, BOUND);
  let isWild = aBound == Infinity || bBound == Infinity;
  const areFinite = isFinite(aHigh) && isFinite(bHigh);
  const arePlain = load<f64>(a, 8) == 0 && load<f64>(b, 8) == 0;
  let bound = aBound + bBound;
  if (op == ADD || op == SUB) {
    if (arePlain) setSum(at, aHigh, op == ADD ? bHigh : -bHigh);
    else if (op == ADD) add(at, a, b);
    else subtract(at, a, b);
    if (!arePlain) settle(at);
    if (!arePlain) bound += sumLoss(a, b, op == ADD ? 1 : -1);
    const plain = op == ADD ? aHigh + bHigh : aHigh - bHigh;
    if (!isFinite(plain)) set(at, plain);
    if (!isFinite(plain) && areFinite) isWild = true;
  } else if (op == MUL) {
    multiply(at, a, b);
    const product = aHigh * bHigh;
    bound = abs(aHigh) * bBound + abs(bHigh) * aBound + aBound * bBound;
    if (!arePlain) bound += ROUNDING * abs(product);
    if (abs(product) < 1e-250 && aHigh != 0 && bHigh != 0) bound += LOST + abs(product) * 1e-16;
    if (!isFinite(product) && areFinite) isWild = true;
    fix(at, product);
  } else if (op == DIV) {
    const quotient = aHigh / bHigh;
    divide(at, a, b);
    if (bBound > 0 && !(bBound * 256 < abs(bHigh))) isWild = true;
    bound = 1.01 * (aBound + abs(quotient) * bBound) / abs(bHigh);
    if (load<f64>(at, 8) != 0 || !arePlain) bound += ROUNDING * abs(quotient);
    if (abs(quotient) < 1e-250 && aHigh != 0) bound += LOST + abs(quotient) * 1e-16;
    if (isNaN(bound)) bound = 0;
    if (!isFinite(quotient) && areFinite && bHigh != 0) isWild = true;
    fix(at, quotient);
  } else if (op == POW) {
    bound = setPower(at, a, b, aBound, bBound);
  } else {
    subtract(WORK, a, b);
    const difference = isFinite(aHigh) && isFinite(bHigh) ? load<f64>(WORK) : aHigh - bHigh;
    const isNone = isNaN(aHigh) || isNaN(bHigh);
    const areEqual = aHigh == bHigh && !isFinite(aHigh) || difference == 0;
    const isOpen = bound > 0 && abs(difference) <= bound + ROUNDING * abs(aHigh);
    if (op == MIN || op == MAX) {
      const isFirst = areEqual || (op == MIN ? aHigh < bHigh || difference < 0 : aHigh > bHigh || difference > 0);
      memory.copy(at, isFirst ? a : b, 32);
      if (isNone) set(at, NaN);
      bound = areEqual || isOpen ? max(aBound, bBound) : isFirst ? aBound : bBound;
    } else {
      let holds = areEqual;
      if (op == LT) holds = !areEqual && (difference < 0 || aHigh < bHigh && !(difference > 0));
      if (op == LE) holds = areEqual || difference < 0;
      if (op == NE) holds = !areEqual;
      set(at, isNone ? NaN : holds ? 1 : 0);
      bound = isOpen ? Infinity : 0;
    }
  }
  store<f64>(at, isWild ? Infinity : bound, BOUND);
}

/** Whether two instructions are one function of numbers that are exact and the same. */
function areSame(a: i32, b: i32): bool {
  const code = load<usize>(program, CODE);
  const first = code + <usize> a * INSTRUCTION;
  const second = code + <usize> b * INSTRUCTION;
  if (a == b) return true;
  if (load<i32>(first) != load<i32>(second) || load<i32>(first) <= IF) return false;
  for (let operand: usize = MADE_A; operand <= MADE_C; operand += 4) {
    const x = load<i32>(first + operand);
    const y = load<i32>(second + operand);
    if (x == y) continue;
    const at = triple(x);
    const other = triple(y);
    if (load<f64>(at, BOUND) != 0 || load<f64>(other, BOUND) != 0) return false;
    for (let i: usize = 0; i < TRIPLE; i += 8) if (load<f64>(at + i) != load<f64>(other + i)) return false;
  }
  return true;
}

/** Makes the first part of a triple its rounding, which it is not where the first parts of a sum cancel. */
function settle(at: usize): void {
  const a = load<f64>(at);
  const b = load<f64>(at, 8);
  const c = load<f64>(at, 16);
  const bc = b + c;
  const rest = sumError(b, c, bc);
  const sum = a + bc;
  const error = sumError(a, bc, sum);
  const middle = error + rest;
  store<f64>(at, sum);
  store<f64>(at, middle, 8);
  store<f64>(at, sumError(error, rest, middle), 16);
}

/** What `add` of arithmetic/triple_double.ts leaves out of a + sign b, at most: nothing where only one of four small parts is there. */
function sumLoss(a: usize, b: usize, sign: f64): f64 {
  const a0 = load<f64>(a);
  const b0 = sign * load<f64>(b);
  const a1 = load<f64>(a, 8);
  const b1 = sign * load<f64>(b, 8);
  const s1 = a1 + b1;
  const e0 = sumError(a0, b0, a0 + b0);
  const e1 = abs(sumError(a1, b1, s1));
  const e2 = abs(sumError(s1, e0, s1 + e0));
  const a2 = abs(load<f64>(a, 16));
  const b2 = abs(load<f64>(b, 16));
  const all = e1 + e2 + a2 + b2;
  const most = max(max(e1, e2), max(a2, b2));
  return all == most ? 0 : 4.440892098500626e-16 * all; // 2^-51
}

/** The result of plain arithmetic where that of triples lost its way: infinite, or too large to be split. */
function fix(at: usize, plain: f64): void {
  const isLost = !isFinite(load<f64>(at)) || isNaN(load<f64>(at, 8)) || isNaN(load<f64>(at, 16));
  if (isLost || plain == 0) set(at, plain);
}
