import { type ByteSource, readFull } from "../../io/byte_source.ts";
import { recognise } from "../magic_bytes.ts";
import {
  describeDtype,
  type NpyDtype,
  type NpyHeader,
  parseDtype,
  SUPPORTED_DTYPES,
} from "./header.ts";
import { type Entry, type LiteralOrigin, parseLiteral } from "./literal.ts";

const MAGIC = "\x93NUMPY";
const PREFIX_LENGTH = MAGIC.length + 2;

// Bytes of the length field, by major version.
const LENGTH_SIZES: Readonly<Record<number, number>> = { 1: 2, 2: 4, 3: 4 };

// numpy itself refuses more than 10,000 bytes by default. Longer headers hold structured dtypes.
// The limit keeps a wrong length from taking memory.
const MAX_HEADER = 2 ** 20;

/** Reads an npy header and leaves the source at the first byte of the data. */
export async function readHeader(source: ByteSource): Promise<NpyHeader> {
  const { name } = source;
  const prefix = new Uint8Array(PREFIX_LENGTH);
  const found = await readFull(source, prefix);
  if (found === 0) {
    throw new SyntaxError(
      `Cannot read ${name}: it is empty, expected an npy file`,
    );
  }
  const head = prefix.subarray(0, found);
  if (
    !MAGIC.startsWith(String.fromCharCode(...head.subarray(0, MAGIC.length)))
  ) {
    throw new SyntaxError(
      `Cannot read ${name}: not an npy file: it looks like ${recognise(head).words}`,
    );
  }
  if (found < PREFIX_LENGTH) {
    throw truncated(name, { found, expected: PREFIX_LENGTH });
  }
  const [major, minor] = prefix.subarray(MAGIC.length);
  const lengthSize = LENGTH_SIZES[major];
  if (lengthSize === undefined || minor !== 0) {
    throw new RangeError(
      `Cannot read ${name}: npy format version ${major}.${minor}, supported ` +
        `are 1.0, 2.0 and 3.0`,
    );
  }
  const length = littleEndian(
    await readPart(source, { at: PREFIX_LENGTH, length: lengthSize }),
  );
  if (length > MAX_HEADER) {
    throw new RangeError(
      `Cannot read ${name}: npy header of ${length} bytes, at most ` +
        `${MAX_HEADER} are accepted`,
    );
  }
  const offset = PREFIX_LENGTH + lengthSize;
  const bytes = await readPart(source, { at: offset, length });
  // The header is decoded as one character for each byte, whatever encoding its version has. Only
  // names of fields can contain anything but ASCII, and they are refused.
  return parseHeader(new TextDecoder("latin1").decode(bytes), { name, offset });
}

async function readPart(
  source: ByteSource,
  { at, length }: { at: number; length: number },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const found = await readFull(source, bytes);
  if (found === length) return bytes;
  throw truncated(source.name, { found: at + found, expected: at + length });
}

function truncated(
  name: string,
  { found, expected }: { found: number; expected: number },
): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: it ends at byte ${found}, inside the npy header, ` +
      `expected at least ${expected} bytes`,
  );
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}

// The maximum number of characters of a header that a message shows.
const MAX_SHOWN = 60;
const KEYS = ["descr", "fortran_order", "shape"];

/** Parses the Python dict of an npy header and checks its values. */
function parseHeader(text: string, origin: LiteralOrigin): NpyHeader {
  const literal = parseLiteral(text, origin);
  if (
    literal === null || typeof literal !== "object" || literal.kind !== "dict"
  ) {
    throw new SyntaxError(
      `Cannot read ${origin.name}: npy header, byte ${origin.offset}: expected ` +
        `a dict with the keys ${KEYS.join(", ")}`,
    );
  }
  const { entries } = literal;
  const found = [...entries.keys()];
  const [descr, order, shape] = KEYS.map((key) => entries.get(key));
  if (!descr || !order || !shape || found.length !== KEYS.length) {
    throw new SyntaxError(
      `Cannot read ${origin.name}: npy header, byte ${origin.offset}: expected ` +
        `the keys ${KEYS.join(", ")}, got ${found.join(", ").slice(0, MAX_SHOWN) || "none"}`,
    );
  }
  const dtype = checkDtype(descr, origin.name);
  const lengths = checkShape(shape, origin.name);
  return {
    dtype,
    fortran: checkOrder(order, origin.name),
    shape: lengths,
    count: countElements(lengths, { name: origin.name, at: shape.at, dtype }),
    dataOffset: origin.offset + text.length,
  };
}

function checkDtype({ value, at }: Entry, name: string): NpyDtype {
  const dtype = typeof value === "string" ? parseDtype(value) : undefined;
  if (dtype !== undefined) return dtype;
  const what = typeof value === "string"
    ? `'${value.slice(0, MAX_SHOWN)}' (${describeDtype(value)})`
    : "structured (records with fields)";
  throw new TypeError(
    `Cannot read ${name}: npy header, byte ${at}: the dtype is ${what}, ` +
      `supported are ${SUPPORTED_DTYPES}` +
      // Booleans and wider floats are numbers, too.
      (/^.?[?bf]\d*$/.test(String(value))
        ? `; convert it first, with NumPy's astype("float64")`
        : ""),
  );
}

function checkOrder({ value, at }: Entry, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw new SyntaxError(
    `Cannot read ${name}: npy header, byte ${at}: fortran_order must be True ` +
      `or False, got ${JSON.stringify(value).slice(0, MAX_SHOWN)}`,
  );
}

function checkShape({ value, at }: Entry, name: string): readonly number[] {
  const items = value !== null && typeof value === "object" &&
      value.kind === "tuple"
    ? value.items
    : undefined;
  if (
    items?.every((item): item is number =>
      typeof item === "number" && Number.isSafeInteger(item) && item >= 0
    )
  ) return items;
  throw new SyntaxError(
    `Cannot read ${name}: npy header, byte ${at}: shape must be a tuple of ` +
      `integers from 0 to 2^53 - 1`,
  );
}

function countElements(
  shape: readonly number[],
  { name, at, dtype }: { name: string; at: number; dtype: NpyDtype },
): number {
  // An axis of length 0 makes the array empty, however long the others are.
  if (shape.includes(0)) return 0;
  let count = 1;
  for (const length of shape) {
    count *= length;
    // A product is exact as long as it is below 2^53.
    if (count * dtype.size > Number.MAX_SAFE_INTEGER) {
      throw new RangeError(
        `Cannot read ${name}: npy header, byte ${at}: the array would have ` +
          `more than 2^53 bytes`,
      );
    }
  }
  return count;
}
