import { Buffer } from "node:buffer";

/** What a file must hold. */
export interface Expectation {
  /** The file whose cells it must have. */
  readonly input: string;
  /** The name of the column after them. */
  readonly name: string;
  /** What is in that column. */
  readonly results: Float64Array;
}

// Relative to the larger of a number and 1.

/**
 * Numbers that a peer read and wrote: data.table writes 15 digits, pandas loses some of small
 * numbers.
 */
const CELL_RELATIVE = 1e-14;

/** Results: see `peerTolerance`. */
const RESULT_RELATIVE = 1e-13;

/**
 * Throws unless a file has the cells of another, and a column of results after them. Peers may
 * write the same text with other quotes, and the same number with other digits.
 */
export async function verifyCells(
  path: string,
  { input, name, results }: Expectation,
): Promise<void> {
  const given = new Cells(await Deno.readFile(input));
  const found = new Cells(await Deno.readFile(path));
  for (let row = -1; row < results.length; row++) {
    const fail = (what: string): never => {
      throw new Error(`Cannot time ${path}: ${row < 0 ? "header" : `row ${row}`}: ${what}`);
    };
    do {
      if (!given.next() || !found.next()) fail("it is missing");
      if (found.isLast) fail("cells are missing");
      if (!sameBytes(found, given) && !sameCell(found.text(), given.text())) {
        fail(`${found.text()} instead of ${given.text()}`);
      }
    } while (!given.isLast);
    found.next();
    const text = found.text();
    if (!found.isLast) fail("too many cells");
    const isRight = row < 0 ? text === name : near(numberOf(text), results[row], RESULT_RELATIVE);
    if (!isRight) fail(`${text} instead of ${row < 0 ? name : results[row]}`);
  }
  if (found.next()) throw new Error(`Cannot time ${path}: it has more than ${results.length} rows`);
}

/** The cells of a file, one after the other. */
class Cells {
  readonly bytes: Buffer;
  /** Where the cell begins, and ends, with its quotes. */
  start = 0;
  end = -1;
  /** Whether it is the last of its record. */
  isLast = true;

  constructor({ buffer }: Uint8Array<ArrayBuffer>) {
    this.bytes = Buffer.from(buffer);
  }

  /** Goes to the next cell, if there is one. */
  next(): boolean {
    const { bytes } = this;
    let at = this.end + 1;
    if (at >= bytes.length) return false;
    this.start = at;
    // Two quotes in a row end one quoted part and begin another.
    for (let quoted = false; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === 0x22) quoted = !quoted;
      else if (!quoted && (byte === 0x2c || byte === 0x0a)) break;
    }
    this.end = at;
    this.isLast = bytes[at] !== 0x2c;
    return true;
  }

  /** What the cell says, a character for each byte. */
  text(): string {
    const text = this.bytes.toString("latin1", this.start, this.end);
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  }
}

function sameBytes(a: Cells, b: Cells): boolean {
  const length = a.end - a.start;
  if (length !== b.end - b.start) return false;
  for (let i = 0; i < length; i++) {
    if (a.bytes[a.start + i] !== b.bytes[b.start + i]) return false;
  }
  return true;
}

function sameCell(actual: string, expected: string): boolean {
  return actual === expected || near(numberOf(actual), numberOf(expected), CELL_RELATIVE);
}

/** Nothing is no number, and not 0. */
function numberOf(text: string): number {
  return text.trim() === "" ? NaN : Number(text);
}

function near(actual: number, expected: number, relative: number): boolean {
  return Math.abs(actual - expected) <= relative * Math.max(Math.abs(expected), 1);
}
