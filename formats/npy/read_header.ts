import { type ByteSource, readFull } from "../../io/byte_source.ts";
import { recognise } from "../recognise.ts";
import type { NpyHeader } from "./header.ts";
import { parseHeader } from "./parse_header.ts";

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
