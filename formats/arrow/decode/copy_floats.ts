import { Float16Array, type FloatArray } from "../../../kernels/float_types.ts";
import type { NumberType } from "../../table.ts";

const ARRAYS = {
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: Int32Array, // as two halves
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: Uint32Array,
};

/**
 * Copies numbers into floats. Floats keep their bits, and integers become the nearest float64.
 * Floats that may share the memory of the bytes, which must then be aligned, are not copied.
 */
export function copyFloats(
  bytes: Uint8Array,
  type: NumberType,
  { mayShare = false }: { readonly mayShare?: boolean } = {},
): FloatArray {
  if (mayShare && (type === "float16" || type === "float32" || type === "float64")) {
    const { buffer, byteOffset, length } = bytes as Uint8Array<ArrayBuffer>;
    return new ARRAYS[type](buffer, byteOffset, length / ARRAYS[type].BYTES_PER_ELEMENT);
  }
  // The bytes are copied, because they need not be aligned for their type.
  const { buffer } = bytes.slice();
  if (type === "float16" || type === "float32" || type === "float64") {
    return new ARRAYS[type](buffer);
  }
  if (type === "int64" || type === "uint64") return join64(buffer, type);
  return new Float64Array(new ARRAYS[type](buffer));
}

// Both halves are exact in float64, so that their sum is rounded once, and correctly. Each float
// takes the place of its integer.
function join64(buffer: ArrayBuffer, type: "int64" | "uint64"): Float64Array {
  const low = new Uint32Array(buffer);
  const high = type === "uint64" ? low : new Int32Array(buffer);
  const floats = new Float64Array(buffer);
  for (let i = 0; i < floats.length; i++) floats[i] = high[2 * i + 1] * 2 ** 32 + low[2 * i];
  return floats;
}

/** Returns the number of bytes of a number. */
export function sizeOf(type: NumberType): number {
  return Number(/\d+$/.exec(type)![0]) / 8;
}
