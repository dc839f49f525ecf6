import { assertEquals } from "@std/assert";
import { FlatTable, readInt64 } from "../../../formats/arrow/decode/flatbuffer_reader.ts";

// Files as polars 2.1 writes them, made from samples.

const MAGIC_LENGTH = 8;

/**
 * Moves the schema of a file to where its length was, as in files of polars 2.1. Everything else
 * keeps its place.
 */
export function withBareSchema(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  assertEquals(view.getUint32(MAGIC_LENGTH, true), 0xffffffff);
  const length = view.getUint32(MAGIC_LENGTH + 4, true);
  const start = MAGIC_LENGTH + 8;
  const bare = bytes.slice();
  bare.copyWithin(MAGIC_LENGTH, start, start + length);
  return bare.fill(0, MAGIC_LENGTH + length, start + length);
}

/** Moves the dictionaries of a file after its batches, where polars 2.1 writes them. */
export function withLateDictionaries(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const late = bytes.slice();
  const end = late.length - 10;
  const length = new DataView(late.buffer).getInt32(end, true);
  const footer = FlatTable.root(late.subarray(end - length, end));
  const [dictionaries, batches] = [2, 3].map((slot) => {
    const blocks = footer.bytes(slot, 24);
    return Array.from({ length: blocks.length / 24 }, (_, i) => {
      const view = new DataView(blocks.buffer, blocks.byteOffset + 24 * i, 24);
      return { view, from: readInt64(view, 0), size: view.getInt32(8, true) + readInt64(view, 16) };
    });
  });
  let at = dictionaries[0].from;
  for (const { view, from, size } of [...batches, ...dictionaries]) {
    late.set(bytes.subarray(from, from + size), at);
    view.setBigInt64(0, BigInt(at), true);
    at += size;
  }
  assertEquals(at, batches.at(-1)!.from + batches.at(-1)!.size);
  return withBareSchema(late);
}
