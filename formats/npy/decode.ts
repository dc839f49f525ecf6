import type { FloatArray } from "../../kernels/float_types.ts";
import type { NpyDtype } from "./dtype.ts";
import { swapBytes } from "./swap_bytes.ts";

const FLOATS = {
  1: Float64Array,
  2: Float16Array,
  4: Float32Array,
  8: Float64Array,
};

const INTEGERS = {
  i: { 1: Int8Array, 2: Int16Array, 4: Int32Array },
  u: { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array },
};

/** Bytes that an element takes once it is a float: integers become float64. */
export function decodedSize(dtype: NpyDtype): 2 | 4 | 8 {
  return dtype.kind === "f" ? dtype.size as 2 | 4 | 8 : 8;
}

/**
 * The part of a chunk's buffer into which its bytes are to be read.
 *
 * Integers go to the end of the room that their float64s will take. Widening
 * from the front then never overwrites one that is still to be read, and no
 * second buffer is needed.
 */
export function rawBytes(
  buffer: ArrayBuffer,
  { dtype, count }: { dtype: NpyDtype; count: number },
): Uint8Array<ArrayBuffer> {
  const start = count * (decodedSize(dtype) - dtype.size);
  return new Uint8Array(buffer, start, count * dtype.size);
}

/** Turns the bytes that were read into `rawBytes` into floats, in place. */
export function decode(
  buffer: ArrayBuffer,
  { dtype, count }: { dtype: NpyDtype; count: number },
): FloatArray {
  const raw = rawBytes(buffer, { dtype, count });
  if (dtype.bigEndian) swapBytes(raw, dtype.size);
  if (dtype.kind === "f") return new FLOATS[dtype.size](buffer, 0, count);
  const floats = new Float64Array(buffer, 0, count);
  if (dtype.size === 8) {
    widen64(floats, dtype.kind);
  } else {
    const Integers = INTEGERS[dtype.kind][dtype.size];
    const integers = new Integers(buffer, raw.byteOffset, count);
    for (let i = 0; i < count; i++) floats[i] = integers[i];
  }
  return floats;
}

// Both halves are exact as float64, so their sum is rounded once: correctly.
function widen64(floats: Float64Array, kind: "i" | "u"): void {
  const { buffer, byteOffset, length } = floats;
  const low = new Uint32Array(buffer, byteOffset, length * 2);
  const high = kind === "u" ? low : new Int32Array(buffer, byteOffset, length * 2);
  for (let i = 0; i < length; i++) {
    floats[i] = high[2 * i + 1] * 2 ** 32 + low[2 * i];
  }
}
