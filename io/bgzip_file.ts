import type { ByteSource } from "./byte_source.ts";
import { loadZlib } from "./zlib.ts";
import { openRandomAccess, type RandomAccessFile } from "./random_access_file.ts";

// bgzip writes gzip data in members of at most 64 KB, its blocks. Each says in its header how long
// it is, and at its end how long it was: so any part of the contents is found by reading a few
// bytes of each block, and decompressing those that have it.

/** Bytes of the header of a block, up to its length. */
const HEADER_BYTES = 18;
/** What a block begins with: a member of gzip with one extra field. */
const BEGIN = [0x1f, 0x8b, 0x08, 0x04];
/** The extra field at byte 10: its length, its name BC and the length of its value. */
const FIELD = [6, 0, 0x42, 0x43, 2, 0];
/** Bytes of contents that are decompressed at a time, about. */
const RUN_BYTES = 2 ** 20;

/** Where blocks begin in the file and in its contents, and finally where the last one ends. */
interface Blocks {
  readonly packed: readonly number[];
  readonly unpacked: readonly number[];
}

/** Opens the contents of a file of bgzip blocks; returns nothing if it is another file. */
export function openBgzip(
  path: string,
  count?: (bytes: number) => void,
): RandomAccessFile | undefined {
  using opened = new DisposableStack();
  const file = opened.use(openRandomAccess({ path }, count));
  const blocks = readBlocks(file);
  const { gunzipSync } = loadZlib() ?? {};
  if (blocks === undefined || gunzipSync === undefined) return undefined;
  const { packed, unpacked } = blocks;
  const size = unpacked.at(-1)!;
  let looked = 0;
  let known: { from: number; bytes: Uint8Array } = { from: 0, bytes: new Uint8Array(0) };

  /** Finds the blocks that have a place in the contents, and some behind them. */
  function runAt(position: number): { first: number; last: number; bytes: Uint8Array } {
    let [first, after] = [0, packed.length - 1];
    while (after - first > 1) {
      const middle = (first + after) >> 1;
      if (unpacked[middle] <= position) first = middle;
      else after = middle;
    }
    let last = first + 1;
    while (last < packed.length - 1 && unpacked[last + 1] - unpacked[first] <= RUN_BYTES) last++;
    return { first, last, bytes: new Uint8Array(packed[last] - packed[first]) };
  }

  function unpack({ first, last, bytes }: ReturnType<typeof runAt>): void {
    const expected = unpacked[last] - unpacked[first];
    let contents: Uint8Array;
    try {
      // The decoder collects chunks of this size.
      contents = gunzipSync!(bytes, { chunkSize: Math.max(expected, 64) });
    } catch {
      contents = new Uint8Array(0);
    }
    if (contents.length !== expected) {
      throw new SyntaxError(
        `Cannot read ${path}: damaged gzip data between bytes ${packed[first]} and ${packed[last]}`,
      );
    }
    known = { from: unpacked[first], bytes: contents };
  }

  /** Copies what is known of the contents at a place; returns the number of bytes, or 0. */
  function copyKnown(into: Uint8Array, position: number): number {
    const { from, bytes } = known;
    if (position < from || position >= from + bytes.length) return 0;
    const part = bytes.subarray(position - from, position - from + into.length);
    into.set(part);
    return part.length;
  }

  async function readSome(into: Uint8Array, position: number): Promise<number> {
    const found = copyKnown(into, position);
    if (found > 0) return found;
    const run = runAt(position);
    await file.read(run.bytes, packed[run.first]);
    unpack(run);
    return copyKnown(into, position);
  }

  async function read(into: Uint8Array, position: number): Promise<void> {
    for (let at = 0; at < into.length;) at += await readSome(into.subarray(at), position + at);
    looked += into.length;
  }

  function readSync(into: Uint8Array, position: number): void {
    for (let at = 0; at < into.length; at += copyKnown(into.subarray(at), position + at)) {
      if (copyKnown(into.subarray(at, at + 1), position + at) > 0) continue;
      const run = runAt(position + at);
      file.readSync(run.bytes, packed[run.first]);
      unpack(run);
    }
    looked += into.length;
  }

  function source(start: number, end: number): ByteSource {
    let position = start;
    return {
      name: path,
      async read(into: Uint8Array): Promise<number | null> {
        if (position === end) return null;
        const room = into.subarray(0, Math.min(into.length, end - position));
        const found = await readSome(room, position);
        position += found;
        return found;
      },
    };
  }

  const kept = opened.move();
  return {
    ...{ name: path, size, read, readSync, source },
    get looked(): number {
      return looked;
    },
    [Symbol.dispose]: () => kept.dispose(),
  };
}

/** Reads where the blocks of a file are; nothing if it does not consist of such. */
function readBlocks(file: RandomAccessFile): Blocks | undefined {
  const packed = [0];
  const unpacked = [0];
  if (file.size < HEADER_BYTES) return undefined;
  // The length of the contents of a block is right before the header of the next one.
  const bytes = new Uint8Array(4 + HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  file.readSync(bytes.subarray(4), 0);
  for (let at = 0; at < file.size;) {
    const isBlock = BEGIN.every((byte, i) => bytes[4 + i] === byte) &&
      FIELD.every((byte, i) => bytes[14 + i] === byte);
    const next = at + view.getUint16(4 + 16, true) + 1;
    if (!isBlock || next > file.size || next < at + HEADER_BYTES + 4) return undefined;
    const isLast = next === file.size;
    if (!isLast && next + HEADER_BYTES > file.size) return undefined;
    file.readSync(isLast ? bytes.subarray(0, 4) : bytes, next - 4);
    packed.push(next);
    unpacked.push(unpacked.at(-1)! + view.getUint32(0, true));
    at = next;
  }
  return { packed, unpacked };
}
