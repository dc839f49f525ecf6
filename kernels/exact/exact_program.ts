import { INSTRUCTION, OPERATIONS, type Program } from "../program.ts";
import { exp, expm1, log, log1p, pi, power, sine } from "./big_elementary.ts";
import {
  abs,
  add,
  areExact,
  beginExact,
  type Big,
  div,
  fromNumber,
  getPrecision,
  largestTerm,
  mul,
  neg,
  sizeOf,
  sqrt,
  sub,
  toNumber,
  withPrecision,
} from "./big_float.ts";
import { bessel, digamma, lgamma, multigammaln, polygamma } from "./big_special.ts";

// The last way of expressions: one row, with as many bits as it takes. It serves the rows in
// millions of which all digits that triple-double has cancel, and those of which a part is beyond
// the range of float64.

/**
 * Bits that a row is computed with, one after another, until two results agree. Rows whose numbers
 * are all of usual size need no more than the first two.
 */
const PRECISIONS = [200, 400, 800, 1600, 3200];
/** Functions of the gamma and Bessel families would take very long with more. */
const MAX_SPECIAL_PRECISION = 800;
/** So many bits of two results must be alike, or above what sums may have lost. */
const ALIKE = 80;
/** Numbers that differ by less than all but so many bits are taken for equal. */
const LAST_BITS = 48;

/** A value, or one that has no digits: NaN or infinite. */
type Value = Big | number;

/**
 * Computes an output of a program for one row of finite numbers. Returns `undefined` if it has no
 * way to compute it. What cannot be told from 0 with bits that should be enough is 0.
 */
export function computeExactly(
  program: Program,
  { inputs, output }: { inputs: readonly number[]; output: number },
): number | undefined {
  let before: Value | undefined;
  let last: Value | undefined;
  const most = hasSpecial(program) ? MAX_SPECIAL_PRECISION : Infinity;
  for (const bits of PRECISIONS) {
    const row = new Row(program, inputs);
    before = last;
    beginExact();
    last = withPrecision(bits, () => row.value(program.outputs[output]));
    if (last === undefined || typeof last === "number") return last;
    const size = sizeOf(last);
    if (areExact() || size > largestTerm() - bits + ALIKE) return toNumber(last);
    const isAlike = before !== undefined && typeof before !== "number" &&
      sizeOf(sub(last, before)) < size - ALIKE;
    if (isAlike) return toNumber(last);
    // Powers up to the fourth of all numbers would show, and 300 bits of what cancels besides.
    if (bits >= Math.min(300 + 4 * row.range, most)) break;
  }
  return 0;
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
  readonly #known = new Map<number, Value | undefined>();
  /** How large or small its numbers are, as exponents of 2, but for sums, which may have cancelled. */
  range = 0;

  constructor(program: Program, inputs: readonly number[]) {
    this.#program = program;
    this.#inputs = inputs;
  }

  /** The value of an instruction. */
  value(index: number): Value | undefined {
    if (this.#known.has(index)) return this.#known.get(index);
    const value = this.#compute(index);
    this.#known.set(index, value);
    const isSum = SUMS.has(this.#program.code[index * INSTRUCTION]);
    if (!isSum && typeof value === "object" && value.m !== 0n) {
      this.range = Math.max(this.range, Math.abs(sizeOf(value)));
    }
    return value;
  }

  #compute(index: number): Value | undefined {
    const { code, constants } = this.#program;
    const at = index * INSTRUCTION;
    const name = NAMES.get(code[at])!;
    const [first, second, third] = code.subarray(at + 5, at + 8);
    if (name === "input") return fromNumber(this.#inputs[code[at + 9]]);
    if (name === "number") {
      const [high, low] = constants.subarray(index * 4, index * 4 + 2);
      // Of all numbers, pi alone has more digits than a float64.
      if (low !== 0) return pi();
      return Number.isFinite(high) ? fromNumber(high) : high;
    }
    const a = this.value(first);
    if (a === undefined) return undefined;
    if (name === "if") {
      if (typeof a === "number" && Number.isNaN(a)) return NaN;
      return this.value(typeof a === "number" || a.m !== 0n ? second : third);
    }
    const b = second < 0 ? undefined : this.value(second);
    if (second >= 0 && b === undefined) return undefined;
    const c = third < 0 ? undefined : this.value(third);
    if (typeof a === "number" || typeof b === "number") return plain(name, a, b);
    return b !== undefined && name in BINARY
      ? BINARY[name](a, b)
      : callFunction(name, a, { n: b && toNumber(b), k: c && toNumber(c as Big) });
  }
}

/** Whether two numbers are the same, as far as can be told. */
function compare(a: Big, b: Big): -1 | 0 | 1 {
  const difference = sub(a, b);
  const size = Math.max(sizeOf(a), sizeOf(b));
  const isZero = difference.m === 0n ||
    sizeOf(difference) < size - getPrecision() + LAST_BITS;
  return isZero ? 0 : difference.m < 0n ? -1 : 1;
}

const BINARY: Readonly<Record<string, (a: Big, b: Big) => Value>> = {
  add,
  sub,
  mul,
  div: (a, b) => b.m !== 0n ? div(a, b) : a.m === 0n ? NaN : a.m < 0n ? -Infinity : Infinity,
  pow(a, b): Value {
    const n = toNumber(b);
    if (b.m === 0n) return fromNumber(1);
    if (a.m === 0n) return n > 0 ? fromNumber(0) : Infinity;
    return a.m < 0n && !Number.isInteger(n) ? NaN : power(a, b);
  },
  min: (a, b) => compare(a, b) <= 0 ? a : b,
  max: (a, b) => compare(a, b) >= 0 ? a : b,
  lt: (a, b) => fromNumber(+(compare(a, b) < 0)),
  le: (a, b) => fromNumber(+(compare(a, b) <= 0)),
  eq: (a, b) => fromNumber(+(compare(a, b) === 0)),
  ne: (a, b) => fromNumber(+(compare(a, b) !== 0)),
};

/** Arithmetic where an operand is infinite or NaN: of the other its sign is enough. */
function plain(name: string, a: Value, b: Value | undefined): Value | undefined {
  const [x, y] = [a, b].map((value) =>
    value === undefined || typeof value === "number"
      ? value ?? 0
      : value.m === 0n
      ? 0
      : value.m < 0n
      ? -1
      : 1
  );
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const results: Readonly<Record<string, number>> = {
    ...{ add: x + y, sub: x - y, mul: x * y, div: x / y, neg: -x, abs: Math.abs(x) },
    ...{ min: Math.min(x, y), max: Math.max(x, y), exp: Math.exp(x), log: Math.log(x) },
    ...{ lt: +(x < y), le: +(x <= y), eq: +(x === y), ne: +(x !== y) },
  };
  const isExtreme = name === "min" || name === "max";
  if (isExtreme && Number.isFinite(results[name])) return x === results[name] ? a : b;
  const result = results[name];
  return result !== undefined && Number.isFinite(result) ? fromNumber(result) : result;
}

/** A function of one number, with the special values of the kernels. */
function callFunction(
  name: string,
  x: Big,
  { n = 0, k = 0 }: { n?: number; k?: number },
): Value | undefined {
  const isPole = x.m <= 0n && isInteger(x);
  switch (name) {
    case "neg":
      return neg(x);
    case "abs":
      return abs(x);
    case "sqrt":
      return x.m < 0n ? NaN : sqrt(x);
    case "exp":
      return made(exp(x));
    case "expm1":
      return made(expm1(x));
    case "log":
      return x.m < 0n ? NaN : x.m === 0n ? -Infinity : log(x);
    case "log1p": {
      const y = add(x, fromNumber(1));
      return y.m < 0n ? NaN : y.m === 0n ? -Infinity : log1p(x);
    }
    case "sin":
    case "cos":
      return sine(x, name === "cos" ? 1 : 0);
    case "lgamma":
      return isPole ? Infinity : lgamma(x);
    case "digamma":
      return isPole ? x.m === 0n ? -Infinity : NaN : digamma(x);
    case "polygamma":
      if (!Number.isInteger(n) || n < 0) return NaN;
      if (isPole) return n % 2 === 1 ? Infinity : x.m === 0n ? -Infinity : NaN;
      return polygamma(n, x);
    case "multigammaln":
    case "multigammalnGrad": {
      if (!Number.isInteger(n) || n < 1) return NaN;
      const last = sub(x, fromNumber((n - 1) / 2));
      if (last.m < 0n) return NaN;
      if (last.m === 0n) return k % 2 === 1 ? -Infinity : Infinity;
      return multigammaln(x, n, k);
    }
    default: {
      const order = name.startsWith("i0") ? 0 : 1;
      return x.m === 0n ? undefined : bessel(order, n, x, name.endsWith("e"));
    }
  }
}

/** What is 0 for want of exponents is a Big again. */
function made(value: Value): Value {
  return value === 0 ? fromNumber(0) : value;
}

function isInteger(x: Big): boolean {
  return x.e >= 0 || BigInt.asUintN(-x.e, x.m) === 0n;
}
