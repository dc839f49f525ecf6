import { type CsvOptions, delimiterOf, LINE_FEED } from "./dialect.ts";
import { firstRecord } from "./first_record.ts";
import { beginsWithMark, MARK, skipLines } from "./header.ts";
import type { PeekedSource } from "../../io/byte_source.ts";
import { copyBytes } from "../../io/byte_sink.ts";
import { openInput } from "../../io/open_source.ts";
import type { JoinedPiece, JoinOptions, WriteJoined } from "../format_spec.ts";

/** Bytes in which the first record is looked for first; twice as many if it is longer. */
const LOOK_BYTES = 2 ** 14;
/** Where the search for the end of the first record is given up. */
const MAX_LOOK_BYTES = 2 ** 25;

/** How CSV is looked at. */
export interface JoinCsvOptions extends Pick<JoinOptions, "csv" | "isKnown"> {
  readonly format: "csv" | "tsv";
}

/**
 * Joins pieces of CSV byte for byte. Only the first piece has the header; the others begin with a
 * record that has as many cells.
 */
export async function joinCsv(
  pieces: readonly JoinedPiece[],
  options: JoinCsvOptions,
): Promise<WriteJoined> {
  if (!options.isKnown) await checkColumns(pieces, options);
  return joinLines(pieces);
}

/** Joins pieces of lines byte for byte. */
export function joinLines(pieces: readonly JoinedPiece[]): WriteJoined {
  return async (sink) => {
    let open: { readonly path: string } | undefined;
    for (const piece of pieces) {
      await using input = await openInput(piece.path, { identity: piece.identity });
      let last = LINE_FEED;
      await copyBytes(input.source, sink, {
        look(bytes): void {
          // Only the last record of the joined table may lack its line end.
          if (open !== undefined) throw unended(open.path, piece.path);
          last = bytes[bytes.length - 1];
        },
      });
      if (last !== LINE_FEED) open = piece;
    }
  };
}

async function checkColumns(
  pieces: readonly JoinedPiece[],
  { csv, format }: JoinCsvOptions,
): Promise<void> {
  const delimiter = delimiterOf(format, csv);
  const [first, ...others] = pieces;
  const header = await readFirst(first.path, { csv, delimiter });
  if (header === undefined) return;
  for (const { path } of others) {
    const found = await readFirst(path, { csv: { ...csv, skip: 0 }, delimiter });
    if (found === undefined) continue;
    if (csv.header && found.text === header.text) {
      throw new SyntaxError(
        `Cannot join ${path} to ${first.path}: it starts with the same header, so it is a table and ` +
          `not a piece; join tables with specol convert ${first.path} ${path} …; if the first ` +
          `record of the piece really equals the header, join the manifests instead`,
      );
    }
    // The header of R's write.table has no name for the column of row names.
    if (found.cells === header.cells || csv.header && found.cells === header.cells + 1) continue;
    throw new SyntaxError(
      `Cannot join ${path} to ${first.path}: its first record has ${found.cells} cells, but that of ` +
        `${first.path} has ${header.cells}; is it a piece of another table, or does -d need another delimiter?`,
    );
  }
}

/** Reads the first record of a piece, if it has one. */
async function readFirst(
  path: string,
  { csv, delimiter }: { csv: CsvOptions; delimiter: number },
): Promise<{ text: string; cells: number } | undefined> {
  await using input = await openInput(path);
  const comment = new TextEncoder().encode(csv.comment);
  for (let size = LOOK_BYTES;; size *= 2) {
    const head = await peekAt(input.source, size);
    let from = beginsWithMark(head) ? MARK.length : 0;
    for (let left = csv.skip; left > 0; left--) from = head.indexOf(LINE_FEED, from) + 1;
    from += skipLines(head.subarray(from), comment);
    const isAll = head.length < size || size >= MAX_LOOK_BYTES;
    if (from === head.length && isAll) return undefined;
    const { bytes, count, isEnded } = firstRecord(head, { from, delimiter, quote: csv.quote });
    if (isEnded || isAll) return { text: new TextDecoder("latin1").decode(bytes), cells: count };
  }
}

async function peekAt(source: PeekedSource, size: number): Promise<Uint8Array> {
  return (await source.peek(size)).subarray(0, size);
}

function unended(path: string, next: string): SyntaxError {
  return new SyntaxError(
    `Cannot join ${next} to ${path}: the last line of ${path} has no line break, which only the last piece may lack; ` +
      `is ${path} truncated, or are the pieces out of order?`,
  );
}
