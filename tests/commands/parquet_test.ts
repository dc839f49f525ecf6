import { assert, assertEquals, assertMatch } from "@std/assert";
import { readFooter } from "../../formats/parquet/footer.ts";
import {
  CHUNK,
  CODEC,
  COLUMN,
  ELEMENT,
  ENCODING,
  FILE,
  KEY_VALUE,
  PAGE,
  ROW_GROUP,
  STATISTICS,
} from "../../formats/parquet/metadata.ts";
import { readFields, readInteger } from "../../formats/parquet/thrift/compact.ts";
import { text, ThriftStruct } from "../../formats/parquet/thrift/struct.ts";
import { formatHeader } from "../../formats/npy/header.ts";
import { Random } from "../../support/random.ts";
import { parquetSample, parquetSampleNames } from "../../support/parquet_samples.ts";
import { sample as arrowSample } from "../../support/arrow_samples.ts";
import { ArrowReader } from "../../formats/arrow/decode/reader.ts";
import { memorySource } from "../../support/memory.ts";
import { Workdir } from "../workdir.ts";

/** Everything that a footer says. */
async function metadataOf(bytes: Uint8Array): Promise<{ metadata: ThriftStruct; start: number }> {
  return await readFooter({
    name: "x",
    size: bytes.length,
    read(into, position): Promise<void> {
      into.set(bytes.subarray(position, position + into.length));
      return Promise.resolve();
    },
  });
}

/** The metadata of a column chunk. */
function chunkOf(metadata: ThriftStruct, group: number, chunk: number): ThriftStruct {
  const columns = metadata.structs(FILE.rowGroups)[group].structs(ROW_GROUP.columns);
  return columns.at(chunk)!.struct(CHUNK.metadata)!;
}

/** The value of a key. */
function valueOf(metadata: ThriftStruct, key: string): string {
  const pair = metadata.structs(FILE.keyValues).find((pair) => pair.text(KEY_VALUE.key) === key);
  return pair!.text(KEY_VALUE.value)!;
}

async function withSample(name: string): Promise<Workdir> {
  const dir = await Workdir.create();
  await dir.write("in.parquet", parquetSample(name));
  return dir;
}

Deno.test("appending to any sample copies every byte before the footer, and all columns stay", async () => {
  await using dir = await Workdir.create();
  for (const name of parquetSampleNames()) {
    const bytes = parquetSample(name);
    await dir.write("in.parquet", bytes);
    const run = await dir.specol("map", '"new column" = 1 / 4', "in.parquet", "-o", "out.parquet");
    assertEquals([run.status, run.stderr], [0, ""], name);
    const { start, metadata } = await metadataOf(bytes);
    const out = await dir.read("out.parquet");
    assertEquals(out.subarray(0, start), bytes.subarray(0, start), name);
    const edited = (await metadataOf(out)).metadata;
    const before = metadata.structs(FILE.schema);
    const after = edited.structs(FILE.schema);
    assertEquals(after.slice(1, -1), before.slice(1), name);
    assertEquals(after.at(-1)!.text(ELEMENT.name), "new column");
    const groups = edited.structs(FILE.rowGroups);
    metadata.structs(FILE.rowGroups).forEach((group, i) => {
      const [old, now] = [group, groups[i]].map((group) => group.list(ROW_GROUP.columns)!.items);
      assertEquals(now.slice(0, -1), [...old], name);
      const added = chunkOf(edited, i, -1);
      const sizes = [ROW_GROUP.totalByteSize, ROW_GROUP.totalCompressedSize].map((id) =>
        groups[i].integer(id, 0) - group.integer(id, 0)
      );
      assertEquals(sizes[0], added.integer(COLUMN.uncompressedSize));
      if (group.has(ROW_GROUP.totalCompressedSize)) {
        assertEquals(sizes[1], added.integer(COLUMN.compressedSize));
      }
    });
    assertEquals(
      edited.list(FILE.columnOrders)?.items.length,
      metadata.has(FILE.columnOrders)
        ? metadata.list(FILE.columnOrders)!.items.length + 1
        : undefined,
    );
  }
});

Deno.test("results that were appended read back, next to those of CSV", async () => {
  for (
    const name of ["values_groups.parquet", "values_zstd_v2.parquet", "values_snappy_v1.parquet"]
  ) {
    await using dir = await withSample(name);
    const args = ["polygamma", "-n", "2", "-c", "float64,float32,s.b.c,int64", "--grad", "-q"];
    await dir.specol(...args, "in.parquet", "-o", "out.parquet");
    const direct = await dir.specol(...args, "--to", "csv", "in.parquet");
    const back = await dir.specol("convert", "--to", "csv", "out.parquet");
    assertEquals(back.stdout, direct.stdout, name);
    assertMatch(back.stdout, /^[^\n]*,s\.b\.c_polygamma2,s\.b\.c_polygamma2_grad,/);
  }
});

Deno.test("the output may be the input, a pipe or another format, and the input a pipe", async () => {
  await using dir = await withSample("many_snappy.parquet");
  const first = await dir.specol("lgamma", "-c", "n", "in.parquet", "-o", "out.parquet");
  assertEquals(first.status, 0);
  const out = await dir.read("out.parquet");
  const stdin = parquetSample("many_snappy.parquet");
  assertEquals((await dir.run(["lgamma", "-c", "n"], { stdin })).bytes, out);
  await dir.specol("lgamma", "-c", "n", "in.parquet", "-o", "in.parquet");
  assertEquals(await dir.read("in.parquet"), out);
  const csv = await dir.specol("convert", "--to", "csv", "out.parquet");
  assertEquals(csv.stdout.split("\n").length, 3002);
  const again = await dir.specol("lgamma", "-c", "n", "out.parquet", "-o", "in.parquet");
  assertEquals(again.status, 2);
  assertMatch(again.stderr, /n_lgamma/);
  assertEquals(await dir.list(), ["in.parquet", "out.parquet"]);
});

Deno.test("a file that goes to a pipe is copied while the next pages are read", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 60_000 }, (_, i) => `${i / 7},${i * 0.37 % 11 + 0.1}`);
  await dir.write("in.csv", `a,x\n${rows.join("\n")}\n`);
  const pieces = [];
  for (let i = 1; i <= 9; i++) {
    await dir.specol("convert", "in.csv", "--part", `${i}/9`, "-o", `${i}.parquet`, "-q");
    pieces.push(`${i}.parquet`);
  }
  await dir.specol("concat", ...pieces, "-o", "in.parquet");
  await dir.specol("lgamma", "-c", "x", "in.parquet", "-o", "out.parquet");
  const out = await dir.read("out.parquet");
  for (let i = 0; i < 6; i++) {
    const run = await dir.run(["lgamma", "-c", "x", "in.parquet"], {});
    assertEquals([run.status, run.stderr], [0, ""]);
    assertEquals(run.bytes.length, out.length);
    assert(run.bytes.every((byte, at) => byte === out[at]));
  }
});

Deno.test("--replace puts the result in the place of the column, and sorting ends before it", async () => {
  await using dir = await withSample("many_snappy.parquet");
  await dir.specol("lgamma", "-c", "n", "--replace", "in.parquet", "-o", "out.parquet");
  const direct = await dir.specol("lgamma", "-c", "n", "--replace", "--to", "csv", "in.parquet");
  const back = await dir.specol("convert", "--to", "csv", "out.parquet");
  assertEquals(back.stdout, direct.stdout);
  const out = await dir.read("out.parquet");
  const bytes = parquetSample("many_snappy.parquet");
  const { start, metadata } = await metadataOf(bytes);
  assertEquals(out.subarray(0, start), bytes.subarray(0, start));
  const sorting = (metadata: ThriftStruct) =>
    metadata.structs(FILE.rowGroups)[0].structs(ROW_GROUP.sortingColumns)
      .map((column) => column.integer(1));
  assertEquals(sorting(metadata), [1, 0]);
  assertEquals(sorting((await metadataOf(out)).metadata), [1]);
});

Deno.test("a column inside a struct is not replaced, and no column gets the name of a struct", async () => {
  await using dir = await withSample("values_none_v1.parquet");
  const inside = await dir.specol(
    "lgamma",
    "-c",
    "s.a",
    "--replace",
    "in.parquet",
    "-o",
    "o.parquet",
  );
  assertEquals(inside.status, 1);
  assertMatch(inside.stderr, /Cannot replace column "s\.a" of in\.parquet: it is nested/);
  const named = await dir.specol(
    "lgamma",
    "-c",
    "full",
    "--as",
    "s",
    "in.parquet",
    "-o",
    "o.parquet",
  );
  assertEquals(named.status, 1);
  assertMatch(named.stderr, /Cannot append column "s"/);
  assertEquals(await dir.list(), ["in.parquet"]);
});

Deno.test("statistics count nulls and NaN, and zeros have the signs that hold for both", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,i\n0,1\nnan,1\n,1\n-0,1\n0,1\n");
  await dir.specol("map", "y = x * 1", "--only", "in.csv", "-o", "zeros.parquet");
  await dir.write("nan.csv", "x,i\nnan,1\n,1\n");
  await dir.specol("map", "y = x * 1", "--only", "nan.csv", "-o", "nan.parquet");
  const statistics = async (name: string) =>
    chunkOf((await metadataOf(await dir.read(name))).metadata, 0, 0).struct(COLUMN.statistics)!;
  const zeros = await statistics("zeros.parquet");
  const float = (bytes: Uint8Array | undefined) => new Float64Array(bytes!.slice().buffer)[0];
  assertEquals(zeros.integer(STATISTICS.nullCount), 1);
  assertEquals(zeros.integer(STATISTICS.nanCount), 1);
  assert(Object.is(float(zeros.binary(STATISTICS.min)), -0));
  assert(Object.is(float(zeros.binary(STATISTICS.max)), 0));
  const nan = await statistics("nan.parquet");
  assertEquals([nan.integer(STATISTICS.nullCount), nan.integer(STATISTICS.nanCount)], [1, 1]);
  assertEquals([nan.has(STATISTICS.min), nan.has(STATISTICS.max)], [false, false]);
});

Deno.test("the descriptions of Arrow and pandas gain the column, and keep the rest", async () => {
  await using dir = await withSample("pandas.parquet");
  await dir.specol("lgamma", "-c", "x", "in.parquet", "-o", "out.parquet");
  const [before, after] = await Promise.all(
    ["in.parquet", "out.parquet"].map(async (name) =>
      (await metadataOf(await dir.read(name))).metadata
    ),
  );
  const pandas = JSON.parse(valueOf(after, "pandas"));
  const old = JSON.parse(valueOf(before, "pandas"));
  assertEquals({ ...pandas, columns: pandas.columns.slice(0, -1) }, old);
  assertEquals(pandas.columns.at(-1).name, "x_lgamma");
  const arrow = atob(valueOf(after, "ARROW:schema"));
  for (const name of ["x_lgamma", "key", "pandas"]) assert(arrow.includes(name), name);
  assertEquals(before.text(FILE.createdBy), after.text(FILE.createdBy));
});

Deno.test("a new file keeps what Arrow and pandas know of the columns that are left", async () => {
  await using dir = await withSample("pandas.parquet");
  await dir.specol("lgamma", "-c", "x", "--where", "x > 0", "in.parquet", "-o", "kept.parquet");
  await dir.specol("convert", "-c", "x", "in.parquet", "-o", "one.parquet");
  await dir.specol("convert", "in.parquet", "-o", "a.arrow");
  await dir.specol("convert", "-c", "x", "a.arrow", "-o", "arrow.parquet");
  const [kept, one, arrow] = await Promise.all(
    ["kept.parquet", "one.parquet", "arrow.parquet"].map(async (name) =>
      (await metadataOf(await dir.read(name))).metadata
    ),
  );
  const namesOf = (metadata: ThriftStruct): string[] =>
    JSON.parse(valueOf(metadata, "pandas")).columns.map(({ name }: { name: string }) => name);
  assertEquals(namesOf(kept), [
    ...namesOf((await metadataOf(parquetSample("pandas.parquet"))).metadata),
    "x_lgamma",
  ]);
  assertEquals(namesOf(one), ["x"]);
  assert(atob(valueOf(kept, "ARROW:schema")).includes("x_lgamma"));
  for (const metadata of [one, arrow]) {
    const schema = atob(valueOf(metadata, "ARROW:schema"));
    assert(schema.includes("x") && !schema.includes("x_lgamma"));
  }
});

Deno.test("other formats become Parquet and come back with the same values and types", async () => {
  await using dir = await withSample("values_none_v1.parquet");
  await dir.specol("convert", "in.parquet", "-o", "a.arrow");
  await dir.specol("convert", "a.arrow", "-o", "b.parquet");
  await dir.specol("convert", "b.parquet", "-o", "b.arrow");
  assertEquals(await dir.read("b.arrow"), await dir.read("a.arrow"));
  await dir.specol("convert", "b.parquet", "-o", "b.csv");
  assertEquals(await dir.read("b.csv"), parquetSample("values.csv"));
  await dir.specol("convert", "-c", "full,s.a", "b.parquet", "-o", "b.npy");
  await dir.specol("convert", "b.npy", "-o", "n.parquet");
  const { stdout } = await dir.specol("convert", "--to", "csv", "n.parquet");
  assertEquals(stdout.split("\n").slice(0, 3), ["x0,x1", "0,NaN", "1,0.5"]);
});

Deno.test("time zones and durations of Arrow are types in Parquet too", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.arrow", arrowSample("mixed.arrow"));
  const columns = ["convert", "-c", "timestamp,duration"];
  await dir.specol(...columns, "in.arrow", "-o", "a.arrow");
  await dir.specol(...columns, "in.arrow", "-o", "a.parquet");
  // A column that is appended leaves the types of the others.
  await dir.specol("map", "y = duration / 2", "a.parquet", "-o", "b.parquet");
  await dir.specol(...columns, "b.parquet", "-o", "b.arrow");
  const [before, after] = await Promise.all(["a.arrow", "b.arrow"].map(async (name) => {
    using reader = await ArrowReader.open(memorySource(await dir.read(name)));
    return reader.columns;
  }));
  assertEquals(after, before);
  assertEquals(before.map(({ typeName }) => typeName), [
    "timestamp[ns, Europe/Berlin]",
    "duration[us]",
  ]);
  const texts = ["a.arrow", "a.parquet", "b.arrow"].map((name) =>
    dir.specol("convert", name, "--to", "csv")
  );
  assertEquals(new Set((await Promise.all(texts)).map(({ stdout }) => stdout)).size, 1);
});

Deno.test("several Parquet files are one table, whatever the order of their columns", async () => {
  await using dir = await withSample("duckdb.parquet");
  await dir.specol("convert", "-c", "t,x,i", "in.parquet", "-o", "turned.parquet");
  for (const to of ["csv", "arrow", "parquet"]) {
    const run = await dir.specol("convert", "in.parquet", "turned.parquet", "-o", `out.${to}`);
    assertEquals([run.status, run.stderr], [0, ""], to);
    const { stdout } = await dir.specol("map", "--to", "csv", "y = x + i", `out.${to}`);
    const lines = stdout.split("\n");
    assertEquals(lines.length, 42);
    assertEquals([lines[0], lines[2], lines[22]], [
      "i,x,t,y",
      "1,0.25,text 1,1.25",
      "1,0.25,text 1,1.25",
    ]);
  }
  const sum = await dir.specol(
    "reduce",
    "--to",
    "csv",
    "s = sum(x)",
    "in.parquet",
    "turned.parquet",
  );
  assertEquals(sum.stdout, "s\n95\n");
});

Deno.test("a column that holds lists passes on to Parquet, and is refused by name elsewhere", async () => {
  await using dir = await withSample("lists.parquet");
  const kept = await dir.specol("lgamma", "-c", "s.x", "in.parquet", "-o", "out.parquet");
  assertEquals([kept.status, kept.stderr], [0, ""]);
  for (const to of ["csv", "arrow", "npy"]) {
    const run = await dir.specol("lgamma", "-c", "s.x", "--to", to, "in.parquet", "-o", `o.${to}`);
    assert(run.status > 0, to);
    assertMatch(run.stderr, / "?l"? .*list<…>/, to);
  }
  const all = await dir.specol("convert", "in.parquet", "--to", "arrow", "-o", "o.arrow");
  assertMatch(
    all.stderr,
    /column "l" holds list<…>, column "m" holds map<…>, .* leave them out with specol convert -c '!l,!m,/,
  );
  const asked = await dir.specol("lgamma", "-c", "l", "in.parquet", "-o", "o.parquet");
  assertEquals(asked.status, 2);
  assertMatch(asked.stderr, /list<…>/);
});

Deno.test("a footer that would not be written back unchanged is refused, and nothing is written", async () => {
  await using dir = await Workdir.create();
  const bytes = parquetSample("many.parquet");
  const { start } = await metadataOf(bytes);
  // The first field has a header of one byte; this one says the same in two.
  assertEquals(bytes[start], 0x15);
  const length = bytes.length - 8 - start;
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes.subarray(0, start));
  longer.set([0x05, 0x02], start);
  longer.set(bytes.subarray(start + 1), start + 2);
  new DataView(longer.buffer).setUint32(longer.length - 8, length + 1, true);
  await dir.write("in.parquet", longer);
  const read = await dir.specol("convert", "--to", "csv", "in.parquet");
  assertEquals(read.status, 0);
  const run = await dir.specol("lgamma", "-c", "n", "in.parquet", "-o", "out.parquet");
  assertEquals(run.status, 1);
  assertMatch(run.stderr, /Cannot append to in\.parquet: specol cannot write its footer back/);
  assertEquals(await dir.list(), ["in.parquet"]);
});

Deno.test("metadata of another type are damage, whatever is made of the file", async () => {
  await using dir = await Workdir.create();
  const bytes = parquetSample("many.parquet");
  const { metadata, start } = await metadataOf(bytes);
  const footer = metadata.with(text(FILE.keyValues, "not a list")).encode();
  const damaged = new Uint8Array(start + footer.length + 8);
  damaged.set(bytes.subarray(0, start));
  damaged.set(footer, start);
  damaged.set(bytes.subarray(-8), start + footer.length);
  new DataView(damaged.buffer).setUint32(start + footer.length, footer.length, true);
  await dir.write("in.parquet", damaged);
  for (
    const args of [["lgamma", "-c", "n"], ["convert"], ["convert", "-c", "n"], ["concat"]]
  ) {
    const run = await dir.specol(...args, "in.parquet", "-o", "out.parquet");
    assertEquals(run.status, 1);
    assertMatch(
      run.stderr,
      /Cannot read in\.parquet: damaged Parquet metadata: field 5 has the type/,
    );
    assertEquals(await dir.list(), ["in.parquet"]);
  }
});

Deno.test("pages have the codec of the file, and the encoding that is shorter with it", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 4000 }, (_, i) => `${i / 7},${i * 31 % 5}`);
  await dir.write("in.csv", `grows,repeats\n${rows.join("\n")}\n`);
  // A new file is compressed with zstd.
  await dir.specol("convert", "in.csv", "-o", "in.parquet");
  await dir.specol("i0e", "-c", "*", "in.parquet", "-o", "out.parquet");
  const { metadata } = await metadataOf(await dir.read("out.parquet"));
  const [grows, repeats] = [2, 3].map((i) => chunkOf(metadata, 0, i));
  assertEquals([grows, repeats].map((chunk) => chunk.integer(COLUMN.codec)), [6, 6]);
  const encodings = (chunk: ThriftStruct) =>
    chunk.list(COLUMN.encodings)!.items.map((item) => Number(readInteger(item, 5)));
  assertEquals(encodings(grows), [ENCODING.byteStreamSplit, ENCODING.rle]);
  assertEquals(encodings(repeats), [ENCODING.plain, ENCODING.rle]);
  const direct = await dir.specol("i0e", "-c", "*", "--to", "csv", "in.parquet");
  const back = await dir.specol("convert", "--to", "csv", "out.parquet");
  assertEquals(back.stdout, direct.stdout);
});

Deno.test("random numbers are stored as they are where the codec does not shorten them", async () => {
  await using dir = await Workdir.create();
  const random = new Random(33);
  const rows = 3 * 2 ** 17;
  // The second and third page repeat one number.
  const values = Float64Array.from(
    { length: rows },
    (_, i) => i < rows / 3 ? random.between(0, 1) : 1,
  );
  const header = formatHeader({ size: 8, fortran: false, shape: [rows] });
  const npy = new Uint8Array([...header, ...new Uint8Array(values.buffer)]);
  await dir.write("x.npy", npy);
  await dir.specol("convert", "x.npy", "-o", "zstd.parquet");
  await dir.specol("convert", "zstd.parquet", "-o", "back.npy");
  assertEquals(await dir.read("back.npy"), npy);
  await dir.write("snappy.parquet", parquetSample("many_snappy.parquet"));
  await dir.specol(
    "map",
    "r = lgamma(n + k / 7.3 + 0.3)",
    "q = floor(n / 500)",
    "snappy.parquet",
    "-o",
    "out.parquet",
  );
  const { metadata } = await metadataOf(await dir.read("out.parquet"));
  const codecs = [2, 3].map((i) => chunkOf(metadata, 0, i).integer(COLUMN.codec));
  assertEquals(codecs, [CODEC.none, CODEC.snappy]);
});

Deno.test("appended pages have checksums if those of the file have", async () => {
  await using dir = await Workdir.create();
  for (const [name, expected] of [["values_checksums", true], ["values_zstd_v2", false]] as const) {
    await dir.write("in.parquet", parquetSample(`${name}.parquet`));
    await dir.specol("i0e", "-c", "float64", "in.parquet", "-o", "out.parquet");
    const out = await dir.read("out.parquet");
    const chunk = chunkOf((await metadataOf(out)).metadata, 0, -1);
    const { fields } = readFields(out, chunk.integer(COLUMN.dataOffset));
    assertEquals(new ThriftStruct(fields).has(PAGE.crc), expected, name);
  }
});

Deno.test("pieces are row groups, and their outputs are joined to that of a single run", async () => {
  await using dir = await withSample("many.parquet");
  for (const to of ["csv", "arrow", "parquet"]) {
    const args = ["i0e", "-c", "n", "in.parquet"];
    const outputs = [1, 2, 3, 4].map((i) => `${i}.${to}`);
    for (const [i, name] of outputs.entries()) {
      const run = await dir.specol(...args, "--part", `${i + 1}/4`, "-o", name);
      assertEquals([run.status, run.stderr], [0, ""]);
    }
    const joined = await dir.specol("concat", ...outputs, "-o", `joined.${to}`);
    assertEquals([joined.status, joined.stderr], [0, ""]);
    await dir.specol(...args, "-o", `whole.${to}`);
    const [a, b] = await Promise.all(
      [`joined.${to}`, `whole.${to}`].map(async (name) =>
        to === "parquet"
          ? (await dir.specol("convert", "--to", "csv", name)).bytes
          : await dir.read(name)
      ),
    );
    assertEquals(a, b, to);
  }
});

Deno.test("concat joins row groups without decoding them, and leaves out indexes that do not hold", async () => {
  await using dir = await Workdir.create();
  const bytes = parquetSample("values_groups.parquet");
  await dir.write("a.parquet", bytes);
  await dir.write("b.parquet", bytes);
  const run = await dir.specol("concat", "a.parquet", "b.parquet", "-o", "out.parquet");
  assertEquals(run.status, 0);
  assertMatch(run.stderr, /dropped the page indexes of 1 pieces/);
  const out = await dir.read("out.parquet");
  const { start } = await metadataOf(bytes);
  const joined = await metadataOf(out);
  assertEquals(joined.start, 2 * start - 4);
  assertEquals(out.subarray(0, start), bytes.subarray(0, start));
  assertEquals(out.subarray(start, joined.start), bytes.subarray(4, start));
  const groups = joined.metadata.structs(FILE.rowGroups);
  const indexed = groups.map((group) =>
    group.structs(ROW_GROUP.columns).some((chunk) => chunk.has(CHUNK.offsetIndex))
  );
  assertEquals(indexed, [...Array(4).fill(true), ...Array(4).fill(false)]);
  assertEquals(joined.metadata.integer(FILE.rows), 30);
  const { stdout } = await dir.specol("convert", "--to", "csv", "out.parquet");
  const expected = new TextDecoder().decode(parquetSample("values.csv"));
  assertEquals(stdout, expected + expected.slice(expected.indexOf("\n") + 1));
  await dir.write("c.parquet", parquetSample("many.parquet"));
  const other = await dir.specol("concat", "a.parquet", "c.parquet", "-o", "no.parquet");
  assertEquals(other.status, 1);
  assertMatch(other.stderr, /Cannot join c\.parquet to a\.parquet: their schemas differ/);
});

Deno.test("two files one after another are refused, because pages of the first would be read", async () => {
  await using dir = await Workdir.create();
  const bytes = parquetSample("many.parquet");
  await dir.write("two.parquet", new Uint8Array([...bytes, ...bytes]));
  const run = await dir.specol("convert", "--to", "csv", "two.parquet");
  assertEquals(run.status, 1);
  assertMatch(run.stderr, /after the end of the Parquet file comes another Parquet file/);
});
