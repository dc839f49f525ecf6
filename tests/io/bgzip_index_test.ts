import { assert, assertEquals } from "@std/assert";
import { openBgzip, readBgzipIndex } from "../../io/compression/bgzip_file.ts";
import { makeBgzip } from "../../support/make_bgzip.ts";
import { Workdir } from "../workdir.ts";

Deno.test("the index of a file of bgzip has an entry for each run of blocks, however many blocks there are", async () => {
  await using dir = await Workdir.create();
  const empty = await makeBgzip(new Uint8Array(0), 1);
  const first = (await makeBgzip(Uint8Array.of(1, 2, 3), 2)).subarray(0, -empty.length);
  const last = await makeBgzip(Uint8Array.of(4, 5), 9);
  const blocks = 100_000;
  const file = new Uint8Array(first.length + blocks * empty.length + last.length);
  file.set(first);
  for (let i = 0; i < blocks; i++) file.set(empty, first.length + i * empty.length);
  file.set(last, file.length - last.length);
  await dir.write("x.gz", file);
  const known = { path: dir.path("x.gz") };
  const index = readBgzipIndex(known)!;
  assertEquals(index.size, 5);
  assert(index.packed.length <= 2 + file.length / 2 ** 20, `${index.packed.length} entries`);
  using contents = openBgzip(known, index);
  const found = new Uint8Array(5);
  contents.readSync(found, 0);
  assertEquals([...found], [1, 2, 3, 4, 5]);
  for (let i = 0; i < 5; i++) {
    const one = new Uint8Array(1);
    await contents.read(one, i);
    assertEquals(one[0], i + 1);
  }
});
