import { checkAttached, describe, isFloatArray, tagOf } from "../../functions/arguments.ts";
import { sharesMemory } from "../../functions/arrays.ts";
import { openInstance } from "../../kernels/engine.ts";
import { Float16Array, type FloatArray } from "../../kernels/float_types.ts";
import { keepProgram } from "../../kernels/kept_programs.ts";
import type { Compiled } from "./compile_program.ts";

/** What a column may be. Other classes of arrays, and those of other realms, are converted. */
export type Column = number | FloatArray | IntegerArray;

type IntegerArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

const INTEGERS = /^(Int|Uint)\d+(Clamped)?Array$/;
const BIG_INTEGERS = /^Big(Int|Uint)64Array$/;

/**
 * Takes a number, an array of floats or integers, or a list of numbers. A list is read here, before
 * anything is computed: reading it may run code of its owner.
 */
export function takeColumn(value: unknown, what: string, name: string): Column {
  if (typeof value === "number") return value;
  if (isFloatArray(value)) return checkAttached(what, name, value);
  const tag = tagOf(value);
  if (INTEGERS.test(tag)) return checkAttached(what, name, value as Int32Array);
  if (BIG_INTEGERS.test(tag)) {
    const integers = checkAttached(what, name, value as BigInt64Array);
    return Float64Array.from(integers as unknown as Int32Array, Number);
  }
  if (!Array.isArray(value)) {
    throw new TypeError(
      `Cannot compute ${what}: ${name} must be a number, a list of numbers or an array of ` +
        `floats or integers, got ${describe(value)}`,
    );
  }
  const numbers = new Float64Array(value.length);
  for (let i = 0; i < numbers.length; i++) {
    const item: unknown = value[i];
    if (typeof item !== "number") {
      throw new TypeError(
        `Cannot compute ${what}: element ${i} of ${name} must be a number, got ${describe(item)}`,
      );
    }
    numbers[i] = item;
  }
  return numbers;
}

/** An array to write to, if one is given, and what error messages call it. */
export interface Out {
  readonly name: string;
  readonly array: unknown;
}

/**
 * Computes each output of a program into the array that is given for it, or into a new one. These
 * have the widest type among the columns, and their length; integers and lists count as float64.
 */
export function evaluate(
  compiled: Compiled,
  columns: readonly Column[],
  { what, outs, names }: {
    readonly what: string;
    readonly outs: readonly Out[];
    /** The names of the columns. */
    readonly names: readonly string[];
  },
): FloatArray[] {
  const length = lengthOf(columns, { what, names });
  const ArrayType = arrayTypeOf(columns);
  const arrays = outs.map((out) =>
    out.array === undefined
      ? new ArrayType(length)
      : checkOut(out, { what, ArrayType, lengths: [length] })
  );
  const given = arrays.filter((_, i) => outs[i].array !== undefined);
  if (given.some((a, i) => given.some((b, k) => k < i && sharesMemory(a, b)))) {
    throw new RangeError(`Cannot compute ${what}: each result in out needs its own memory`);
  }
  evaluateArrays(compiled, columns, arrays);
  return arrays;
}

/** The length that the columns have in common. */
export function lengthOf(
  columns: readonly Column[],
  { what, names }: { readonly what: string; readonly names: readonly string[] },
): number {
  let length: number | undefined;
  columns.forEach((column, i) => {
    if (typeof column === "number") return;
    length ??= column.length;
    if (column.length === length) return;
    throw new RangeError(
      `Cannot compute ${what}: arrays must have the same length, got ${length} and, ` +
        `in ${names[i]}, ${column.length}`,
    );
  });
  return length!;
}

/** Returns the given array if results can be written to it. */
export function checkOut(
  { array, name }: Out,
  { what, ArrayType, lengths }: {
    readonly what: string;
    readonly ArrayType: FloatArrayType;
    /** The lengths that it may have. */
    readonly lengths: readonly number[];
  },
): FloatArray {
  if (!isFloatArray(array) || tagOf(array) !== ArrayType.name) {
    throw new TypeError(
      `Cannot compute ${what}: ${name} must be a ${ArrayType.name}, which is the type of the ` +
        `result, got ${describe(array)}`,
    );
  }
  checkAttached(what, name, array);
  if (lengths.includes(array.length)) return array;
  throw new RangeError(
    `Cannot compute ${what}: ${name} must have length ${[...new Set(lengths)].join(" or ")}, got ` +
      array.length,
  );
}

/** A class of arrays of floats. */
export type FloatArrayType = new (length: number) => FloatArray;

/** Makes arrays of the widest type among the columns. Integers and lists count as float64. */
export function arrayTypeOf(columns: readonly Column[]): FloatArrayType {
  let size = 2;
  for (const column of columns) {
    if (typeof column === "number") continue;
    size = Math.max(size, isFloatArray(column) ? column.BYTES_PER_ELEMENT : 8);
  }
  return size === 2 ? Float16Array : size === 4 ? Float32Array : Float64Array;
}

/** Computes each output of a program from one number for each column. */
export function evaluateRow(
  { program, columns: used }: Compiled,
  columns: readonly number[],
): number[] {
  const opened = keepProgram(openInstance(), program);
  const row: number[] = [];
  for (let i = 0; i < used.length; i++) row.push(columns[used[i]]);
  return opened.runRow(row);
}

/** Rows that are copied to the memory of the instance at a time. */
const STEP = 16384;

/**
 * Computes each output of a program into an array. The columns that are arrays have the length of
 * these. An output may be in the memory of a column, but not in that of another output.
 */
export function evaluateArrays(
  { program, columns: used }: Compiled,
  columns: readonly Column[],
  outs: readonly FloatArray[],
): void {
  const { length } = outs[0];
  const step = Math.min(STEP, length);
  // What fits into one step is read before anything is written.
  const inputs = used.map((index) => {
    const column = columns[index];
    const isSafe = typeof column === "number" || length <= STEP ||
      outs.every((out) => !sharesMemory(column, out) || isSamePlace(column, out));
    return isSafe ? column : column.slice();
  });
  const instance = openInstance();
  const places = [...inputs, ...outs].map((_, i) => instance.end + i * step * 8);
  const end = instance.end + places.length * step * 8;
  const opened = keepProgram(instance, program, end);
  instance.reserve(end);
  const floats = new Float64Array(instance.memory.buffer);
  const [from, to] = [places.slice(0, inputs.length), places.slice(inputs.length)];
  inputs.forEach((input, i) => {
    if (typeof input === "number") floats.fill(input, from[i] / 8, from[i] / 8 + step);
  });
  for (let start = 0; start < length; start += step) {
    const rows = Math.min(step, length - start);
    inputs.forEach((input, i) => {
      if (typeof input === "number") return;
      floats.set(rows === length ? input : input.subarray(start, start + rows), from[i] / 8);
    });
    opened.run(rows, { inputs: from, outputs: to });
    outs.forEach((out, i) => out.set(floats.subarray(to[i] / 8, to[i] / 8 + rows), start));
  }
}

/** Whether each element of one array is where the same element of another is. */
function isSamePlace(a: FloatArray | IntegerArray, b: FloatArray): boolean {
  return a.byteOffset === b.byteOffset && a.BYTES_PER_ELEMENT === b.BYTES_PER_ELEMENT;
}
