import type { FloatArray } from "../../kernels/float_types.ts";

interface Words {
  readonly length: number;
  [index: number]: number | bigint;
}

/**
 * Puts the elements of equally long columns side by side: a0, b0, a1, b1, ….
 * The bytes must begin at a multiple of the element's size in their buffer.
 */
export function interleave(
  columns: readonly FloatArray[],
  into: Uint8Array,
): void {
  const size = columns[0].BYTES_PER_ELEMENT;
  const to = wordsOf(into, size);
  columns.forEach((column, first) => {
    spread(wordsOf(column, size), { to, first, step: columns.length });
  });
}

// Elements are moved as integers: JavaScript does not promise to keep the bits
// of a NaN that is moved as a float, and float16 would be converted twice.
function wordsOf(view: ArrayBufferView, size: number): Words {
  const { buffer, byteOffset, byteLength } = view;
  if (size === 2) return new Uint16Array(buffer, byteOffset, byteLength / 2);
  if (size === 4) return new Uint32Array(buffer, byteOffset, byteLength / 4);
  return new BigUint64Array(buffer, byteOffset, byteLength / 8);
}

function spread(
  from: Words,
  { to, first, step }: { to: Words; first: number; step: number },
): void {
  for (let i = 0, j = first; i < from.length; i++, j += step) to[j] = from[i];
}
