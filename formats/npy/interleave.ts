import type { FloatArray } from "../../kernels/float_types.ts";
import type { IntegerArray } from "../table.ts";
import type { ExactArray } from "./decode.ts";

/** Every `step`-th element of an array, starting with `first`. */
interface Places {
  readonly first: number;
  readonly step: number;
}

/**
 * Interleaves the elements of columns of equal length: a0, b0, a1, b1, …. The bytes must begin at a
 * multiple of the element's size in their buffer.
 */
export function interleave(
  columns: readonly (FloatArray | IntegerArray)[],
  into: Uint8Array,
): void {
  const size = columns[0].BYTES_PER_ELEMENT;
  const step = columns.length;
  columns.forEach((column, first) => {
    move({ array: column, first: 0, step: 1 }, { array: into, first, step }, size);
  });
}

/** Extracts a column from interleaved elements: it undoes `interleave` for one column. */
export function takeColumn<T extends ExactArray>(table: T, { first, step }: Places): T {
  const Floats = table.constructor as new (length: number) => T;
  const column = new Floats(table.length / step);
  move(
    { array: table, first, step },
    { array: column, first: 0, step: 1 },
    table.BYTES_PER_ELEMENT,
  );
  return column;
}

// Elements are moved as integers. JavaScript does not promise to keep the bits of a NaN that is
// moved as a float, and float16 would be converted twice. There is a loop for each size, so that
// each sees arrays of one type. No loop moves 64-bit integers, which are objects to JavaScript. An
// element takes 2 ns, where one loop for all sizes took 50 ns.
function move(
  from: Places & { array: ArrayBufferView },
  to: Places & { array: ArrayBufferView },
  size: number,
): void {
  if (size === 1) return move1(bytesOf(from.array), bytesOf(to.array), { from, to });
  if (size === 2) return move2(words2(from.array), words2(to.array), { from, to });
  if (size === 4) return move4(words4(from.array), words4(to.array), { from, to });
  move8(words4(from.array), words4(to.array), { from, to });
}

interface Both {
  readonly from: Places;
  readonly to: Places;
}

function move2(a: Uint16Array, b: Uint16Array, { from, to }: Both): void {
  for (
    let i = from.first, j = to.first;
    i < a.length && j < b.length;
    i += from.step, j += to.step
  ) {
    b[j] = a[i];
  }
}

function move4(a: Uint32Array, b: Uint32Array, { from, to }: Both): void {
  for (
    let i = from.first, j = to.first;
    i < a.length && j < b.length;
    i += from.step, j += to.step
  ) {
    b[j] = a[i];
  }
}

function move8(a: Uint32Array, b: Uint32Array, { from, to }: Both): void {
  const [p, q] = [2 * from.step, 2 * to.step];
  for (let i = 2 * from.first, j = 2 * to.first; i < a.length && j < b.length; i += p, j += q) {
    b[j] = a[i];
    b[j + 1] = a[i + 1];
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function move1(a: Uint8Array, b: Uint8Array, { from, to }: Both): void {
  for (
    let i = from.first, j = to.first;
    i < a.length && j < b.length;
    i += from.step, j += to.step
  ) {
    b[j] = a[i];
  }
}

function words2({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint16Array {
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

function words4({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
