// deno-lint-ignore-file no-control-regex -- signatures have control characters

import type { Compression } from "../io/compression/decompress.ts";
import { type Format, FORMATS, listFormats, specOf } from "./registry.ts";

/** What data are, judged by their first bytes. */
export type Recognised =
  | { readonly kind: "format"; readonly format: Format; readonly words: string }
  /** Data that specol does not read, with advice on what to do. */
  | {
    readonly kind: "foreign";
    readonly words: string;
    readonly advice: string;
    /** Whether it is text, which may be CSV after all. */
    readonly isText: boolean;
  }
  | { readonly kind: "compressed"; readonly compression: Compression; readonly words: string }
  | { readonly kind: "text"; readonly words: string }
  | { readonly kind: "unknown"; readonly words: string };

/** The number of bytes that suffice to recognise data, or to see that they are unknown. */
export const RECOGNISED_LENGTH: number = 8;

const SHOWN_LENGTH = 16;

/** Recognises data by their first bytes: at least `RECOGNISED_LENGTH`, if there are that many. */
export function recognise(head: Uint8Array): Recognised {
  // How much there is beyond that depends on the pipe, and the answer must not.
  const first = String.fromCharCode(...head.subarray(0, RECOGNISED_LENGTH));
  for (const format of FORMATS) {
    const words = specOf(format).recognise?.(first);
    if (words !== undefined) return { kind: "format", format, words };
  }
  if (first.startsWith("\x1f\x8b")) {
    return { kind: "compressed", compression: "gzip", words: "gzip data" };
  }
  if (first.startsWith("\x28\xb5\x2f\xfd")) {
    return { kind: "compressed", compression: "zstd", words: "zstd data" };
  }
  for (const [signature, words, advice, text] of FOREIGN_SIGNATURES) {
    if (signature.test(first)) {
      return { kind: "foreign", words, advice, isText: text !== undefined };
    }
  }
  if (head.length > 0 && isText(head.subarray(0, RECOGNISED_LENGTH))) {
    return { kind: "text", words: `text: ${JSON.stringify(showText(head))}` };
  }
  const hex = Array.from(
    head.subarray(0, SHOWN_LENGTH),
    (byte) => byte.toString(16).padStart(2, "0"),
  );
  return { kind: "unknown", words: `data that start with the bytes ${hex.join(" ")}` };
}

// Any byte above ASCII may be text in some encoding. Among the control characters, white space is
// text. So are 1 and 28 to 31, which some programs use to separate columns, and the escape of
// terminals.
function isText(head: Uint8Array): boolean {
  return head.every((byte) =>
    byte >= 0x1b && byte !== 0x7f || byte >= 0x09 && byte <= 0x0d || byte === 1
  );
}

function showText(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, SHOWN_LENGTH), { stream: true });
}

const NEITHER = `specol reads ${listFormats("and")}`;

/**
 * The beginnings of data that specol does not read, with one character for each byte; what the data
 * are; and what to do.
 *
 * Signatures that could begin a text are written out so far that no text goes on like that. None
 * looks at more than eight bytes, since a pipe may have brought no more.
 */
const FOREIGN_SIGNATURES: readonly (readonly [RegExp, string, string, "text"?])[] = [
  [
    /^PARE.{0,3}[^\t\n\r -\xff]/s,
    "an encrypted Parquet file",
    "specol has no keys: decrypt it with the program that wrote it",
  ],
  [
    /^FEA1[^\t\n\r -~]/,
    "a Feather version 1 file",
    "write it again as Feather version 2, which is Arrow",
  ],
  [
    /^PK\x03\x04/,
    "a zip archive, as npz files and Excel workbooks (.xlsx) are",
    "extract its files first: unzip FILE; save a sheet of a workbook as CSV",
  ],
  [/^PK\x05\x06/, "an empty zip archive, as npz files can be", NEITHER],
  [
    /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    "an Excel workbook (.xls) or another old Office file",
    "save the sheet as CSV",
  ],
  [/^\x89HDF\r\n\x1a\n/, "an HDF5 file", `${NEITHER}: convert it first, for example with h5py`],
  [/^\xfd7zXZ\0/, "xz data", "decompress it first: xz -dc FILE"],
  [/^BZh[1-9]1AY&/, "bzip2 data", "decompress it first: bzip2 -dc FILE"],
  [/^\x04\x22\x4d\x18/, "lz4 data", "decompress it first: lz4 -dc FILE"],
  [/^LZIP\x01/, "lzip data", "decompress it first: lzip -dc FILE"],
  [/^\x1f[\x9d\xa0]/, "compress (.Z) data", "decompress it first: zcat FILE"],
  [/^7z\xbc\xaf\x27\x1c/, "a 7z archive", "extract it first"],
  [/^SQLite f/, "an SQLite database", "export the table as CSV first"],
  [/^\x80[\x02-\x05][\x80-\xff(c]/, "a Python pickle", "save it with numpy.save first"],
  [/^Obj\x01/, "an Avro file", `${NEITHER}: convert it first`],
  [/^ORC[^\t\n\r -~]/, "an ORC file", `${NEITHER}: convert it first`],
  [/^(X\n\0{3}|A\n[23]\n)/, "an R object (.rds)", "save the table with write.csv first"],
  [/^RD[ABX][23]\n/, "an R workspace (.RData)", "save the table with write.csv first"],
  [/^MATLAB [57]/, "a MATLAB file", "save the table with writetable or writematrix first"],
  [/^<stata_/, "a Stata file", "save the table with export delimited first"],
  [/^%PDF-/, "a PDF document", NEITHER],
  [
    /^(\xef\xbb\xbf)?\s*\[\s*[[{"]/,
    "a JSON list",
    "specol reads JSON lines, with one object per line; convert it first: jq -c '.[]' FILE",
    "text",
  ],
  [
    /^\s*<(!doctyp|html|head|body|table)/i,
    "an HTML page",
    `${NEITHER}; a login page may have been downloaded in its place`,
    "text",
  ],
  [/^\s*<\?xml/, "XML", `${NEITHER}: convert it first`, "text"],
  [/^\xff\xfe|^\xfe\xff/, "UTF-16 text", "convert it first: iconv -f UTF-16 -t UTF-8 FILE"],
  [
    /^([\t\n\r -~]\0){4}/,
    "UTF-16 text without a mark",
    "convert it first: iconv -f UTF-16LE -t UTF-8 FILE",
  ],
  [
    /^(\0[\t\n\r -~]){4}/,
    "UTF-16 text without a mark",
    "convert it first: iconv -f UTF-16BE -t UTF-8 FILE",
  ],
];

/** What follows the end of a table in an input, and where. */
export interface GoesOn {
  /** The first byte after the end of the table. */
  readonly at: number;
  /** The table that ended there: `the Arrow file`. */
  readonly after: string;
  /** What follows it: `an npy file`. */
  readonly words: string;
}

/**
 * Makes the error for an input that continues after the end of its table. Ignoring the rest would
 * lose data.
 */
export function goesOnError(name: string, { at, after, words }: GoesOn): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: byte ${at}: after the end of ${after} comes ${words}; specol reads one ` +
      `table per input: save each as a separate file, or join them with the program that wrote them`,
  );
}
