import type { FloatArray } from "../kernels/float_types.ts";
import { checkInteger } from "./parameter.ts";
import {
  checkAttached,
  checkOptions,
  describe,
  type GradientOptions,
  isFloatArray,
  tagOf,
} from "./arguments.ts";
import { compute, type Kernel } from "../kernels/engine.ts";

/** The options of a function of arrays. */
export type Options = GradientOptions;

/** The maximum length of an array that is copied before it is computed. */
const SHORT = 512;

/**
 * Checks the options of a function of an array, and determines what is read and where the results
 * go. They go to a new array by default. Input that writing the results could change too early is
 * copied.
 */
export function takeArrays(name: string, x: FloatArray, options: Options): Strided {
  checkOptions(name, options, x);
  return placeArrays(name, x, options);
}

/** Does so for options whose names are known to be right. */
export function placeArrays(name: string, x: FloatArray, options: Options): Strided {
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
  // A new array shares no memory with another, and all of a short one is read before any is written.
  const mayOverlap = given !== undefined && count > SHORT;
  return {
    x: mayOverlap && mustCopy(x, out) ? x.slice() : x,
    out,
    upstream: mayOverlap && upstream && mustCopy(upstream, out) ? upstream.slice() : upstream,
    offset,
    stride,
    count,
  };
}

/** Returns whether all elements are chosen, one after another. */
export function isDense({ x, out, upstream, stride, count }: Strided): boolean {
  return stride === 1 && x.length === count && out.length === count &&
    (upstream === undefined || upstream.length === count);
}

/** Makes an array of the class of another. */
export function newArray<T extends FloatArray>(x: T, length: number): T {
  const Type = x.constructor as new (length: number) => T;
  return new Type(length);
}

/** What an array must match. */
interface Expected {
  readonly name: string;
  readonly argument: string;
  readonly x: FloatArray;
  readonly count: number;
}

function checkArray(value: FloatArray, expected: Expected): FloatArray {
  const { name, argument, x, count } = expected;
  if (isFloatArray(value)) checkAttached(name, argument, value);
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
  return value;
}

function isSameType(value: FloatArray, x: FloatArray): boolean {
  if (value instanceof Float64Array && x instanceof Float64Array) return true;
  if (value instanceof Float32Array && x instanceof Float32Array) return true;
  // One of both may come from another realm.
  return isFloatArray(value) && tagOf(value) === tagOf(x);
}

/**
 * Returns whether writing to one array may change elements of the other before they are read.
 * Arrays at the same place are safe.
 */
function mustCopy(read: FloatArray, written: FloatArray): boolean {
  if (read === written) return false;
  if (read.byteOffset === written.byteOffset && read.length === written.length) return false;
  return sharesMemory(read, written);
}

/** Returns whether two arrays have bytes in common. */
export function sharesMemory(a: ArrayBufferView, b: ArrayBufferView): boolean {
  return a.buffer === b.buffer && a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength;
}

/** Arrays and the choice of their elements, as in `ArrayOptions`. */
export interface Strided {
  readonly x: FloatArray;
  readonly out: FloatArray;
  readonly upstream?: FloatArray;
  readonly offset: number;
  readonly stride: number;
  readonly count: number;
}

/** Elements that are made adjacent at a time: they stay in the cache. */
const BLOCK_ELEMENTS = 4096;

/**
 * Runs a kernel over the chosen elements. They are copied into a dense block, computed and copied
 * back, one block at a time.
 */
export function computeStrided(kernel: Kernel, places: Strided): void {
  const { x, upstream, count } = places;
  const values = x.slice(0, Math.min(BLOCK_ELEMENTS, count));
  const factors = upstream?.slice(0, values.length);
  for (let start = 0; start < count; start += BLOCK_ELEMENTS) {
    const block = values.subarray(0, Math.min(BLOCK_ELEMENTS, count - start));
    const by = factors?.subarray(0, block.length);
    gather({ x: block, upstream: by }, start, places);
    compute(kernel, block, block, by);
    scatter(block, start, places);
  }
}

/** Copies chosen elements, from number `start` on, into dense arrays, as many as fit. */
export function gather(
  into: { readonly x: FloatArray; readonly upstream?: FloatArray },
  start: number,
  places: Strided,
): void {
  const { x, upstream } = places;
  copy(into.x, x, layout(x, start, places, true));
  if (into.upstream && upstream) copy(into.upstream, upstream, layout(upstream, start, places));
}

/** Writes results to their places, from the element number `start` on. */
export function scatter(results: FloatArray, start: number, places: Strided): void {
  const { out } = places;
  const { first, step } = layout(out, start, places);
  for (let i = 0; i < results.length; i++) out[first + i * step] = results[i];
}

function copy(block: FloatArray, from: FloatArray, { first, step }: Layout): void {
  for (let i = 0; i < block.length; i++) block[i] = from[first + i * step];
}

/** The index of the first element, and the distance from each to the next. */
interface Layout {
  readonly first: number;
  readonly step: number;
}

/** Finds the element number `start` in an array that is either as long as `x` or dense. */
function layout(
  array: FloatArray,
  start: number,
  { x, offset, stride }: Strided,
  chosen = array.length === x.length,
): Layout {
  return chosen ? { first: offset + start * stride, step: stride } : { first: start, step: 1 };
}
