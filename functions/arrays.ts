import type { FloatArray } from "../kernels/float_types.ts";
import { checkInteger } from "./parameter.ts";
import { checkOptions } from "./check_options.ts";
import { describe, type GradientOptions, isFloatArray, tagOf } from "./float_array.ts";
import type { Strided } from "./strided.ts";
import { checkAttached } from "./take_numbers.ts";

/** The options of a function of arrays. */
export type Options = GradientOptions;

/**
 * Checks the options of a function of an array, and finds out what is read and where results go: to a
 * new array if no other was given. What writing could change before it is read becomes a copy.
 */
export function takeArrays(name: string, x: FloatArray, options: Options): Strided {
  checkOptions(name, options, x);
  const { offset = 0, stride = 1, out: given, upstream: factors } = options;
  if (offset !== 0) checkInteger(name, "offset", offset, { least: 0, most: x.length });
  if (stride !== 1) checkInteger(name, "stride", stride, { least: 1 });
  const count = Math.ceil((x.length - offset) / stride);
  const out = given === undefined
    ? newArray(x, count)
    : checkArray(given, { name, argument: "out", x, count });
  const upstream = typeof factors === "number"
    ? newArray(x, count).fill(factors)
    : factors === undefined
    ? undefined
    : checkArray(factors, { name, argument: "upstream", x, count });
  // A new array shares nothing.
  const mayOverlap = given !== undefined;
  return {
    x: mayOverlap && mustCopy(x, out) ? x.slice() : x,
    out,
    upstream: mayOverlap && upstream && mustCopy(upstream, out) ? upstream.slice() : upstream,
    offset,
    stride,
    count,
  };
}

/** Whether all elements are chosen, and stand one beside the other. */
export function isDense({ x, out, upstream, stride, count }: Strided): boolean {
  return stride === 1 && x.length === count && out.length === count &&
    (upstream === undefined || upstream.length === count);
}

function newArray<T extends FloatArray>(x: T, length: number): T {
  const Type = x.constructor as new (length: number) => T;
  return new Type(length);
}

/** What an array must be like. */
interface Expected {
  readonly name: string;
  readonly argument: string;
  readonly x: FloatArray;
  readonly count: number;
}

function checkArray(value: FloatArray, expected: Expected): FloatArray {
  const { name, argument, x, count } = expected;
  if (!isSameType(value, x)) {
    throw new TypeError(
      `Cannot compute ${name}: ${argument} must be a ${describe(x)} like x, got ${describe(value)}`,
    );
  }
  if (value.length !== x.length && value.length !== count) {
    const lengths = x.length === count ? `${count}` : `${x.length} or ${count}`;
    throw new RangeError(
      `Cannot compute ${name}: ${argument} must have length ${lengths}, got ${value.length}`,
    );
  }
  return checkAttached(name, argument, value);
}

function isSameType(value: FloatArray, x: FloatArray): boolean {
  if (value instanceof Float64Array && x instanceof Float64Array) return true;
  if (value instanceof Float32Array && x instanceof Float32Array) return true;
  // One of both may come from another realm.
  return isFloatArray(value) && tagOf(value) === tagOf(x);
}

/** Whether writing to one may change what is still to be read of the other: in one place, it cannot. */
function mustCopy(read: FloatArray, written: FloatArray): boolean {
  if (read === written) return false;
  if (read.buffer !== written.buffer) return false;
  if (read.byteOffset === written.byteOffset && read.length === written.length) return false;
  return read.byteOffset < written.byteOffset + written.byteLength &&
    written.byteOffset < read.byteOffset + read.byteLength;
}
