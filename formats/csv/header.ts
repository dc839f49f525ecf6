import { CARRIAGE_RETURN, LINE_FEED, MOST_CELLS, QUOTE } from "./dialect.ts";

/** The first record of a text. */
export interface FirstRecord {
  /** Where each cell begins and ends, quotes included. */
  readonly cells: readonly (readonly [start: number, end: number])[];
  /** Where the record ends, before its line end. */
  readonly end: number;
  /** Where the next one begins. */
  readonly next: number;
  /** Line feeds up to there. */
  readonly lines: number;
}

/** The length of what is in front of the first record: lines without a byte. */
export function skipBlankLines(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    if (bytes[at] === LINE_FEED) at++;
    else if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) at += 2;
    else return at;
  }
}

/**
 * Finds the cells of the record that begins at `from`, by the rules of kernels/assembly/csv_bytes.ts; of
 * a record that has too many, one more than that.
 */
export function firstRecord(
  bytes: Uint8Array,
  { from, delimiter }: { from: number; delimiter: number },
): FirstRecord {
  const cells: [number, number][] = [];
  let start = from;
  let at = from;
  for (;;) {
    if (at === start && bytes[at] === QUOTE) at = afterQuoted(bytes, at + 1);
    const byte = bytes[at];
    if (byte === delimiter && cells.length < MOST_CELLS) {
      cells.push([start, at]);
      start = at + 1;
    } else if (byte === LINE_FEED || at >= bytes.length || cells.length === MOST_CELLS) {
      const end = at > start && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
      cells.push([start, end]);
      const next = Math.min(at + 1, bytes.length);
      const lines = bytes.subarray(0, next).reduce((sum, byte) => sum + +(byte === LINE_FEED), 0);
      return { cells, end, next, lines };
    }
    at++;
  }
}

function afterQuoted(bytes: Uint8Array, at: number): number {
  for (;;) {
    const close = bytes.indexOf(QUOTE, at);
    if (close < 0) return bytes.length;
    if (bytes[close + 1] !== QUOTE) return close + 1;
    at = close + 2;
  }
}

// A byte order mark inside a file is part of the text.
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT = new TextDecoder("utf-8", { fatal: true });

/** The text of a cell, without its quotes; what is not UTF-8 shows as U+FFFD. */
export function cellText(bytes: Uint8Array): string {
  return unquote(LENIENT.decode(bytes));
}

/** Whether text can be made of bytes and nothing is lost. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The same, of a cell that is text already. */
export function unquote(text: string): string {
  const quoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  return quoted ? text.slice(1, -1).replaceAll('""', '"') : text;
}

/** Writes a text as a cell: in quotes where it needs them. */
export function formatCell(text: string, delimiter: number): string {
  // What begins with a byte order mark would lose it at the beginning of a file.
  const special = text.includes(String.fromCharCode(delimiter)) || /^\ufeff|["\r\n]/.test(text);
  return special ? `"${text.replaceAll('"', '""')}"` : text;
}
