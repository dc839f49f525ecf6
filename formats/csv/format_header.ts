import type { OutputColumn } from "../table.ts";
import { cellText, formatCell } from "./header.ts";

/** What a header is made from. */
export interface HeaderOptions {
  /** The cells of the header that was read. */
  readonly cells: readonly Uint8Array[];
  /** The byte between cells that was read, and the one to write. */
  readonly delimiter: number;
  readonly newDelimiter: number;
}

/** The header of the output, without its line end: names that stay are passed on as they stand. */
export function formatHeader(
  outputs: readonly OutputColumn[],
  { cells, delimiter, newDelimiter }: HeaderOptions,
): Uint8Array {
  const encoder = new TextEncoder();
  const parts = outputs.flatMap((output, i) => {
    const old = "input" in output ? output.input : i;
    const same = delimiter === newDelimiter && old < cells.length &&
      cellText(cells[old]) === output.name;
    const cell = same ? cells[old] : encoder.encode(formatCell(output.name, newDelimiter));
    return i === 0 ? [cell] : [Uint8Array.of(newDelimiter), cell];
  });
  return join(parts);
}

/** Bytes one after the other. */
export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
