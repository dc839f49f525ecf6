import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { Float16Array } from "../kernels/float16_array.ts";

/** Bytes of an element of each type. */
export const FLOAT_SIZES: Readonly<Record<FloatType, 2 | 4 | 8>> = {
  float16: 2,
  float32: 4,
  float64: 8,
};

const ARRAYS = { 2: Float16Array, 4: Float32Array, 8: Float64Array };

/**
 * Converts floats to a type. Returns the same array if it has that type, otherwise a new one,
 * rounded once.
 */
export function convertFloats(floats: FloatArray, type: FloatType): FloatArray {
  const size = FLOAT_SIZES[type];
  return floats.BYTES_PER_ELEMENT === size ? floats : new ARRAYS[size](floats);
}
