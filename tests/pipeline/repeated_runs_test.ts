import { assert } from "@std/assert";
import { main } from "../../commands/main.ts";
import { lgamma } from "../../functions/mod.ts";
import { readTable } from "../../streams/read_table.ts";
import { writeTable } from "../../streams/write_table.ts";
import { watchKeptMemory } from "../../support/kept_memory.ts";
import { Workdir } from "../workdir.ts";

/** Runs before the first measurement, in which caches fill. */
const FIRST = 3;
const REPEATED = 12;
/** Bytes by which memory may grow in the repeated runs. An instance of the kernels counts 128 MB. */
const MAX_GROWTH = 2e6;

Deno.test("a program that runs specol again and again does not use more and more memory", async (t) => {
  await using dir = await Workdir.create();
  using memory = watchKeptMemory();
  const rows = Array.from({ length: 2000 }, (_, i) => `a${i},${i / 7},${i % 11}\n`);
  await dir.write("in.csv", `id,n,r\n${rows.join("")}`);
  const csv = dir.path("in.csv");
  for (const format of ["jsonl", "arrow", "arrows", "parquet"]) {
    await main(["convert", csv, "-q", "-o", dir.path(`in.${format}`)]);
  }
  await main(["convert", csv, "-c", "n,r", "-q", "-o", dir.path("in.npy")]);

  const runs: Record<string, () => Promise<unknown>> = {};
  for (const from of ["csv", "jsonl", "arrow", "arrows", "parquet"]) {
    const command = ["map", "y = lgamma(n + r) - lgamma(n + 1)", dir.path(`in.${from}`), "-q"];
    for (const to of [from, from === "csv" ? "arrow" : "csv"]) {
      runs[`${from} to ${to}`] = () => main([...command, "-o", dir.path(`out.${to}`)]);
    }
  }
  runs["npy to npy"] = () => main(["lgamma", dir.path("in.npy"), "-q", "-o", dir.path("out.npy")]);
  runs["groups"] = () =>
    main(["reduce", "--by", "r", "s = sum(lgamma(n))", csv, "-q", "-o", dir.path("out.csv")]);
  runs["a fit"] = () =>
    main(["fit", "n * log(m) - m", "--start", "m=1", csv, "-q", "-o", dir.path("out.csv")]);
  runs["a stream"] = async () => {
    const table = await readTable((await Deno.open(csv)).readable);
    const results = { y: { column: "n", compute: lgamma } };
    await new Response(writeTable(table, { format: "arrow", results })).arrayBuffer();
  };
  runs["a stream that is cancelled"] = async () => {
    const table = await readTable((await Deno.open(csv)).readable, { chunkSize: 4096 });
    await writeTable(table, { format: "csv" }).cancel();
  };

  for (const [name, run] of Object.entries(runs)) {
    await t.step(name, async () => {
      for (let i = 0; i < FIRST; i++) await run();
      const before = await memory.measure();
      for (let i = 0; i < REPEATED; i++) await run();
      const growth = await memory.measure() - before;
      assert(growth <= MAX_GROWTH, `It grew by ${growth} bytes in ${REPEATED} runs`);
    });
  }
});
