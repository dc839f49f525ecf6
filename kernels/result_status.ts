// What the last phase made of a result that it could not decide, a byte for each: 0 where it is
// decided. The numbers are those of kernels/assembly/expression/last_phase.ts.

/** The result is indistinguishable from 0 and is 0, or something in it was taken for 0. */
export const TAKEN_FOR_ZERO = 1;

/** The budget of bits and of work did not decide the result, and it is NaN. */
export const UNDECIDED = 2;

/** How many float64 so many results of expressions take, with a byte after them for the status of each. */
export function countFloats(results: number): number {
  return results + Math.ceil(results / 8);
}

/** The statuses of so many results of expressions, which follow them. */
export function statusesOf(
  { buffer, byteOffset }: Pick<Float64Array, "buffer" | "byteOffset">,
  results: number,
): Uint8Array {
  return new Uint8Array(buffer, byteOffset + 8 * results, results);
}
