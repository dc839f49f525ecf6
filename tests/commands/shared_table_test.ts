// Tables in Arrow files whose slices threads share: each reads, computes and writes its own. Arrow
// that is written to standard output flows through one thread, and is the same.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MessageWriter } from "../../formats/arrow/encode/message_writer.ts";
import type { NewType } from "../../formats/arrow/encode/encode_message.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import { MAX_SHARED_COLUMNS, MIN_SHARED_BATCH_ROWS } from "../../pipeline/thresholds.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { loadApacheArrow } from "../formats/arrow/apache_arrow.ts";
import { CLI } from "../tested_cli.ts";
import { waitUntil } from "../wait_until.ts";
import { Workdir } from "../workdir.ts";

const WINDOWS = Deno.build.os === "windows";

/** A column: its numbers or texts by row, and where it is null. */
interface Column {
  readonly type: NewType;
  readonly value: (row: number) => number;
  readonly isNull?: (row: number) => boolean;
}

const ARRAYS = {
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  int32: Int32Array,
  uint16: Uint16Array,
};

/** Makes the buffers of some rows of a column. */
function encode({ type, value, isNull }: Column, first: number, rows: number) {
  const numbers = Array.from({ length: rows }, (_, i) => value(first + i));
  const bits = new Uint8Array(Math.ceil(rows / 8));
  let nulls = 0;
  for (let i = 0; i < rows; i++) {
    if (isNull?.(first + i)) nulls++;
    else bits[i >> 3] |= 1 << (i & 7);
  }
  const bytesOf = (array: ArrayBufferView) =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const texts = numbers.map((number) => new TextEncoder().encode(`text ${number}`));
  // Offsets may begin anywhere where no text is.
  const offsets = new Int32Array(rows + 1).fill(rows === 0 ? 5 : 0);
  texts.forEach(({ length }, i) => offsets[i + 1] = offsets[i] + length);
  const values = type === "utf8"
    ? [bytesOf(offsets), new Uint8Array(texts.flatMap((text) => [...text]))]
    : type === "int64"
    ? [bytesOf(BigInt64Array.from(numbers, BigInt))]
    : [bytesOf(new ARRAYS[type as keyof typeof ARRAYS](numbers))];
  return {
    nodes: new Uint8Array(new BigInt64Array([BigInt(rows), BigInt(nulls)]).buffer),
    variadic: [],
    buffers: [nulls === 0 ? new Uint8Array(0) : bits, ...values],
  };
}

/** Makes an Arrow file or stream of these columns, in batches of so many rows. */
async function makeArrow(
  columns: Readonly<Record<string, Column>>,
  { batches, container = "file" }: { batches: readonly number[]; container?: "file" | "stream" },
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const sink = {
    write(bytes: Uint8Array): Promise<void> {
      pieces.push(bytes.slice());
      return Promise.resolve();
    },
  } as unknown as ByteSink;
  const fields = Object.entries(columns).map(([name, { type }]) => ({ name, type }));
  const writer = await MessageWriter.open(sink, { container, schema: { fields } });
  let first = 0;
  for (const rows of batches) {
    const all = Object.values(columns).map((column) => encode(column, first, rows));
    await writer.write({ version: 4, rows, columns: all, customMetadata: [] });
    first += rows;
  }
  await writer.close([]);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Columns of every kind. Some numbers are outside of domains, NaN, or too large for a float64. */
const COLUMNS = {
  n: { type: "int32", value: (row) => row % 90, isNull: (row) => row % 1000 === 3 },
  r: { type: "float64", value: (row) => row % 5000 === 7 ? NaN : 0.5 + row % 977 / 50 },
  t: { type: "utf8", value: (row) => row % 37, isNull: (row) => row % 5 === 0 },
  p: { type: "float64", value: (row) => (row % 101) / 100, isNull: (row) => row > 60_000 },
  f: { type: "float32", value: (row) => row % 3000 / 64 },
  h: { type: "float16", value: (row) => row % 512 },
  b: { type: "int8", value: (row) => row % 100 },
  i: { type: "int64", value: (row) => row % 50_000 === 9 ? 2 ** 60 : row },
} as const satisfies Record<string, Column>;

/** More than a slice, an empty batch, one of a single row, and one that ends within a byte of bits. */
const BATCHES = [70_001, 0, 1, 4097, 33_000, 20_003];

const LIKELIHOOD = "ll = lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)";

Deno.test("threads that share a table write and report what one thread does, whatever it holds", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.arrow", await makeArrow(COLUMNS, { batches: BATCHES }));
  await dir.write("x.arrows", await makeArrow(COLUMNS, { batches: BATCHES, container: "stream" }));
  const commands = [
    [LIKELIHOOD, "dr = grad(ll, r)", "dp = grad(ll, p)"],
    [LIKELIHOOD, "--only"],
    ["s = f * h + 1", "u = b + f", "v = lgamma(f)", "w = r", "--to", "arrows"],
    ["y = log(i) + n", "z = 2 * pi", "--dtype", "float32"],
  ];
  for (const command of commands) {
    for (const name of command === commands[0] ? ["x.arrow", "x.arrows"] : ["x.arrow"]) {
      const expected = await dir.specol("map", ...command, name);
      assertEquals(expected.status, 0, expected.stderr);
      const to = command.includes("--to") ? "y.arrows" : name.replace("x", "y");
      for (const how of [["-j1"], ["-j2"], ["-j3", "--chunk-size", "40K"]]) {
        const text = [...command, name, ...how].join(" ");
        const { status, stderr } = await dir.specol("map", ...command, name, ...how, "-o", to);
        assertEquals([status, stderr], [0, expected.stderr], text);
        assertSameBytes(await dir.read(to), expected.bytes, text);
      }
    }
  }
});

/** An expression whose rows take ten times as long as they must for workers to take part. */
const SLOW_SUM = Array.from({ length: 30 }, (_, i) => `polygamma(r + ${i}, 12)`).join(" + ");

Deno.test("threads that share a table add up what one thread does", async () => {
  await using dir = await Workdir.create();
  const bytes = await makeArrow(COLUMNS, { batches: BATCHES });
  await dir.write("x.arrow", bytes);
  const reduce = [
    ...["reduce", `let ${LIKELIHOOD}`, "s = sum(ll)", "m = mean(ll + f)", "lo = min(log(i - 5))"],
    ...["hi = max(r * n)", "k = count()", "c = count(p + 1)", "--to", "csv"],
  ];
  const expected = await dir.run([...reduce, "--from", "arrow", "-"], { stdin: bytes });
  assertEquals(expected.status, 0, expected.stderr);
  assertStringIncludes(expected.stderr, "outside the domain");
  for (const how of [["-j1"], ["-j2"], ["-j2", "--chunk-size", "40K"]]) {
    const { stdout, stderr } = await dir.specol(...reduce, "x.arrow", ...how);
    assertEquals([stdout, stderr], [expected.stdout, expected.stderr], how.join(" "));
    const slow = ["reduce", "-v", `s = sum(${SLOW_SUM})`, "x.arrow"];
    const { stderr: told } = await dir.specol(...slow, ...how);
    assertStringIncludes(told, how[0] === "-j1" ? "without workers" : "1 worker");
  }
  const strict = ["reduce", "--strict", "s = sum(log(i - 100) + n)", "x.arrow"];
  const [one, two] = [await dir.specol(...strict, "-j1"), await dir.specol(...strict, "-j2")];
  assertEquals([one.status, two.status, one.stderr], [1, 1, two.stderr]);
  assertStringIncludes(one.stderr, "row 1 of x.arrow is 0");
});

Deno.test("threads that share a table make the text and the groups of one thread, whatever it holds", async () => {
  await using dir = await Workdir.create();
  const bytes = await makeArrow(COLUMNS, { batches: BATCHES });
  await dir.write("x.arrow", bytes);
  const sums = ["s = sum(lgamma(r))", "c = count(n)", "m = max(i)"];
  for (
    const [ending, ...command] of [
      ["csv", "convert"],
      ["jsonl", "map", "y = lgamma(r) + n", "--digits", "7"],
      ["tsv", "lgamma", "-c", "n,f", "--grad"],
      ["csv", "convert", "-c", "t", "--to-null", "NA"],
      ["csv", "reduce", "--by", "t", ...sums],
      ["csv", "reduce", "--by", "i", ...sums],
      ["csv", "reduce", "--by", "n,h,t", ...sums],
    ]
  ) {
    // A pipe flows through one thread.
    const piped = [...command, "--from", "arrow", "-", "-o", `expected.${ending}`];
    const expected = await dir.run(piped, { stdin: bytes });
    assertEquals(expected.status, 0, expected.stderr);
    const text = await dir.read(`expected.${ending}`);
    for (const how of [["-j1"], ["-j2"], ["-j4", "--chunk-size", "40K"]]) {
      const out = `y.${ending}`;
      const { status, stderr } = await dir.specol(...command, "x.arrow", ...how, "-o", out);
      assertEquals([status, stderr], [0, expected.stderr], [...command, ...how].join(" "));
      assertSameBytes(await dir.read(out), text, [...command, ...how].join(" "));
      const shown = await dir.specol(...command, "x.arrow", ...how, "--to", ending);
      assertEquals([shown.status, shown.stderr], [0, expected.stderr]);
      assertSameBytes(shown.bytes, text, `${[...command, ...how].join(" ")} >`);
    }
  }
});

Deno.test("workers make text and groups of a table, and report the first bad row", async () => {
  await using dir = await Workdir.create();
  const { r, b } = COLUMNS;
  const [bad, rows] = [900_000, 1_300_000];
  const x: Column = { type: "float64", value: (row) => row < bad ? 1 + row % 50 : -1 };
  await dir.write("x.arrow", await makeArrow({ r, b, x }, { batches: [400_000, rows - 400_000] }));
  const reduce = ["reduce", "--by", "b", "s = sum(log(x) + polygamma(r, 12))", "x.arrow"];
  for (const command of [["map", "y = log(x)", "x.arrow"], reduce]) {
    // The sum has NaN in r, too, which are no news.
    const runs = ["-j1", "-j2"].map(async (how) => {
      const out = `y${how}.csv`;
      const { status, stderr } = await dir.specol(...command, how, "-v", "-o", out);
      assertEquals(status, 0, stderr);
      assertStringIncludes(stderr, how === "-j1" ? "without workers" : "1 worker");
      const count = command[0] === "map" ? rows - bad : rows - bad - 80;
      assertStringIncludes(stderr, `outside the domain: ${count} in`);
      return await dir.read(out);
    });
    const [one, two] = await Promise.all(runs);
    assertSameBytes(two, one, command[0]);
    for (const how of ["-j1", "-j2"]) {
      const strict = [...command, "--strict", how, "-o", `y${how}.csv`];
      const { status, stderr } = await dir.specol(...strict);
      assertEquals(status, 1);
      assertStringIncludes(stderr, `row ${bad + 1} of x.arrow is`);
      assertSameBytes(await dir.read(`y${how}.csv`), one, "what was there");
    }
  }
});

Deno.test("dictionaries of a table that threads share become text and groups, also where they change", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  const makeTable = (words: number) =>
    a.tableFromJSON(Array.from({ length: 90_000 }, (_, row) => ({
      word: row % 13 === 0 ? null : `word ${row % words} of ${words}`,
      x: 0.5 + row % 300,
    })));
  const table = makeTable(70).concat(makeTable(9000));
  const bytes = a.tableToIPC(table, "stream");
  assert(bytes.length > 2 ** 20);
  await dir.write("x.arrows", bytes);
  for (const command of [["convert"], ["reduce", "--by", "word", "s = sum(x)", "--to", "csv"]]) {
    const expected = await dir.run([...command, "--from", "arrows", "-", "-o", "expected.csv"], {
      stdin: bytes,
    });
    assertEquals([expected.status, expected.stderr], [0, ""]);
    for (const how of [["-j1"], ["-j2"], ["-j3", "--chunk-size", "40K"]]) {
      const run = await dir.specol(...command, "x.arrows", ...how, "-o", "y.csv");
      assertEquals([run.status, run.stderr], [0, ""]);
      assertSameBytes(await dir.read("y.csv"), await dir.read("expected.csv"), how.join(" "));
    }
  }
});

/** A command that computes what takes long. */
const SLOW = ["map", `y = ${SLOW_SUM}`, "x.arrow"];

Deno.test("workers take part in what takes long, and -v and progress show it", async () => {
  await using dir = await Workdir.create();
  const { r, t } = COLUMNS;
  await dir.write("x.arrow", await makeArrow({ r, t }, { batches: [150_000] }));
  const { bytes } = await dir.specol(...SLOW);
  const told = ["-v", "--progress", "always", "-o", "y.arrow"];
  for (const [how, workers] of [["-j1", "without workers"], ["-j2", "1 worker"]]) {
    const { status, stderr } = await dir.specol(...SLOW, how, ...told);
    assertEquals(status, 0);
    assertStringIncludes(stderr, workers);
    assertStringIncludes(stderr, "150000 rows");
    assertSameBytes(await dir.read("y.arrow"), bytes, how);
  }
});

Deno.test("--strict names the same row as one thread does, and leaves what was there", async () => {
  await using dir = await Workdir.create();
  const isOutside = (row: number) => row > 100_000 && row % 999 === 5;
  const r: Column = { type: "float64", value: (row) => isOutside(row) ? -row : 1 + row % 50 };
  await dir.write("x.arrow", await makeArrow({ r }, { batches: [90_000, 200_000] }));
  await dir.write("y.arrow", "old");
  const command = ["map", "--strict", "y = log(r) + 1", "z = lgamma(r)", "x.arrow"];
  const { status, stderr } = await dir.specol(...command);
  assertEquals(status, 1);
  assertStringIncludes(stderr, "where column r in row 100905 of x.arrow is -100904");
  for (const how of ["-j1", "-j2"]) {
    const run = await dir.specol(...command, how, "-o", "y.arrow");
    assertEquals([run.status, run.stderr], [1, stderr]);
    assertEquals(new TextDecoder().decode(await dir.read("y.arrow")), "old");
    assertEquals(await dir.list(), ["x.arrow", "y.arrow"]);
  }
});

Deno.test("a damaged or truncated table is refused in the same words, and nothing is written", async () => {
  await using dir = await Workdir.create();
  const { r, n } = COLUMNS;
  const whole = await makeArrow({ r, n }, { batches: [100_000, 90_000, 80_000] });
  const noBatch = new TextEncoder().encode("Z");
  const damages: [string, Uint8Array<ArrayBuffer>][] = [
    ["truncated in a body", whole.slice(0, 2_000_000)],
    ["no footer", whole.slice(0, -20)],
    ["no second batch", whole.slice()],
    ["bytes behind", new Uint8Array([...whole, ...noBatch])],
  ];
  // Every message begins with four such bytes, at a multiple of eight.
  const isBeginning = (at: number) => whole.subarray(at, at + 4).every((byte) => byte === 0xff);
  let second = 1_200_000;
  while (!isBeginning(second)) second += 8;
  damages[2][1].fill(0x55, second + 8, second + 200);
  for (const [damage, bytes] of damages) {
    await dir.write("x.arrow", bytes);
    const { status, stderr } = await dir.specol("map", "y = r + n * 2", "x.arrow");
    assertEquals(status, 1, damage);
    for (const how of ["-j1", "-j2"]) {
      for (const out of ["y.arrow", "y.csv"]) {
        const run = await dir.specol("map", "y = r + n * 2", "x.arrow", how, "-o", out);
        assertEquals([run.status, run.stderr], [1, stderr], damage);
        assertEquals(await dir.list(), ["x.arrow"]);
      }
    }
  }
});

Deno.test("dictionaries, structures and files with their schema at the end pass as they are", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  const makeTable = (words: number) =>
    a.tableFromJSON(Array.from({ length: 60_000 }, (_, row) => ({
      word: `word ${row % words}`,
      x: 0.5 + row % 300,
      list: [row, row + 1],
      pair: { p: row % 11 === 0 ? null : row },
    })));
  const cases = [
    { table: makeTable(7), container: "file", to: "arrow" },
    { table: makeTable(7), container: "file", to: "arrows" },
    { table: makeTable(7), container: "stream", to: "arrow" },
    // Each of the batches has a dictionary of its own, which only a stream can hold.
    { table: makeTable(7).concat(makeTable(9)), container: "stream", to: "arrows" },
  ] as const;
  for (const { table, container, to } of cases) {
    const bytes = a.tableToIPC(table, container);
    assert(bytes.length > 2 ** 20);
    await dir.write("x.arrow", bytes);
    const command = ["map", "y = lgamma(x) + x", "x.arrow", "--to", to];
    const expected = await dir.specol(...command);
    assertEquals([expected.status, expected.stderr], [0, ""]);
    for (const how of ["-j1", "-j2"]) {
      assertEquals((await dir.specol(...command, how, "-o", "y")).status, 0);
      assertSameBytes(await dir.read("y"), expected.bytes, `${container} ${to} ${how}`);
    }
  }
});

Deno.test("more batches than are looked at at a time are shared, and small ones at the end flow", async () => {
  await using dir = await Workdir.create();
  const b: Column = { type: "int8", value: (row) => row % 100, isNull: (row) => row % 777 === 0 };
  const columns = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`b${i}`, b]));
  const few = Math.ceil(MAX_SHARED_COLUMNS / 64) + 2;
  const batches = [...Array(few).fill(MIN_SHARED_BATCH_ROWS), ...Array(40).fill(3)];
  await dir.write("x.arrow", await makeArrow(columns, { batches }));
  const command = ["map", "y = lgamma(b0 + 1) + b63", "x.arrow"];
  const { bytes, stderr } = await dir.specol(...command);
  for (const how of ["-j1", "-j2"]) {
    const run = await dir.specol(...command, how, "-o", "y.arrow");
    assertEquals([run.status, run.stderr], [0, stderr]);
    assertSameBytes(await dir.read("y.arrow"), bytes, how);
  }
});

Deno.test("the input that threads share may be the output, and needs no more permissions", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.arrow", await makeArrow(COLUMNS, { batches: [70_000, 10] }));
  const { bytes } = await dir.specol("map", LIKELIHOOD, "x.arrow");
  const command = ["map", "-q", LIKELIHOOD, "-j2", "x.arrow", "-o", "x.arrow"];
  const permissions = ["--allow-read=.", "--allow-write=."];
  const { status, stderr } = await dir.run(command, { permissions });
  assertEquals([status, stderr], [0, ""]);
  assertSameBytes(await dir.read("x.arrow"), bytes, "in place");
});

Deno.test({
  name: "a full disk and an interrupt leave what was there, with threads that share a table too",
  ignore: WINDOWS, // it has no such limit, and no signals to send
  async fn() {
    await using dir = await Workdir.create();
    const r: Column = { type: "float64", value: (row) => 1 + row % 1000 / 999 };
    await dir.write("x.arrow", await makeArrow({ r }, { batches: [3_000_000] }));
    await dir.write("y.arrow", "old");
    const child = dir.start([...SLOW, "-j2", "-o", "y.arrow"]);
    const output = child.output();
    await waitUntil(child, async () => await dir.temporarySize() > 2 ** 20);
    child.kill("SIGINT");
    assertEquals((await output).code, 130);
    assertEquals(await dir.list(), ["x.arrow", "y.arrow"]);

    const run = `ulimit -f 20000; exec "$0" run --no-check --allow-read --allow-write ${CLI} "$@"`;
    for (const how of ["-j1", "-j2"]) {
      const { code, stderr } = await new Deno.Command("bash", {
        args: [
          "-c",
          run,
          Deno.execPath(),
          "map",
          "y = r + log(r)",
          how,
          "x.arrow",
          "-o",
          "y.arrow",
        ],
        cwd: dir.path(""),
        env: { NO_COLOR: "1" },
      }).output();
      const message = "specol: Cannot write y.arrow: file too large\n";
      assertEquals([code, new TextDecoder().decode(stderr)], [1, message]);
      assertEquals(await dir.list(), ["x.arrow", "y.arrow"]);
      assertEquals(new TextDecoder().decode(await dir.read("y.arrow")), "old");
    }
  },
});
