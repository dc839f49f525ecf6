import { assert, assertEquals, assertRejects } from "@std/assert";
import { constants, createZstdCompress, gzipSync, zstdCompressSync } from "node:zlib";
import type { ByteSource } from "../../../io/byte_source.ts";
import { decompress } from "../../../io/compression/decompress.ts";
import { unzstd } from "../../../io/compression/unzstd.ts";
import { memorySource } from "../../formats/npy/memory_source.ts";
import { turns } from "../../wait_until.ts";

const SKIPPABLE = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9];

function join(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function zstd(text: string, params: Record<number, number> = {}): Uint8Array {
  const all = { [constants.ZSTD_c_checksumFlag]: 1, ...params };
  return zstdCompressSync(new TextEncoder().encode(text), { params: all });
}

/** Compresses a text in blocks of some lengths, in turns. */
async function zstdBlocks(text: string, lengths: readonly number[]): Promise<Uint8Array> {
  const encoder = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  for (let at = 0, i = 0; at < text.length; i++) {
    const length = lengths[i % lengths.length];
    encoder.write(text.slice(at, at + length));
    encoder.flush();
    at += length;
  }
  encoder.end();
  return join(...await Array.fromAsync(encoder as AsyncIterable<Uint8Array>));
}

async function read(source: ByteSource, room = 7): Promise<string> {
  using decompressed = await decompress(source);
  const buffer = new Uint8Array(room);
  const found: Uint8Array[] = [];
  for (let length; (length = await decompressed.source.read(buffer)) !== null;) {
    found.push(buffer.slice(0, length));
  }
  return await new Blob(found as BlobPart[]).text();
}

// Not so simple that it is one block, not so large that a byte at a time takes long.
const LONG = Array.from({ length: 3000 }, (_, i) => `${i * i % 977},${Math.sqrt(i)}\n`).join("");

Deno.test("gzip and zstd data are decompressed, members and frames in a row too", async () => {
  const cases: [string, Uint8Array, string][] = [
    ["plain", new TextEncoder().encode("hello"), "hello"],
    ["plain, empty", new Uint8Array(), ""],
    ["gzip", gzipSync(LONG), LONG],
    ["gzip, nothing in it", gzipSync(""), ""],
    ["gzip, three members", join(gzipSync("a"), gzipSync(""), gzipSync(LONG)), `a${LONG}`],
    ["gzip, zeros after it", join(gzipSync("a"), [0, 0, 0]), "a"],
    ["zstd", zstd(LONG), LONG],
    ["zstd, nothing in it", zstd(""), ""],
    ["zstd, no checksum", zstd(LONG, { [constants.ZSTD_c_checksumFlag]: 0 }), LONG],
    ["zstd, repeated bytes", zstd("x".repeat(1e6)), "x".repeat(1e6)],
    ["zstd, three frames", join(zstd("a"), zstd(""), zstd(LONG)), `a${LONG}`],
    ["zstd, frames to skip", join(SKIPPABLE, zstd("a"), SKIPPABLE, zstd("b"), SKIPPABLE), "ab"],
  ];
  for (const [name, bytes, expected] of cases) {
    for (const atATime of [1, 5, 1 << 20]) {
      const text = await read(memorySource(bytes, atATime), 1 << 16);
      assertEquals(text === expected, true, `${name}, ${atATime} bytes at a time`);
    }
  }
});

Deno.test("frames of zstd share one decoder, whose making would take longer than a small frame", async () => {
  const frames = Array.from({ length: 1000 }, (_, i) => i % 3 === 0 ? zstd("") : zstd("abc"));
  const chunks = await Array.fromAsync(unzstd(memorySource(join(...frames), 2 ** 16)));
  assertEquals(await new Blob(chunks as BlobPart[]).text(), "abc".repeat(666));
  // A decoder puts what it makes into one buffer until that is full.
  assertEquals(new Set(chunks.map(({ buffer }) => buffer)).size, 1);
});

Deno.test("members and frames may be cut anywhere by a pipe", async () => {
  for (const bytes of [join(gzipSync("a"), gzipSync("b"), [0, 0]), join(zstd("a"), zstd("b"))]) {
    for (let cut = 1; cut < bytes.length; cut++) {
      assertEquals(await read(inTwo(bytes, cut)), "ab", `cut at ${cut} of ${bytes.length}`);
    }
  }
});

Deno.test("truncated data are an error, wherever they end", async () => {
  for (const bytes of [join(gzipSync("a"), gzipSync("bcd")), join(zstd("a"), zstd("bcd"))]) {
    const end = bytes[0] === 0x1f ? gzipSync("a").length : zstd("a").length;
    const kind = bytes[0] === 0x1f ? "gzip" : "zstd";
    for (let length = 4; length < bytes.length; length++) {
      if (length === end) continue;
      await assertRejects(
        () => read(memorySource(bytes.subarray(0, length))),
        SyntaxError,
        `Cannot read x.npy: truncated: it ends inside the ${kind} data`,
        `${length} of ${bytes.length}`,
      );
    }
  }
});

Deno.test("other bytes after compressed data are an error, wherever a pipe cuts them", async () => {
  const cases = [
    join(gzipSync("a"), [1, 2, 3]),
    join(gzipSync("a"), [0, 0, 1]),
    join(gzipSync("a"), [0, 0], gzipSync("b")),
    join(gzipSync(""), new TextEncoder().encode("garbage")),
    join(zstd("a"), [0, 0, 0, 0]),
    join(zstd("a"), new TextEncoder().encode("garbage")),
    join(zstd("a"), gzipSync("b")),
  ];
  for (const bytes of cases) {
    const kind = bytes[0] === 0x1f ? "gzip" : "zstd";
    for (const atATime of [1, 2, 3, 5, 1000]) {
      await assertRejects(
        () => read(memorySource(bytes, atATime)),
        SyntaxError,
        `Cannot read x.npy: there are other bytes after the ${kind} data, expected the end`,
      );
    }
  }
});

Deno.test("damaged data are an error", async () => {
  const cases: [Uint8Array, number, string][] = [
    [gzipSync(LONG), -1, "damaged gzip data: their checksum does not match"],
    [gzipSync(LONG), -5, "damaged gzip data: their checksum does not match"],
    [zstd(LONG), -1, "damaged zstd data: restored data doesn't match checksum"],
  ];
  for (const [bytes, at, expected] of cases) {
    const damaged = join(bytes);
    damaged[at + damaged.length] ^= 1;
    await assertRejects(() => read(memorySource(damaged)), SyntaxError, expected);
  }
  for (const bytes of [gzipSync(LONG), zstd(LONG)]) {
    for (let at = 20; at < bytes.length; at += 997) {
      const damaged = join(bytes);
      damaged[at] ^= 0x55;
      await assertRejects(() => read(memorySource(damaged)), SyntaxError, "Cannot read x.npy: ");
    }
  }
});

// The decoder of Deno 2.9.6 ends the program if it finds damage after it has filled a buffer.
Deno.test("damage after more bytes than a buffer of the decoder holds is an error", async () => {
  const text = LONG.repeat(20);
  const blocks = [2 ** 17, 9_999, 77_777];
  for (const bytes of [zstd(text), await zstdBlocks(text, blocks), gzipSync(text)]) {
    for (let at = 20; at < bytes.length; at += Math.ceil(bytes.length / 25)) {
      const damaged = new Uint8Array(bytes);
      damaged[at] ^= 0x55;
      await assertRejects(
        () => read(memorySource(damaged, 2 ** 16), 2 ** 18),
        SyntaxError,
        "Cannot read x.npy: ",
      );
    }
  }
});

Deno.test("zstd data with a larger window than the decoder accepts are not called damaged", async () => {
  // A frame of no bytes with a window of 2 GiB, as zstd --long=31 writes it.
  const long = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, (31 - 10) << 3, 1, 0, 0);
  await assertRejects(() => read(memorySource(long)), RangeError, "decompress it first: zstd -dc");
});

Deno.test("what the source fails with is what the reader gets", async () => {
  for (const bytes of [gzipSync(LONG), zstd(LONG)]) {
    const source = memorySource(bytes, 1000);
    let reads = 0;
    await assertRejects(
      () =>
        read({
          name: "x.npy",
          read(into): Promise<number | null> {
            if (++reads > 3) throw new Error("Cannot read x.npy: the disk is on fire");
            return source.read(into);
          },
        }),
      Error,
      "the disk is on fire",
    );
  }
});

Deno.test("only as much is read as is wanted", async () => {
  const noise = crypto.getRandomValues(new Uint8Array(2 ** 16));
  const large = new Uint8Array(2 ** 23);
  for (let at = 0; at < large.length; at += noise.length) {
    large.set(noise.map((byte) => byte ^ (at >>> 16)), at);
  }
  for (const bytes of [gzipSync(large), zstdCompressSync(large)]) {
    let taken = 0;
    const source = memorySource(bytes, 2 ** 16);
    using decompressed = await decompress({
      name: "x",
      async read(into): Promise<number | null> {
        const length = await source.read(into);
        taken += length ?? 0;
        return length;
      },
    });
    // Noise cannot be compressed: so many bytes are taken as are wanted, and some ahead.
    const into = new Uint8Array(2 ** 16);
    let wanted = 0;
    for (let found; (found = await decompressed.source.read(into)) !== null;) {
      wanted += found;
      await turns();
      assert(taken < wanted + bytes.length / 4, `${taken} are taken when ${wanted} are wanted`);
    }
    assertEquals(wanted, large.length);
  }
});

function inTwo(bytes: Uint8Array, cut: number): ByteSource {
  let at = 0;
  return {
    name: "x.npy",
    read(into): Promise<number | null> {
      const end = at < cut ? cut : bytes.length;
      const length = Math.min(into.length, end - at);
      if (at === bytes.length) return Promise.resolve(null);
      into.set(bytes.subarray(at, at + length));
      at += length;
      return Promise.resolve(length);
    },
  };
}
