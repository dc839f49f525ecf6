import type { Numbers } from "../formats/table.ts";
import { describe } from "../functions/arguments.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { checkResult } from "../streams/check_results.ts";
import { floatType, makeChunk, makeVector } from "./make_vector.ts";
import { isVector, type Vector } from "./shapes.ts";
import {
  type Dictionaries,
  floatTypeOf,
  isSet,
  takeChunk,
  takeNothing,
  takeVector,
} from "./take_chunk.ts";

/** A function that computes a result: it receives numbers, NaN for nulls, and returns as many. */
export type ComputeNumbers = (...columns: FloatArray[]) => FloatArray | Numbers;

/**
 * Computes a function of a column: a `Vector` of apache-arrow, or a `Column` of flechette.
 *
 * The result belongs to the same library and has the same chunks. A row is null where the column is.
 * Floats keep their type. Integers, also dictionary-encoded ones, give float64; a
 * 64-bit integer is computed as the nearest float64.
 *
 * @example
 * ```ts
 * import { lgamma } from "@specol/specol";
 * import { computeVector } from "@specol/specol/arrow";
 * import { assertEquals } from "@std/assert";
 * import { Int32, type Vector, vectorFromArray } from "npm:apache-arrow@21.2.0";
 *
 * const counts: Vector = vectorFromArray([3, null, 1], new Int32());
 * assertEquals([...computeVector(counts, lgamma)], [Math.log(2), null, 0]);
 * ```
 *
 * @typeParam V The type of the column.
 * @param vector The column.
 * @param compute The function: `lgamma`, or `(x) => polygamma(x, 2)`.
 * @returns The results.
 * @throws {TypeError} If it is not a column of numbers, or the function gives something else than
 *   floats.
 * @throws {RangeError} If the function gives another number of values.
 */
export function computeVector<V>(vector: V, compute: (x: FloatArray) => FloatArray | Numbers): V {
  if (!isVector(vector)) {
    throw new TypeError(
      `Cannot compute a column: it must be a Vector of apache-arrow or a Column of flechette, got ${
        describe(vector)
      }`,
    );
  }
  const { data, type } = vector;
  checkNumbers("Cannot compute a column", vector);
  const dictionaries: Dictionaries = new Map();
  const results = data.map((chunk) =>
    computeChunk("result", compute, [takeChunk(chunk, dictionaries)])
  );
  const [first = computeChunk("result", compute, [takeNothing(vector)])] = results;
  const given = floatType(first.values, [type]);
  const chunks = results.map((result, i) => makeChunk(data[i], result, given));
  return makeVector(vector, chunks, given) as V;
}

/**
 * Copies the numbers of a column of apache-arrow or flechette, whatever its chunks and slices: NaN
 * where the column is null, with the bit of the row 0 in `valid`.
 *
 * @example
 * ```ts
 * import { vectorNumbers } from "@specol/specol/arrow";
 * import { assertEquals } from "@std/assert";
 * import { vectorFromArray } from "npm:apache-arrow@21.2.0";
 *
 * const { values, valid } = vectorNumbers(vectorFromArray([0.5, null, 2, 4]).slice(1, 3));
 * assertEquals([values, valid], [new Float64Array([NaN, 2]), new Uint8Array([0b10])]);
 * ```
 *
 * @param vector The column.
 * @returns The numbers, which the caller owns.
 * @throws {TypeError} If it is not a column of numbers.
 */
export function vectorNumbers(vector: unknown): Numbers {
  if (!isVector(vector)) {
    throw new TypeError(
      `Cannot read a column: it must be a Vector of apache-arrow or a Column of flechette, got ${
        describe(vector)
      }`,
    );
  }
  checkNumbers("Cannot read a column", vector);
  return takeVector(vector);
}

/** Throws unless a column holds numbers. */
export function checkNumbers(what: string, { type, data }: Vector): void {
  if (floatTypeOf(type, data[0]?.dictionary) !== undefined) return;
  throw new TypeError(`${what}: it holds ${typeName(type)}, expected numbers`);
}

/** What a type is called. */
export function typeName(type: unknown): string {
  const name = String(type);
  return name === "[object Object]" ? `type ${(type as { typeId: number }).typeId}` : name;
}

/** Computes the results of one chunk of each column; a row is null where it is in any of them. */
export function computeChunk(
  name: string,
  compute: ComputeNumbers,
  columns: readonly Numbers[],
): Numbers {
  const rows = columns[0].values.length;
  if (columns.some(({ values }) => values.length !== rows)) {
    throw new RangeError(
      `Cannot compute column ${name}: the columns it is computed from have chunks of different lengths`,
    );
  }
  const given = compute(...columns.map(({ values }) => values));
  const array = ArrayBuffer.isView(given) ? given : (given as Numbers | undefined)?.values;
  const type = array?.BYTES_PER_ELEMENT === 2
    ? "float16"
    : array?.BYTES_PER_ELEMENT === 4
    ? "float32"
    : "float64";
  const { values, valid } = checkResult(given, { name, type, rows });
  const masks = [...columns.map(({ valid }) => valid), valid].filter((mask) => mask !== undefined);
  if (masks.length === 0) return { values };
  const all = new Uint8Array(Math.ceil(rows / 8));
  for (let i = 0; i < rows; i++) {
    if (masks.every((mask) => isSet(mask, i))) all[i >> 3] |= 1 << (i & 7);
  }
  return { values, valid: all };
}
