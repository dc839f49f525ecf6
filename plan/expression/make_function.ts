import {
  type ArrayOptions,
  checkKeys,
  describe,
  isOptions,
  type NewArrayOptions,
  type NewFloatArray,
  type NumberList,
  type SharedFloatArray,
} from "../../functions/arguments.ts";
import { checkInteger } from "../../functions/parameter.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { findAcross } from "./across.ts";
import { type Compiled, compileProgram } from "./compile_program.ts";
import {
  arrayTypeOf,
  checkOut,
  type Column,
  evaluateArrays,
  evaluateRow,
  lengthOf,
  takeColumn,
} from "./evaluate.ts";
import { findFunction, usageOf } from "./functions.ts";
import { Graph } from "./graph.ts";
import { ExpressionParser } from "./parse_expression.ts";
import { Resolver } from "./resolve.ts";

/** The argument of a function: an array or list with a number for each row, or one number for all rows. */
export type FunctionInput = number | FloatArray | NumberList;

/** The argument of a function without float32 and float16 arrays: results are float64. */
export type FunctionInput64 = number | Float64Array | NumberList;

/** A function of a number, or of each element of an array. */
export interface FunctionOfOne {
  /** Computes a number. */
  (x: number): number;
  /** The same for floats in shared memory, with results in a new array that is not shared. */
  <T extends SharedFloatArray>(x: T, options?: NewArrayOptions): NewFloatArray<T>;
  /** Computes every element of an array, or those that the options choose. */
  <T extends FloatArray>(x: T, options?: ArrayOptions<T>): T;
  /** The same for numbers in a list, or for integers, which are computed as float64. */
  (x: NumberList, options?: ArrayOptions<Float64Array>): Float64Array;
  /** The same where `x` may be a number or an array. */
  <T extends FloatArray>(x: number | T): number | T;
  /** The same as a callback: `numbers.map(tanh)`. */
  (x: number): number;
}

/** A function of two numbers, or of each row of arrays of the same length. */
export interface FunctionOfTwo {
  /** Computes a number. */
  (a: number, b: number): number;
  /** Computes float64. A number stands for every row. */
  (a: FunctionInput64, b: FunctionInput64, options?: ArrayOptions<Float64Array>): Float64Array;
  /** Computes the widest type among the arrays. Integers and lists count as float64. */
  (a: FunctionInput, b: FunctionInput, options?: ArrayOptions): FloatArray;
}

/** A function of three numbers, or of each row of arrays of the same length. */
export interface FunctionOfThree {
  /** Computes a number. */
  (a: number, b: number, c: number): number;
  /** Computes float64. A number stands for every row. */
  (
    a: FunctionInput64,
    b: FunctionInput64,
    c: FunctionInput64,
    options?: ArrayOptions<Float64Array>,
  ): Float64Array;
  /** Computes the widest type among the arrays. Integers and lists count as float64. */
  (a: FunctionInput, b: FunctionInput, c: FunctionInput, options?: ArrayOptions): FloatArray;
}

/** A function across columns, row by row. Arrays have the same length; a number applies to every row. */
export interface FunctionOfColumns {
  /** Computes a number from numbers. */
  (columns: readonly number[]): number;
  /** Computes float64 for each row. */
  (columns: readonly FunctionInput64[], options?: ArrayOptions<Float64Array>): Float64Array;
  /** Computes the widest type among the arrays for each row. Integers and lists count as float64. */
  (columns: readonly FunctionInput[], options?: ArrayOptions): FloatArray;
}

/** Makes a function of the module from one of expressions, by its name. */
export function makeFunction(name: string): FunctionOfOne & FunctionOfTwo & FunctionOfThree {
  let compiled: Compiled | undefined;

  function call(...given: unknown[]): number | FloatArray {
    const { args } = findFunction(name)!;
    const columns: Column[] = [];
    // All is read before anything is computed: reading a list may call this function.
    for (let i = 0; i < args.length; i++) columns.push(takeColumn(given[i], name, args[i]));
    compiled ??= compileCall(name);
    return compute(compiled, columns, { name, names: args, options: given[args.length] });
  }
  return named(call, name) as FunctionOfOne & FunctionOfTwo & FunctionOfThree;
}

/** Makes a function of the module from one of expressions that computes across columns. */
export function makeFunctionOfColumns(name: string): FunctionOfColumns {
  let compiled: Compiled | undefined;

  function call(given: unknown, options: unknown): number | FloatArray {
    if (!Array.isArray(given) || given.length === 0) {
      throw new TypeError(
        `Cannot compute ${name}: columns must be a list of at least one array or number, got ` +
          (Array.isArray(given) ? "an empty list" : describe(given)),
      );
    }
    const names = given.map((_, i) => `column ${i}`);
    const columns = names.map((column, i) => takeColumn(given[i], name, column));
    if (compiled?.columns.length !== columns.length) {
      compiled = compileAcross(name, columns.length);
    }
    return compute(compiled, columns, { name, names, options });
  }
  return named(call, name) as FunctionOfColumns;
}

/** Bundlers rename functions, and messages of tests show their names. */
function named<F extends (...args: never[]) => unknown>(f: F, name: string): F {
  return Object.defineProperty(f, "name", { value: name });
}

function compileCall(name: string): Compiled {
  const known = findFunction(name)!;
  const text = usageOf(known);
  const graph = new Graph();
  const resolver = new Resolver(text, graph, {
    find: (name) => known.args.indexOf(name),
    findNumber: () => -1,
    earlier: new Map(),
    unknown: (name) => new Error(`${name} is no argument of ${text}`),
  });
  return compileProgram([resolver.resolve(new ExpressionParser(text).program().value)]);
}

function compileAcross(name: string, count: number): Compiled {
  const graph = new Graph();
  const columns = Array.from({ length: count }, (_, i) => graph.column(i));
  return compileProgram([findAcross(name)!(graph, columns)]);
}

function compute(
  compiled: Compiled,
  columns: readonly Column[],
  { name, names, options }: {
    readonly name: string;
    readonly names: readonly string[];
    readonly options: unknown;
  },
): number | FloatArray {
  if (columns.every((column) => typeof column === "number")) {
    if (options !== undefined) checkOptionsOfNumbers(name, options);
    return evaluateRow(compiled, columns)[0];
  }
  const length = lengthOf(columns, { what: name, names });
  const ArrayType = arrayTypeOf(columns);
  const { out: given, offset, stride } = takeOptions(name, length, options);
  const isWhole = offset === 0 && stride === 1;
  const count = Math.ceil((length - offset) / stride);
  const out = given === undefined ? new ArrayType(count) : checkOut(
    { name: "out", array: given },
    { what: name, ArrayType, lengths: isWhole ? [length] : [length, count] },
  );
  if (isWhole) {
    evaluateArrays(compiled, columns, [out]);
    return out;
  }
  const results = new ArrayType(count);
  evaluateArrays(compiled, columns.map((column) => choose(column, offset, stride)), [results]);
  const [first, step] = out.length === length ? [offset, stride] : [0, 1];
  for (let i = 0; i < count; i++) out[first + i * step] = results[i];
  return out;
}

/** The chosen elements of a column, one after another. */
function choose(column: Column, offset: number, stride: number): Column {
  if (typeof column === "number") return column;
  const chosen = column.slice(0, Math.ceil((column.length - offset) / stride));
  for (let i = 0; i < chosen.length; i++) chosen[i] = column[offset + i * stride];
  return chosen;
}

const OPTIONS = ["out", "offset", "stride"];

/** `numbers.map(tanh)` passes the index of each number as the options. */
function checkOptionsOfNumbers(name: string, options: unknown): void {
  if (typeof options === "number") return;
  checkObject(name, options);
  for (const key of OPTIONS) {
    if ((options as Readonly<Record<string, unknown>>)[key] === undefined) continue;
    throw new TypeError(`Cannot compute ${name}: ${key} needs arrays, but all inputs are numbers`);
  }
}

function checkObject(name: string, options: unknown): asserts options is ArrayOptions {
  if (!isOptions(options)) {
    throw new TypeError(
      `Cannot compute ${name}: options must be an object, got ${describe(options)}`,
    );
  }
  checkKeys(`Cannot compute ${name}`, options, OPTIONS);
}

function takeOptions(
  name: string,
  length: number,
  options: unknown = {},
): { readonly out: unknown; readonly offset: number; readonly stride: number } {
  checkObject(name, options);
  const { out, offset = 0, stride = 1 } = options;
  checkInteger(name, "offset", offset, { least: 0, most: length });
  checkInteger(name, "stride", stride, { least: 1 });
  return { out, offset, stride };
}
