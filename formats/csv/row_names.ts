import { QUOTE, type QuoteStyle } from "./dialect.ts";
import type { RecordChunks } from "./record_chunks.ts";
import { type FirstRecord, firstRecord } from "./first_record.ts";
import { cellText, isNumber, skipLines } from "./header.ts";

// R's write.table writes the name of each row into its first cell, and leaves that cell out of the
// header. So the header has one cell fewer than all records. Other files look like that by mistake:
// a comma in a number or after the last cell, or a name that was forgotten. This is the rule:
//
//   The first record has one cell more than the header, and its last cell is not empty. Either the
//   header and the record's first cell are in quotes, as R writes them, or the delimiter is a tab or
//   a blank, which is in no number; then specol warns.

/** What the first record shows about row names; `sure` if only R writes such a file. */
type RowNames = "none" | "sure" | "likely";

const TAB = 0x09;
const BLANK = 0x20;

/** How the records after a header are found. */
interface RowNamesOptions {
  readonly delimiter: number;
  readonly comment: Uint8Array;
  readonly quote: QuoteStyle;
}

/** The message if records have a cell more than the header, and it is not certain why. */
export const ROW_NAMES_NOTE: string =
  "the header has one cell fewer than the records: the first cell of each record is read as a row " +
  "name, as R's write.table writes it";

/** Finds out whether records begin with names of rows; `ahead` are the records that were read. */
export async function readRowNames(
  header: FirstRecord,
  { chunks, ahead, rules }: {
    chunks: Pick<RecordChunks, "read">;
    ahead: Uint8Array<ArrayBuffer>[];
    rules: RowNamesOptions;
  },
): Promise<RowNames> {
  if (!mayHaveRowNames(header, rules)) return "none";
  // A pipe may have brought nothing but the header so far.
  while (skipLines(ahead.at(-1)!, rules.comment) === ahead.at(-1)!.length) {
    const chunk = await chunks.read();
    if (chunk === undefined) return "none";
    ahead.push(chunk);
  }
  return findRowNames(header, ahead.at(-1)!, rules);
}

/** Returns whether records after this header may begin with names of rows. */
function mayHaveRowNames(header: FirstRecord, { delimiter }: RowNamesOptions): boolean {
  return delimiter === TAB || delimiter === BLANK || isQuoted(header.cell(0));
}

/** Finds out whether the first of some records begins with the name of a row. */
function findRowNames(
  header: FirstRecord,
  records: Uint8Array,
  { delimiter, comment, quote }: RowNamesOptions,
): RowNames {
  const from = skipLines(records, comment);
  const { count, cell, unclosed } = firstRecord(records, { from, delimiter, quote });
  if (unclosed !== undefined || count !== header.count + 1) return "none";
  if (cell(header.count).length === 0) return "none";
  let isSure = isQuoted(cell(0));
  for (let i = 0; i < header.count && isSure; i++) isSure = isQuoted(header.cell(i));
  return isSure ? "sure" : delimiter === TAB || delimiter === BLANK ? "likely" : "none";
}

/** The maximum number of names that are looked at, to guess what the first line is. */
const MAX_NAMES = 1000;

/** Describes what the first line may be, if it does not have the names that a user expects. */
export function firstLineHint(
  header: FirstRecord,
  records: Uint8Array,
  { comment, ...rules }: RowNamesOptions,
): string | undefined {
  const from = skipLines(records, comment);
  const next = firstRecord(records, { from, ...rules });
  const [names, cells] = [header, next].map(({ bytes }) => new TextDecoder().decode(bytes));
  const hints: string[] = [];
  if (header.count === 1 && next.count > 1) {
    hints.push(
      `the first line has one cell, and the next has ${next.count}: if it is a title, use --skip 1`,
    );
  }
  if (/^[#%]/.test(names)) {
    hints.push(`if the first line is a comment, use --comment '${names[0]}'`);
  }
  for (const other of [",", ";", "\t", "|", " "]) {
    const [before, after] = [names, cells].map((line) => line.split(other).length - 1);
    // The name of a row may come before the first cell.
    const isAlike = other === " " ? header.count === 1 && after >= before : after === before;
    if (other.charCodeAt(0) === rules.delimiter || before < 1 || !isAlike) continue;
    const [words, shown] = DELIMITER_WORDS.get(other) ?? [other, other];
    hints.push(`if the delimiter is ${words}, use -d '${shown}'`);
  }
  const shown = Array.from({ length: Math.min(header.count, MAX_NAMES) }, (_, i) => header.cell(i));
  if (header.count > 1 && shown.some((cell) => isNumber(cellText(cell, rules.quote)))) {
    hints.push("some of these names are numbers: if the first line is data, use --no-header");
  }
  return hints.length === 0 ? undefined : hints.join("; ");
}

/** What messages call delimiters, and how they are typed. */
const DELIMITER_WORDS = new Map([
  ["\t", ["a tab", "\\t"]],
  [" ", ["a space", " "]],
  [",", ["a comma", ","]],
  [";", ["a semicolon", ";"]],
]);

/** The header with an empty cell for the names of rows in front, so that it has a cell for each column. */
export function withRowNames(header: FirstRecord): FirstRecord {
  return {
    ...header,
    count: header.count + 1,
    cell: (index) => index === 0 ? new Uint8Array(0) : header.cell(index - 1),
    lacksRowNames: true,
  };
}

function isQuoted(cell: Uint8Array): boolean {
  return cell.length >= 2 && cell[0] === QUOTE && cell.at(-1) === QUOTE;
}
