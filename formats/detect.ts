import type { PeekedSource } from "../io/byte_source.ts";
import {
  endingOf,
  type Format,
  isArrow,
  isReadable,
  isText,
  listFormats,
  specOf,
} from "./registry.ts";
import { recognise, type Recognised, RECOGNISED_LENGTH } from "./magic_bytes.ts";
import { COMMAND_LINE, type OptionLabels } from "./option_labels.ts";

const [TAB, LINE_FEED, CARRIAGE_RETURN, COMMA] = [0x09, 0x0a, 0x0d, 0x2c];

// A first line may be longer, but this much of it shows what separates its columns.
const MAX_LINE = 2 ** 16;

/** What is known about an input before its bytes are read. */
export interface DetectOptions {
  /** The format that the user gave with `--from`. */
  readonly from?: Format;
  /** The path, whose extension counts; `-` is standard input. */
  readonly path: string;
  /** What messages call settings; those of the command line by default. */
  readonly names?: OptionLabels;
}

/** The format of an input, and what it was detected from. */
export interface Detected {
  readonly format: Format;
  /** What the format was detected from. */
  readonly by: "--from" | "extension" | "first bytes";
  /** A note for verbose output, if the name and the bytes disagree. */
  readonly note?: string;
}

/**
 * Finds the format of an input: the one that the user gave, otherwise the one of the file's
 * extension, otherwise the one of its first bytes. If an extension and the bytes disagree, bytes
 * that are clearly Parquet, npy or Arrow win.
 *
 * The source gives the bytes after decompression. None of them is lost.
 */
export async function detectFormat(
  source: PeekedSource,
  { from, path, names = COMMAND_LINE }: DetectOptions,
): Promise<Detected> {
  const ending = endingOf(path);
  const claim = from ?? ending.format;
  const by = from === undefined ? "extension" : "--from";
  const head = await source.peek(RECOGNISED_LENGTH);
  const found = recognise(head);
  if (found.kind === "format") {
    const { format, words } = found;
    // CSV may begin with any bytes if the user says that it is CSV.
    if (from !== undefined && isText(from) && isReadable(format)) return { format: from, by };
    if (from === undefined && claim !== undefined && isText(claim) && isReadable(format)) {
      const advice = `use ${names.from(format)}, or ${names.from(claim)} if it is right`;
      throw contradiction(source.name, { claim, by, found, advice, names });
    }
    if (claim === undefined) return { format, by: "first bytes" };
    if (claim === format) return { format, by };
    // A user who asks for one kind of Arrow and gives the other wants it to be read.
    if (from === undefined || isArrow(claim) && isArrow(format)) {
      const reason = from === undefined ? `its name ends in ${ending.text}` : `--from is ${from}`;
      return { format, by: "first bytes", note: `${source.name}: ${reason}, but it is ${words}` };
    }
    const advice = `leave ${names.from()} out`;
    throw contradiction(source.name, { claim, by, found, advice, names });
  }
  // Text may begin with any bytes if the user says that it is text.
  if (from !== undefined && isReadable(from)) return { format: from, by };
  if (found.kind === "foreign" || found.kind === "compressed") {
    throw refusal(source.name, found, names);
  }
  // Many programs write tables with tabs as .csv.
  if (found.kind === "text" && claim === "csv" && await textFormat(source) === "tsv") {
    const note = `${source.name}: its name ends in ${ending.text}, but its first line has tabs`;
    return { format: "tsv", by: "first bytes", note };
  }
  if (claim !== undefined) return checkClaim(claim, { by, name: source.name, head, found, names });
  if (found.kind === "text") return { format: await textFormat(source), by: "first bytes" };
  const what = head.length === 0 ? "it is empty" : `unrecognised format: ${found.words}`;
  const advice = head.length === 0 ? "" : `; to set the format, use ${names.from()}`;
  throw new SyntaxError(
    `Cannot read ${source.name}: ${what}; expected ${listFormats("or")}` + advice,
  );
}

// Truncated and empty inputs are left to the reader of the format, which has messages for them.
function checkClaim(
  claim: Format,
  { by, name, head, found, names }: {
    by: "--from" | "extension";
    name: string;
    head: Uint8Array;
    found: Recognised;
    names: OptionLabels;
  },
): Detected {
  const isTextFormat = isReadable(claim);
  const fits = isTextFormat ? found.kind === "text" : beginsLike(head, claim);
  if (head.length === 0 || fits) return { format: claim, by };
  const advice = isTextFormat || found.kind !== "text"
    ? `set its format with ${names.from()}`
    : `if that is right, use ${names.from("csv")}`;
  throw contradiction(name, { claim, by, found, advice, names });
}

function beginsLike(head: Uint8Array, format: Format): boolean {
  if (head.length >= RECOGNISED_LENGTH) return false;
  const text = String.fromCharCode(...head);
  const { magic = "" } = specOf(format);
  return magic.startsWith(text) || text.startsWith(magic);
}

// A first line with tabs and without commas is that of a TSV.
async function textFormat(source: PeekedSource): Promise<"csv" | "tsv"> {
  let head = await source.peek(1);
  for (let length = 0; length < head.length && head.length < MAX_LINE;) {
    if (head.includes(LINE_FEED, length) || head.includes(CARRIAGE_RETURN, length)) break;
    length = head.length;
    head = await source.peek(length + 1);
  }
  const end = head.findIndex((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
  const line = end < 0 ? head : head.subarray(0, end);
  return line.includes(TAB) && !line.includes(COMMA) ? "tsv" : "csv";
}

function refusal(
  name: string,
  found: Extract<Recognised, { kind: "foreign" | "compressed" }>,
  names: OptionLabels,
): SyntaxError {
  // One layer of compression has already been removed.
  return found.kind === "foreign"
    ? new SyntaxError(
      `Cannot read ${name}: it is ${found.words}; ${found.advice}` +
        (found.isText ? `; if it is CSV, use ${names.from("csv")}` : ""),
    )
    : new SyntaxError(
      `Cannot read ${name}: it holds ${found.words}, compressed once more; decompress it first`,
    );
}

function contradiction(
  name: string,
  { claim, by, found, advice, names }: {
    claim: Format;
    by: "--from" | "extension";
    found: Recognised;
    advice: string;
    names: OptionLabels;
  },
): SyntaxError {
  const said = by === "--from"
    ? `${names.from()} is ${claim}`
    : `its name suggests ${specOf(claim).words}`;
  return new SyntaxError(`Cannot read ${name}: ${said}, but it is ${found.words}; ${advice}`);
}
