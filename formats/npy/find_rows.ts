import type { Piece, Range } from "../piece.ts";
import type { NpyHeader } from "./header.ts";

/**
 * Finds the rows of an array that a piece of its file has. A row is what the file has one behind the
 * other, `rows` of them in all. The numbers of the first and the last are multiples of `step`.
 */
export function findRows(
  { file, from, to }: Pick<Piece, "file" | "from" | "to">,
  { header: { dataOffset, dtype, count }, rows, step }: {
    readonly header: NpyHeader;
    readonly rows: number;
    readonly step: number;
  },
): Range {
  const rowBytes = count * dtype.size / Math.max(rows, 1);
  function rowAt(place: number): number {
    if (place === 0) return 0;
    // Rows without columns take no bytes: the first piece has them.
    if (place >= file.size || rowBytes === 0) return rows;
    const row = Math.floor((place - dataOffset) / rowBytes / step) * step;
    return Math.min(Math.max(row, 0), rows);
  }
  return { start: rowAt(from), end: rowAt(to) };
}
