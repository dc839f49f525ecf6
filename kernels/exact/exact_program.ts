import { INSTRUCTION, OPERATIONS, type Program } from "../program.ts";
import {
  addBalls,
  type Ball,
  bits,
  computed,
  divideBalls,
  mayBeZero,
  multiplyBalls,
  signOf,
  subtractBalls,
  times,
  total,
  Undecided,
} from "./ball.ts";
import { pi, power } from "./big_elementary.ts";
import {
  type Big,
  exponentOf,
  fromNumber,
  ONE,
  sizeOf,
  toNumber,
  withPrecision,
  ZERO,
} from "./big_float.ts";
import { callFunction, isInteger, TINY, type Value } from "./exact_function.ts";

// The last way of expressions: one row, with as many bits as it takes. It serves the rows in
// millions of which all digits that triple-double has cancel, and those of which a part is beyond
// the range of float64. Every number has a bound of its error (ball.ts), so that a result that is
// given is right.

/** Bits that a row is computed with, one after another, until its result is known. */
const PRECISIONS = [200, 400, 800, 1600, 3200];
/** Functions of the gamma and Bessel families would take very long with more. */
const MAX_SPECIAL_PRECISION = 1600;
/** A result is known if its radius is below this part of an ulp, as an exponent. */
const LAST_BIT = -6n;
const ULP_BITS = 53n;
const MIN_ULP = -1074n;

/**
 * Computes an output of a program for one row of finite numbers. Returns `undefined` if it has no
 * way to compute it. What cannot be told from 0 with bits that should be enough is 0.
 */
export function computeExactly(
  program: Program,
  { inputs, output }: { inputs: readonly number[]; output: number },
): number | undefined {
  const most = hasSpecial(program) ? MAX_SPECIAL_PRECISION : Infinity;
  for (const precision of PRECISIONS) {
    const row = new Row(program, inputs);
    let result: Value | undefined;
    try {
      result = withPrecision(precision, () => row.value(program.outputs[output]));
      if (result === undefined || typeof result === "number") return result;
      if (isKnown(result)) return toNumber(result.value);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
    }
    // Powers up to the fourth of all numbers would show, and 300 bits of what cancels besides.
    if (precision < Math.min(300 + 4 * row.range, most, PRECISIONS[PRECISIONS.length - 1])) {
      continue;
    }
    if (typeof result === "object") return mayBeZero(result) ? 0 : toNumber(result.value);
    // Numbers that cannot be told from each other are equal, so far as can be known.
    const last = new Row(program, inputs, true);
    const value = withPrecision(precision, () => last.value(program.outputs[output]));
    return typeof value === "object" ? mayBeZero(value) ? 0 : toNumber(value.value) : value;
  }
}

/** Whether the radius of a result is a small part of its ulp. */
function isKnown({ value, radius }: Ball): boolean {
  if (radius === undefined) return true;
  const ulp = value.m === 0n ? MIN_ULP : exponentOf(value) - ULP_BITS;
  return radius <= (ulp > MIN_ULP ? ulp : MIN_ULP) + LAST_BIT;
}

function hasSpecial({ code }: Program): boolean {
  return code.some((operation, i) => i % INSTRUCTION === 0 && operation >= OPERATIONS.lgamma);
}

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(OPERATIONS).map(([name, code]) => [code, name]),
);

const SUMS: ReadonlySet<number> = new Set([OPERATIONS.add, OPERATIONS.sub]);

/** The values of a program for one row, each computed when it is needed. */
class Row {
  readonly #program: Program;
  readonly #inputs: readonly number[];
  readonly #isLast: boolean;
  readonly #known = new Map<number, Value | undefined>();
  /** How large or small its numbers are, as exponents of 2, but for sums, which may have cancelled. */
  range = 0;

  /** `isLast`: what may be 0 is 0. */
  constructor(program: Program, inputs: readonly number[], isLast = false) {
    this.#program = program;
    this.#inputs = inputs;
    this.#isLast = isLast;
  }

  /** The value of an instruction. */
  value(index: number): Value | undefined {
    if (this.#known.has(index)) return this.#known.get(index);
    let value = this.#compute(index);
    if (this.#isLast && typeof value === "object") {
      value = { value: mayBeZero(value) ? ZERO : value.value };
    }
    this.#known.set(index, value);
    const isSum = SUMS.has(this.#program.code[index * INSTRUCTION]);
    if (!isSum && typeof value === "object" && value.value.m !== 0n) {
      this.range = Math.max(this.range, Math.abs(sizeOf(value.value)));
    }
    return value;
  }

  #compute(index: number): Value | undefined {
    const { code, constants } = this.#program;
    const at = index * INSTRUCTION;
    const name = NAMES.get(code[at])!;
    const [first, second, third] = code.subarray(at + 5, at + 8);
    if (name === "input") return { value: fromNumber(this.#inputs[code[at + 9]]) };
    if (name === "number") {
      const [high, low] = constants.subarray(index * 4, index * 4 + 2);
      // Of all numbers, pi alone has more digits than a float64.
      if (low !== 0) return computed(pi, true);
      return Number.isFinite(high) ? { value: fromNumber(high) } : high;
    }
    const a = this.value(first);
    if (a === undefined) return undefined;
    if (name === "if") {
      if (typeof a === "number" && Number.isNaN(a)) return NaN;
      return this.value(typeof a === "number" || signOf(a) !== 0 ? second : third);
    }
    const b = second < 0 ? undefined : this.value(second);
    if (second >= 0 && b === undefined) return undefined;
    const c = third < 0 ? undefined : this.value(third);
    if (typeof a === "number" || typeof b === "number") return plain(name, a, b);
    return b !== undefined && name in BINARY
      ? BINARY[name](a, b)
      : callFunction(name, a, { n: b && toNumber(b.value), k: c && toNumber((c as Ball).value) });
  }
}

/** 1 or 0, as comparisons give. */
function truth(holds: boolean): Ball {
  return { value: holds ? ONE : ZERO };
}

function compare(a: Ball, b: Ball): -1 | 0 | 1 {
  return signOf(subtractBalls(a, b));
}

/** The first or the second, either of which may be the smaller one where they cannot be told apart. */
function extreme(a: Ball, b: Ball, sign: 1 | -1): Ball {
  const difference = subtractBalls(a, b);
  if (difference.radius === undefined || !mayBeZero(difference)) {
    return sign * signOf(difference) <= 0 ? a : b;
  }
  return {
    value: a.value,
    radius: total(a.radius, b.radius, difference.radius, difference.radius),
  };
}

const BINARY: Readonly<Record<string, (a: Ball, b: Ball) => Value>> = {
  add: addBalls,
  sub: subtractBalls,
  mul: multiplyBalls,
  div(a, b): Value {
    if (signOf(b) !== 0) return divideBalls(a, b);
    const sign = signOf(a);
    return sign === 0 ? NaN : sign * Infinity;
  },
  pow(a, b): Value {
    const sign = signOf(a);
    const exponent = signOf(b);
    if (exponent === 0) return { value: ONE };
    if (sign === 0) return exponent > 0 ? { value: ZERO } : Infinity;
    if (sign < 0 && b.radius !== undefined) throw new Undecided();
    if (sign < 0 && !isInteger(b.value)) return NaN;
    return powerOf(a, b);
  },
  min: (a, b) => extreme(a, b, 1),
  max: (a, b) => extreme(a, b, -1),
  lt: (a, b) => truth(compare(a, b) < 0),
  le: (a, b) => truth(compare(a, b) <= 0),
  eq: (a, b) => truth(compare(a, b) === 0),
  ne: (a, b) => truth(compare(a, b) !== 0),
};

/** a^b, neither 0: it moves by the part that b ln |a| does. */
function powerOf(a: Ball, b: Ball): Value {
  const y = power(a.value, b.value);
  if (typeof y === "number") return y === 0 ? TINY : y;
  const size = exponentOf(a.value);
  const log = bits(size < 0n ? -size : size) + 1n;
  const part = total(times(a.radius, exponentOf(b.value) - size + 2n), times(b.radius, log));
  if (part !== undefined && part > -3n) throw new Undecided();
  // exp(b ln |a|) loses as many bits as the exponent has.
  const lost = exponentOf(b.value) + log;
  const { value, radius } = computed(() => power(a.value, b.value) as Big, true);
  return {
    value,
    radius: total(times(radius, lost > 0n ? lost : 0n), times(part, exponentOf(y) + 1n)),
  };
}

/** Arithmetic where an operand is infinite or NaN: of the other its sign is enough. */
function plain(name: string, a: Value, b: Value | undefined): Value | undefined {
  const [x, y] = [a, b].map((value) => typeof value === "object" ? signOf(value) : value ?? 0);
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const results: Readonly<Record<string, number>> = {
    ...{ add: x + y, sub: x - y, mul: x * y, div: x / y, neg: -x, abs: Math.abs(x) },
    ...{ min: Math.min(x, y), max: Math.max(x, y), exp: Math.exp(x), log: Math.log(x) },
    ...{ lt: +(x < y), le: +(x <= y), eq: +(x === y), ne: +(x !== y) },
  };
  const isExtreme = name === "min" || name === "max";
  if (isExtreme && Number.isFinite(results[name])) return x === results[name] ? a : b;
  const result = results[name];
  return result !== undefined && Number.isFinite(result) ? { value: fromNumber(result) } : result;
}
