import { formatHeader } from "../../formats/npy/header.ts";
import { gradientKernel, registry, valueKernel } from "../../functions/registry.ts";
import { compute } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { makeNpy, type NpyParts } from "../../support/make_npy.ts";

const TYPES = { 2: Float16Array, 4: Float32Array, 8: Float64Array };

/** A run of the program over an array. */
export interface RunParts extends NpyParts {
  /** The function. */
  readonly name: string;
  /** Its parameter. */
  readonly parameter?: number;
  readonly grad?: "" | "--grad" | "--grad=only";
}

/** What the user types for a run, but for the input. */
export function runArguments({ name, parameter, grad }: RunParts): string[] {
  const letter = registry.find((spec) => spec.name === name)!.parameter?.letter;
  return [name, ...(letter ? [`-${letter}`, `${parameter}`] : []), ...(grad ? [grad] : [])];
}

/** The npy file that a run reads. */
export function inputNpy(parts: NpyParts): Uint8Array<ArrayBuffer> {
  return makeNpy(numbers(parts.shape), parts);
}

/** The npy file that the run must give, made with the engine alone. */
export function expectedNpy(parts: RunParts): Uint8Array<ArrayBuffer> {
  const { name, parameter, descr, shape, fortran = false, grad = "" } = parts;
  const spec = registry.find((spec) => spec.name === name)!;
  const size = descr.includes("f") ? Number(descr.at(-1)) as 2 | 4 | 8 : 8;
  const x = new TYPES[size](numbers(shape));
  const value = x.slice();
  const slope = x.slice();
  compute(valueKernel(spec, parameter), x, value);
  compute(gradientKernel(spec, parameter), x, slope);
  if (grad !== "--grad") {
    const header = formatHeader({ size, fortran, shape });
    return concat(header, grad === "" ? value : slope);
  }
  const slowest = fortran && shape.length > 1;
  const both = slowest
    ? [...value, ...slope]
    : Array.from(value, (element, i) => [element, slope[i]]).flat();
  return concat(
    formatHeader({ size, fortran: slowest, shape: [...shape, 2] }),
    new TYPES[size](both),
  );
}

// Whole numbers below 100, so that every dtype holds them, in no order.
function numbers(shape: readonly number[]): number[] {
  const length = shape.reduce((product, axis) => product * axis, 1);
  return Array.from({ length }, (_, i) => i * 37 % 100);
}

function concat(
  header: Uint8Array,
  floats: FloatArray,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(header.length + floats.byteLength);
  bytes.set(header);
  bytes.set(new Uint8Array(floats.buffer), header.length);
  return bytes;
}
