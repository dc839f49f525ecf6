import { assert, assertEquals, assertMatch } from "@std/assert";
import { lgamma, writeTable } from "../../mod.ts";
import { batchBombs } from "../../tools/fuzz/hostile_batches.ts";
import { batchRows, loadApacheArrow } from "../formats/arrow/apache_arrow.ts";
import { Workdir } from "../workdir.ts";

const CHUNK_SIZES = ["", "--chunk-size 100", "--chunk-size 10000", "--chunk-size 16M"];

/** Arguments of the command line. */
function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

/** Rows of many types. Some are null. */
function rowsOf(
  count: number,
): { x: number | null; b: boolean; d: string; t: string; n: bigint }[] {
  return Array.from({ length: count }, (_, i) => ({
    x: i % 7 === 3 ? null : i / 8,
    b: i % 3 === 0,
    d: ["red", "green, dark", "blue"][i % 5 % 3],
    t: `text ${i}`,
    n: 2n ** 60n + BigInt(i),
  }));
}

async function arrowOf(count: number): Promise<Uint8Array<ArrayBuffer>> {
  const a = await loadApacheArrow();
  const rows = rowsOf(count);
  const table = new a.Table({
    x: a.vectorFromArray(rows.map(({ x }) => x), new a.Float64()),
    b: a.vectorFromArray(rows.map(({ b }) => b), new a.Bool()),
    d: a.vectorFromArray(rows.map(({ d }) => d), new a.Dictionary(new a.Utf8(), new a.Int8())),
    t: a.vectorFromArray(rows.map(({ t }) => t), new a.Utf8()),
    n: a.vectorFromArray(rows.map(({ n }) => n), new a.Int64()),
  });
  assertEquals(batchRows(table), [count]);
  return a.tableToIPC(table, "stream");
}

Deno.test("a batch of many rows becomes row groups and pages of Parquet that can be read again", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  // Its values shrink so much that one page of them would look like a decompression bomb.
  const zeros = a.tableFromArrays({ x: new Float64Array(9_000_000) });
  assertEquals(batchRows(zeros), [9_000_000]);
  await dir.write("zeros.arrow", a.tableToIPC(zeros, "file"));
  await dir.specol("convert", "zeros.arrow", "-o", "zeros.parquet");
  const zero = await dir.specol("reduce", "n = count(x)", "zeros.parquet", "--to", "csv");
  assertEquals([zero.stdout, zero.stderr], ["n\n9000000\n", ""]);
  // Texts end slices at any row, others where the number of rows is a power of 2.
  const count = 150_001;
  const rows = Array.from({ length: count }, (_, i) => i % 5 === 2 ? null : i);
  const mapped = (value: (i: number) => unknown) => rows.map((i) => i === null ? null : value(i));
  const table = new a.Table({
    x: a.vectorFromArray(mapped((i) => i / 8), new a.Float64()),
    b: a.vectorFromArray(mapped((i) => i % 3 === 0), new a.Bool()),
    t: a.vectorFromArray(mapped((i) => `${i}`.repeat(1 + i % 31)), new a.Utf8()),
    y: a.vectorFromArray(mapped((i) => new Uint8Array(i % 7).fill(65)), new a.Binary()),
    d: a.vectorFromArray(mapped((i) => new Date(1e12 + i)), new a.TimestampMillisecond()),
    n: a.vectorFromArray(mapped(BigInt), new a.Int64()),
  });
  assertEquals(batchRows(table), [count]);
  await dir.write("in.arrow", a.tableToIPC(table, "file"));
  for (const columns of ["*", "x,b,d,n"]) {
    const convert = async (name: string): Promise<string> =>
      (await dir.specol("convert", "-c", columns, name, "--to", "csv")).stdout;
    await dir.specol("convert", "-c", columns, "in.arrow", "-o", "out.parquet");
    assertEquals(await convert("out.parquet") === await convert("in.arrow"), true, columns);
  }
});

Deno.test("a batch of many rows becomes the same CSV and npy however it is cut", async () => {
  const count = 20_011;
  await using dir = await Workdir.create();
  await dir.write("in.arrows", await arrowOf(count));
  const rows = rowsOf(count);
  const records = rows.map(({ x, b, d, t, n }) =>
    `${x ?? ""},${b},${d.includes(",") ? `"${d}"` : d},${t},${n},${x === null ? "" : lgamma(x)}\n`
  );
  const csv = `x,b,d,t,n,x_lgamma\n${records.join("")}`.replaceAll("Infinity", "inf");
  const numbers = rows.flatMap(({ x, n }) => [x ?? NaN, Number(n), x === null ? NaN : lgamma(x)]);
  for (const size of CHUNK_SIZES) {
    const text = await dir.specol("lgamma", "-c", "x", ...words(size), "in.arrows", "--to", "csv");
    const poles = "specol: infinity was written at poles: 1 in";
    const error = "--strict makes that an error";
    assertEquals(text.stdout === csv, true, size);
    assertEquals(text.stderr, `${poles} x_lgamma; ${error}\n`);
    const map = ["map", "--only", "a = x", "b = n", "c = lgamma(x)", "in.arrows", "--to", "npy"];
    const { stderr, bytes } = await dir.specol(...map, ...words(size));
    const told = `integers above 2^53 were rounded to the nearest float64: ${count} in n`;
    assertEquals(stderr, `specol: ${told}\n${poles} c; ${error}\n`);
    const data = bytes.slice(bytes.length - numbers.length * 8);
    assertEquals([...new Float64Array(data.buffer)], numbers, size);
  }
});

Deno.test("batches of Arrow end where they did, whatever the chunk size", async () => {
  const a = await loadApacheArrow();
  const lengths = [10, 30_000, 1, 0, 70_000];
  const column = (length: number): unknown =>
    a.makeVector(Float64Array.from({ length }, (_, i) => i + 1)).data[0];
  const table = new a.Table({ x: new a.Vector(lengths.map(column)) });
  const bytes = a.tableToIPC(table, "file");
  await using dir = await Workdir.create();
  await dir.write("in.arrow", bytes);
  const expected = batchRows(a.tableFromIPC(bytes));
  for (const size of CHUNK_SIZES) {
    for (const command of ["lgamma -c x", "convert"]) {
      for (const to of ["arrow", "arrows"]) {
        const run = await dir.specol(...words(`${command} ${size} in.arrow --to ${to}`));
        assertEquals([run.stderr, batchRows(a.tableFromIPC(run.bytes))], ["", expected]);
      }
    }
  }
});

Deno.test("a value outside the domain is named by its row, whatever the chunk size", async () => {
  const a = await loadApacheArrow();
  const x = new Float64Array(30_000).fill(2);
  x[25_000] = x[29_999] = -1;
  await using dir = await Workdir.create();
  await dir.write("in.arrow", a.tableToIPC(a.tableFromArrays({ x }), "file"));
  for (const size of CHUNK_SIZES) {
    for (const to of ["csv", "npy", "arrow"]) {
      const command = `multigammaln -p 2 --strict ${size} in.arrow --to ${to}`;
      const { status, stderr } = await dir.specol(...words(command));
      assertEquals(status, 1);
      assertMatch(stderr, /column x in row 25001 of in.arrow is -1, outside the domain/);
    }
  }
});

// Where batches were taken as a whole these took up to 4 GB, or a quarter of an hour. They take up
// to 250 MB now; how much more depends on when the runtime looks for memory that nobody uses.
const MAX_KILOBYTES = 400_000;

Deno.test({
  name: "small inputs that stand for much take little memory, or are refused in our own words",
  ignore: Deno.build.os !== "linux", // others do not say how much memory a process took
  async fn(t) {
    await using dir = await Workdir.create();
    for (const [name, make] of batchBombs()) {
      await t.step(name, async () => {
        await dir.write("in.arrow", make());
        for (const to of ["csv", "arrows"]) {
          const { stderr, kilobytes } = await peakOf(dir, ["convert", "in.arrow", "--to", to]);
          assertMatch(stderr, /^(specol: Cannot (read in\.arrow|write (as )?CSV): .*\n)?$/);
          assert(kilobytes > 0 && kilobytes < MAX_KILOBYTES, `${kilobytes} kB to ${to}`);
        }
      });
    }
  },
});

Deno.test({
  name: "a table of many columns takes some kilobytes for each, however many rows a batch has",
  ignore: Deno.build.os !== "linux", // others do not say how much memory a process took
  async fn() {
    const [count, rows] = [10_000, 500];
    const values = Float64Array.from({ length: rows }, (_, i) => (i + 1) / 8);
    const table = {
      columns: Array.from({ length: count }, (_, i) => ({
        name: `c${i}`,
        typeName: "float64",
        type: "float64" as const,
      })),
      batches: ReadableStream.from([{ rows, numbers: () => ({ values }) }]),
    };
    await using dir = await Workdir.create();
    await dir.write("in.arrow", await new Response(writeTable(table, { format: "arrow" })).bytes());
    for (const to of ["csv", "npy", "arrow"]) {
      const args = ["lgamma", "-c", "c5", "in.arrow", "--to", to];
      const { stderr, kilobytes } = await peakOf(dir, args);
      assertEquals(stderr, "");
      assert(kilobytes < 250_000 + 5 * count, `${kilobytes} kB to ${to}`);
    }
  },
});

/** Runs the program and says how much memory it took; what it writes is not kept. */
async function peakOf(
  dir: Workdir,
  args: readonly string[],
): Promise<{ stderr: string; kilobytes: number }> {
  const preload = new URL("./peak_memory.ts", import.meta.url).pathname;
  const child = dir.start(args, ["--allow-all"], {
    flags: [`--preload=${preload}`],
    env: { PEAK_FILE: dir.path("peak") },
  });
  await child.stdin.close();
  const [stderr] = await Promise.all([
    new Response(child.stderr).text(),
    child.stdout.pipeTo(new WritableStream()),
    child.status,
  ]);
  return { stderr, kilobytes: Number(new TextDecoder().decode(await dir.read("peak"))) };
}
