import type { FloatArray, FloatType } from "../../../kernels/float_types.ts";
import type { ColumnValues, Numbers, Texts } from "../../table.ts";
import { Float16Array } from "../../../kernels/float_types.ts";

const ARRAYS = { float64: Float64Array, float32: Float32Array, float16: Float16Array };
const ROUND = { float32: Math.fround, float16: Math.f16round };
/** The largest number of each type, and the number half-way to the next one, from which on it is infinite. */
const LARGEST = {
  float32: [2 ** 128 - 2 ** 104, 2 ** 128 - 2 ** 103],
  float16: [65504, 65520],
} as const;
const ONE = 0x74; // the t of true

/**
 * Reads values that are not plain numbers as numbers, in an array of the caller's: decimals are rounded once to the
 * type, `true` is 1 and `false` 0, and numbers of a dictionary are what they are there.
 */
export function readNumbers(values: ColumnValues, type: FloatType): Numbers {
  const isWide = values.kind === "integers" && values.values.BYTES_PER_ELEMENT === 8;
  return {
    ...{ values: toFloats(values, type), valid: values.valid?.slice() },
    ...(isWide && { isWide }),
  };
}

function toFloats(values: ColumnValues, type: FloatType): FloatArray {
  if (values.kind === "floats") return values.values.slice();
  if (values.kind === "integers") return Float64Array.from(values.values, Number);
  return values.decimal ? readDecimals(values, type) : readBooleans(values);
}

function readBooleans({ offsets, bytes }: Texts): FloatArray {
  const floats = new Float64Array(offsets.length - 1);
  for (let i = 0; i < floats.length; i++) {
    floats[i] = +(offsets[i + 1] > offsets[i] && bytes[offsets[i]] === ONE);
  }
  return floats;
}

function readDecimals({ offsets, bytes }: Texts, type: FloatType): FloatArray {
  const floats = new ARRAYS[type](offsets.length - 1);
  const decoder = new TextDecoder();
  for (let i = 0; i < floats.length; i++) {
    // A null has no text, which is read as 0.
    floats[i] = roundDecimal(decoder.decode(bytes.subarray(offsets[i], offsets[i + 1])), type);
  }
  return floats;
}

/** The number nearest to a plain decimal text, in a type. */
export function roundDecimal(text: string, type: FloatType): number {
  const nearest = Number(text);
  if (type === "float64") return nearest;
  const round = ROUND[type];
  const below = round(nearest);
  // The other neighbour, where the float64 lies exactly in the middle of two numbers of the type.
  const [largest, halfway] = LARGEST[type];
  const other = Math.abs(nearest) === halfway ? Math.sign(nearest) * largest : 2 * nearest - below;
  if (below === nearest || !Number.isFinite(other) || round(other) !== other) return below;
  // The decimal may lie beside that middle, and then decides itself.
  const side = compareWith(text, nearest);
  if (side === 0) return below;
  return side > 0 ? Math.max(below, other) : Math.min(below, other);
}

/** Whether a decimal is greater (1) or less (-1) than a float64, or the same (0), exactly. */
function compareWith(text: string, float: number): number {
  const [whole, fraction = ""] = text.split(".");
  const decimal = BigInt(whole + fraction);
  let [numerator, denominator] = [float, 1n];
  for (; !Number.isInteger(numerator); numerator *= 2) denominator *= 2n;
  const difference = decimal * denominator - BigInt(numerator) * 10n ** BigInt(fraction.length);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
