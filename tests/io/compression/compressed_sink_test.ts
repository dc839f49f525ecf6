import { assertEquals, assertRejects } from "@std/assert";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { ByteSink, Spool } from "../../../io/byte_sink.ts";
import { CompressedSink } from "../../../io/compression/compressed_sink.ts";
import type { Compression } from "../../../io/compression/decompress.ts";
import { openOutput } from "../../../io/open_sink.ts";
import { Workdir } from "../../workdir.ts";

const EXPAND = { gzip: gunzipSync, zstd: zstdDecompressSync };
const COMPRESSIONS: readonly Compression[] = ["gzip", "zstd"];

// Compressible, but not so much that it fits a block.
const DATA = new Uint8Array(
  Float64Array.from({ length: 100_000 }, (_, i) => Math.round(1e4 * Math.sin(i)) / 1e4).buffer,
);

async function compress(
  dir: Workdir,
  { compression, step }: { compression: Compression; step: number },
): Promise<Uint8Array<ArrayBuffer>> {
  using sink = await openOutput(dir.path("out"), compression);
  for (let at = 0; at < DATA.length; at += step) await sink.write(DATA.subarray(at, at + step));
  await sink.finish();
  return await dir.read("out");
}

Deno.test("compressed files read back, and are the same however they were written", async () => {
  await using dir = await Workdir.create();
  for (const compression of COMPRESSIONS) {
    const bytes = await compress(dir, { compression, step: DATA.length });
    assertEquals(bytes.length < DATA.length / 2, true);
    assertEquals(new Uint8Array(EXPAND[compression](bytes)), DATA);
    for (const step of [999, 2 ** 17, 2 ** 17 + 1]) {
      const again = await compress(dir, { compression, step });
      assertEquals(again, bytes, `${compression}, ${step} bytes at a time`);
    }
  }
});

Deno.test("gzip files contain no time, name or system", async () => {
  await using dir = await Workdir.create();
  const bytes = await compress(dir, { compression: "gzip", step: 2 ** 20 });
  assertEquals([...bytes.subarray(0, 10)], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
});

Deno.test("nothing at all makes a compressed file too", async () => {
  await using dir = await Workdir.create();
  for (const compression of COMPRESSIONS) {
    using sink = await openOutput(dir.path("out"), compression);
    await sink.finish();
    assertEquals(EXPAND[compression](await dir.read("out")).length, 0);
  }
});

Deno.test("bytes that waited are compressed after those that did not", async () => {
  await using dir = await Workdir.create();
  for (const compression of COMPRESSIONS) {
    using sink = await openOutput(dir.path("out"), compression);
    const spool = sink.spool();
    await spool.write(DATA.subarray(5000));
    assertEquals((await dir.list()).filter((name) => name !== "out").length, 2);
    await sink.write(DATA.subarray(0, 5000));
    await spool.drain();
    await sink.finish();
    assertEquals(new Uint8Array(EXPAND[compression](await dir.read("out"))), DATA);
    assertEquals(await dir.list(), ["out"]);
  }
});

Deno.test("a file that is not finished leaves what was there, and nothing else", async () => {
  await using dir = await Workdir.create();
  await dir.write("out", "old");
  for (const compression of COMPRESSIONS) {
    {
      using sink = await openOutput(dir.path("out"), compression);
      await sink.spool().write(DATA);
      await sink.write(DATA);
    }
    assertEquals(await dir.list(), ["out"]);
    assertEquals(new TextDecoder().decode(await dir.read("out")), "old");
  }
});

Deno.test("a sink that fails fails the one that compresses for it", async () => {
  for (const compression of COMPRESSIONS) {
    using sink = await CompressedSink.open(fullSink(), compression);
    await assertRejects(
      async () => {
        for (let i = 0; i < 50; i++) await sink.write(DATA);
      },
      Error,
      "no space left",
    );
    await assertRejects(() => sink.finish(), Error, "no space left");
  }
});

function fullSink(): ByteSink {
  let writes = 0;
  return {
    write(): Promise<void> {
      return writes++ < 3 ? Promise.resolve() : Promise.reject(new Error("no space left"));
    },
    finish: () => Promise.reject(new Error("finished all the same")),
    spool(): Spool {
      throw new Error("not needed here");
    },
    [Symbol.dispose](): void {},
  };
}
