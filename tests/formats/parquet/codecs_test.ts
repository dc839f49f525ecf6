import { assert, assertEquals, assertThrows } from "@std/assert";
import { crc32 as byRuntime } from "node:zlib";
import { findDecompressPage } from "../../../formats/parquet/decode/codecs.ts";
import { findPageCodec } from "../../../formats/parquet/encode/codecs.ts";
import { CODEC } from "../../../formats/parquet/metadata.ts";
import { crc32, crc32ByTable } from "../../../io/compression/crc32.ts";
import { Random } from "../../../support/random.ts";

function inputs(): Uint8Array[] {
  const random = new Random(33);
  const noise = Uint8Array.from({ length: 70_000 }, () => random.bits() % 256);
  const words = Uint8Array.from({ length: 90_000 }, () => 97 + random.bits() % 3);
  return [
    new Uint8Array(0),
    Uint8Array.of(7),
    new Uint8Array(100_000),
    noise,
    words,
    ...Array.from({ length: 300 }, (_, i) => words.slice(0, i)),
    new Uint8Array(Float64Array.from({ length: 5000 }, (_, i) => i % 40).buffer),
  ];
}

for (const name of ["snappy", "lz4Raw", "gzip", "zstd", "brotli", "none"] as const) {
  Deno.test(`pages that ${name} compresses come back as they were`, () => {
    const { compress, codec } = findPageCodec(CODEC[name]);
    assertEquals(codec, CODEC[name]);
    const decompress = findDecompressPage(codec, "x");
    for (const bytes of inputs()) {
      const packed = compress(bytes);
      assertEquals(decompress(packed, bytes.length), bytes);
    }
    if (name !== "none") assert(compress(new Uint8Array(100_000)).length < 6000);
  });

  Deno.test(`damaged ${name} pages are errors, and take no more than their room`, () => {
    const { compress, codec } = findPageCodec(CODEC[name]);
    const decompress = findDecompressPage(codec, "x");
    const bytes = inputs()[4].slice(0, 3000);
    const packed = compress(bytes);
    const random = new Random(5);
    for (let i = 0; i < 2000; i++) {
      const damaged = packed.slice(0, random.bits() % (packed.length + 1));
      for (let j = 0; j < 3; j++) damaged[random.bits() % damaged.length] = random.bits() % 256;
      try {
        decompress(damaged, bytes.length);
      } catch (error) {
        assert(error instanceof RangeError, String(error));
      }
    }
  });
}

Deno.test("a codec that is not known is refused by name", () => {
  assertThrows(() => findDecompressPage(CODEC.lzo, "in.parquet"), TypeError, "LZO");
  assertThrows(() => findDecompressPage(99, "in.parquet"), TypeError, "codec 99");
});

Deno.test("the CRC without the runtime's is the runtime's, before and after that is loaded", () => {
  for (const bytes of [...inputs(), new Uint8Array(2 ** 18 + 1).fill(3)]) {
    assertEquals(crc32ByTable(bytes), byRuntime(bytes));
    assertEquals(crc32(bytes), byRuntime(bytes));
  }
  assertEquals(crc32ByTable(new TextEncoder().encode("123456789")), 0xcbf43926);
});
