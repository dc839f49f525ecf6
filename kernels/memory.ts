import type { FloatArray } from "./float_types.ts";
import { Float16Array, HAS_FLOAT16 } from "./float_types.ts";

const PAGE = 65536;

/**
 * Addresses have 32 bits. The last page stays free, so that reading a little beyond an end cannot
 * wrap around.
 */
const MAX_MEMORY = 2 ** 32 - PAGE;

/**
 * Grows a memory so that it reaches up to an address. Growing replaces its buffer: arrays over the
 * old one become empty.
 */
export function growMemory(memory: WebAssembly.Memory, end: number): void {
  const missing = end - memory.buffer.byteLength;
  if (missing <= 0) return;
  if (end > MAX_MEMORY) throw shortage(end, "WebAssembly can address 4 GB");
  try {
    memory.grow(Math.ceil(missing / PAGE));
  } catch (cause) {
    throw shortage(end, "the system refused to provide it", cause);
  }
}

function shortage(bytes: number, limit: string, cause?: unknown): RangeError {
  const gigabytes = (bytes / 2 ** 30).toFixed(1);
  return new RangeError(
    `Cannot compute: one thread needs ${gigabytes} GB of memory at once, and ${limit}; ` +
      `read smaller chunks, or compute fewer results at a time`,
    { cause },
  );
}

/**
 * The number of elements that are copied into the module's memory at a time: enough that calls cost
 * little, and few enough to fit into the cache.
 */
export const BLOCK = 16384;

/** Up to this many elements, a loop copies faster than `set` and `subarray`, which are calls. */
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

/** The number of bytes of a place. */
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

/**
 * Copies a block to the beginning of a place, and pads it to the four lanes that kernels work on.
 */
export function copy<T extends FloatArray>(x: T, to: T): void {
  const { length } = x;
  if (length > SHORT) {
    to.set(x);
  } else {
    for (let i = 0; i < length; i++) to[i] = x[i];
  }
  // Leftovers from earlier blocks might take a slower path than all of x.
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
