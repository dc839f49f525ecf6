import { assert, assertEquals } from "@std/assert";
import { Random } from "../../../support/random.ts";
import { Workdir } from "../../workdir.ts";

const ROWS = 15_000;
const GROUPS = 9;

/** A file with several row groups of numbers that no codec makes shorter, nulls and texts. */
async function withGroups(): Promise<Workdir> {
  const dir = await Workdir.create();
  let seed = 1;
  const lines = Array.from({ length: ROWS }, (_, i) => {
    seed = seed * 48271 % 2147483647;
    const x = i % 11 === 0 ? "" : String(seed / 3e7 + i * 1e-7);
    return `${x},${i % 7 === 0 ? "" : i},"s, ${i % 5}"`;
  });
  await dir.write("piece.csv", `x,n,s\n${lines.join("\n")}\n`);
  await dir.specol("convert", "piece.csv", "-o", "piece.parquet", "-q");
  const pieces = Array.from({ length: GROUPS }, (_, i) => `piece${i}.parquet`);
  const piece = await dir.read("piece.parquet");
  for (const name of pieces) await dir.write(name, piece);
  const { status, stderr } = await dir.specol("concat", ...pieces, "-o", "in.parquet");
  assertEquals(status, 0, stderr);
  return dir;
}

Deno.test("threads that share row groups write and report what one thread does", async () => {
  await using dir = await withGroups();
  for (
    const [ending, ...args] of [
      ["parquet", "map", "y = lgamma(x) - n", "z = grad(y, x)"],
      ["parquet", "lgamma", "-c", "x", "--replace"],
      ["csv", "map", "y = digamma(x - 20)", "-v"],
      ["jsonl", "map", "y = sqrt(x - 20)", "--digits", "5"],
      ["csv", "convert", "-c", "s,x"],
      ["csv", "reduce", "a = sum(lgamma(x))", "b = count()", "c = mean(n)"],
      ["csv", "reduce", "--by", "s", "a = sum(lgamma(x - 20))", "b = count()", "c = var(n)", "-v"],
      ["jsonl", "reduce", "--by", "n", "a = sum(x)", "b = min(x)", "c = max(lgamma(x))"],
    ]
  ) {
    const outputs: unknown[] = [];
    for (const jobs of ["1", "2", "3"]) {
      const out = `out${jobs}.${ending}`;
      const run = await dir.specol(...args, "-j", jobs, "in.parquet", "-o", out);
      assertEquals(run.status, 0, run.stderr);
      // Times, workers and the name of the output differ.
      const report = run.stderr.split("\n").filter((line) => /NaN|null|:\s+\d+ rows? in/.test(line))
        .map((line) => line.replace(/ in [\d.]+ m?s/, ""));
      outputs.push({ report, bytes: (await dir.read(out)).toBase64() });
    }
    assertEquals(outputs[1], outputs[0], args.join(" "));
    assertEquals(outputs[2], outputs[0], args.join(" "));
  }
});

Deno.test("threads that share row groups stop at the first failure in the order of the rows", async () => {
  await using dir = await withGroups();
  const bytes = await dir.read("in.parquet");
  // Bytes in pages of two row groups; the later one is found first by a thread that is ahead.
  const damaged = bytes.slice();
  for (const at of [5, 8]) {
    const place = Math.floor(bytes.length * at / GROUPS) + 2000;
    damaged.fill(0x5a, place, place + 64);
  }
  await dir.write("damaged.parquet", damaged);
  for (
    const args of [
      ["digamma", "-c", "x", "damaged.parquet"],
      ["convert", "-c", "x,n", "--to", "csv", "damaged.parquet"],
      ["map", "--strict", "y = log(x - 71)", "in.parquet"],
      ["reduce", "--strict", "y = sum(log(x - 71))", "in.parquet"],
      ["reduce", "--by", "s", "--strict", "y = sum(log(x - 71))", "in.parquet"],
      ["reduce", "--by", "s,n", "y = sum(x)", "damaged.parquet"],
    ]
  ) {
    const ends: unknown[] = [];
    for (const jobs of ["1", "2", "3"]) {
      const { status, stderr } = await dir.specol(...args, "-j", jobs, "-o", "out");
      assertEquals(status, 1, stderr);
      assert(!(await dir.list()).includes("out"), stderr);
      ends.push(stderr);
    }
    assertEquals(ends, [ends[0], ends[0], ends[0]]);
  }
});

Deno.test("columns that are appended leave every byte before the footer, however many there are", async () => {
  await using dir = await Workdir.create();
  const random = new Random(5);
  const ROWS = 6000;
  // Texts that no codec makes much shorter: each row group has more bytes than are copied at a time.
  const words = new Uint32Array(250);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    for (let j = 0; j < words.length; j++) words[j] = random.bits();
    return `${i},${new Uint8Array(words.buffer).toBase64()}`;
  });
  await dir.write("piece.csv", `x,t\n${lines.join("\n")}\n`);
  await dir.specol("convert", "piece.csv", "-o", "piece.parquet", "-q");
  await dir.write("again.parquet", await dir.read("piece.parquet"));
  await dir.specol("concat", "piece.parquet", "again.parquet", "-o", "in.parquet");
  const before = await dir.read("in.parquet");
  assert(before.length > 2 ** 23, `${before.length}`);
  const footer = new DataView(before.buffer, before.length - 8).getUint32(0, true) + 8;
  const outputs: Uint8Array[] = [];
  for (const jobs of ["1", "2", "3"]) {
    const run = await dir.specol(
      "lgamma",
      "-c",
      "x",
      "-j",
      jobs,
      "in.parquet",
      "-o",
      "out.parquet",
    );
    assertEquals(run.status, 0, run.stderr);
    outputs.push(await dir.read("out.parquet"));
  }
  const kept = before.length - footer;
  assertEquals(outputs[1].subarray(0, kept).toBase64(), before.subarray(0, kept).toBase64());
  assertEquals(outputs[1].toBase64(), outputs[0].toBase64());
  assertEquals(outputs[2].toBase64(), outputs[0].toBase64());
});
