import { assertEquals, assertRejects } from "@std/assert";
import { type ByteSource, readFull } from "../../io/byte_source.ts";
import { SpooledSource } from "../../io/spooled_source.ts";
import { ownTemporaryFiles } from "../own_temporary_files.ts";

/** So many bytes that are their own number, some at a time. */
function source(length: number, compressed?: ByteSource["compressed"]): ByteSource {
  let at = 0;
  return {
    name: "x",
    compressed,
    read(into: Uint8Array): Promise<number | null> {
      const found = Math.min(into.length, 100_003, length - at);
      for (let i = 0; i < found; i++) into[i] = (at + i) % 251;
      at += found;
      return Promise.resolve(found === 0 ? null : found);
    },
  };
}

Deno.test("the end of a source is looked at before it is read, in memory and in a file", async () => {
  for (
    const length of [
      0,
      5,
      2 ** 16,
      2 ** 16 + 1,
      2 ** 18 + 4,
      2 ** 24 - 1,
      2 ** 24,
      2 ** 24 + 12_345,
    ]
  ) {
    using spooled = await SpooledSource.open(source(length));
    assertEquals(spooled.size, length);
    const expected = new Uint8Array(length).map((_, i) => i % 251);
    assertEquals(await spooled.readLast(10), expected.slice(-10));
    const bytes = new Uint8Array(length + 1);
    const half = await readFull(spooled, bytes.subarray(0, length >> 1));
    // Looking at the end does not disturb the reading.
    assertEquals(await spooled.readLast(3), expected.slice(-3));
    const found = half + await readFull(spooled, bytes.subarray(half));
    assertEquals(found, length);
    assertEquals(bytes.subarray(0, length).every((byte, i) => byte === expected[i]), true);
    assertEquals(await spooled.read(new Uint8Array(1)), null);
  }
});

Deno.test("places of a temporary file are read at the same time", async () => {
  using spooled = await SpooledSource.open(source(2 ** 24 + 1));
  const places = Array.from({ length: 40 }, (_, i) => i * 400_003);
  await Promise.all(places.map(async (place) => {
    const into = new Uint8Array(5000);
    await spooled.readAt(place, into);
    assertEquals(into, new Uint8Array(5000).map((_, i) => (place + i) % 251));
  }));
});

Deno.test("the temporary file is gone afterwards, also if the source fails", async () => {
  using files = ownTemporaryFiles();
  const spooled = await SpooledSource.open(source(2 ** 24 + 1));
  assertEquals(files.count(), 1);
  spooled[Symbol.dispose]();
  assertEquals(files.count(), 0);
  const good = source(2 ** 25);
  let reads = 0;
  const failing = {
    ...good,
    read(into: Uint8Array): Promise<number | null> {
      if (++reads > 200) throw new Error("the disk is on fire");
      return good.read(into);
    },
  };
  await assertRejects(() => SpooledSource.open(failing), Error, "the disk is on fire");
  assertEquals(files.count(), 0);
});

Deno.test("a disk is not filled by what few compressed bytes become", async () => {
  await assertRejects(
    () => SpooledSource.open(source(2 ** 28, { taken: 1000 })),
    RangeError,
    "Cannot read x: 1000 compressed bytes became more than 6",
  );
  using spooled = await SpooledSource.open(source(2 ** 26 + 1, { taken: 2 ** 20 }));
  assertEquals(spooled.size, 2 ** 26 + 1);
});
