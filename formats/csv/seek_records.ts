import { BEHIND } from "../../kernels/exports.ts";
import { leaseInstance } from "../../kernels/lease.ts";
import type { Piece, Range } from "../table.ts";
import { MAX_RECORD_BYTES, QUOTED_LINE, splitRecords } from "./split_records.ts";
import { countLines, LINE_FEED, type Syntax } from "./dialect.ts";

// Where a record ends near a place in a file depends on the quotes before that place. Behind a line
// feed there are only two states: a line begins, or a quoted text goes on. So a window of bytes
// before the place is cut twice, once from either state.
//
// - If both find the same last end of a record, that is the answer, whatever comes before the
//   window. Almost every quote leads to this, since a quote opens a cell only at its beginning.
// - If the quoted text does not end in a window that is longer than a record may be, it is not one:
//   such a record would have begun before the window, which has no line feed before this one. The
//   whole input would be refused, and the piece in which it begins is. So it is decided for files
//   without quotes.
// - Otherwise all records before the place are cut, from the first one on.

/** Bytes that are read at a time, to cut them and to find a line end. */
const BLOCK = 2 ** 22;
const LOOK = 2 ** 12;

/** How records are found in a file. */
export interface FindRecordsOptions {
  /** The byte at which the first record begins. */
  readonly begin: number;
  readonly delimiter: number;
  readonly comment: Uint8Array;
  readonly syntax: Syntax;
  readonly chunkSize: number;
  /** Bytes of the windows to try in turn. The last one must be longer than any record. */
  readonly windows?: readonly number[];
}

/**
 * Finds the bytes of the complete records of a piece: those that end after its beginning, and not
 * after its end.
 */
export async function seekRecords(
  { file, from, to, keepsBatches }: Pick<Piece, "file" | "from" | "to" | "keepsBatches">,
  options: FindRecordsOptions,
): Promise<Range> {
  const { chunkSize } = options;
  // A header without a line end may have been given one that the file does not have.
  const begin = Math.min(options.begin, file.size);
  async function find(place: number): Promise<number> {
    if (place >= file.size) return file.size;
    // Chunks of the whole end at multiples of their size, and batches where chunks do.
    const at = keepsBatches ? Math.round(place / chunkSize) * chunkSize : place;
    if (at >= file.size) return file.size;
    if (at <= begin) return begin;
    return await findEnd(file, { ...options, at });
  }
  return { start: await find(from), end: await find(to) };
}

/** Where to look for the end of a record. */
interface Place extends FindRecordsOptions {
  readonly at: number;
}

/** Finds the last end of a record that is not after a place. */
async function findEnd(file: Piece["file"], place: Place): Promise<number> {
  const { at, begin, windows = [2 ** 16, 2 ** 20, MAX_RECORD_BYTES + 1] } = place;
  for (const window of windows) {
    if (at - window <= begin) break;
    const line = findLine(file, { start: at - window, at });
    if (line === undefined) continue;
    const outside = { quotes: 0, end: line };
    const inside = { quotes: QUOTED_LINE, end: 0 };
    await cutFrom(line, { file, place, texts: [outside, inside] });
    if (outside.end === inside.end) return outside.end;
    if (window === windows.at(-1) && inside.end === 0) return outside.end;
  }
  const all = { quotes: 0, end: begin };
  await cutFrom(begin, { file, place, texts: [all] });
  return all.end;
}

/** Finds where the first line begins after a place, if there is a line end in front of another. */
function findLine(
  file: Piece["file"],
  { start, at }: { start: number; at: number },
): number | undefined {
  const bytes = new Uint8Array(LOOK);
  for (let from = start; from < at; from += LOOK) {
    const block = bytes.subarray(0, Math.min(LOOK, at - from));
    file.readSync(block, from);
    const feed = block.indexOf(LINE_FEED);
    if (feed >= 0) return from + feed + 1;
  }
  return undefined;
}

/** A text that is cut: the state of quotes so far, and the last end of a record. */
interface CutSoFar {
  quotes: number;
  end: number;
}

/** Cuts what lies between a line and a place, from each of the given states. */
async function cutFrom(
  line: number,
  { file, place: { at, delimiter, comment, syntax }, texts }: {
    readonly file: Piece["file"];
    readonly place: Place;
    readonly texts: readonly CutSoFar[];
  },
): Promise<void> {
  // The file is read into memory of WebAssembly, while others compute.
  using lease = leaseInstance();
  const { exports, memory, end: from, reserve } = lease.instance;
  reserve(from + BLOCK + comment.length + BEHIND);
  for (let position = line; position < at; position += BLOCK) {
    const to = from + Math.min(BLOCK, at - position);
    const view = new Uint8Array(memory.buffer);
    await file.read(view.subarray(from, to), position);
    view.set(comment, to);
    for (const text of texts) {
      const { end, quotes } = splitRecords(exports, {
        from,
        to,
        before: 0,
        quotes: text.quotes,
        delimiter,
        syntax,
        comment: [to, to + comment.length],
      });
      text.quotes = quotes;
      if (end > 0) text.end = position + end - from;
    }
  }
}

/** Counts the line ends in front of a place, which takes as long as reading all before it. */
export function countLinesBefore(file: Piece["file"], place: number): number {
  const bytes = new Uint8Array(BLOCK);
  let lines = 0;
  for (let at = 0; at < place; at += BLOCK) {
    const block = bytes.subarray(0, Math.min(BLOCK, place - at));
    file.readSync(block, at);
    lines += countLines(block);
  }
  return lines;
}
