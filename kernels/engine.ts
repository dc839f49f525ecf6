import type { FloatArray } from "./float_types.ts";
import { WASM_BASE64 } from "./module.ts";

/**
 * What the WebAssembly module computes. The gradients of i0 and lgamma are i1 and digamma, those of
 * digamma and polygamma are polygamma.
 */
export type KernelName =
  | "digamma"
  | "i0"
  | "i0e"
  | "i0eGrad"
  | "i1"
  | "i1e"
  | "i1eGrad"
  | "i1Grad"
  | "lgamma"
  | "multigammaln"
  | "multigammalnGrad"
  | "polygamma";

/** What to compute: a kernel with its parameter. */
export interface Kernel {
  readonly name: KernelName;
  /** The order n of polygamma, the dimension p of multigammaln; the others have none. */
  readonly parameter?: number;
}

type Conversion = (from: number, to: number, count: number) => void;
type Run = (from: number, to: number, count: number, parameter?: number) => void;

interface Exports extends Record<`${KernelName}_${"f32" | "f64"}`, Run> {
  readonly memory: WebAssembly.Memory;
  readonly ARENA: WebAssembly.Global;
  readonly widen_f32: Conversion;
  readonly widen_f16: Conversion;
  readonly narrow_f32: Conversion;
  readonly narrow_f16: Conversion;
  multiply_f64(to: number, by: number, count: number): void;
}

/** Elements that cross into the module's memory at a time: calls cost little, and they fit the cache. */
const BLOCK = 16384;

/** The module's memory beyond its tables: a block in each type, twice. */
interface Arena {
  readonly exports: Exports;
  readonly values: Place;
  readonly upstream: Place;
}

interface Place {
  readonly short: number;
  readonly wide: number;
  readonly f16: Float16Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
}

let arena: Arena | undefined;

/** Compiled and instantiated on first use: importing costs nothing. */
function open(): Arena {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(decode(WASM_BASE64)));
  const exports = instance.exports as unknown as Exports;
  const start = exports.ARENA.value;
  const size = 2 * 2 * BLOCK * 8;
  const missing = start + size - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / 65536));
  return {
    exports,
    values: place(exports.memory.buffer, start),
    upstream: place(exports.memory.buffer, start + size / 2),
  };
}

/** Runtimes that lack `fromBase64` (Node.js before 25) pay some milliseconds, once. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function place(buffer: ArrayBufferLike, start: number): Place {
  const wide = start + BLOCK * 8;
  return {
    short: start,
    wide,
    f16: new Float16Array(buffer, start, BLOCK),
    f32: new Float32Array(buffer, start, BLOCK),
    f64: new Float64Array(buffer, wide, BLOCK),
  };
}

/**
 * Runs a kernel over `x` into `out`, which has the same type and length and may be `x`. With
 * `upstream`, of the same type and length too, each result is multiplied by its element; float32 and
 * float16 products are rounded once, from float64.
 */
export function compute(
  kernel: Kernel,
  x: FloatArray,
  out: FloatArray,
  upstream?: FloatArray,
): void {
  arena ??= open();
  for (let start = 0; start < x.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, x.length);
    const result = computeBlock(
      arena,
      kernel,
      x.subarray(start, end),
      upstream?.subarray(start, end),
    );
    out.set(result, start);
  }
}

function computeBlock(
  { exports, values, upstream }: Arena,
  { name, parameter }: Kernel,
  x: FloatArray,
  factors?: FloatArray,
): FloatArray {
  const count = x.length;
  if (x instanceof Float32Array && factors === undefined) {
    values.f32.set(x);
    exports[`${name}_f32`](values.short, values.short, count, parameter);
    return values.f32.subarray(0, count);
  }
  load(exports, values, x);
  exports[`${name}_f64`](values.wide, values.wide, count, parameter);
  if (factors !== undefined) {
    load(exports, upstream, factors);
    exports.multiply_f64(values.wide, upstream.wide, count);
  }
  if (x instanceof Float64Array) return values.f64.subarray(0, count);
  if (x instanceof Float32Array) {
    exports.narrow_f32(values.wide, values.short, count);
    return values.f32.subarray(0, count);
  }
  exports.narrow_f16(values.wide, values.short, count);
  return values.f16.subarray(0, count);
}

/** Puts a block, of any type, into the place's float64. */
function load(exports: Exports, place: Place, x: FloatArray): void {
  if (x instanceof Float64Array) {
    place.f64.set(x);
  } else if (x instanceof Float32Array) {
    place.f32.set(x);
    exports.widen_f32(place.short, place.wide, x.length);
  } else {
    place.f16.set(x);
    exports.widen_f16(place.short, place.wide, x.length);
  }
}

/** One number, with the bits that it would have in an array. */
export function computeNumber({ name, parameter }: Kernel, x: number): number {
  const { exports, values } = arena ??= open();
  values.f64[0] = x;
  exports[`${name}_f64`](values.wide, values.wide, 1, parameter);
  return values.f64[0];
}
