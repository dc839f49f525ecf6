import { assertEquals } from "@std/assert";
import { runCommand } from "../../commands/main.ts";
import { lgamma, polygamma } from "../../functions/mod.ts";
import { leaseInstance } from "../../kernels/lease.ts";
import { expression } from "../../plan/expression/expression.ts";
import { fit } from "../../plan/expression/fit.ts";
import { CSV_BYTES_PER_THREAD } from "../../pipeline/thresholds.ts";
import { readTable } from "../../streams/read_table.ts";
import { writeTable } from "../../streams/write_table.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { Workdir } from "../workdir.ts";

/** Something that a program does, whose bytes must not depend on what else it does meanwhile. */
type Work = (name: string) => Promise<Uint8Array>;

const ROWS = 60_000;
const NORMAL = "-(n - m)^2 / (2 * s^2) - log(s)";

/** A CSV whose records say which file they are of. */
function csvOf(letter: string, bytes: number, seed: number): string {
  const lines = [`id,n,r\n`];
  for (let i = 0, length = 0; length < bytes; i++) {
    const line = `${letter}${i},${(i * seed % 9973) / 7},"${letter.repeat(i % 5)}, ${i % 11}"\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join("");
}

async function makeWork(dir: Workdir): Promise<Record<string, Work>> {
  await dir.write("a.csv", csvOf("a", 3e5, 31));
  await dir.write("b.csv", csvOf("b", 3e5, 57));
  // Two threads share these.
  await dir.write("c.csv", csvOf("c", 2.05 * CSV_BYTES_PER_THREAD, 31));
  await dir.write("d.csv", csvOf("d", 2.05 * CSV_BYTES_PER_THREAD, 57));
  const values = Array.from({ length: 2 * ROWS }, (_, i) => 0.1 + i / 64);
  await dir.write("x.npy", makeNpy(values, { descr: "<f8", shape: [ROWS, 2] }));
  await dir.write("f.npy", makeNpy(values, { descr: "<f8", shape: [ROWS, 2], fortran: true }));
  await runCommand(["convert", dir.path("x.npy"), "-q", "-o", dir.path("x.arrow")]);
  await runCommand([
    ...["map", "y = x0 * 3 + x1", dir.path("x.npy")],
    ...["-q", "-o", dir.path("y.arrow")],
  ]);
  const small = ["--chunk-size", "8K"];
  function run(output: string, ...args: string[]): Work {
    return async (name) => {
      await runCommand([...args, "-q", "-o", dir.path(`${name}.${output}`)]);
      return await dir.read(`${name}.${output}`);
    };
  }
  const [a, b, c, d] = ["a.csv", "b.csv", "c.csv", "d.csv"].map((name) => dir.path(name));
  const [x, y, npy, fortran] = ["x.arrow", "y.arrow", "x.npy", "f.npy"].map((name) =>
    dir.path(name)
  );
  return {
    recordsAlone: run("csv", "lgamma", "-c", "n", a, "-j", "1", ...small),
    otherRecordsAlone: run("csv", "digamma", "-c", "n", b, "-j", "1", ...small, "--replace"),
    records: run("csv", "lgamma", "-c", "n", c, "-j", "2"),
    otherRecords: run("csv", "map", "z = lgamma(n + 1) - n", d, "-j", "2"),
    comments: run("csv", "i0e", "-c", "n", a, "--comment", "a7", "-j", "1", ...small),
    part: run("csv", "lgamma", "-c", "n", b, "--part", "2/3", ...small),
    recordsToArrow: run("arrow", "i0e", "-c", "n", b, ...small),
    batches: run("arrow", "map", "z = lgamma(x0 + x1) - lgamma(x1)", x, "-j", "1"),
    otherBatches: run("arrow", "map", "z = digamma(x0) * x1", y, "-j", "2"),
    batchesToCsv: run("csv", "map", "z = i0e(x0)", x, ...small),
    array: run("npy", "lgamma", npy, "-j", "1", ...small),
    columns: run("csv", "lgamma", "-c", "x1", fortran, ...small),
    sums: run("csv", "reduce", "s = sum(lgamma(n + 1))", a, ...small),
    groups: run("csv", "reduce", "--by", "r", "s = sum(n)", b, ...small),
    fit: run("csv", "fit", "n * log(m) - m", "--start", "m=1", c, "-j", "2"),
    fitOfGroups: run("csv", "fit", NORMAL, "--start", "m=1,s=9", "--by", "r", b, ...small),
    fitOfBatches: run("csv", "fit", "-(x0 - a - b * x1)^2", "--start", "a=0,b=0", y, "-j", "2"),
    rows: run("csv", "lgamma", "-c", "n", "--where", "n > 700", a, "-j", "1", ...small),
    sumsOfBatches: run("csv", "reduce", "s = sum(lgamma(x0))", x),
    streams: async () => {
      const table = await readTable((await Deno.open(a)).readable, { chunkSize: 8192 });
      const bytes = writeTable(table, {
        format: "csv",
        results: { n_lgamma: { column: "n", compute: lgamma } },
      });
      return await new Response(bytes as BodyInit).bytes();
    },
    fitCalls: async () => {
      const found = new Float64Array(20);
      for (let i = 0; i < found.length; i++) {
        const n = Float64Array.from({ length: 300 }, (_, j) => j * (i + 3) % 97 + 1);
        found[i] = fit(NORMAL, { n }, { start: { m: 1, s: 50 } }).parameters.s;
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return new Uint8Array(found.buffer);
    },
    calls: async () => {
      const z = expression("lgamma(x + 0.5) - digamma(x) * 2");
      const sums = new Float64Array(100);
      for (let i = 0; i < sums.length; i++) {
        const x = Float64Array.from({ length: 700 }, (_, j) => 0.25 + j / 16 + i);
        const made = [lgamma(x), polygamma(x, 3), z({ x }) as Float64Array];
        for (const array of made) for (const value of array) sums[i] += value;
        // A timer, so that whatever waits goes on in between.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return new Uint8Array(sums.buffer);
    },
  };
}

Deno.test("runs and calls at the same time in one process have the bytes that they have alone", async () => {
  await using dir = await Workdir.create();
  const work = await makeWork(dir);
  const names = Object.keys(work);
  const alone = new Map<string, Uint8Array>();
  for (const name of names) alone.set(name, await work[name](`alone-${name}`));
  async function together(chosen: readonly string[], round: string): Promise<void> {
    const made = await Promise.all(chosen.map((name, i) => work[name](`${round}-${i}-${name}`)));
    made.forEach((bytes, i) =>
      assertSameBytes(bytes, alone.get(chosen[i])!, `${chosen[i]} among ${chosen.join(", ")}`)
    );
  }
  // All of them, in two orders, and each next to others and next to itself.
  for (const shift of [0, 7]) {
    await together([...names.slice(shift), ...names.slice(0, shift)], `all-${shift}`);
  }
  await together(["records", "otherRecords", "records"], "shared");
  const few = names.filter((name) => !/^(r|otherR)ecords$/.test(name));
  for (let i = 0; i < few.length; i += 3) {
    const [first, second, third] = [0, 1, 2].map((j) => few[(i + j) % few.length]);
    await together([first, second, first, third, second, third], `few-${i}`);
  }
});

Deno.test("a lease is its holder's alone, and is used again when it was given back", () => {
  const first = leaseInstance();
  const second = leaseInstance();
  const known = [first.instance, second.instance];
  assertEquals(known[0] === known[1], false);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  using third = leaseInstance();
  using fourth = leaseInstance();
  assertEquals(third.instance, known[0]);
  assertEquals(known.includes(fourth.instance), false);
  second[Symbol.dispose]();
});
