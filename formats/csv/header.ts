import type { ColumnSpec, OutputColumn } from "../table.ts";
import { CARRIAGE_RETURN, type CsvOptions, LINE_FEED, type QuoteStyle } from "./dialect.ts";
import type { FirstRecord } from "./first_record.ts";

/** The length of the bytes before the first record: empty lines and comments. */
export function skipLines(bytes: Uint8Array, comment: Uint8Array): number {
  let at = 0;
  for (;;) {
    if (bytes[at] === LINE_FEED) at++;
    else if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) at += 2;
    else if (at < bytes.length && beginsWith(bytes, { at, text: comment })) {
      const feed = bytes.indexOf(LINE_FEED, at);
      at = feed < 0 ? bytes.length : feed + 1;
    } else return at;
  }
}

/** Whether a text that is not empty is at a place. */
function beginsWith(
  bytes: Uint8Array,
  { at, text }: { at: number; text: Uint8Array },
): boolean {
  return text.length > 0 && text.every((byte, i) => bytes[at + i] === byte);
}

/** The byte order mark. At the beginning of a file it is not part of the text; elsewhere it is. */
export const MARK: Uint8Array = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Returns whether bytes begin with a byte order mark. */
export function beginsWithMark(bytes: Uint8Array): boolean {
  return MARK.every((byte, i) => bytes[i] === byte);
}

const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT = new TextDecoder("utf-8", { fatal: true });

/** Reads the text of a cell, without its quotes. Bytes that are not UTF-8 become U+FFFD. */
export function cellText(bytes: Uint8Array, quote: QuoteStyle): string {
  const text = LENIENT.decode(bytes);
  return quote === "none" ? text : unquote(text);
}

/** Returns whether bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Removes the quotes of a cell that is text already. */
export function unquote(text: string): string {
  const quoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  return quoted ? text.slice(1, -1).replaceAll('""', '"') : text;
}

/** Writes a text as a cell, in quotes if it needs them. Throws if it needs quotes and may have none. */
export function formatCell(text: string, delimiter: number, quote: QuoteStyle = "double"): string {
  if (quote === "none") {
    if (!text.includes(String.fromCharCode(delimiter)) && !/[\r\n]/.test(text)) return text;
    throw new TypeError(
      `Cannot write ${
        JSON.stringify(text)
      } without quotes: it contains a delimiter or line break; ` +
        `choose another name, or another delimiter`,
    );
  }
  // A text that begins with a byte order mark would lose it at the beginning of a file.
  const special = text.includes(String.fromCharCode(delimiter)) || /^\ufeff|["\r\n]/.test(text);
  return special ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Warns about a header that looks like data, and suggests an option. */
export function headerHint(
  columns: readonly ColumnSpec[],
  { header, delimiter }: CsvOptions,
): string | undefined {
  const [{ name }] = columns;
  const excel = /^sep=(.)$/i.exec(columns.length < 3 ? name : "")?.[1] ??
    (/^sep=$/i.test(name) && columns.length === 2 ? "," : undefined);
  if (excel !== undefined) {
    const shown = excel === "\t" ? "\\t" : excel;
    return `the first line sets the delimiter for Excel and is not the header: use --skip 1 ` +
      `-d '${shown}'`;
  }
  // Names in quotes with blanks between them are those of R's write.table.
  const other = /[;\t|]/.exec(name)?.[0] ??
    (name.includes('" "') || isNumber(name.split(" ")[1] ?? "") ? " " : undefined);
  if (columns.length === 1 && delimiter === undefined && other !== undefined) {
    const shown = other === "\t" ? "\\t" : other;
    const words = other === "\t" ? "tabs" : other === " " ? "spaces" : other;
    return `the first line is a single cell that contains ${words}: ` +
      `if that is the delimiter, use -d '${shown}'`;
  }
  if (columns.length === 1 && delimiter === undefined && /\S {2,}\S/.test(name)) {
    return "the columns are aligned with spaces: squeeze them first, with " +
      "tr -s ' ' < FILE, and use -d ' '";
  }
  if (header && columns.every(({ name }) => isNumber(name))) {
    return "the first line is read as column names, but has only numbers: " +
      "if it is data, use --no-header";
  }
  return undefined;
}

/** Returns whether a text is a finite number. */
export function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

/** The parts that a header is made from. */
export interface HeaderOptions {
  /** The header that was read. */
  readonly first: FirstRecord;
  /** The byte between cells in the input, and in the output. */
  readonly delimiter: number;
  readonly newDelimiter: number;
  /** Whether cells may be in quotes in the input, and in the output. */
  readonly quote: QuoteStyle;
  readonly newQuote: QuoteStyle;
}

/**
 * Makes the header of the output, without its line end. Names that stay are passed on byte for
 * byte.
 */
export function formatHeader(outputs: readonly OutputColumn[], options: HeaderOptions): Uint8Array {
  const { newDelimiter } = options;
  const header = new ByteList();
  // This is computed once, and only if a name needs it.
  let known: boolean | undefined;
  const isAllUtf8 = () => known ??= isUtf8(options.first.bytes);
  // Names of rows that come first have no name in the header that is written either.
  const [begin] = outputs;
  const isShort = options.first.lacksRowNames === true && outputs.length > 1 &&
    "input" in begin && begin.input === 0;
  outputs.forEach((output, i) => {
    if (isShort && i === 0) return;
    if (i > (isShort ? 1 : 0)) header.add(Uint8Array.of(newDelimiter));
    header.add(nameCell({ output, place: i, isAllUtf8 }, options));
  });
  // An empty header would be a blank line, and the first record would be taken for the header.
  return header.length === 0 ? new TextEncoder().encode('""') : header.bytes;
}

/** Collects bytes, in up to a million parts. */
class ByteList {
  #room = new Uint8Array(2 ** 12);
  length = 0;

  add(part: Uint8Array): void {
    const length = this.length + part.length;
    if (length > this.#room.length) {
      const room = new Uint8Array(2 * length);
      room.set(this.bytes);
      this.#room = room;
    }
    this.#room.set(part, this.length);
    this.length = length;
  }

  get bytes(): Uint8Array {
    return this.#room.subarray(0, this.length);
  }
}

function nameCell(
  { output, place, isAllUtf8 }: {
    output: OutputColumn;
    place: number;
    isAllUtf8: () => boolean;
  },
  { first, delimiter, newDelimiter, quote, newQuote }: HeaderOptions,
): Uint8Array {
  const column = "input" in output ? output.input : place;
  const old = column < first.count ? first.cell(column) : undefined;
  if (old !== undefined && cellText(old, quote) === output.name) {
    return delimiter === newDelimiter ? old : requote(old, { newDelimiter, quote });
  }
  if (output.name.includes("\ufffd") && !isAllUtf8()) {
    throw new SyntaxError(
      `Cannot write the name ${output.name}: the header that it is made from is not UTF-8; name results ` +
        `with --as, or convert the text first: iconv -f WINDOWS-1252 -t UTF-8 FILE`,
    );
  }
  return new TextEncoder().encode(formatCell(output.name, newDelimiter, newQuote));
}

/**
 * Writes a cell with the quotes that another delimiter makes necessary, whatever its bytes mean.
 */
function requote(
  cell: Uint8Array,
  { newDelimiter, quote }: { newDelimiter: number; quote: QuoteStyle },
): Uint8Array {
  const text = Array.from(cell, (byte) => String.fromCharCode(byte)).join("");
  const plain = quote === "none" ? text : unquote(text);
  return Uint8Array.from(formatCell(plain, newDelimiter), (char) => char.charCodeAt(0));
}

/** Joins bytes. */
export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
