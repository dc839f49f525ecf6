import type { FloatType } from "./float_types.ts";
import type { Kernel } from "./job.ts";
import type { Judge, NumberKernels } from "./outcome.ts";
import { polesOf } from "./poles.ts";
import { CONSTANT, INSTRUCTION, OPERATIONS, type Program } from "./program.ts";
import {
  add,
  compare,
  divide,
  exp2,
  HUGE,
  isFinite,
  log2,
  multiply,
  negate,
  ONE,
  type Scaled,
  scaled,
  squareRoot,
  TINY,
  toFloat64,
  ZERO,
} from "./scaled_number.ts";

// Says why an expression is infinite or NaN in a row. The row is computed once more, in float64 with
// unlimited exponents, so that only a pole gives infinity, and each infinity and NaN carries its cause.
// Branches that are not taken are not computed. Only rows whose result is infinite or NaN come here.

/** Where an infinity or a NaN comes from: a pole, no value at all, or what was given. */
type Cause = "pole" | "outside" | "given";

interface Value extends Scaled {
  /** Why it is infinite or NaN; missing if it is neither. */
  readonly cause?: Cause;
}

const OUTSIDE: Value = { m: NaN, e: 0, cause: "outside" };

/** The largest exponents of the types. */
const MAX_EXPONENTS: Readonly<Record<FloatType, number>> = {
  float64: 1023,
  float32: 127,
  float16: 15,
};

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(OPERATIONS).map(([name, code]) => [code, name]),
);

/** An output of a program. */
export interface ProgramOutput {
  /** Its number. */
  readonly output: number;
  /** The inputs of the program that it depends on, in the order in which the judge gets them. */
  readonly inputs: readonly number[];
  /** The type in which it is written. */
  readonly type: FloatType;
  readonly kernels: NumberKernels;
}

/** Makes the judge of an output of a program. */
export function judgeProgram(
  program: Program,
  { output, inputs: places, type, kernels }: ProgramOutput,
): Judge {
  return (y, inputs) => {
    if (inputs.some(Number.isNaN)) return undefined;
    if (Number.isNaN(y) && !mentionsNaN(program)) return "outside";
    const all: number[] = [];
    places.forEach((place, i) => all[place] = inputs[i]);
    const { e, cause } = new Row(program, { inputs: all, kernels }).value(program.outputs[output]);
    if (cause === "given") return undefined;
    if (Number.isNaN(y)) return "outside";
    // Where this finds a moderate number, the exact way has found that a denominator is 0.
    return cause === undefined && e >= MAX_EXPONENTS[type] ? "overflow" : "pole";
  };
}

const withNaN = new WeakMap<Program, boolean>();

/** Whether the user has written `nan`. */
function mentionsNaN(program: Program): boolean {
  let known = withNaN.get(program);
  if (known === undefined) {
    const { code, constants } = program;
    const instructions = Array.from({ length: code.length / INSTRUCTION }, (_, i) => i);
    known = instructions.some((i) =>
      code[i * INSTRUCTION] === OPERATIONS.number && code[i * INSTRUCTION + 9] === 0 &&
      Number.isNaN(constants[i * CONSTANT])
    );
    withNaN.set(program, known);
  }
  return known;
}

/** The values of a program for one row, each computed when it is needed. */
class Row {
  readonly #program: Program;
  readonly #inputs: readonly number[];
  readonly #kernels: NumberKernels;
  readonly #known = new Map<number, Value>();

  constructor(
    program: Program,
    { inputs, kernels }: { inputs: readonly number[]; kernels: NumberKernels },
  ) {
    this.#program = program;
    this.#inputs = inputs;
    this.#kernels = kernels;
  }

  /** The value of an instruction. */
  value(index: number): Value {
    let value = this.#known.get(index);
    if (value === undefined) this.#known.set(index, value = this.#compute(index));
    return value;
  }

  #compute(index: number): Value {
    const { code, constants } = this.#program;
    const at = index * INSTRUCTION;
    const name = NAMES.get(code[at])!;
    const operands = [...code.subarray(at + 5, at + 8)].filter((operand) => operand >= 0);
    if (name === "input") return given(this.#inputs[code[at + 9]]);
    if (name === "number") {
      const number = constants[index * CONSTANT];
      return code[at + 9] === 0 ? given(number) : OUTSIDE;
    }
    const a = this.value(operands[0]);
    if (name === "if") {
      if (Number.isNaN(a.m)) return a;
      return this.value(operands[a.m !== 0 ? 1 : 2]);
    }
    const args = operands.map((operand) => this.value(operand));
    const undefinedOnes = args.filter(({ m }) => Number.isNaN(m));
    if (undefinedOnes.length > 0) {
      return undefinedOnes.find(({ cause }) => cause !== "given") ?? undefinedOnes[0];
    }
    const isSame = operands[0] === operands[1] && isFinite(a);
    if (isSame && name === "sub") return ZERO;
    const b = args[1] ?? ZERO;
    return BINARY[name]?.(a, b) ?? UNARY[name]?.(a) ?? callFunction(name, args, this.#kernels);
  }
}

/** A number that was given. */
function given(x: number): Value {
  return Number.isFinite(x) ? scaled(x) : { m: x, e: 0, cause: "given" };
}

/** An infinity that operands have, or that arises from finite ones at a pole. */
function infinite(m: number, ...operands: readonly Value[]): Value {
  const causes = operands.flatMap(({ cause }) => cause ?? []);
  return { m, e: 0, cause: causes.includes("pole") || causes.length === 0 ? "pole" : "given" };
}

/** A number, or what it is if it is none: operations of finite numbers give no infinity but at poles. */
function made(value: Scaled, ...operands: readonly Value[]): Value {
  if (isFinite(value)) return value;
  return Number.isNaN(value.m) ? OUTSIDE : infinite(value.m, ...operands);
}

function truth(holds: boolean): Value {
  return holds ? ONE : ZERO;
}

const BINARY: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  add: (a, b) => made(add(a, b), a, b),
  sub: (a, b) => made(add(a, negate(b)), a, b),
  mul: (a, b) => made(multiply(a, b), a, b),
  div: (a, b) => made(divide(a, b), a, ...(b.m === 0 ? [] : [b])),
  pow: power,
  min: (a, b) => order(a, b) <= 0 ? a : b,
  max: (a, b) => order(a, b) >= 0 ? a : b,
  lt: (a, b) => truth(order(a, b) < 0),
  le: (a, b) => truth(order(a, b) <= 0),
  eq: (a, b) => truth(order(a, b) === 0),
  ne: (a, b) => truth(order(a, b) !== 0),
};

/** As `compare`, for infinities too. */
function order(a: Value, b: Value): number {
  return isFinite(a) && isFinite(b) ? compare(a, b) : Math.sign(a.m === b.m ? 0 : a.m - b.m);
}

function power(a: Value, b: Value): Value {
  if (!isFinite(a) || !isFinite(b)) {
    const y = toFloat64(a) ** toFloat64(b);
    return made(scaled(y), a, b);
  }
  if (b.m === 0) return ONE;
  if (a.m === 0) return b.m > 0 ? ZERO : infinite(Infinity);
  const exponent = toFloat64(b);
  // From 2^53 on all float64 are even integers.
  const isInteger = !Number.isFinite(exponent) || Number.isInteger(exponent);
  if (a.m < 0 && !isInteger) return OUTSIDE;
  const size = exp2(multiply(scaled(log2(a)), b));
  return a.m < 0 && Math.abs(exponent % 2) === 1 ? negate(size) : size;
}

const LOG2_E = Math.LOG2E;

const UNARY: Readonly<Record<string, (x: Value) => Value>> = {
  neg: (x) => ({ ...x, m: -x.m }),
  abs: (x) => ({ ...x, m: Math.abs(x.m) }),
  sqrt: (x) => x.m < 0 ? OUTSIDE : isFinite(x) ? squareRoot(x) : x,
  exp: (x) => isFinite(x) ? exp2(multiply(x, scaled(LOG2_E))) : x.m > 0 ? x : ZERO,
  expm1(x) {
    if (!isFinite(x)) return x.m > 0 ? x : negate(ONE);
    // Next to 0 it is x.
    return x.e < -60 ? x : add(exp2(multiply(x, scaled(LOG2_E))), negate(ONE));
  },
  log: logarithm,
  log1p: (x) => x.e < -60 && isFinite(x) ? x : logarithm(made(add(x, ONE), x)),
  sin: (x) => wave(x, Math.sin),
  cos: (x) => wave(x, Math.cos),
};

function logarithm(x: Value): Value {
  if (x.m < 0) return OUTSIDE;
  if (x.m === 0) return infinite(-Infinity);
  return isFinite(x) ? scaled(log2(x) * Math.LN2) : x;
}

/** sin and cos. Beyond float64 any number between -1 and 1 will do. */
function wave(x: Value, f: (x: number) => number): Value {
  if (!isFinite(x)) return OUTSIDE;
  const number = toFloat64(x);
  return scaled(Number.isFinite(number) ? f(number) : 0.5);
}

/** The kernels of functions, by the parameters that they have in programs. */
const KERNELS: Readonly<Record<string, (n: number, k: number) => Kernel | undefined>> = {
  lgamma: () => ({ name: "lgamma" }),
  digamma: () => ({ name: "digamma" }),
  polygamma: (n) => ({ name: "polygamma", parameter: n }),
  multigammaln: (p) => ({ name: "multigammaln", parameter: p }),
  // From the second derivative on there is no kernel: the poles are the same.
  multigammalnGrad: (p) => ({ name: "multigammalnGrad", parameter: p }),
  i0: (k) => k === 0 ? { name: "i0" } : undefined,
  i1: (k) => k === 0 ? { name: "i1" } : undefined,
  i0e: (k) => k === 0 ? { name: "i0e" } : undefined,
  i1e: (k) => k === 0 ? { name: "i1e" } : undefined,
};

/** The least parameter of the functions that need an integer. */
const LEAST: Readonly<Record<string, number>> = {
  polygamma: 0,
  multigammaln: 1,
  multigammalnGrad: 1,
};

/** A function of the registry, or another one of one number that JavaScript has, such as tanh. */
function callFunction(
  name: string,
  [x, second = ZERO, third = ZERO]: readonly Value[],
  kernels: NumberKernels,
): Value {
  const [n, k] = [toFloat64(second), toFloat64(third)];
  if (name in LEAST && !(Number.isInteger(n) && n >= LEAST[name])) return OUTSIDE;
  const kernel = KERNELS[name]?.(n, k);
  const number = toFloat64(x);
  if (kernel === undefined) {
    const f = (Math as unknown as Record<string, (x: number) => number>)[name];
    if (f !== undefined) return made(scaled(f(number)), x);
    // Derivatives of Bessel functions have no poles, and grow as their functions do.
    return name.endsWith("e") ? ONE : UNARY.exp(UNARY.abs(x));
  }
  const compute = (x: number) => kernels.bindNumber(kernel.name)(x, kernel.parameter);
  if (!isFinite(x)) return made(scaled(compute(number)), x);
  const isPole = polesOf(kernel);
  // A float64 that is not 0 stands for numbers that are too small for one.
  const at = number === 0 && x.m !== 0
    ? x.m * Number.MIN_VALUE
    : Number.isFinite(number)
    ? number
    : Math.sign(x.m) * Number.MAX_VALUE;
  if (at === number && isPole?.(at)) return infinite(compute(at));
  const y = compute(at);
  if (Number.isNaN(y)) return at === number ? OUTSIDE : HUGE;
  if (Math.abs(y) === Infinity) return y > 0 ? HUGE : negate(HUGE);
  const isZero = y === 0 && (at === 0 || name === "lgamma" && (at === 1 || at === 2));
  return y === 0 && !isZero ? TINY : scaled(y);
}
