// Runs the instructions of a program that one result needs, in balls at the working precision.
//
// Instructions run when they are needed, from a list of those that wait, without recursion: programs may be as deep as
// they are long, and of `if` only the branch that counts is computed.

import {
  BALL,
  compare,
  isExact,
  isInteger,
  isNegative,
  isUnknown,
  precision,
  setInteger,
  setPrecision,
  setUnknown,
  setZero,
} from "../arithmetic/ball";
import { pi } from "../elementary/ball_constants";
import { remainingBudget, setBudget } from "../arithmetic/limbs";
import { entryAt, keep, setKept } from "./constant_cache";
import { decidedSign, FUNCTION, note, notes, setNotes } from "./open_comparisons";
import {
  ABS,
  ADD,
  AND,
  BALLS,
  CODE,
  CONSTANT,
  CONSTANTS,
  DIV,
  FLOOR,
  IF,
  INDEX,
  INPUT,
  INPUTS,
  INSTRUCTION,
  KEPT,
  LE,
  LT,
  MADE_A,
  MADE_B,
  MADE_C,
  MARK,
  MAX,
  MIN,
  MUL,
  NE,
  NEG,
  NUMBER,
  POW,
  SQRT,
  STATE,
  STATES,
  SUB,
  WAITING,
} from "./instructions";
import { limitExponent } from "./exponential";
import { copyValue, orderOf, setExtreme, setProduct, setSigned, setSum } from "./last_arithmetic";
import { isRough, setFloor, setFunction } from "./last_functions";
import { setPower } from "./last_power";
import {
  causeOf,
  GIVEN,
  isInfiniteValue,
  isNaNValue,
  isSpecial,
  OUTSIDE,
  POLE,
  setCause,
  setValue,
} from "./value";

/** Products of limbs for a result, or for a constant at one precision. */
export const BUDGET: i64 = 67108864; // 2^26
/** Takes the place of the third part of a constant that was given up. */
export const OPEN_CONSTANT: f64 = Infinity;

let program: usize = 0;
let element: usize = 0;
/** The mark of what is computed in this evaluation, and the last that was given. */
let generation: i32 = 0;
let lastGeneration: i32 = 0;

/** Chooses the program, and the element `place` bytes after the first of its inputs. */
export function choose(head: usize, place: usize): void {
  program = head;
  element = place;
}

function codeOf(index: i32): usize {
  return load<usize>(program, CODE) + <usize> index * INSTRUCTION;
}

function ballOf(index: i32): usize {
  return load<usize>(program, BALLS) + <usize> index * BALL;
}

function stateOf(index: i32): usize {
  return load<usize>(program, STATES) + <usize> index * STATE;
}

function isDone(index: i32): bool {
  return load<i32>(stateOf(index), MARK) == generation;
}

/** Computes an instruction at the working precision; returns its ball. */
export function evaluate(index: i32): usize {
  generation = ++lastGeneration;
  setNotes(0);
  run(index, 0, false);
  return ballOf(index);
}

/**
 * Computes an instruction and what it needs. The list of those that wait begins at `first`. `isApart`: it is a constant
 * that is to be kept.
 */
function run(index: i32, first: i32, isApart: bool): void {
  const bits = precision();
  let waiting = first;
  store<i32>(stateOf(first), index, WAITING);
  while (waiting >= first) {
    const top = load<i32>(stateOf(waiting), WAITING);
    const kept = waiting == first && isApart ? 0 : keptOf(top);
    const next = isDone(top) || kept != 0 ? -1 : missing(top);
    if (next >= 0) {
      waiting++;
      store<i32>(stateOf(waiting), next, WAITING);
      continue;
    }
    if (!isDone(top)) {
      if (kept != 0) computeKept(top, kept, waiting);
      else compute(top);
      limitExponent(ballOf(top));
      if (kept == 0 && isSpecial(ballOf(top))) trace(top);
      setPrecision(bits);
      store<i32>(stateOf(top), generation, MARK);
    }
    waiting--;
  }
}

/** Where the balls of an instruction are kept, or 0. */
function keptOf(index: i32): usize {
  return isRough ? 0 : load<usize>(stateOf(index), KEPT);
}

/** Computes a constant at the working precision, if it is not kept. `waiting`: its place in the list of those that wait. */
function computeKept(index: i32, kept: usize, waiting: i32): void {
  const to = ballOf(index);
  const entry = entryAt(kept);
  if (setKept(to, entry)) return;
  const noted = notes;
  const budget = remainingBudget();
  const outer = generation;
  generation = ++lastGeneration;
  setNotes(0);
  setBudget(BUDGET);
  run(index, waiting, true);
  keep(entry, to, BUDGET - remainingBudget());
  setBudget(budget);
  generation = outer;
  setNotes(noted);
  setKept(to, entry);
}

/** Sets the cause of an infinity or NaN: its own where no operand is one, else that of its operands. */
function trace(index: i32): void {
  const code = codeOf(index);
  const op = load<i32>(code);
  const to = ballOf(index);
  if (op == INPUT) return;
  // Where a derivative does not exist, the program itself has NaN.
  if (op == NUMBER) return setCause(to, load<i32>(code, INDEX) != 0 ? OUTSIDE : GIVEN);
  const isNone = isNaNValue(to);
  const isCopy = op == MIN || op == MAX || op == IF;
  if (isCopy && !isNone) return;
  if (op == IF && !isNaNValue(ballOf(load<i32>(code, MADE_A)))) return;
  let cause = -1;
  // Of `if`, the branches may not be computed.
  const last: usize = op == IF ? MADE_A : MADE_C;
  for (let operand: usize = MADE_A; operand <= last; operand += 4) {
    const made = load<i32>(code + operand);
    if (made < 0 || !isSpecial(ballOf(made)) || isNaNValue(ballOf(made)) != isNone) continue;
    cause = max(cause, causeOf(ballOf(made)));
  }
  if (cause < 0) cause = isNone ? OUTSIDE : POLE;
  setCause(to, cause);
}

/** An operand that an instruction needs and that is not computed yet, or -1. */
function missing(index: i32): i32 {
  const code = codeOf(index);
  const op = load<i32>(code);
  if (op == INPUT || op == NUMBER || isOpenConstant(index)) return -1;
  const a = load<i32>(code, MADE_A);
  if (!isDone(a)) return a;
  if (op == IF) {
    const chosen = chosenOf(code, ballOf(a));
    return chosen >= 0 && !isDone(chosen) ? chosen : -1;
  }
  const b = load<i32>(code, MADE_B);
  if (b >= 0 && !isDone(b)) return b;
  const c = load<i32>(code, MADE_C);
  return c >= 0 && !isDone(c) ? c : -1;
}

/** Whether an instruction that depends on no input was given up when the program was opened: no row decides it. */
function isOpenConstant(index: i32): bool {
  return load<i32>(codeOf(index), CONSTANT) != 0 &&
    load<f64>(load<usize>(program, CONSTANTS) + (<usize> index << 5), 16) == OPEN_CONSTANT;
}

/** The branch of an `if`, or -1 where the condition is NaN or not known. */
function chosenOf(code: usize, condition: usize): i32 {
  if (isNaNValue(condition)) return -1;
  if (isInfiniteValue(condition)) return load<i32>(code, MADE_B);
  const sign = decidedSign(condition);
  if (sign == 2) return -1;
  return sign != 0 ? load<i32>(code, MADE_B) : load<i32>(code, MADE_C);
}

function compute(index: i32): void {
  const code = codeOf(index);
  const op = load<i32>(code);
  const to = ballOf(index);
  if (op == INPUT) {
    const from = load<usize>(load<usize>(program, INPUTS) + (<usize> load<i32>(code, INDEX) << 2));
    return setValue(to, load<f64>(from + element));
  }
  if (op == NUMBER) {
    const constant = load<usize>(program, CONSTANTS) + (<usize> index << 5);
    // Of all numbers, pi alone has more digits than a float64.
    if (load<f64>(constant, 8) != 0) pi(to);
    else setValue(to, load<f64>(constant));
    return;
  }
  if (isOpenConstant(index)) return setUnknown(to);
  const a = ballOf(load<i32>(code, MADE_A));
  if (op == IF) {
    const chosen = chosenOf(code, a);
    if (chosen >= 0) copyValue(to, ballOf(chosen));
    else if (isNaNValue(a)) setValue(to, NaN);
    else setUnknown(to);
    return;
  }
  if (op == AND) return setBoth(to, a, ballOf(load<i32>(code, MADE_B)));
  const made = load<i32>(code, MADE_B);
  const b = made < 0 ? 0 : ballOf(made);
  // nan^0 is 1.
  if (op > SQRT || op == POW && (isSpecial(b) || !isInteger(b))) note(FUNCTION);
  if (op == POW) return setPower(to, a, b);
  if (isNaNValue(a)) return setValue(to, NaN);
  if (op == NEG || op == ABS) return setSigned(to, a, op == ABS);
  if (op == FLOOR) return setFloor(to, a);
  if (op >= SQRT) {
    const third = load<i32>(code, MADE_C);
    return setFunction(to, op, a, b, third < 0 ? 0 : ballOf(third));
  }
  if (isNaNValue(b)) return setValue(to, NaN);
  if (op == ADD) return setSum(to, a, b, false);
  if (op == SUB) {
    if (areSame(load<i32>(code, MADE_A), made) && !isSpecial(a) && !isUnknown(a)) {
      return setZero(to);
    }
    return setSum(to, a, b, true);
  }
  if (op == MUL || op == DIV) return setProduct(to, a, b, op == DIV);
  const order = areSame(load<i32>(code, MADE_A), made) && !isSpecial(a) && !isUnknown(a)
    ? 0
    : orderOf(a, b);
  if (op == MIN || op == MAX) return setExtreme(to, a, b, order, op == MAX);
  if (order == 2) return setUnknown(to);
  let holds = order == 0;
  if (op == LT) holds = order < 0;
  if (op == LE) holds = order <= 0;
  if (op == NE) holds = order != 0;
  setInteger(to, holds ? 1 : 0);
}

/** 1 where neither of two is 0, 0 where one is, whatever the other. */
function setBoth(to: usize, a: usize, b: usize): void {
  const isFirst = truthOf(a);
  const isSecond = truthOf(b);
  if (isFirst == 0 || isSecond == 0) return setInteger(to, 0);
  if (isFirst == 2 || isSecond == 2) return setUnknown(to);
  if (isNaNValue(a) || isNaNValue(b)) return setValue(to, NaN);
  setInteger(to, 1);
}

/** Whether a value is not 0: 0 if it is, 2 if that is not known, else 1. */
function truthOf(value: usize): i32 {
  if (isNaNValue(value) || isInfiniteValue(value)) return 1;
  const sign = decidedSign(value);
  return sign == 2 ? 2 : i32(sign != 0);
}

/** Whether two instructions are one, or one function of numbers that are exact and the same. */
function areSame(a: i32, b: i32): bool {
  if (a == b) return true;
  const first = codeOf(a);
  const second = codeOf(b);
  if (load<i32>(first) != load<i32>(second) || load<i32>(first) < SQRT) return false;
  for (let operand: usize = MADE_A; operand <= MADE_C; operand += 4) {
    const x = load<i32>(first + operand);
    const y = load<i32>(second + operand);
    if (x == y) continue;
    if (!isExact(ballOf(x)) || !isExact(ballOf(y)) || compare(ballOf(x), ballOf(y)) != 0) {
      return false;
    }
    // At -0 and 0 values have other signs, and poles other infinities.
    if (isNegative(ballOf(x)) != isNegative(ballOf(y))) return false;
  }
  return true;
}
