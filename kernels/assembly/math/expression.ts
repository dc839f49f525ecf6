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
  DIV,
  IF,
  INDEX,
  INPUT,
  INPUTS,
  INSTRUCTION,
  LENGTH,
  LT,
  MADE_B,
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
  POW,
  SLOT,
  SLOTS,
  SUB,
  UNDECIDED,
} from "./expression_code";
import {
  addBlock,
  chooseBlock,
  compareBlock,
  divideBlock,
  extremeBlock,
  multiplyBlock,
  powerBlock,
  signBlock,
} from "./expression_arithmetic";
import { functionBlock, orderOf } from "./expression_functions";
import { beginSecond, keepConstant, second } from "./expression_second";
import { BOUNDS, put, SLOT_SIZE } from "./expression_slot";
import { TRIPLE } from "./triple";

const DECIDED: f64 = 4.2e-17; // 0.76 2^-54

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
