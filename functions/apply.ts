import { compute, computeNumber, type Kernel } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { checkInteger } from "./check_integer.ts";
import { describe, type GradientOptions, isFloatArray } from "./float_array.ts";
import { computeStrided, type Strided } from "./strided.ts";

type Options = Omit<GradientOptions, "upstream"> & { upstream?: FloatArray | number };

/** What every public function does: checks its arguments and runs a kernel over them. */
export function apply(
  name: string,
  kernel: Kernel,
  x: number | FloatArray,
  options: Options = {},
): number | FloatArray {
  if (typeof x === "number") return applyNumber(name, kernel, x, options);
  if (!isFloatArray(x)) {
    throw new TypeError(
      `Cannot compute ${name}: x must be a number, Float64Array, Float32Array or Float16Array, got ${
        describe(x)
      }`,
    );
  }
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

  const source = mustCopy(x, out) ? x.slice() : x;
  const factors = upstream && mustCopy(upstream, out) ? upstream.slice() : upstream;
  if (stride === 1 && [x, out, factors ?? x].every((array) => array.length === count)) {
    compute(kernel, source, out, factors);
  } else {
    computeStrided(kernel, { ...places, x: source, out, upstream: factors });
  }
  return out;
}

function applyNumber(name: string, kernel: Kernel, x: number, options: Options): number {
  for (const key of ["out", "offset", "stride"] as const) {
    if (options[key] !== undefined) {
      throw new TypeError(`Cannot compute ${name}: ${key} is for arrays, and x is a number`);
    }
  }
  const { upstream } = options;
  if (upstream === undefined) return computeNumber(kernel, x);
  if (typeof upstream !== "number") {
    throw new TypeError(
      `Cannot compute ${name}: upstream must be a number like x, got ${describe(upstream)}`,
    );
  }
  return computeNumber(kernel, x) * upstream;
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
