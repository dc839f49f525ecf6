/**
 * Functions over columns that are in memory as tables of apache-arrow or flechette. Nulls, slices,
 * chunks and dictionaries are supported. Results belong to the same library, which this module does
 * not import.
 *
 * @example
 * ```ts
 * import { i0e } from "@specol/specol";
 * import { withResults } from "@specol/specol/arrow";
 * import { assertEquals } from "@std/assert";
 * import { tableFromArrays } from "npm:apache-arrow@21.2.0";
 *
 * const table = tableFromArrays({ kappa: Float32Array.of(0, 1) });
 * const more = withResults(table, { scaled: { column: "kappa", compute: i0e } });
 * assertEquals(more.getChild("scaled")?.get(0), 1);
 * ```
 *
 * @module
 */

export type { FloatArray } from "../kernels/float_types.ts";
export type { Numbers } from "../formats/table.ts";
export type { ColumnKey } from "../streams/table.ts";
export { type ComputeNumbers, computeVector, vectorNumbers } from "./compute_vector.ts";
export {
  type ArrowResult,
  type ResultVector,
  type WithResults,
  withResults,
} from "./with_results.ts";
