import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ArrowReader } from "../../formats/arrow/decode/reader.ts";
import { AGGREGATES } from "../../plan/expression/parse_aggregate.ts";
import { sample } from "../../support/arrow_samples.ts";
import { Random } from "../../support/random.ts";
import { groupRows, type Row } from "../pipeline/aggregate/oracle.ts";
import { loadApacheArrow } from "../formats/arrow/apache_arrow.ts";
import { Workdir } from "../workdir.ts";

const SUMS = AGGREGATES.map((name) => `${name}_x = ${name}(x)`);

/** A cell as CSV has it: a null is empty, and an empty text has quotes. */
function cell(text: string | null): string {
  if (text === null) return "";
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of two keys, some of them quoted, empty, null, long, or numbers in different words. */
function makeRows(random: Random, count: number): Row[] {
  const first = ["a", "", null, "1", "1.0", "01", "1e6", 'say "no"', "x,y", "two\nlines", "é"];
  const long = ["q".repeat(300), "q".repeat(299) + "r", '"'.repeat(255)];
  const keys = [...first, ...long];
  return Array.from({ length: count }, (_, i) => ({
    keys: [keys[random.bits() % keys.length], String(random.bits() % 7)],
    value: random.bits() % 9 === 0 ? null : (random.bits() % 2000 - 1000) * 10 ** (i % 20 - 10),
  }));
}

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(({ keys, value }) =>
    `${keys.map(cell).join(",")},${value === null ? "" : String(value)}\n`
  );
  return `k,j,x\n${lines.join("")}`;
}

/** What a reduction of rows prints. */
function expectedOf(rows: readonly Row[], names: readonly string[]): string {
  const lines = groupRows(rows, AGGREGATES).map(({ keys, values }) =>
    [...keys.map(cell), ...values.map((value) => value === null ? "" : formatNumber(value))]
      .join(",") + "\n"
  );
  return `${[...names, ...AGGREGATES.map((name) => `${name}_x`)].join(",")}\n${lines.join("")}`;
}

function formatNumber(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

Deno.test("groups of CSV are those of a map, for all chunks, threads and kinds of input", async () => {
  await using dir = await Workdir.create();
  const rows = makeRows(new Random(6), 1500);
  const text = csvOf(rows);
  await dir.write("in.csv", text);
  await dir.write(
    "in.csv.gz",
    new Uint8Array(
      await new Response(
        new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")),
      ).arrayBuffer(),
    ),
  );
  const half = text.indexOf("\n", text.length / 2 | 0);
  // A piece must not end within quotes.
  const cut = text.indexOf("\na,", half) + 1;
  await dir.write("a.csv", text.slice(0, cut));
  await dir.write("b.csv", `k,j,x\n${text.slice(cut)}`);
  const expected = expectedOf(rows, ["k", "j"]);
  const reduce = ["reduce", "-q", "--by", "k,j", ...SUMS];
  const cases = [
    ["in.csv"],
    ["in.csv", "-j", "1", "--chunk-size", "777"],
    ["in.csv", "-j", "3", "--chunk-size", "2K"],
    ["in.csv.gz", "-j", "2", "--chunk-size", "5K"],
    ["a.csv", "b.csv", "-j", "2"],
  ];
  for (const args of cases) {
    const { stdout, stderr } = await dir.specol(...reduce, ...args);
    assertEquals([stdout, stderr], [expected, ""], args.join(" "));
  }
  const piped = await dir.run([...reduce, "-"], { stdin: new TextEncoder().encode(text) });
  assertEquals(piped.stdout, expected);
  for (const [by, i] of [["k", 0], ["j", 1]] as const) {
    const one = rows.map(({ keys, value }) => ({ keys: [keys[i]], value }));
    const { stdout } = await dir.specol("reduce", "-q", "--by", by, ...SUMS, "in.csv");
    assertEquals(stdout, expectedOf(one, [by]));
  }
});

Deno.test("more groups than a thread keeps to itself have the same bytes on all numbers of threads", async () => {
  await using dir = await Workdir.create();
  const sums = new Map<string, number>();
  const lines: string[] = [];
  // Threads share files of some 25 MB and more.
  const padding = "-".repeat(50);
  for (let i = 0; i < 500_000; i++) {
    const number = i * 7919 % 200_003;
    // Quoted and unquoted, a cell is the same key.
    const key = number % 5 === 0 ? `key,${number}` : `key ${number}`;
    const x = i % 1000 / 8;
    sums.set(key, (sums.get(key) ?? 0) + x);
    lines.push(`${i % 3 === 0 ? `"${key}"` : cell(key)},${x},${padding}\n`);
  }
  await dir.write("in.csv", `k,x,padding\n${lines.join("")}`);
  const groups = Array.from(sums, ([key, sum]) => `${cell(key)},${sum}\n`);
  const expected = `k,s\n${groups.join("")}`;
  for (const options of [["-j1"], ["-j2"], ["-j3", "--chunk-size", "100K"], ["-j8"]]) {
    const reduce = ["reduce", "-q", "--by", "k", "s = sum(x)", "in.csv", "-o", "out.csv"];
    await dir.specol(...reduce, ...options);
    const found = new TextDecoder().decode(await dir.read("out.csv"));
    // All that differs would fill the screen.
    assert(found === expected, `other groups with ${options}`);
  }
});

Deno.test("groups of Arrow are those of a map, also through Arrow and of typed keys", async () => {
  await using dir = await Workdir.create();
  const rows = makeRows(new Random(7), 700);
  await dir.write("in.csv", csvOf(rows));
  const types = ["--types", "k=utf8,j=int64,x=float64", "--chunk-size", "3K"];
  const made = await dir.specol("convert", "in.csv", "-o", "in.arrow", ...types);
  assertEquals(made.status, 0, made.stderr);
  const expected = expectedOf(rows, ["k", "j"]);
  const reduce = ["reduce", "-q", "--by", "k,j", ...SUMS];
  for (const jobs of ["1", "2"]) {
    const { stdout } = await dir.specol(...reduce, "in.arrow", "--to", "csv", "-j", jobs);
    assertEquals(stdout, expected);
  }
  // CSV to Arrow has texts as keys, Arrow to Arrow the type of the column.
  for (const [input, type] of [["in.csv", "utf8"], ["in.arrow", "int64"]]) {
    await dir.specol(...reduce, input, "-o", "out.arrow");
    const { stdout } = await dir.specol("convert", "out.arrow", "--to", "csv");
    assertEquals(stdout, expected);
    assertEquals(await typeOf(dir, "out.arrow"), type);
  }
  // With --types the keys of CSV become what the user says.
  await dir.specol(...reduce, "in.csv", "--types", "j=int64", "-o", "typed.arrow");
  assertEquals(await typeOf(dir, "typed.arrow"), "int64");
});

/** The type of column j of an Arrow file. */
async function typeOf(dir: Workdir, name: string): Promise<string> {
  const source = { name, read: readerOf(await dir.read(name)) };
  using reader = await ArrowReader.open(source);
  return reader.columns.find(({ name }) => name === "j")!.typeName;
}

function readerOf(bytes: Uint8Array): (into: Uint8Array) => Promise<number | null> {
  let at = 0;
  return (into) => {
    const some = bytes.subarray(at, at + into.length);
    into.set(some);
    at += some.length;
    return Promise.resolve(some.length === 0 ? null : some.length);
  };
}

Deno.test("keys of every type of numbers stay what they are, also those of extension types", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  const types = {
    ...{ int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array },
    ...{ uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, uint64: BigUint64Array },
    ...{ float32: Float32Array, float64: Float64Array },
  };
  const names = Object.keys(types);
  const columns = Object.fromEntries(
    Object.entries(types).map(([name, Values]) => {
      const { from } = Values as unknown as { from(values: unknown[]): Float64Array };
      const isBig = name.endsWith("int64");
      const keys = [3, 100, 3, 7].map((key) => isBig ? BigInt(key) : key);
      return [name, a.makeVector(from.call(Values, keys))];
    }),
  );
  const all = { ...columns, x: a.makeVector(Float64Array.of(1, 2, 4, 8)) };
  for (const extension of [[], [["ARROW:extension:name", "test.key"]]] as [string, string][][]) {
    const fields = Object.entries(all).map(([name, { type }]) =>
      new a.Field(name, type, true, new Map(name === "x" ? [] : extension))
    );
    await dir.write("x.arrow", a.tableToIPC(new a.Table(new a.Schema(fields), all), "file"));
    for (const to of ["csv", "parquet", "arrow", "npy"]) {
      const what = `${extension} ${to}`;
      const command = ["reduce", "--by", `${names}`, "s = sum(x)", "x.arrow", "-o", `y.${to}`];
      const run = await dir.specol(...command);
      assertEquals([run.status, run.stderr], [0, ""], what);
      const { stdout } = await dir.specol("convert", `y.${to}`, "--to", "csv");
      const expected = [[3, 5], [100, 2], [7, 8]].map(([key, sum]) =>
        [...names.map(() => key), sum].join()
      );
      assertEquals(stdout.split("\n").slice(1), [...expected, ""], what);
    }
  }
});

Deno.test("groups of npy are by number", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "a,b\n1,2\n-0,3\n1,4\nnan,5\n0,1\nnan,1\n");
  await dir.specol("convert", "in.csv", "-o", "in.npy");
  const { stdout } = await dir.specol(
    "reduce",
    "--by",
    "x0",
    "s = sum(x1)",
    "in.npy",
    "--to",
    "csv",
  );
  assertEquals(stdout, "x0,s\n1,6\n-0,3\nNaN,6\n0,1\n");
  const npy = await dir.specol("reduce", "--by", "a", "s = sum(b)", "in.csv", "-o", "out.npy");
  assertEquals(npy.status, 0, npy.stderr);
  const back = await dir.specol("convert", "out.npy", "--to", "csv");
  assertEquals(back.stdout, "x0,x1\n1,6\n-0,3\nNaN,6\n0,1\n");
  await dir.write("text.csv", "a,b\n1,2\nabc,3\n");
  const text = await dir.specol("reduce", "--by", "a", "s = sum(b)", "text.csv", "-o", "no.npy");
  assertEquals(text.status, 1);
  assertStringIncludes(text.stderr, 'the key "abc" is not a number, and npy holds only numbers');
  assert(!(await dir.list()).includes("no.npy"));
});

Deno.test("columns by which rows cannot be grouped are refused before anything is read", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.arrow", sample("mixed.arrow"));
  const commands = [["reduce", "s = sum(x)"], ["fit", "-(x - m)^2", "--start", "m=0"]];
  const cases = [
    ["list", "Column list of in.arrow holds list<"],
    ["x,,x", "Option --by: empty name before or after a comma"],
  ];
  for (const command of commands) {
    for (const [by, message] of cases) {
      const { status, stderr } = await dir.specol(...command, "--by", by, "in.arrow");
      assertEquals(status, 2, stderr);
      assertStringIncludes(stderr, message);
    }
  }
});

Deno.test("keys are the cells as they are written, and later rows change nothing", async () => {
  await using dir = await Workdir.create();
  const cases: [string[], string][] = [
    [["1.10", "1.1"], "1.10,1\n1.1,1\n"],
    [["1.10", "1.1", "01"], "1.10,1\n1.1,1\n01,1\n"],
    [["1e6", "1000000"], "1e6,1\n1000000,1\n"],
    [[" a", "a"], " a,1\na,1\n"],
    [["b\ufeffc", "bc"], "b\ufeffc,1\nbc,1\n"],
    [["b", "\ufeffb"], 'b,1\n"\ufeffb",1\n'],
    [['""', "", "NA"], '"",1\n,2\n'],
    [['"NA"', "NA"], "NA,1\n,1\n"],
  ];
  for (const [keys, expected] of cases) {
    await dir.write("in.csv", `v,n\n${keys.map((key) => `${key},1\n`).join("")}`);
    const { stdout } = await dir.specol(
      ...["reduce", "--by", "v", "c = count()", "in.csv", "--null-value", "NA"],
    );
    assertEquals(stdout, `v,c\n${expected}`, keys.join(" "));
  }
  // A text after many integers.
  const numbers = Array.from({ length: 20_000 }, (_, i) => `${i}\n`).join("");
  await dir.write("in.csv", `v\n${numbers}abc\n`);
  const { status, stdout } = await dir.specol("reduce", "--by", "v", "c = count()", "in.csv");
  assertEquals([status, stdout.split("\n").length], [0, 20_003]);
});

Deno.test("keys that are not UTF-8 stay apart, in CSV and in Arrow", async () => {
  await using dir = await Workdir.create();
  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  await dir.write("in.csv", latin("k,x\n\xe9,1\n\xe8,2\n\xe9,4\n"));
  const csv = await dir.specol("reduce", "--by", "k", "s = sum(x)", "in.csv");
  assertEquals(csv.bytes, latin("k,s\n\xe9,5\n\xe8,2\n"));
  const refused = await dir.specol("reduce", "--by", "k", "s = sum(x)", "in.csv", "-o", "o.arrow");
  assertEquals(refused.status, 1);
  assertStringIncludes(refused.stderr, "a key is not UTF-8");
  // Pieces pass such keys on.
  for (const i of ["1", "2"]) {
    await dir.specol(
      "reduce",
      "--by",
      "k",
      "s = sum(x)",
      "in.csv",
      "--part",
      `${i}/2`,
      "-o",
      `p${i}`,
    );
  }
  assertEquals((await dir.specol("concat", "p1", "p2")).bytes, csv.bytes);
  await dir.write("ascii.csv", "k,x\nQQQQ1,1\nQQQQ2,2\nQQQQ1,4\n");
  await dir.specol("convert", "ascii.csv", "-o", "in.arrow");
  const arrow = await dir.read("in.arrow");
  for (let i = 0; i + 4 < arrow.length; i++) {
    if (arrow.subarray(i, i + 4).every((byte) => byte === 0x51)) arrow[i] = 0xf8 + arrow[i + 4];
  }
  await dir.write("in.arrow", arrow);
  const bytes =
    (await dir.specol("reduce", "--by", "k", "s = sum(x)", "in.arrow", "--to", "csv")).bytes;
  const lines = new TextDecoder("latin1").decode(bytes).trimEnd().split("\n");
  assertEquals(lines.slice(1).map((line) => line.split(",")[1]), ["5", "2"]);
});

Deno.test("the first failure in the data is the one reported, whatever the chunks and threads", async () => {
  await using dir = await Workdir.create();
  const lines = Array.from({ length: 300 }, (_, i) => [`k${i % 3}`, i, i]);
  lines[5][2] = "bad";
  lines[100][1] = "worse";
  await dir.write("in.csv", `k,x,y\n${lines.map((line) => line.join()).join("\n")}\n`);
  const sums = ["reduce", "--by", "k", "u = sum(x)", "v = sum(y)"];
  for (const more of [[], ["--chunk-size", "300"], ["-j", "3", "--chunk-size", "1K"]]) {
    const { status, stdout, stderr } = await dir.specol(...sums, "in.csv", ...more);
    assertEquals([status, stdout], [1, ""]);
    assertStringIncludes(stderr, "in.csv:7:");
  }
  // The same of what is outside a domain, in another format.
  const rows = Array.from({ length: 300 }, (_, i) => [i % 3, i === 100 ? -1 : 1, i === 5 ? -1 : 1]);
  await dir.write("ok.csv", `k,x,y\n${rows.map((row) => row.join()).join("\n")}\n`);
  await dir.specol("convert", "ok.csv", "-o", "in.arrow");
  const strict = ["reduce", "--strict", "--by", "k", "u = sum(log(x))", "v = sum(log(y))"];
  for (const input of ["ok.csv", "in.arrow"]) {
    const { status, stderr } = await dir.specol(...strict, input, "--to", "csv");
    assertEquals(status, 1);
    assertStringIncludes(stderr, input === "ok.csv" ? "ok.csv:7:" : "row 6 of in.arrow");
  }
});

Deno.test("dictionaries that change from batch to batch, and several inputs, give the same keys", async () => {
  await using dir = await Workdir.create();
  const samples: [string, string][] = [
    ["dictionary_delta.arrow", "a,2,5\nb,1,2\nc,1,3\n"],
    ["dictionary_delta.arrows", "a,2,5\nb,1,2\nc,1,3\n"],
    ["dictionary_replaced.arrows", "a,2,4\nb,2,4\nz,1,1\n"],
  ];
  for (const [name, expected] of samples) {
    await dir.write(name, await Deno.readFile(new URL(`../data/arrow/${name}`, import.meta.url)));
    const sums = ["reduce", "--by", "d", "n = count()", "s = sum(x)", name, "--to", "csv"];
    assertEquals((await dir.specol(...sums)).stdout, `d,n,s\n${expected}`, name);
  }
  await dir.write("a.csv", "k,x\na,1\nb,2\n");
  await dir.write("b.csv", "k,x\nb,10\na,20\nc,40\n");
  await dir.specol("convert", "a.csv", "-o", "a.arrow");
  await dir.specol("convert", "b.csv", "-o", "b.arrow");
  const { stdout } = await dir.specol(
    ...["reduce", "--by", "k", "s = sum(x)", "a.arrow", "b.arrow", "--to", "csv"],
  );
  assertEquals(stdout, "k,s\na,21\nb,12\nc,40\n");
});

Deno.test("groups that do not fit into --memory are refused, and nothing is written", async () => {
  await using dir = await Workdir.create();
  const lines = Array.from({ length: 30_000 }, (_, i) => `key ${i},1\n`).join("");
  await dir.write("in.csv", `k,x\n${lines}`);
  const sums = ["reduce", "--by", "k", "s = sum(x)", "in.csv", "-o", "out.csv"];
  const { status, stderr } = await dir.specol(...sums, "--memory", "1M");
  assertEquals(status, 1);
  assertStringIncludes(stderr, "do not fit into 1.0 MB of memory; raise --memory");
  const tiny = await dir.specol("reduce", "s = count()", "--by", "1", "--memory", "1", "in.csv");
  assertStringIncludes(tiny.stderr, "a single group does not fit into 1 byte of memory");
  assertEquals(await dir.list(), ["in.csv"]);
  assertEquals((await dir.specol(...sums, "--memory", "16M")).status, 0);
  const wrong = await dir.specol(...sums, "--memory", "5G");
  assertEquals(wrong.status, 2);
});
