// Programs of expressions over blocks of numbers. The fast phase computes double-doubles of 62 to 76 bits with a bound of
// the error for each element. Elements that fail the rounding test fall back to the accurate phase, which
// has 86 to 100 bits (elementary.ts, gamma_element.ts, element_arithmetic.ts). What that leaves is marked, and the host has the
// last phase (last_phase.ts) compute it, one result at a time, so that it can stop in between.

import { BLOCK, SPACE } from "../memory_map";
import {
  ABS,
  ADD,
  AGAIN,
  AND,
  CACHE,
  CODE,
  CONSTANT,
  CONSTANTS,
  DIV,
  ENTRIES,
  FALLBACKS,
  FLOOR,
  IF,
  INDEX,
  INPUT,
  INPUTS,
  INSTRUCTION,
  KEPT,
  LENGTH,
  LT,
  MADE_A,
  MADE_B,
  MADE_C,
  MAX,
  MIN,
  MUL,
  NE,
  NEEDED,
  NEG,
  NO_SLOT,
  NUMBER,
  NUMBER_COUNT,
  NUMBERS,
  OPEN,
  OPERAND_A,
  OPERAND_B,
  OPERAND_C,
  OUTPUT,
  OUTPUT_COUNT,
  OUTPUTS,
  POW,
  SLOT,
  SLOT_COUNT,
  SLOTS,
  STATE,
  STATES,
  SUB,
} from "./instructions";
import { bothBlock, chooseBlock, compareBlock, extremeBlock, signBlock, zeroSame } from "./compare";
import { KEPT_SIZE } from "./constant_cache";
import { floorBlock } from "./floor";
import { functionBlock } from "./functions";
import { beginOpening, computeConstant, computeResult, findCause, result } from "./last_phase";
import { CHOSEN, chosenOutput, chosenPlace, output } from "./output";
import { powerBlock } from "./power";
import { accurateArithmetic } from "./element_arithmetic";
import { addFast, divideFast, multiplyFast, scaleBlock } from "./fast_arithmetic";
import {
  BOUNDS,
  boundsOf,
  ENTRY,
  highsOf,
  lowsOf,
  put,
  setFilled,
  setPlain,
  SLOT_SIZE,
  slotOf,
} from "./slot";

/** Elements that are computed at once at least. */
const LEAST_LANES: i32 = 4;

/** Computes what does not depend on inputs, once for a program, and fills the slots of that. */
export function expression_open(program: usize): void {
  const code = load<usize>(program, CODE);
  const length = load<i32>(program, LENGTH);
  const entries = load<usize>(program, ENTRIES);
  const numbers = load<usize>(program, NUMBER_COUNT);
  for (let i: usize = 0; i < numbers; i++) {
    store<u32>(entries + i * ENTRY, load<usize>(program, NUMBERS) + i * SPACE, 12);
  }
  for (let i: usize = 0; i < load<usize>(program, SLOT_COUNT); i++) {
    store<u32>(entries + (numbers + i) * ENTRY, load<usize>(program, SLOTS) + i * SLOT_SIZE, 12);
  }
  let cache = load<usize>(program, CACHE);
  beginOpening();
  for (let i = 0; i < length; i++) {
    const at = code + <usize> i * INSTRUCTION;
    if (load<i32>(at, CONSTANT) == 0) continue;
    if (load<i32>(at, CONSTANT) != NO_SLOT && load<i32>(at) != NUMBER) {
      store<usize>(load<usize>(program, STATES) + <usize> i * STATE, cache, KEPT);
      cache += KEPT_SIZE;
    }
    const constant = load<usize>(program, CONSTANTS) + (<usize> i << 5);
    if (load<i32>(at) != NUMBER) computeConstant(program, i, constant);
    if (load<i32>(at, CONSTANT) == NO_SLOT) continue;
    const slot = <usize> load<i32>(at, SLOT);
    fill(entries + slot * ENTRY, constant, slot < numbers);
  }
}

/**
 * Runs a program over `count` elements of its inputs, from the one numbered `first` on, which begins a block. Returns
 * the element that it ended before: all are computed, but for those of the last block that are marked.
 */
export function expression_run(program: usize, first: i32, count: i32): i32 {
  store<i32>(program, 0, OPEN);
  if (first == 0) store<i32>(program, 0, AGAIN);
  for (; first < count; first += BLOCK) {
    const size = min(BLOCK, count - first);
    if (runInstructions(program, first, size, false) == 0) continue;
    const chosen = choose(program, size);
    store<i32>(program, load<i32>(program, AGAIN) + chosen, AGAIN);
    findNeeded(program, size);
    const open = runInstructions(program, first, chosen, true);
    if (open == 0) continue;
    store<i32>(program, open, OPEN);
    return first + size;
  }
  return count;
}

/** Computes one result in the last phase, of the element `place` bytes after the first; returns its status. */
export function expression_last(program: usize, place: usize, output: usize): i32 {
  const status = computeResult(program, instructionOf(program, output), place);
  store<f64>(load<usize>(load<usize>(program, OUTPUTS) + (output << 2)) + place, result);
  return status;
}

/** Says why a result of the element `place` bytes after the first is infinite or NaN. */
export function expression_cause(program: usize, place: usize, output: usize): i32 {
  return findCause(program, instructionOf(program, output), place);
}

/** The instruction that makes an output. */
function instructionOf(program: usize, output: usize): i32 {
  const after = load<usize>(program, OUTPUT_COUNT) + output;
  return load<i32>(load<usize>(program, OUTPUTS) + (after << 2));
}

/** Makes what is NaN in one place NaN in another. */
export function expression_mark(to: usize, from: usize, count: i32): void {
  for (const end = to + (<usize> count << 3); to < end; to += 8, from += 8) {
    if (isNaN(load<f64>(from))) store<f64>(to, NaN);
  }
}

/** Lists the elements of a block of which any output is marked; gives how many. */
function choose(program: usize, count: i32): i32 {
  const outputs = load<i32>(program, OUTPUT_COUNT);
  const marks = load<usize>(program, FALLBACKS);
  let chosen = 0;
  for (let i = 0; i < count; i += 8) {
    let eight: u64 = 0;
    for (let k = 0; k < outputs; k++) eight |= load<u64>(marks + <usize> (k * BLOCK + i));
    for (; eight != 0; eight &= eight - 1, chosen++) {
      store<i32>(CHOSEN + (<usize> chosen << 2), i + (<i32> ctz(eight) >> 3));
    }
  }
  return chosen;
}

/** Marks the instructions that an output needs of which any element is marked. */
function findNeeded(program: usize, count: i32): void {
  const code = load<usize>(program, CODE);
  const needs = load<usize>(program, STATES) + NEEDED;
  const length = load<i32>(program, LENGTH);
  for (let i: usize = 0; i < <usize> length; i++) store<i32>(needs + i * STATE, 0);
  for (let i = length - 1; i >= 0; i--) {
    const at = code + <usize> i * INSTRUCTION;
    if (load<i32>(at) == OUTPUT) {
      const marks = load<usize>(program, FALLBACKS) + <usize> load<i32>(at, INDEX) * BLOCK;
      let any: u64 = 0;
      for (let k: usize = 0; k < <usize> count; k += 8) any |= load<u64>(marks + k);
      store<i32>(needs + <usize> i * STATE, any != 0 ? 1 : 0);
    }
    if (load<i32>(needs + <usize> i * STATE) == 0) continue;
    for (let operand: usize = MADE_A; operand <= MADE_C; operand += 4) {
      const made = load<i32>(at + operand);
      if (made >= 0) store<i32>(needs + <usize> made * STATE, 1);
    }
  }
}

/**
 * Runs all instructions over `count` elements, from the one numbered `first` on: `isAccurate`, over those that are CHOSEN,
 * with more digits. Returns how many results fail the rounding test.
 */
function runInstructions(program: usize, first: i32, count: i32, isAccurate: bool): i32 {
  const start = load<usize>(program, CODE);
  const end = start + <usize> load<i32>(program, LENGTH) * INSTRUCTION;
  const entries = load<usize>(program, ENTRIES);
  // The rows of a block are found four at a time.
  const size = isAccurate ? (count + 1) & ~1 : (count + 3) & ~3;
  const isLong = !isAccurate && size > LEAST_LANES;
  let fallbacks = 0;
  for (let at = start; at < end; at += INSTRUCTION) {
    const op = load<i32>(at);
    const state = load<usize>(program, STATES) + (at - start) / INSTRUCTION * STATE;
    if (isAccurate && load<i32>(state, NEEDED) == 0) continue;
    const to = entries + <usize> load<i32>(at, SLOT) * ENTRY;
    const a = entries + <usize> load<i32>(at, OPERAND_A) * ENTRY;
    const b = entries + <usize> load<i32>(at, OPERAND_B) * ENTRY;
    const c = entries + <usize> load<i32>(at, OPERAND_C) * ENTRY;
    if (op == OUTPUT) {
      fallbacks += isAccurate
        ? chosenOutput(program, at, a, first, count)
        : output(program, at, a, first, count);
      continue;
    }
    const isRepeated = isLong && areRepeated(program, at, first, count);
    if (isLong) store<i32>(state, isRepeated ? 1 : 0, NEEDED);
    if (load<i32>(at, CONSTANT) != 0) continue;
    // What is made of numbers that all elements share is computed once.
    const lanes = isRepeated ? LEAST_LANES : size;
    if (op == INPUT) {
      const from = load<usize>(load<usize>(program, INPUTS) + (<usize> load<i32>(at, INDEX) << 2));
      input(to, from + (<usize> first << 3), count, size, isAccurate);
      continue;
    }
    if (op == ADD || op == SUB) {
      if (isAccurate) accurateArithmetic(op, to, a, b, lanes);
      else addFast(to, a, b, lanes, op == SUB);
      if (load<i32>(at, INDEX) != 0) {
        const first = start + <usize> load<i32>(at, MADE_A) * INSTRUCTION;
        const second = start + <usize> load<i32>(at, MADE_B) * INSTRUCTION;
        const x = entries + <usize> load<i32>(first, OPERAND_A) * ENTRY;
        zeroSame(to, x, entries + <usize> load<i32>(second, OPERAND_A) * ENTRY, lanes);
      }
    } else if (op == MUL) {
      const product = load<i32>(at, INDEX);
      if (product == 1) scaleBlock(to, b, load<f64>(highsOf(a)), lanes);
      else if (product == 2) scaleBlock(to, a, load<f64>(highsOf(b)), lanes);
      else if (isAccurate) accurateArithmetic(op, to, a, b, lanes);
      else multiplyFast(to, a, b, lanes, product == 3);
    } else if (op == DIV) {
      if (isAccurate) accurateArithmetic(op, to, a, b, lanes);
      else divideFast(to, a, b, lanes);
    } else if (op == POW) {
      powerBlock(to, a, b, lanes, isAccurate);
    } else if (op == NEG || op == ABS) {
      signBlock(to, a, lanes, op == NEG);
    } else if (op == MIN || op == MAX) {
      extremeBlock(to, a, b, lanes, op == MAX);
    } else if (op >= LT && op <= NE) {
      compareBlock(to, a, b, lanes, op);
    } else if (op == IF) {
      chooseBlock(to, a, b, c, lanes);
    } else if (op == FLOOR) {
      floorBlock(to, a, lanes);
    } else if (op == AND) {
      bothBlock(to, a, b, lanes);
    } else {
      const n = load<i32>(at, MADE_B) < 0 ? 0 : b;
      const k = load<i32>(at, MADE_C) < 0 ? 0 : c;
      functionBlock(program, at, to, a, n, k, lanes, isAccurate);
    }
    if (isRepeated) repeat(to, size);
  }
  return fallbacks;
}

/** Whether an instruction has the same result for all elements of a block: the number of an input, or operands that do. */
function areRepeated(program: usize, at: usize, first: i32, count: i32): bool {
  if (load<i32>(at) == INPUT) {
    let from = load<usize>(load<usize>(program, INPUTS) + (<usize> load<i32>(at, INDEX) << 2));
    from += <usize> first << 3;
    const last = from + (<usize> (count - 1) << 3);
    const number = v128.load64_splat(last);
    for (; from < last; from += 16) {
      if (!i64x2.all_true(i64x2.eq(v128.load(from), number))) return false;
    }
    return true;
  }
  for (let operand: usize = MADE_A; operand <= MADE_C; operand += 4) {
    const made = load<i32>(at + operand);
    if (made >= 0 && load<i32>(load<usize>(program, STATES) + <usize> made * STATE) == 0) {
      return false;
    }
  }
  return true;
}

/** Repeats the first element of a block. */
function repeat(entry: usize, size: i32): void {
  const slot = slotOf(entry);
  const low = load<f64>(lowsOf(entry));
  const bound = load<f64>(boundsOf(entry));
  const high = load<f64>(slot);
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    store<f64>(slot + i, high);
    store<f64>(slot + i, low, SPACE);
    store<f64>(slot + i, bound, BOUNDS);
  }
}

/** Fills the block of a constant. `isNumber`: a float64, whose block has high parts alone. */
function fill(entry: usize, constant: usize, isNumber: bool): void {
  const high = load<f64>(constant);
  if (isNumber) {
    const highs = slotOf(entry);
    for (let i: usize = 0; i < SPACE; i += 8) store<f64>(highs + i, high);
    return setPlain(entry, highs);
  }
  const low = load<f64>(constant, 8);
  const bound = load<f64>(constant, 24) + abs(load<f64>(constant, 16));
  const slot = slotOf(entry);
  // A constant beyond the range of float64 is infinite or NaN here, and nothing is known of it.
  put(slot, high, low, bound, bound == Infinity);
  setFilled(entry, true, true);
  repeat(entry, BLOCK);
  setFilled(entry, low != 0, bound != 0);
}

/** An input is read where it is, but for the last elements of a column, which are repeated up to `size`. */
function input(to: usize, from: usize, count: i32, size: i32, isAccurate: bool): void {
  const slot = slotOf(to);
  if (isAccurate) {
    for (let i = 0; i < count; i++) {
      store<f64>(slot + (<usize> i << 3), load<f64>(from + chosenPlace(i)));
    }
  } else if (count == size) {
    setPlain(to, from);
    return;
  } else {
    memory.copy(slot, from, <usize> count << 3);
  }
  for (let i = count; i < size; i++) {
    store<f64>(slot + (<usize> i << 3), load<f64>(slot + (<usize> (count - 1) << 3)));
  }
  setPlain(to, slot);
}
