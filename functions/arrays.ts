import type { FloatArray } from "../kernels/float_types.ts";
import { checkInteger } from "./check_integer.ts";
import { checkOptions } from "./check_options.ts";
import { describe, type GradientOptions, isFloatArray } from "./float_array.ts";
import type { Strided } from "./strided.ts";

/** The options of a function of arrays; a wrong upstream may be a number. */
export type Options = Omit<GradientOptions, "upstream"> & { upstream?: FloatArray | number };

/**
 * Checks the options of a function of an array, and finds out what is read and where results go: to a
 * new array if no other was given. What writing could change before it is read becomes a copy.
 */
export function takeArrays(name: string, x: FloatArray, options: Options): Strided {
  checkOptions(name, options, x);
  const { offset = 0, stride = 1 } = options;
  checkInteger(name, "offset", offset, { least: 0, most: x.length });
  checkInteger(name, "stride", stride, { least: 1 });
  const count = Math.ceil((x.length - offset) / stride);
  const places = { name, x, offset, stride, count };
  const out = options.out === undefined
    ? newArray(x, count)
    : checkArray(places, "out", options.out);
  const upstream = options.upstream === undefined
    ? undefined
    : checkArray(places, "upstream", options.upstream);
  return {
    x: mustCopy(x, out) ? x.slice() : x,
    out,
    upstream: upstream && mustCopy(upstream, out) ? upstream.slice() : upstream,
    offset,
    stride,
    count,
  };
}

/** Whether all elements are chosen, and stand one beside the other. */
export function isDense({ x, out, upstream, stride, count }: Strided): boolean {
  return stride === 1 && [x, out, upstream ?? x].every((array) => array.length === count);
}

function newArray<T extends FloatArray>(x: T, length: number): T {
  const Type = x.constructor as new (length: number) => T;
  return new Type(length);
}

function checkArray(
  { name, x, count }: Pick<Strided, "x" | "count"> & { name: string },
  argument: string,
  value: FloatArray | number,
): FloatArray {
  const type = describe(x);
  if (describe(value) !== type || !isFloatArray(value)) {
    throw new TypeError(
      `Cannot compute ${name}: ${argument} must be a ${type} like x, got ${describe(value)}`,
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

/** Whether writing to one may change what is still to be read of the other: in one place, it cannot. */
function mustCopy(read: FloatArray, written: FloatArray): boolean {
  if (read.buffer !== written.buffer) return false;
  if (read.byteOffset === written.byteOffset && read.length === written.length) return false;
  return read.byteOffset < written.byteOffset + written.byteLength &&
    written.byteOffset < read.byteOffset + read.byteLength;
}
