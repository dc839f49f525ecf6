import { loadZlib } from "./zlib.ts";
import type { KnownFile } from "../positional_file.ts";
import {
  makeRandomAccess,
  openRandomAccess,
  type RandomAccessFile,
} from "../random_access_file.ts";

// bgzip writes gzip data in members of at most 64 KB, its blocks. Each has in its header how long
// it is, and at its end how long it was: so any part of the contents is found by reading a few
// bytes of each block, and decompressing those that have it.

/** Bytes of the header of a block, up to its length. */
const HEADER_BYTES = 18;
/** What a block begins with, a member of gzip with one extra field, as a little-endian number. */
const BEGIN = 0x04088b1f;
/** The extra field at byte 10: its length 6, its name BC, and the length 2 of its value. */
const FIELD = 0x43420006;
const VALUE_LENGTH = 2;
/** Bytes that are decompressed at a time, before or after, about. */
const RUN_BYTES = 2 ** 20;
/** Bytes that are looked at at a time: many headers where blocks are small, one where they are not. */
const LOOK_BYTES = 2 ** 12;

/**
 * Where runs of blocks begin in the file and in its contents, and finally where the last one ends. A
 * run has some RUN_BYTES, however many blocks that are: there may be millions of empty ones.
 */
export interface BgzipIndex {
  readonly packed: readonly number[];
  readonly unpacked: readonly number[];
  /** The length of the contents. */
  readonly size: number;
}

/** Reads where the blocks of a file are; nothing if it does not consist of such. */
export function readBgzipIndex(known: KnownFile): BgzipIndex | undefined {
  if (loadZlib()?.gunzipSync === undefined) return undefined;
  using file = openRandomAccess(known);
  return readRuns(file);
}

/** Opens the contents of a file of bgzip blocks. */
export function openBgzip(
  known: KnownFile,
  { packed, unpacked, size }: BgzipIndex,
  count?: (bytes: number) => void,
): RandomAccessFile {
  const { path } = known;
  const { gunzipSync } = loadZlib()!;
  const file = openRandomAccess(known, count);
  let contents: { from: number; bytes: Uint8Array } = { from: 0, bytes: new Uint8Array(0) };

  /** Finds the run that has a place in the contents. */
  function runAt(position: number): { run: number; bytes: Uint8Array } {
    let [run, after] = [0, packed.length - 1];
    while (after - run > 1) {
      const middle = (run + after) >> 1;
      if (unpacked[middle] <= position) run = middle;
      else after = middle;
    }
    return { run, bytes: new Uint8Array(packed[run + 1] - packed[run]) };
  }

  function unpack({ run, bytes }: ReturnType<typeof runAt>): void {
    const expected = unpacked[run + 1] - unpacked[run];
    let found: Uint8Array;
    try {
      // The decoder collects chunks of this size.
      found = gunzipSync!(bytes, { chunkSize: Math.max(expected, 64) });
    } catch {
      found = new Uint8Array(0);
    }
    if (found.length !== expected) {
      throw new SyntaxError(
        `Cannot read ${path}: damaged gzip data between bytes ${packed[run]} and ${
          packed[run + 1]
        }`,
      );
    }
    contents = { from: unpacked[run], bytes: found };
  }

  /** Copies what is known of the contents at a place; returns the number of bytes, or 0. */
  function copyKnown(into: Uint8Array, position: number): number {
    const { from, bytes } = contents;
    if (position < from || position >= from + bytes.length) return 0;
    const part = bytes.subarray(position - from, position - from + into.length);
    into.set(part);
    return part.length;
  }

  async function readSome(into: Uint8Array, position: number): Promise<number> {
    const found = copyKnown(into, position);
    if (found > 0) return found;
    const wanted = runAt(position);
    await file.read(wanted.bytes, packed[wanted.run]);
    unpack(wanted);
    return copyKnown(into, position);
  }

  function readSomeSync(into: Uint8Array, position: number): number {
    const found = copyKnown(into, position);
    if (found > 0) return found;
    const wanted = runAt(position);
    file.readSync(wanted.bytes, packed[wanted.run]);
    unpack(wanted);
    return copyKnown(into, position);
  }

  return makeRandomAccess(file, { name: path, size, readSome, readSomeSync });
}

function readRuns(file: RandomAccessFile): BgzipIndex | undefined {
  const packed = [0];
  const unpacked = [0];
  let size = 0;
  if (file.size < HEADER_BYTES) return undefined;
  const window = new Uint8Array(LOOK_BYTES);
  const view = new DataView(window.buffer);
  let [from, to] = [0, 0];
  /** Makes the window have some bytes of the file. Returns where they begin in it. */
  function look(start: number, end: number): number {
    if (start < from || end > to) {
      [from, to] = [start, Math.min(start + LOOK_BYTES, file.size)];
      file.readSync(window.subarray(0, to - from), from);
    }
    return start - from;
  }
  for (let at = 0; at < file.size;) {
    if (at + HEADER_BYTES > file.size) return undefined;
    const header = look(at, at + HEADER_BYTES);
    const isBlock = view.getUint32(header, true) === BEGIN &&
      view.getUint32(header + 10, true) === FIELD &&
      view.getUint16(header + 14, true) === VALUE_LENGTH;
    const next = at + view.getUint16(header + 16, true) + 1;
    if (!isBlock || next > file.size || next < at + HEADER_BYTES + 4) return undefined;
    // The length of the contents of a block is right before the header of the next one.
    const length = look(next - 4, Math.min(next + HEADER_BYTES, file.size));
    size += view.getUint32(length, true);
    at = next;
    const last = packed.length - 1;
    const isRun = at - packed[last] >= RUN_BYTES || size - unpacked[last] >= RUN_BYTES;
    if (isRun || at === file.size) {
      packed.push(at);
      unpacked.push(size);
    }
  }
  return { packed, unpacked, size };
}
