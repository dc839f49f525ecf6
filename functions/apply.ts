import { compute, computeNumber, type Kernel } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { checkOptions, describe, type NumberList, takeNumbers } from "./arguments.ts";
import { computeStrided, isDense, type Options, takeArrays } from "./arrays.ts";

const NO_OPTIONS: Options = {};

/**
 * Checks the arguments of a public function and runs a kernel over them. A number without options
 * needs no check, so public functions compute it themselves.
 */
export function apply(
  name: string,
  kernel: Kernel,
  x: number | FloatArray | NumberList,
  options: Options = NO_OPTIONS,
): number | FloatArray {
  if (typeof x === "number") return applyNumber(name, kernel, x, options);
  const places = takeArrays(name, takeNumbers(name, x), options);
  if (isDense(places)) compute(kernel, places.x, places.out, places.upstream);
  else computeStrided(kernel, places);
  return places.out;
}

function applyNumber(name: string, kernel: Kernel, x: number, options: Options): number {
  if (options === NO_OPTIONS) return computeNumber(kernel, x);
  checkOptions(name, options, x);
  for (const key of ["out", "offset", "stride"] as const) {
    if (options[key] !== undefined) {
      throw new TypeError(`Cannot compute ${name}: ${key} needs an array, but x is a number`);
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
