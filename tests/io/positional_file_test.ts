import { Buffer } from "node:buffer";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { identityOf } from "../../io/file_identity.ts";
import { openSource } from "../../io/open_source.ts";
import { PositionalFile } from "../../io/positional_file.ts";
import { readLast } from "../../io/random_access_file.ts";
import { TemporaryFile } from "../../io/temporary_file.ts";
import { ColumnFile } from "../../formats/npy/column_file.ts";
import { NpyReader } from "../../formats/npy/reader.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

Deno.test({
  name: "a file that has taken the place of another is not read in its place",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using dir = await Workdir.create();
    const npy = makeNpy([1, 2, 3, 4], { descr: "<f8", shape: [2, 2], fortran: true });
    await dir.write("x", npy);
    const path = dir.path("x");
    // The first file stays open, as in a run, so that its number is not used again.
    await using first = await openSource(path);
    const known = { path, identity: first.identity };
    using same = PositionalFile.open(known);
    assertEquals(same.size, npy.length);
    assertEquals(await readLast(known, 3), npy.slice(-3));
    await dir.write("new", npy);
    await Deno.rename(dir.path("new"), path);
    const words = "replaced by another file";
    assertThrows(() => PositionalFile.open(known), Error, words);
    await assertRejects(() => readLast(known, 3), Error, `Cannot read ${path}: it was ${words}`);
    const reader = await NpyReader.open(first);
    await assertRejects(() => ColumnFile.open(reader, { ...known, chunkSize: 99 }), Error, words);
    const identity = identityOf(Deno.statSync(path));
    using _ = PositionalFile.open({ path, identity });
    using __ = await ColumnFile.open(reader, { path, identity, chunkSize: 99 });
  },
});

Deno.test("a temporary file does not stay if it cannot be opened", async () => {
  await using dir = await Workdir.create();
  const { makeTempFileSync, openSync } = Deno;
  Deno.makeTempFileSync = (options) => makeTempFileSync({ ...options, dir: dir.path(".") });
  Deno.openSync = () => {
    throw new Error("Too many open files (os error 24)");
  };
  try {
    assertThrows(() => TemporaryFile.anywhere(), Error, "Too many open files");
  } finally {
    Deno.makeTempFileSync = makeTempFileSync;
    Deno.openSync = openSync;
  }
  assertEquals(await dir.list(), []);
});

Deno.test("reads that are asked for at the same time each get the bytes of their place", async () => {
  await using dir = await Workdir.create();
  const bytes = new Uint8Array(2 ** 21).map((_, i) => i % 251);
  await dir.write("x", bytes);
  using file = PositionalFile.open({ path: dir.path("x") });
  const places = Array.from({ length: 64 }, (_, i) => i * 29_989);
  const found = await Promise.all(places.map(async (place) => {
    const into = new Uint8Array(100_000);
    assertEquals(await file.fill(into, place), into.length);
    return into;
  }));
  found.forEach((into, i) => {
    const end = places[i] + into.length;
    assertEquals(Buffer.compare(into, bytes.subarray(places[i], end)), 0, `place ${places[i]}`);
  });
});

Deno.test("a read that does not wait leaves one that is under way at its place", async () => {
  await using dir = await Workdir.create();
  const bytes = new Uint8Array(2 ** 21).map((_, i) => i % 251);
  await dir.write("x", bytes);
  using file = PositionalFile.open({ path: dir.path("x") });
  for (let round = 0; round < 200; round++) {
    const place = round * 9_973;
    const late = new Uint8Array(1_000);
    const soon = new Uint8Array(1_000);
    const reading = file.fill(late, place);
    assertEquals(file.readSync(soon, 5), soon.length);
    assertEquals(await reading, late.length);
    assertEquals(late, bytes.slice(place, place + late.length), `round ${round}`);
    assertEquals(soon, bytes.slice(5, 5 + soon.length), `round ${round}`);
  }
});

Deno.test("reads that wait when a file is closed fail, and none reads from a closed file", async () => {
  await using dir = await Workdir.create();
  await dir.write("x", new Uint8Array(2 ** 20));
  const file = PositionalFile.open({ path: dir.path("x") });
  const reads = [0, 1, 2].map((place) => file.read(new Uint8Array(2 ** 19), place));
  const ended = Promise.allSettled(reads);
  await file[Symbol.asyncDispose]();
  const [first, ...others] = await ended;
  assertEquals(first.status, "fulfilled");
  for (const other of others) {
    assertEquals(other.status === "rejected" && other.reason.message, "it is closed");
  }
});
