import { assertEquals, assertRejects } from "@std/assert";
import { EarlySync } from "../../io/file_sink.ts";
import { openOutput } from "../../io/open_sink.ts";
import { Workdir } from "../workdir.ts";

const MANY = 2 ** 25;

Deno.test("an early sync that fails is an error at the end", async () => {
  await using dir = await Workdir.create();
  using early = new EarlySync(dir.path("missing"));
  early.wrote(MANY);
  early.wrote(MANY);
  await assertRejects(() => early.finish(), Deno.errors.NotFound);
});

Deno.test("a large file is complete under its name, and nothing stays open", async () => {
  await using dir = await Workdir.create();
  const bytes = new Uint8Array(2 ** 23).fill(7);
  {
    using sink = await openOutput(dir.path("out"));
    for (let i = 0; i < 5; i++) await sink.write(bytes);
    await sink.finish();
  }
  assertEquals(await dir.list(), ["out"]);
  assertEquals((await Deno.stat(dir.path("out"))).size, 5 * bytes.length);
});

Deno.test("little is synced once, at the end", async () => {
  await using dir = await Workdir.create();
  // There is no such file: a sync would fail.
  using early = new EarlySync(dir.path("missing"));
  for (let i = 0; i < 100; i++) early.wrote(1000);
  await early.finish();
});
