import { assertEquals, assertThrows } from "@std/assert";
import { decompressLz4 } from "../../../formats/arrow/decode/decompress.ts";

// Magic, version 1 with independent blocks, blocks of 64 KiB, a checksum that is not looked at.
const HEADER = [0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82];
const END = [0, 0, 0, 0];
const STORED = 0x80;

function frame(...blocks: { bytes: number[]; stored?: boolean }[]): Uint8Array {
  return Uint8Array.from([
    ...HEADER,
    ...blocks.flatMap(({ bytes, stored }) => [
      ...[bytes.length & 255, bytes.length >> 8, 0, stored ? STORED : 0],
      ...bytes,
    ]),
    ...END,
  ]);
}

function decompress(input: Uint8Array, length: number): string {
  const output = new Uint8Array(length);
  assertEquals(decompressLz4(input, output), length);
  return new TextDecoder().decode(output);
}

const [A, B, C] = [65, 66, 67];

Deno.test("LZ4 blocks of literals, matches and stored bytes are decompressed", () => {
  // Three literals; a match of 4 + 5 bytes, 3 back, that overlaps what it makes; one literal.
  const repeat = { bytes: [0x35, A, B, C, 3, 0, 0x10, A] };
  assertEquals(decompress(frame(repeat), 13), "ABCABCABCABCA");
  assertEquals(decompress(frame({ bytes: [A, B], stored: true }), 2), "AB");
  // A match that reaches into the block before.
  const back = { bytes: [0x01, 2, 0, 0x10, C] };
  assertEquals(decompress(frame({ bytes: [A, B], stored: true }, back), 8), "ABABABAC");
  assertEquals(decompress(frame(), 0), "");
});

Deno.test("long LZ4 literals and matches have lengths of several bytes", () => {
  const literals = Array<number>(15 + 255 + 3).fill(B);
  // A match of 4 + 15 + 255 + 0 bytes, from the beginning.
  const bytes = [0xff, 255, 3, ...literals, 17, 1, 255, 0, 0x10, C];
  assertEquals(decompress(frame({ bytes }), 273 + 274 + 1), "B".repeat(547) + "C");
});

Deno.test("frames follow each other, and others may be skipped", () => {
  const skipped = [0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9];
  const one = [...frame({ bytes: [0x10, A] })];
  assertEquals(decompress(Uint8Array.from([...one, ...skipped, ...one]), 2), "AA");
});

Deno.test("damaged LZ4 data are a RangeError", () => {
  const cases: Record<string, Uint8Array> = {
    "no frame": Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    "a frame cut off": frame({ bytes: [0x10, A] }).subarray(0, 12),
    "literals beyond the block": frame({ bytes: [0x50, A] }),
    "literals beyond the output": frame({ bytes: [0x70, A, A, A, A, A, A, A] }),
    "a length that does not end": frame({ bytes: [0xf0, 255, 255] }),
    "a match before the beginning": frame({ bytes: [0x10, A, 2, 0, 0x10, A] }),
    "a match of distance 0": frame({ bytes: [0x10, A, 0, 0, 0x10, A] }),
    "a match beyond the output": frame({ bytes: [0x15, A, 1, 0, 0x10, A] }),
    "a match cut off": frame({ bytes: [0x10, A, 1] }),
    "no last literals": frame({ bytes: [0x10, A, 1, 0] }),
    "stored bytes beyond the output": frame({ bytes: [A, A, A, A, A, A, A], stored: true }),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    assertThrows(() => decompressLz4(bytes, new Uint8Array(6)), RangeError, undefined, name);
  }
});
