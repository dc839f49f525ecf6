// Programs of expressions over blocks of numbers: the first way, in pairs high + low with a bound of the
// error for each element; what that leaves undecided goes the second (expression_second.ts).
//
// A slot has a block of high parts, one of low parts and one of bounds. A result is rounded from its pair
// where the bound is below 2^-54.4 of it: then it is within 0.88 ulp of the true value.

import { BLOCK, SPACE } from "./block";
import {
  ABS,
  ADD,
  CODE,
  CONSTANT,
  CONSTANTS,
  COS,
  DIGAMMA,
  DIV,
  EQ,
  EXP,
  EXPM1,
  IF,
  INDEX,
  INPUT,
  INPUTS,
  INSTRUCTION,
  LE,
  LENGTH,
  LGAMMA,
  LOG,
  LOG1P,
  LT,
  MAX,
  MIN,
  MUL,
  NE,
  NEG,
  NUMBER,
  OPERAND_A,
  OPERAND_B,
  OPERAND_C,
  OUTPUT,
  OUTPUT_COUNT,
  OUTPUTS,
  MADE_A,
  MADE_B,
  POLYGAMMA,
  POW,
  SIN,
  SLOT,
  SLOTS,
  SQRT,
  SUB,
  UNDECIDED,
} from "./expression_code";
import { beginSecond, keepConstant, second, specialPower } from "./expression_second";
import { errorBound, functionOf, slopeBound } from "./expression_function";
import { pairs } from "./gamma_pairs";
import { expm1Of, expOf, log1pOf, logOf, low, productError, sumError } from "./pair_functions";
import { pairSin, quickLow } from "./quick_functions";
import { TRIPLE } from "./triple";

const BOUNDS: usize = 2 * SPACE;
const SLOT_SIZE: usize = 3 * SPACE;
const DECIDED: f64 = 4.2e-17; // 0.76 2^-54
const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
const ELEMENTARY: f64 = 2.168404344971009e-19; // 2^-62
const GAMMA: f64 = 2.168404344971009e-19; // 2^-62, as in gamma_pairs.ts
const ANGLE: f64 = 2.524354896707238e-29; // 2^-95
const LOST: f64 = 1e-322;
const SMALL: f64 = 1e-280;
const ARGUMENT: usize = memory.data(48, 16);

/** Computes what does not depend on inputs, once for a program. */
export function expression_open(program: usize): void {
  const code = load<usize>(program, CODE);
  const length = load<i32>(program, LENGTH);
  for (let i = 0; i < length; i++) {
    const at = code + <usize> i * INSTRUCTION;
    if (load<i32>(at, CONSTANT) == 0 || load<i32>(at) == NUMBER) continue;
    beginSecond(program, 0, false);
    keepConstant(i);
  }
}

/** Runs a program over `count` elements of its inputs. Gives how many went the second way. */
export function expression_run(program: usize, count: i32): i32 {
  let again = 0;
  for (let first = 0; first < count; first += BLOCK) again += runBlock(program, first, min(BLOCK, count - first));
  return again;
}

/** Makes what is NaN in one place NaN in another. */
export function expression_mark(to: usize, from: usize, count: i32): void {
  for (const end = to + (<usize> count << 3); to < end; to += 8, from += 8) {
    if (isNaN(load<f64>(from))) store<f64>(to, NaN);
  }
}

function runBlock(program: usize, first: i32, count: i32): i32 {
  const start = load<usize>(program, CODE);
  const end = start + <usize> load<i32>(program, LENGTH) * INSTRUCTION;
  const slots = load<usize>(program, SLOTS);
  const size = (count + 3) & ~3;
  let undecided = 0;
  for (let at = start; at < end; at += INSTRUCTION) {
    const op = load<i32>(at);
    const to = slots + <usize> load<i32>(at, SLOT) * SLOT_SIZE;
    const a = slots + <usize> load<i32>(at, OPERAND_A) * SLOT_SIZE;
    const b = slots + <usize> load<i32>(at, OPERAND_B) * SLOT_SIZE;
    if (op == OUTPUT) {
      undecided += output(program, at, a, first, count);
    } else if (load<i32>(at, CONSTANT) != 0) {
      fill(to, load<usize>(program, CONSTANTS) + ((at - start) / INSTRUCTION << 5), size);
    } else if (op == INPUT) {
      const from = load<usize>(load<usize>(program, INPUTS) + (<usize> load<i32>(at, INDEX) << 2));
      input(to, from + (<usize> first << 3), count, size);
    } else if (op == ADD) {
      addBlock(to, a, b, size, 1);
    } else if (op == SUB) {
      addBlock(to, a, b, size, -1);
    } else if (op == MUL) {
      multiplyBlock(to, a, b, size);
    } else if (op == DIV) {
      divideBlock(to, a, b, size);
    } else if (op == POW) {
      powerBlock(to, a, b, size);
    } else if (op == NEG || op == ABS) {
      signBlock(to, a, size, op == NEG);
    } else if (op == MIN || op == MAX) {
      extremeBlock(to, a, b, size, op == MAX);
    } else if (op >= LT && op <= NE) {
      compareBlock(to, a, b, size, op);
    } else if (op == IF) {
      chooseBlock(to, a, b, slots + <usize> load<i32>(at, OPERAND_C) * SLOT_SIZE, size);
    } else {
      const c = slots + <usize> load<i32>(at, OPERAND_C) * SLOT_SIZE;
      functionBlock(op, to, a, b, c, size, orderOf(program, at, op), load<i32>(at, MADE_B) >= 0);
    }
  }
  return undecided == 0 ? 0 : again(program, first, count);
}

/** The order of a function of the gamma family that has tables: -1 to 2; else -2. */
function orderOf(program: usize, at: usize, op: i32): i32 {
  if (op == LGAMMA) return -1;
  if (op == DIGAMMA) return 0;
  if (op != POLYGAMMA) return -2;
  const order = load<usize>(program, CODE) + <usize> load<i32>(at, MADE_B) * INSTRUCTION;
  if (load<i32>(order, CONSTANT) == 0) return -2;
  const n = load<f64>(load<usize>(program, CONSTANTS) + (<usize> load<i32>(at, MADE_B) << 5));
  return n == 1 ? 1 : n == 2 ? 2 : -2;
}

// @ts-ignore: decorator
@inline
function put(at: usize, high: f64, rest: f64, bound: f64, isWild: bool): void {
  const sum = high + rest;
  if (abs(sum) < Infinity) {
    store<f64>(at, sum);
    store<f64>(at, sumError(high, rest, sum), SPACE);
    store<f64>(at, bound, BOUNDS);
    return;
  }
  // Beside an infinite value the low part is NaN.
  store<f64>(at, abs(high) < Infinity && !isNaN(rest) ? sum : high);
  store<f64>(at, 0, SPACE);
  store<f64>(at, isWild ? Infinity : 0, BOUNDS);
}

function fill(to: usize, constant: usize, size: i32): void {
  const high = load<f64>(constant);
  const bound = load<f64>(constant, TRIPLE) + abs(load<f64>(constant, 16));
  for (let i: usize = 0; i < <usize> size << 3; i += 8) put(to + i, high, load<f64>(constant, 8), bound, false);
}

function input(to: usize, from: usize, count: i32, size: i32): void {
  memory.copy(to, from, <usize> count << 3);
  for (let i = count; i < size; i++) {
    store<f64>(to + (<usize> i << 3), load<f64>(to + (<usize> (count - 1) << 3)));
  }
  memory.fill(to + SPACE, 0, <usize> size << 3);
  memory.fill(to + BOUNDS, 0, <usize> size << 3);
}

// @ts-ignore: decorator
@inline
function isDecided(value: f64, bound: f64): bool {
  return bound == 0 || bound <= DECIDED * abs(value) && abs(value) < Infinity;
}

/** Writes a result where it is decided, and marks it where it is not; gives how many are not. */
function output(program: usize, at: usize, a: usize, first: i32, count: i32): i32 {
  const index = <usize> load<i32>(at, INDEX);
  const to = load<usize>(load<usize>(program, OUTPUTS) + (index << 2)) + (<usize> first << 3);
  const marks = load<usize>(program, UNDECIDED) + index * BLOCK;
  let undecided = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    const high = load<f64>(a + (i << 3));
    const bound = load<f64>(a + (i << 3), BOUNDS);
    store<f64>(to + (i << 3), isNaN(high) ? NaN : high);
    const isKnown = isDecided(high, bound);
    store<u8>(marks + i, isKnown ? 0 : 1);
    if (!isKnown) undecided++;
  }
  return undecided;
}

/** Computes what is marked in the second way. */
function again(program: usize, first: i32, count: i32): i32 {
  const outputs = load<i32>(program, OUTPUT_COUNT);
  const marks = load<usize>(program, UNDECIDED);
  let elements = 0;
  for (let i = 0; i < count; i++) {
    let isBegun = false;
    for (let index = 0; index < outputs; index++) {
      if (load<u8>(marks + <usize> (index * BLOCK + i)) == 0) continue;
      if (!isBegun) beginSecond(program, <usize> (first + i), true);
      if (!isBegun) elements++;
      isBegun = true;
      const to = load<usize>(load<usize>(program, OUTPUTS) + (<usize> index << 2));
      const made = load<i32>(load<usize>(program, OUTPUTS) + (<usize> (outputs + index) << 2));
      let at = second(made);
      if (!isDecided(load<f64>(at), load<f64>(at, TRIPLE))) {
        // In the third way nothing is quick; what others need of this element is computed anew.
        beginSecond(program, <usize> (first + i), false);
        at = second(made);
        isBegun = false;
      }
      const value = load<f64>(at);
      store<f64>(to + (<usize> (first + i) << 3), isNaN(value) ? NaN : value);
    }
  }
  return elements;
}

function addBlock(to: usize, a: usize, b: usize, size: i32, sign: f64): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = sign * load<f64>(b + i);
    const xLow = load<f64>(a + i, SPACE);
    const yLow = sign * load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const sum = x + y;
    const error = sumError(x, y, sum);
    const lows = xLow + yLow;
    const rest = error + lows;
    // What is left out is known: a sum that is exact adds nothing to the bound.
    const lost = abs(sumError(xLow, yLow, lows)) + abs(sumError(error, lows, rest));
    const bound = xBound + yBound + lost;
    put(to + i, sum, rest, bound, xBound == Infinity || yBound == Infinity);
  }
}

function multiplyBlock(to: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const xLow = load<f64>(a + i, SPACE);
    const yLow = load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const product = x * y;
    const size = abs(product);
    let rest = productError(x, y, product) + (x * yLow + xLow * y);
    let bound = abs(x) * yBound + abs(y) * xBound + xBound * yBound;
    if (xLow != 0 || yLow != 0) bound += ROUNDING * size;
    bound *= 1.0000001;
    if (size < SMALL && x != 0 && y != 0) bound += LOST;
    // Numbers that cannot be split, and what is lost below the smallest numbers, go the second way.
    if (isNaN(rest) && size < Infinity) {
      rest = 0;
      bound += size * 3e-16;
    }
    put(to + i, product, rest, bound, xBound == Infinity || yBound == Infinity);
  }
}

function divideBlock(to: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const xLow = load<f64>(a + i, SPACE);
    const yLow = load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const quotient = x / y;
    const product = quotient * y;
    let left = ((x - product) - productError(quotient, y, product)) + (xLow - quotient * yLow);
    let bound = xBound == 0 && yBound == 0 ? 0 : 1.01 * (xBound + abs(quotient) * yBound) / abs(y);
    if (yBound > 0 && !(yBound * 256 < abs(y))) bound = Infinity;
    if (left != 0) bound += ROUNDING * abs(quotient);
    if (abs(quotient) < SMALL && x != 0) bound += LOST + abs(quotient) * 3e-16;
    if (isNaN(left) && abs(quotient) < Infinity) {
      left = 0;
      if (abs(y) < Infinity) bound += abs(quotient) * 3e-16;
    }
    if (abs(y) == Infinity) left = 0;
    put(to + i, quotient, left / y, bound, bound == Infinity);
  }
}

function signBlock(to: usize, a: usize, size: i32, isNegation: bool): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const isTurned = isNegation || x < 0 || x == 0;
    const xLow = load<f64>(a + i, SPACE);
    store<f64>(to + i, isNegation ? -x : abs(x));
    store<f64>(to + i, isTurned ? -xLow : xLow, SPACE);
    store<f64>(to + i, load<f64>(a + i, BOUNDS), BOUNDS);
  }
}

function copyElement(to: usize, from: usize): void {
  store<f64>(to, load<f64>(from));
  store<f64>(to, load<f64>(from, SPACE), SPACE);
  store<f64>(to, load<f64>(from, BOUNDS), BOUNDS);
}

function extremeBlock(to: usize, a: usize, b: usize, size: i32, isMaximum: bool): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const difference = x == y ? load<f64>(a + i, SPACE) - load<f64>(b + i, SPACE) : x - y;
    const isFirst = isNaN(x) || !isNaN(y) && (isMaximum ? difference >= 0 : difference <= 0);
    const bound = max(load<f64>(a + i, BOUNDS), load<f64>(b + i, BOUNDS));
    const chosen = isFirst ? a + i : b + i;
    put(to + i, load<f64>(chosen), load<f64>(chosen, SPACE), bound, bound == Infinity);
  }
}

function compareBlock(to: usize, a: usize, b: usize, size: i32, op: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const bound = load<f64>(a + i, BOUNDS) + load<f64>(b + i, BOUNDS);
    let difference = x - y;
    if (x == y) difference = load<f64>(a + i, SPACE) - load<f64>(b + i, SPACE);
    const isUnknown = bound > 0 && !(abs(difference) > 2 * bound);
    let holds = difference == 0;
    if (op == LT) holds = difference < 0;
    if (op == LE) holds = difference <= 0;
    if (op == NE) holds = difference != 0;
    const value: f64 = isNaN(x) || isNaN(y) ? NaN : holds ? 1 : 0;
    store<f64>(to + i, value);
    store<f64>(to + i, 0, SPACE);
    store<f64>(to + i, isUnknown ? Infinity : 0, BOUNDS);
  }
}

function chooseBlock(to: usize, condition: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(condition + i);
    const bound = load<f64>(condition + i, BOUNDS);
    const isUnknown = bound > 0 && !(abs(x) > bound);
    copyElement(to + i, x != 0 ? a + i : b + i);
    if (isNaN(x)) put(to + i, NaN, 0, 0, isUnknown);
    if (isUnknown) store<f64>(to + i, Infinity, BOUNDS);
  }
}

function powerBlock(to: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const yLow = load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const isWild = xBound > 0 && !(xBound * 256 < abs(x)) || yBound == Infinity;
    const isWhole = yLow == 0 && yBound == 0 && y == nearest(y);
    const isOdd = isWhole && abs(y) < 9007199254740992 && (<i64> y & 1) != 0;
    if (
      isWild || abs(x) == Infinity || !(abs(y) < Infinity) || x == 0 || y == 0 || isNaN(x) || x < 0 && !isWhole ||
      x == 1 && load<f64>(a + i, SPACE) == 0
    ) {
      const isOne = x == 1 && xBound > 0;
      put(to + i, specialPower(x, y, isWhole, isOdd), 0, isWild || isOne ? Infinity : 0, isWild);
      continue;
    }
    const xLow = load<f64>(a + i, SPACE);
    const log = x < 0 ? logOf(-x, -xLow) : logOf(x, xLow);
    const logLow = low;
    const exponent = log * y;
    const exponentLow = productError(log, y, exponent) + (log * yLow + logLow * y);
    const power = expOf(exponent, exponentLow);
    let bound = ELEMENTARY * (2 + abs(exponent)) + 1.01 * abs(y) * xBound / abs(x) + abs(log) * yBound;
    bound = abs(power) * 1.01 * bound + (power < SMALL ? LOST : 0);
    const sign: f64 = isOdd && x < 0 ? -1 : 1;
    put(to + i, sign * power, sign * low, bound, false);
  }
}

function functionBlock(
  op: i32,
  to: usize,
  a: usize,
  b: usize,
  c: usize,
  size: i32,
  order: i32,
  hasOrder: bool,
): void {
  if (order > -2) {
    // What has no row is computed at 1, and then on its own. `to` may be `a`: operands end with a pass.
    for (let i: usize = 0; i < <usize> size << 3; i += 8) {
      const x = load<f64>(a + i);
      const isThere = x > 0 && x < 1e300;
      store<f64>(GAMMAS + i, isThere ? x : 1);
      store<f64>(GAMMAS + i, isThere ? load<f64>(a + i, SPACE) : 0, SPACE);
    }
    pairs(order, GAMMAS, size);
  }
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const xLow = load<f64>(a + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const isWild = xBound > 0 && !(xBound * 256 < abs(x));
    let f: f64 = 0;
    let rest: f64 = 0;
    let bound: f64 = 0;
    let isDone = x > 0 && x < Infinity;
    if (op == LOG && isDone) {
      f = logOf(x, xLow);
      rest = low;
      bound = ELEMENTARY * abs(f);
    } else if (op == EXP && abs(x) < 746) {
      f = expOf(x, xLow);
      rest = low;
      bound = ELEMENTARY * f + (f < SMALL ? LOST + 3e-16 * f : 0);
      isDone = true;
    } else if (op == LOG1P && x > -1 && x < Infinity) {
      f = log1pOf(x, xLow);
      rest = low;
      bound = ELEMENTARY * abs(f);
      isDone = true;
    } else if (op == EXPM1 && abs(x) < 709) {
      f = expm1Of(x, xLow);
      rest = low;
      bound = ELEMENTARY * abs(f);
      isDone = true;
    } else if (op == SQRT && isDone) {
      f = sqrt(x);
      const square = f * f;
      rest = (((x - square) - productError(f, f, square)) + xLow) / (f + f);
      bound = rest == 0 ? 0 : ROUNDING * f + (x < SMALL ? 3e-16 * f : 0);
    } else if ((op == SIN || op == COS) && abs(x) < 1000000 && x != 0) {
      f = pairSin(x, xLow, op == COS ? 1 : 0);
      rest = quickLow;
      bound = ELEMENTARY * abs(f) + ANGLE;
      isDone = true;
    } else if (order > -2 && isDone && x < 1e300 && !(x == 1 || x == 2)) {
      f = load<f64>(GAMMAS + i);
      rest = load<f64>(GAMMAS + i, SPACE);
      bound = GAMMA * (order < 1 ? max(1, abs(f)) : abs(f));
    } else {
      isDone = false;
    }
    const n = hasOrder ? load<f64>(b + i) : 0;
    if (!isDone) {
      store<f64>(ARGUMENT, x);
      store<f64>(ARGUMENT, xLow, 8);
      store<f64>(ARGUMENT, 0, 16);
      const isExact = functionOf(ARGUMENT + TRIPLE, op, ARGUMENT, n, load<f64>(c + i));
      f = load<f64>(ARGUMENT, TRIPLE);
      rest = load<f64>(ARGUMENT, TRIPLE + 8);
      bound = abs(load<f64>(ARGUMENT, TRIPLE + 16));
      if (!isExact) bound += errorBound(op, x, f, n);
    }
    if (xBound > 0) bound = isWild ? Infinity : bound + slopeBound(op, x, f, n) * xBound;
    put(to + i, f, rest, bound, isWild);
  }
}

const GAMMAS: usize = memory.data(8192 + 64, 16);
