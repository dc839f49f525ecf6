// The last phase of expressions: one result of one row, in balls. The precision is doubled until Ziv's test decides how
// to round, so that ending is the proof.
//
// Instructions run when they are needed, from a list of those that wait, without recursion: programs may be as deep as
// they are long, and of `if` only the branch that counts is computed.
//
// A result is given up when the longest midpoint or the budget of work does not decide it. Then it is
//   the float64 next to the middle of the narrowest ball, where that is less than one ulp from all of it;
//   0, where all of the ball rounds to 0, of either sign: it cannot be told from 0, and is counted;
//   NaN otherwise, and counted.
// Numbers that are compared, and whose difference is such a 0, are equal.

import {
  absolute,
  accuracy,
  add,
  BALL,
  compare,
  containsZero,
  copy,
  divide,
  isExact,
  isInteger,
  isKnown,
  isNegative,
  isOddInteger,
  isUnknown,
  isZero,
  LIMIT,
  mark as stackMark,
  multiply,
  negate,
  newBall,
  NONE,
  precision,
  release,
  roundToMultiple,
  scale,
  setInteger,
  setPrecision,
  setSign,
  setUnknown,
  setZero,
  signOf,
  squareRoot,
  subtract,
  toInteger,
  upperExponent,
  widen,
  widenPower,
} from "../arithmetic/ball";
import { isNarrow, powerOf as powerOfTwo, roundsAlike, toNumber } from "../arithmetic/ball_number";
import { isSpent, setBudget } from "../arithmetic/limbs";
import { besselBall } from "../bessel/last";
import { pi } from "../elementary/ball_constants";
import { exp, expm1 } from "../elementary/ball_exp";
import { log, log1p } from "../elementary/ball_log";
import { cos, sin } from "../elementary/ball_sin_cos";
import { digammaBall, lgammaBall } from "../gamma/last";
import {
  ABS,
  ADD,
  BALLS,
  CODE,
  CONSTANTS,
  COS,
  DIGAMMA,
  DIV,
  EQ,
  EXP,
  EXPM1,
  FLOOR,
  I0,
  I0E,
  I1E,
  IF,
  INDEX,
  INPUT,
  INPUTS,
  INSTRUCTION,
  LE,
  LGAMMA,
  LOG,
  LOG1P,
  LT,
  MADE_A,
  MADE_B,
  MADE_C,
  MARK,
  MAX,
  MIN,
  MUL,
  MULTIGAMMALN,
  MULTIGAMMALN_GRAD,
  NE,
  NEG,
  NUMBER,
  POLYGAMMA,
  POW,
  SIN,
  SQRT,
  STATE,
  STATES,
  SUB,
  WAITING,
} from "./instructions";
import { multigammalnBall } from "../multigammaln/last";
import { polygammaBall } from "../polygamma/last";
import {
  addExponentials,
  exponentBall,
  isAbove,
  isExponential,
  multiplyExponentials,
  setExponential,
  toOneSided,
} from "./exponential";
import { floorBall, floorExponential } from "./floor";
import { power } from "./last_power";
import { hasSpecialValue, specialValue } from "./special_value";
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
  specialOf,
} from "./value";

/** A precision at which sums of two float64 of like size are exact. */
const ROUGH_PRECISION: i32 = 128;
/** The first precision, which is more than the accurate phase has, and the last ones. */
const FIRST_PRECISION: i32 = 160;
const LAST_PRECISION: i32 = 4608;
const LAST_SPECIAL_PRECISION: i32 = 2560;
/** Products of limbs for one result: about 0.1 s. */
const BUDGET: i64 = 67108864; // 2^26
/** A ball below 2 to this rounds to 0. */
const ZERO_EXPONENT: i64 = -1075;
/** Larger parameters than these are not computed. */
const MAX_PARAMETER: i64 = 9007199254740992; // 2^53

/** What became of a result. */
export const DECIDED: i32 = 0;
export const TAKEN_FOR_ZERO: i32 = 1;
export const UNDECIDED: i32 = 2;

let program: usize = 0;
let element: usize = 0;
let generation: i32 = 0;
/** Whether a comparison was undecided, and whether those are of equal numbers from now on. */
let hadUndecided: bool = false;
let areEqual: bool = false;
/** Whether of slow functions only that they are finite is of interest. */
let isRough: bool = false;
/** Whether something was taken for 0. */
let tookZero: bool = false;

/** The number that `computeResult` found. */
export let result: f64 = 0;

/**
 * Computes an instruction of a program for the element `place` bytes behind the first of the inputs; returns what became
 * of it. The number is in `result`.
 */
export function computeResult(head: usize, index: i32, place: usize): i32 {
  program = head;
  element = place;
  areEqual = false;
  setBudget(BUDGET);
  const before = stackMark();
  const best = newBall();
  setUnknown(best);
  let fate = UNDECIDED;
  let lastPrecision = FIRST_PRECISION;
  for (let bits = FIRST_PRECISION; fate == UNDECIDED; bits = min(2 * bits, LAST_PRECISION)) {
    setPrecision(bits);
    const value = evaluate(index);
    fate = decide(value);
    if (isSpent()) break;
    if (!isUnknown(value)) copyValue(best, value);
    lastPrecision = bits;
    if (bits == LAST_PRECISION) break;
  }
  if (fate == UNDECIDED && hadUndecided) {
    // Once more, and numbers that could not be told apart are equal.
    areEqual = true;
    setBudget(BUDGET);
    setPrecision(lastPrecision);
    const value = evaluate(index);
    fate = decide(value);
    copyValue(best, value);
  }
  if (fate == UNDECIDED && !isSpecial(best) && isNarrow(best)) {
    result = toNumber(best);
    fate = DECIDED;
  }
  if (fate == UNDECIDED) result = NaN;
  release(before);
  return fate == DECIDED && tookZero ? TAKEN_FOR_ZERO : fate;
}

/** What `judgeResult` says of a result, besides the causes of special values. */
export const FINITE: i32 = 3;
export const UNKNOWN: i32 = 4;

/**
 * Says why an instruction of a program is infinite or NaN for an element: the cause (value.ts), or that the true value
 * is finite, however large, or that it is not known.
 */
export function judgeResult(head: usize, index: i32, place: usize): i32 {
  program = head;
  element = place;
  areEqual = false;
  setBudget(BUDGET);
  setPrecision(ROUGH_PRECISION);
  isRough = true;
  let value = evaluate(index);
  isRough = false;
  for (let bits = FIRST_PRECISION; isUnknown(value) && !isSpent(); bits = min(2 * bits, LAST_PRECISION)) {
    setPrecision(bits);
    value = evaluate(index);
    if (bits == LAST_PRECISION) break;
  }
  if (isUnknown(value) && hadUndecided) {
    areEqual = true;
    setBudget(BUDGET);
    value = evaluate(index);
  }
  if (isSpecial(value)) return causeOf(value);
  return isUnknown(value) ? UNKNOWN : FINITE;
}

/** Whether a value has one rounding; what it is, is in `result`. */
function decide(value: usize): i32 {
  if (isSpecial(value)) {
    result = specialOf(value);
    return DECIDED;
  }
  if (isExponential(value)) {
    const size: f64 = isAbove(value) ? Infinity : 0;
    result = isNegative(value) ? -size : size;
    return DECIDED;
  }
  if (roundsAlike(value)) {
    result = toNumber(value);
    // An exact 0 has a sign of its own.
    if (result == 0 && isNegative(value)) result = -0.0;
    return DECIDED;
  }
  if (!isTiny(value)) return UNDECIDED;
  result = 0;
  return TAKEN_FOR_ZERO;
}

/** Whether a ball that may be 0 is so small that it rounds to 0. */
function isTiny(value: usize): bool {
  return isKnown(value) && containsZero(value) && upperExponent(value) <= ZERO_EXPONENT;
}

/**
 * Computes an instruction that depends on no input: the sum of three float64 at an address, and after them a bound of
 * what is left, which is infinite where float64 cannot hold it.
 */
export function computeConstant(head: usize, index: i32, at: usize): void {
  program = head;
  areEqual = false;
  setBudget(BUDGET);
  let value: usize = 0;
  for (let bits = FIRST_PRECISION; bits <= LAST_PRECISION; bits *= 2) {
    setPrecision(bits + 64);
    value = evaluate(index);
    if (isSpecial(value) || accuracy(value) >= <i64> FIRST_PRECISION) break;
  }
  store<f64>(at, 0, 8);
  store<f64>(at, 0, 16);
  store<f64>(at, 0, 24);
  if (isSpecial(value)) return store<f64>(at, specialOf(value));
  const high = isKnown(value) ? toNumber(value) : NaN;
  store<f64>(at, isZero(value) && isNegative(value) ? -0.0 : high);
  if (!(abs(high) < Infinity)) {
    store<f64>(at, NaN);
    return store<f64>(at, Infinity, 24);
  }
  const before = stackMark();
  const rest = newBall();
  const part = newBall();
  setValue(part, high);
  subtract(rest, value, part);
  const low = toNumber(rest);
  store<f64>(at, low, 8);
  setValue(part, low);
  subtract(rest, rest, part);
  const e = upperExponent(rest);
  if (e != NONE) store<f64>(at, e > 1000 ? Infinity : powerOfTwo(max(<i64> -1022, e)), 24);
  release(before);
}

// ---- Instructions

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
function evaluate(index: i32): usize {
  generation++;
  hadUndecided = false;
  tookZero = false;
  const bits = precision();
  let waiting = 0;
  store<i32>(stateOf(0), index, WAITING);
  while (waiting >= 0) {
    const top = load<i32>(stateOf(waiting), WAITING);
    const next = isDone(top) ? -1 : missing(top);
    if (next >= 0) {
      waiting++;
      store<i32>(stateOf(waiting), next, WAITING);
      continue;
    }
    if (!isDone(top)) {
      compute(top);
      if (isSpecial(ballOf(top))) trace(top);
      setPrecision(bits);
      store<i32>(stateOf(top), generation, MARK);
    }
    waiting--;
  }
  return ballOf(index);
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
  if (op == INPUT || op == NUMBER) return -1;
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

/** The branch of an `if`, or -1 where the condition is NaN or not known. */
function chosenOf(code: usize, condition: usize): i32 {
  if (isNaNValue(condition)) return -1;
  if (isInfiniteValue(condition)) return load<i32>(code, MADE_B);
  const sign = decidedSign(condition);
  if (sign == 2) return -1;
  return sign != 0 ? load<i32>(code, MADE_B) : load<i32>(code, MADE_C);
}

/** The sign of a ball, 2 where it is not known; at the end, what cannot be told from 0 is 0. */
function decidedSign(a: usize): i32 {
  const sign = signOf(a);
  if (sign != 2) return sign;
  if (areEqual && isTiny(a)) {
    tookZero = true;
    return 0;
  }
  hadUndecided = true;
  return 2;
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
  const a = ballOf(load<i32>(code, MADE_A));
  if (op == IF) {
    const chosen = chosenOf(code, a);
    if (chosen >= 0) copyValue(to, ballOf(chosen));
    else if (isNaNValue(a)) setValue(to, NaN);
    else setUnknown(to);
    return;
  }
  if (isNaNValue(a)) return setValue(to, NaN);
  if (op == NEG || op == ABS) return setSigned(to, a, op == ABS);
  if (op == FLOOR) return setFloor(to, a);
  const made = load<i32>(code, MADE_B);
  const b = made < 0 ? 0 : ballOf(made);
  if (op >= SQRT) {
    const third = load<i32>(code, MADE_C);
    return setFunction(to, op, a, b, third < 0 ? 0 : ballOf(third));
  }
  if (op == POW) return setPower(to, a, b);
  if (isNaNValue(b)) return setValue(to, NaN);
  if (op == ADD) return setSum(to, a, b, false);
  if (op == SUB) {
    if (areSame(load<i32>(code, MADE_A), made) && !isSpecial(a) && !isUnknown(a)) return setZero(to);
    return setSum(to, a, b, true);
  }
  if (op == MUL) return setProduct(to, a, b);
  if (op == DIV) return setQuotient(to, a, b);
  const order = areSame(load<i32>(code, MADE_A), made) && !isSpecial(a) && !isUnknown(a) ? 0 : orderOf(a, b);
  if (op == MIN || op == MAX) return setExtreme(to, a, b, order, op == MAX);
  if (order == 2) return setUnknown(to);
  let holds = order == 0;
  if (op == LT) holds = order < 0;
  if (op == LE) holds = order <= 0;
  if (op == NE) holds = order != 0;
  setInteger(to, holds ? 1 : 0);
}

function copyValue(to: usize, a: usize): void {
  memory.copy(to, a, BALL);
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
    if (!isExact(ballOf(x)) || !isExact(ballOf(y)) || compare(ballOf(x), ballOf(y)) != 0) return false;
  }
  return true;
}

function setSigned(to: usize, a: usize, isAbsolute: bool): void {
  if (isSpecial(a)) return setValue(to, isAbsolute ? Infinity : -specialOf(a));
  copyValue(to, a);
  setSign(to, !isAbsolute && !isNegative(a));
}

/** The largest integer that is not above a number; at the end, what cannot be told from an integer is one. */
function setFloor(to: usize, a: usize): void {
  if (isSpecial(a) || isUnknown(a) || isZero(a)) return copyValue(to, a);
  if (isExponential(a)) return floorExponential(to, a);
  if (floorBall(to, a)) return;
  if (areEqual && isKnown(a)) {
    const before = stackMark();
    const whole = newBall();
    const isNear = nearInteger(whole, a);
    if (isNear) copy(to, whole);
    release(before);
    if (isNear) tookZero = true;
    return;
  }
  hadUndecided = true;
}

/** a + b or a - b, neither NaN. */
function setSum(to: usize, a: usize, b: usize, isDifference: bool): void {
  if (isSpecial(a) || isSpecial(b)) {
    if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
    const x = isSpecial(a) ? specialOf(a) : 0;
    const y = isSpecial(b) ? specialOf(b) : 0;
    return setValue(to, isDifference ? x - y : x + y);
  }
  if (isExponential(a) || isExponential(b)) {
    if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
    if (!isZero(a) && !isZero(b)) return addExponentials(to, a, b, isDifference);
    copyValue(to, isZero(a) ? b : a);
    if (isZero(a) && isDifference) setSign(to, !isNegative(b));
    return;
  }
  const bothNegative = isNegative(a) && isNegative(b) != isDifference;
  const areZeros = isZero(a) && isZero(b);
  if (isDifference) subtract(to, a, b);
  else add(to, a, b);
  // -0 only as the sum of two.
  if (areZeros) setSign(to, bothNegative);
}

/** The sign of a number that is not NaN, of a 0 that of its bit: -1, 1, or 2 where it is not known. */
function sideOf(a: usize): i32 {
  if (isSpecial(a)) return specialOf(a) < 0 ? -1 : 1;
  const sign = signOf(a);
  return sign == 0 ? (isNegative(a) ? -1 : 1) : sign;
}

function setProduct(to: usize, a: usize, b: usize): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  const aSide = sideOf(a);
  const bSide = sideOf(b);
  const isOpen = aSide == 2 || bSide == 2;
  const negative = aSide != bSide;
  if (isSpecial(a) || isSpecial(b)) {
    if (isZero(a) || isZero(b)) return setValue(to, NaN);
    if (isOpen) return setUnknown(to);
    return setValue(to, negative ? -Infinity : Infinity);
  }
  const isNothing = isZero(a) || isZero(b);
  if (!isNothing && (isExponential(a) || isExponential(b))) {
    if (isOpen) setUnknown(to);
    else multiplyExponentials(to, a, b, false);
    return;
  }
  if (isNothing) setZero(to);
  else multiply(to, a, b);
  if (isNothing && !isUnknown(to)) setSign(to, negative && !isOpen);
}

function setQuotient(to: usize, a: usize, b: usize): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  const aSide = sideOf(a);
  const bSide = sideOf(b);
  const isOpen = aSide == 2 || bSide == 2;
  const negative = aSide != bSide;
  if (isSpecial(a)) {
    if (isSpecial(b)) return setValue(to, NaN);
    if (isOpen) return setUnknown(to);
    return setValue(to, negative ? -Infinity : Infinity);
  }
  if (isSpecial(b)) return setValue(to, negative && !isOpen ? -0.0 : 0);
  if (isZero(b)) {
    if (isZero(a)) return setValue(to, NaN);
    if (isOpen) return setUnknown(to);
    return setValue(to, negative ? -Infinity : Infinity);
  }
  const isNothing = isZero(a);
  if (!isNothing && (isExponential(a) || isExponential(b))) {
    if (isOpen) setUnknown(to);
    else multiplyExponentials(to, a, b, true);
    return;
  }
  if (isNothing && isOpen) return setUnknown(to);
  if (isNothing) setZero(to);
  else divide(to, a, b);
  if (isNothing && !isUnknown(to)) setSign(to, negative && !isOpen);
}

/** The sign of a - b, neither NaN: -1, 0, 1, or 2 where it is not known. */
function orderOf(a: usize, b: usize): i32 {
  if (isUnknown(a) || isUnknown(b)) {
    hadUndecided = true;
    return 2;
  }
  if (isSpecial(a) || isSpecial(b)) {
    const x = isSpecial(a) ? specialOf(a) : 0;
    const y = isSpecial(b) ? specialOf(b) : 0;
    return x < y ? -1 : x > y ? 1 : 0;
  }
  const before = stackMark();
  const difference = newBall();
  setSum(difference, a, b, true);
  const order = decidedSign(difference);
  release(before);
  return order;
}

/** The smaller or larger of two, the first of equal ones; a ball around both where it is not known which. */
function setExtreme(to: usize, a: usize, b: usize, order: i32, isMaximum: bool): void {
  if (order != 2) return copyValue(to, order == 0 || order > 0 == isMaximum ? a : b);
  if (!isKnown(a) || !isKnown(b)) return setUnknown(to);
  const before = stackMark();
  const difference = newBall();
  subtract(difference, b, a);
  copy(to, a);
  widen(to, difference);
  release(before);
}

function setPower(to: usize, a: usize, b: usize): void {
  if (isUnknown(a) || isUnknown(b)) return setUnknown(to);
  if (isZero(b)) return setInteger(to, 1);
  if (isNaNValue(b)) return setValue(to, NaN);
  if (isExact(a) && !isSpecial(a) && toInteger(a) == 1) return setInteger(to, 1);
  const isWhole = !isSpecial(b) && isInteger(b);
  const isOdd = isWhole && isOddInteger(b);
  const side = sideOf(b);
  if (isInfiniteValue(b)) {
    // |a| beside 1
    if (isInfiniteValue(a)) return setValue(to, side > 0 ? Infinity : 0);
    const before = stackMark();
    const one = newBall();
    const size = newBall();
    setInteger(one, 1);
    setSigned(size, a, true);
    const order = orderOf(size, one);
    release(before);
    if (order == 2) return setUnknown(to);
    return setValue(to, order == 0 ? 1 : order > 0 == side > 0 ? Infinity : 0);
  }
  if (isInfiniteValue(a) || isZero(a)) {
    if (side == 2) return setUnknown(to);
    const size: f64 = isZero(a) == side > 0 ? 0 : Infinity;
    return setValue(to, isOdd && sideOf(a) < 0 ? -size : size);
  }
  const sign = signOf(a);
  if (isExponential(a) || isExponential(b)) return setFarPower(to, a, b, isWhole, isOdd);
  if (sign == 1) return powerOf(to, a, b);
  if (isWhole && sign == -1) {
    const before = stackMark();
    const size = newBall();
    negate(size, a);
    powerOf(to, size, b);
    if (isOdd) setSign(to, true);
    return release(before);
  }
  if (sign == 2) {
    // Products of a ball around 0 are known for a positive integer.
    if (isWhole && side > 0 && toInteger(b) != i64.MIN_VALUE) return power(to, a, b);
    return setUnknown(to);
  }
  // A negative number has powers of integers only. Whether an exponent that is not exact is one, is not known unless no
  // integer is near.
  if (isExact(b) || !mayBeInteger(b)) return setValue(to, NaN);
  if (!areEqual) {
    hadUndecided = true;
    return setUnknown(to);
  }
  const before = stackMark();
  const whole = newBall();
  if (nearInteger(whole, b)) {
    tookZero = true;
    const isOddWhole = isOddInteger(whole);
    const size = newBall();
    negate(size, a);
    powerOf(to, size, whole);
    if (isOddWhole) setSign(to, true);
  } else {
    setUnknown(to);
  }
  release(before);
}

/** a^b, a > 0; where that is beyond all exponents, as exp(b ln a). */
function powerOf(to: usize, a: usize, b: usize): void {
  power(to, a, b);
  if (isKnown(to) || isUnknown(to) || !isKnown(a) || !isKnown(b)) return;
  const before = stackMark();
  const l = newBall();
  log(l, a);
  multiply(l, l, b);
  setExponential(to, false, l);
  release(before);
}

/** a^b where one of them is beyond all exponents. */
function setFarPower(to: usize, a: usize, b: usize, isWhole: bool, isOdd: bool): void {
  if (isExponential(b)) {
    if (!isKnown(a) || signOf(a) != 1) return setUnknown(to);
    const before = stackMark();
    const side = newBall();
    toOneSided(side, b);
    log(to, a);
    multiply(to, to, side);
    exp(to, to);
    return release(before);
  }
  const negative = isNegative(a);
  if (negative && !isWhole) {
    if (isExact(b)) setValue(to, NaN);
    else setUnknown(to);
    return;
  }
  const before = stackMark();
  const l = newBall();
  multiply(l, exponentBall(a), b);
  if (isUnknown(l)) setUnknown(to);
  else setExponential(to, negative && isOdd, l);
  release(before);
}

/** Whether there may be an integer in a ball. */
function mayBeInteger(b: usize): bool {
  const before = stackMark();
  const whole = newBall();
  const distance = newBall();
  roundToMultiple(whole, b, 0);
  subtract(distance, b, whole);
  const may = isUnknown(distance) || containsZero(distance) || upperExponent(b) > <i64> precision();
  release(before);
  return may;
}

/** Sets `to` to the integer that a ball cannot be told from; whether there is one. */
function nearInteger(to: usize, b: usize): bool {
  const before = stackMark();
  const distance = newBall();
  roundToMultiple(to, b, 0);
  subtract(distance, b, to);
  const isNear = isTiny(distance);
  release(before);
  return isNear;
}

function setFunction(to: usize, op: i32, a: usize, b: usize, c: usize): void {
  const n = b == 0 ? 0 : parameterOf(b);
  const k = c == 0 ? 0 : parameterOf(c);
  if (b != 0 && isUnknown(b)) return setUnknown(to);
  if (isUnknown(a)) return setUnknown(to);
  if (isSpecial(a)) {
    if (hasSpecialValue(op, specialOf(a), n, k)) setValue(to, specialValue);
    else setUnknown(to);
    return;
  }
  if (b != 0 && isNaN(n)) return setValue(to, NaN);
  if (isExponential(a)) return setFarFunction(to, op, a, n, k);
  // An exact number that is no float64 is like one that is: an integer below 0 like -1, others like 3.5.
  if (isExact(a)) {
    const x = toNumber(a);
    const isSame = roundsTo(a, x);
    const likeness = isSame ? x : isInteger(a) && isNegative(a) ? -1 : isNegative(a) ? -3.5 : 3.5;
    if (op != MULTIGAMMALN && op != MULTIGAMMALN_GRAD && op != LOG1P || isSame) {
      if (hasSpecialValue(op, likeness, n, k)) return setValue(to, specialValue);
    }
  }
  if (op == SQRT || op == LOG) {
    if (signOf(a) == -1) return setValue(to, NaN);
  } else if (op == LOG1P || op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) {
    const side = sideOfEdge(a, op == LOG1P ? -1 : 0.5 * (n - 1));
    if (side == -1) return setValue(to, NaN);
    if (side == 0) return setValue(to, op == LOG1P || op == MULTIGAMMALN_GRAD && (<i64> k & 1) != 0 ? -Infinity : Infinity);
  }
  setFunctionOf(to, op, a, n, k);
}

/** A function of a number that is beyond all exponents. */
function setFarFunction(to: usize, op: i32, a: usize, n: f64, k: f64): void {
  const above = isAbove(a);
  if (isNegative(a)) {
    const isNone = op == SQRT || op == LOG || above && op == LOG1P;
    if (isNone || above && (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD)) return setValue(to, NaN);
  } else if (op == LOG) {
    return copy(to, exponentBall(a));
  } else if (op == SQRT) {
    const before = stackMark();
    const half = newBall();
    scale(half, exponentBall(a), -1);
    setExponential(to, false, half);
    return release(before);
  } else if (op == LOG1P && above) {
    copy(to, exponentBall(a));
    return widenPower(to, -LIMIT);
  }
  if (!above && (op == SIN || op == EXPM1 || op == LOG1P)) {
    // x to all bits that there are, and its sign.
    const before = stackMark();
    const l = newBall();
    copy(l, exponentBall(a));
    widenPower(l, -LIMIT);
    setExponential(to, isNegative(a), l);
    return release(before);
  }
  const before = stackMark();
  const side = newBall();
  toOneSided(side, a);
  setFunctionOf(to, op, side, n, k);
  release(before);
}

/** A function of a ball, or of a number of which one side is known. */
function setFunctionOf(to: usize, op: i32, a: usize, n: f64, k: f64): void {
  if (op == SQRT) return squareRoot(to, a);
  if (op == EXP || op == EXPM1) {
    if (isKnown(a)) setExponential(to, false, a);
    else exp(to, a);
    if (op == EXP || isExponential(to) && isAbove(to)) return;
    return expm1(to, a);
  }
  if (op == LOG) return log(to, a);
  if (op == LOG1P) return log1p(to, a);
  if (op == SIN) return sin(to, a);
  if (op == COS) return cos(to, a);
  if (precision() > LAST_SPECIAL_PRECISION) return setUnknown(to);
  if (isRough && isFiniteAt(op, a, n)) {
    setZero(to);
    return widenPower(to, LIMIT >> 1);
  }
  if (op == LGAMMA) return lgammaBall(to, a);
  if (op == DIGAMMA || op == POLYGAMMA && n == 0) return digammaBall(to, a);
  if (op == POLYGAMMA) return polygammaBall(to, <i64> n, a);
  if (op == MULTIGAMMALN) return multigammalnBall(to, a, <i64> n, 0);
  if (op == MULTIGAMMALN_GRAD) return multigammalnBall(to, a, <i64> n, <i32> k);
  const order = op == I0 || op == I0E ? 0 : 1;
  besselBall(to, a, order, <i32> n, op == I0E || op == I1E);
  if (isKnown(to) || isUnknown(to) || op >= I0E || n != 0 || !isKnown(a)) return;
  // Beyond all exponents: the scaled function times exp |x|
  const before = stackMark();
  const l = newBall();
  const size = newBall();
  absolute(size, a);
  besselBall(l, size, order, 0, true);
  log(l, l);
  add(l, l, size);
  if (isUnknown(l)) setUnknown(to);
  else setExponential(to, order == 1 && isNegative(a), l);
  release(before);
}

/** Whether a function of the gamma or Bessel families is finite in all of a ball that is none of its special values. */
function isFiniteAt(op: i32, a: usize, n: f64): bool {
  if (!isKnown(a)) return false;
  if (op >= I0) return !containsZero(a);
  if (op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD) return sideOfEdge(a, 0.5 * (n - 1)) == 1;
  return isExact(a) || signOf(a) == 1;
}

/** Whether an exact ball is this float64. */
function roundsTo(a: usize, x: f64): bool {
  if (!(abs(x) < Infinity)) return false;
  const before = stackMark();
  const other = newBall();
  setValue(other, x);
  const isIt = compare(a, other) == 0;
  release(before);
  return isIt;
}

/** The sign of a less a float64. */
function sideOfEdge(a: usize, edge: f64): i32 {
  const before = stackMark();
  const other = newBall();
  setValue(other, edge);
  const side = compare(a, other);
  release(before);
  return side;
}

/** An integer that is a parameter: NaN if it is none. */
function parameterOf(b: usize): f64 {
  if (isSpecial(b) || !isInteger(b)) return NaN;
  const n = toInteger(b);
  return n == i64.MIN_VALUE || n < 0 || n > MAX_PARAMETER ? NaN : <f64> n;
}
