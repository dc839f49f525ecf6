import type { OutputColumn } from "../table.ts";
import { cellText, formatCell, isUtf8, unquote } from "./header.ts";

/** What a header is made from. */
export interface HeaderOptions {
  /** The cells of the header that was read. */
  readonly cells: readonly Uint8Array[];
  /** The byte between cells that was read, and the one to write. */
  readonly delimiter: number;
  readonly newDelimiter: number;
}

/** The header of the output, without its line end: names that stay are passed on as they stand. */
export function formatHeader(outputs: readonly OutputColumn[], options: HeaderOptions): Uint8Array {
  const { newDelimiter } = options;
  // Found out once, and only where a name makes it matter.
  let known: boolean | undefined;
  const isAllUtf8 = () => known ??= options.cells.every(isUtf8);
  const cells = outputs.map((output, i) => nameCell({ output, place: i, isAllUtf8 }, options));
  // A line without a byte is a blank one, and the first record would be taken for the header.
  if (cells.length === 1 && cells[0].length === 0) return new TextEncoder().encode('""');
  return join(cells.flatMap((cell, i) => i === 0 ? [cell] : [Uint8Array.of(newDelimiter), cell]));
}

function nameCell(
  { output, place, isAllUtf8 }: {
    output: OutputColumn;
    place: number;
    isAllUtf8: () => boolean;
  },
  { cells, delimiter, newDelimiter }: HeaderOptions,
): Uint8Array {
  const old = cells["input" in output ? output.input : place];
  if (old !== undefined && cellText(old) === output.name) {
    return delimiter === newDelimiter ? old : requote(old, newDelimiter);
  }
  if (output.name.includes("\ufffd") && !isAllUtf8()) {
    throw new SyntaxError(
      `Cannot write the name ${output.name}: the header that it is made from is not UTF-8; name results ` +
        `with --as, or convert the text first: iconv -f WINDOWS-1252 -t UTF-8 FILE`,
    );
  }
  return new TextEncoder().encode(formatCell(output.name, newDelimiter));
}

/** Writes a cell with the quotes that it needs beside another delimiter, whatever its bytes mean. */
function requote(cell: Uint8Array, newDelimiter: number): Uint8Array {
  const text = Array.from(cell, (byte) => String.fromCharCode(byte)).join("");
  return Uint8Array.from(formatCell(unquote(text), newDelimiter), (char) => char.charCodeAt(0));
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
