import type { FloatArray } from "../../../kernels/float_types.ts";
import type { NumberType } from "../../table.ts";
import { Float16Array } from "../../../kernels/float16_array.ts";

const ARRAYS = {
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: Int32Array, // in halves
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: Uint32Array,
};

/** Bytes of a number. */
export function sizeOf(type: NumberType): number {
  return Number(type.replace(/^\D+/, "")) / 8;
}

/** Copies numbers into floats: floats as they are, to the bit, and integers as the nearest float64. */
export function toFloats(bytes: Uint8Array, type: NumberType): FloatArray {
  // A copy, because the bytes need not begin where numbers may.
  const { buffer } = bytes.slice();
  if (type === "float16" || type === "float32" || type === "float64") {
    return new ARRAYS[type](buffer);
  }
  if (type === "int64" || type === "uint64") return join64(buffer, type);
  return Float64Array.from(new ARRAYS[type](buffer));
}

// Both halves are exact as float64, so their sum is rounded once: correctly. Each float takes the room
// of the integer that it is made of.
function join64(buffer: ArrayBuffer, type: "int64" | "uint64"): Float64Array {
  const low = new Uint32Array(buffer);
  const high = type === "uint64" ? low : new Int32Array(buffer);
  const floats = new Float64Array(buffer);
  for (let i = 0; i < floats.length; i++) floats[i] = high[2 * i + 1] * 2 ** 32 + low[2 * i];
  return floats;
}
