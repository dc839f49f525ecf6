import type { FloatArray } from "./float_types.ts";
import { Float16Array, HAS_FLOAT16 } from "./float16_array.ts";

/** Elements that are copied into the module's memory at a time: calls cost little, and they fit the cache. */
export const BLOCK = 16384;

/** Up to this many elements a loop copies sooner than `set` and `subarray` do, which are calls. */
const SHORT = 32;

const NO_HALVES = new Uint16Array(0) as unknown as Float16Array;

/** A block of the module's memory, in each type. */
export interface Place {
  readonly short: number;
  readonly wide: number;
  readonly f16: Float16Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
}

/** Bytes of a place. */
export const PLACE_BYTES = 2 * BLOCK * 8;

/** Makes arrays over the block of a memory that begins at an address. */
export function makePlace(buffer: ArrayBuffer, start: number): Place {
  const wide = start + BLOCK * 8;
  return {
    short: start,
    wide,
    // Where there is no float16, nothing reads or writes it.
    f16: HAS_FLOAT16 ? new Float16Array(buffer, start, BLOCK) : NO_HALVES,
    f32: new Float32Array(buffer, start, BLOCK),
    f64: new Float64Array(buffer, wide, BLOCK),
  };
}

/** Copies a block to the beginning of a place, and pads it to the four lanes that kernels work on. */
export function copy<T extends FloatArray>(x: T, to: T): void {
  const { length } = x;
  if (length > SHORT) {
    to.set(x);
  } else {
    for (let i = 0; i < length; i++) to[i] = x[i];
  }
  // What was there before might go a slower way than all of x.
  for (let i = length; (i & 3) !== 0; i++) to[i] = to[length - 1];
}

/** Copies results from the beginning of a place. */
export function copyBack<T extends FloatArray>(from: T, out: T): void {
  const { length } = out;
  if (length > SHORT) {
    out.set(from.subarray(0, length));
  } else {
    for (let i = 0; i < length; i++) out[i] = from[i];
  }
}
