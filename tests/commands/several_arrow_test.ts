// Several inputs of Arrow, whose schemas differ: in dictionaries, their indexes, the order of
// columns, nulls and metadata. apache-arrow makes them, and reads what comes out.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { type ApacheArrow, loadApacheArrow, showTable } from "../formats/arrow/apache_arrow.ts";
import { Workdir } from "../workdir.ts";

/** A column: its name, its type, its values, and whether it may have nulls. */
type Column = readonly [name: string, type: unknown, values: readonly unknown[], nulls?: boolean];

function makeIpc(
  a: ApacheArrow,
  columns: readonly Column[],
  { container = "file", metadata = {} }: {
    container?: "file" | "stream";
    metadata?: Record<string, string>;
  } = {},
): Uint8Array<ArrayBuffer> {
  const fields = columns.map(([name, type, , nulls = true]) => new a.Field(name, type, nulls));
  const schema = new a.Schema(fields, new Map(Object.entries(metadata)));
  const vectors = columns.map(([, type, values]) => a.vectorFromArray(values, type));
  const data = a.makeData({
    type: new a.Struct(fields),
    length: columns[0][2].length,
    children: vectors.map((vector: { data: unknown[] }) => vector.data[0]),
  });
  return a.tableToIPC(new a.Table(schema, [new a.RecordBatch(schema, data)]), container);
}

async function convert(dir: Workdir, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await dir.specol(...args);
  assertEquals([status, stderr], [0, ""], args.join(" "));
  return stdout;
}

Deno.test("dictionaries of several inputs get the ids of the first, whatever their own are", async () => {
  const a = await loadApacheArrow();
  const text = (id: number) => new a.Dictionary(new a.Utf8(), new a.Int32(), id);
  const x = new a.Float64();
  await using dir = await Workdir.create();
  await dir.write(
    "a.arrow",
    makeIpc(a, [["s", text(0), ["u", "v", null]], ["t", text(1), ["k", "k", "l"]], ["x", x, [
      1,
      2,
      3,
    ]]]),
  );
  // The same columns, with the ids exchanged, other values, and in another order.
  const other: Column[] = [["x", x, [4, 5]], ["t", text(0), ["m", "k"]], ["s", text(1), [
    "w",
    "v",
  ]]];
  await dir.write("b.arrow", makeIpc(a, other));
  await dir.write("b.arrows", makeIpc(a, other, { container: "stream" }));
  const rows = "s,t,x,x_lgamma\nu,k,1,0\nv,k,2,0\n,l,3,0.6931471805599453\n" +
    "w,m,4,1.791759469228055\nv,k,5,3.1780538303479458\n";
  for (const second of ["b.arrow", "b.arrows"]) {
    const args = ["lgamma", "-c", "x", "a.arrow", second];
    assertEquals(await convert(dir, ...args, "--to", "csv"), rows);
    await convert(dir, ...args, "-o", "out.arrows");
    assertEquals(await convert(dir, "convert", "out.arrows", "--to", "csv"), rows);
    const [s, t] = showTable(a.tableFromIPC(await dir.read("out.arrows")));
    assertEquals([s, t].map((column) => (column as unknown[])[2]), [["u", "v", null, "w", "v"], [
      "k",
      "k",
      "l",
      "m",
      "k",
    ]]);
    // A file holds each dictionary once.
    const file = await dir.specol(...args, "-o", "out.arrow");
    assertEquals(file.status, 1);
    assertStringIncludes(file.stderr, "which only a stream can hold; write a stream (--to arrows)");
  }
  await convert(dir, "convert", "a.arrow", "a.arrow", "-o", "twice.arrow");
  assertEquals(
    await convert(dir, "convert", "-c", "s", "twice.arrow", "--to", "csv", "--to-null", "NA"),
    "s\nu\nv\nNA\nu\nv\nNA\n",
  );
});

Deno.test("indexes of another type, and texts without a dictionary, are refused where Arrow is written", async () => {
  const a = await loadApacheArrow();
  const text = (indexes: unknown, id: number) => new a.Dictionary(new a.Utf8(), indexes, id);
  await using dir = await Workdir.create();
  const values: unknown[] = ["u", "v"];
  const write = (name: string, s: unknown, t: unknown) =>
    dir.write(name, makeIpc(a, [["s", s, values], ["t", t, values]]));
  await write("a.arrow", text(new a.Int32(), 0), text(new a.Int32(), 1));
  await write("byte.arrow", text(new a.Int8(), 0), text(new a.Int32(), 1));
  await write("plain.arrow", new a.Utf8(), text(new a.Int32(), 1));
  const cases: [string, string][] = [
    ["byte.arrow", "Cannot read byte.arrow after a.arrow: column s is stored differently"],
    ["plain.arrow", "column s is utf8 there, but dictionary<utf8> in a.arrow"],
  ];
  for (const [second, message] of cases) {
    const raw = await dir.specol("convert", "a.arrow", second, "--to", "arrows");
    assertEquals(raw.status, 1, second);
    assertStringIncludes(raw.stderr, message);
    assertStringIncludes(raw.stderr, "leave the column out");
    const csv = await convert(dir, "convert", "a.arrow", second, "--to", "csv");
    assertEquals(csv, "s,t\nu,u\nv,v\nu,u\nv,v\n");
    const kept = await convert(dir, "convert", "-c", "t", "a.arrow", second, "--to", "csv");
    assertEquals(kept, "t\nu\nv\nu\nv\n");
  }
});

Deno.test("texts are the same keys of groups however they are stored", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  const values: unknown[] = ["u", null, "v"];
  const write = (name: string, type: unknown) =>
    dir.write(name, makeIpc(a, [["s", type, values], ["x", new a.Float64(), [1, 2, 4]]]));
  await write("plain.arrow", new a.Utf8());
  await write("entries.arrow", new a.Dictionary(new a.Utf8(), new a.Int32(), 7));
  await write("bytes.arrow", new a.Dictionary(new a.Utf8(), new a.Uint8(), 8));
  await write("large.arrow", new a.LargeUtf8());
  await convert(dir, "convert", "plain.arrow", "-o", "s.parquet");
  await convert(dir, "convert", "plain.arrow", "-o", "s.csv");
  const names = [
    "plain.arrow",
    "entries.arrow",
    "bytes.arrow",
    "large.arrow",
    "s.parquet",
    "s.csv",
  ];
  for (const first of names) {
    const others = names.filter((name) => name !== first);
    const args = ["--by", "s", first, ...others, "--to", "csv"];
    const sums = await convert(dir, "reduce", "t = sum(x)", ...args);
    assertEquals(sums, "s,t\nu,6\n,12\nv,24\n", first);
    const fits = await convert(dir, "fit", "-(x - m)^2", "--start", "m=1", ...args);
    assertEquals(fits.match(/^.*?,[0-9.]+/gm), ["u,1", ",2", "v,4"], first);
  }
  await dir.write("n.arrow", makeIpc(a, [["s", new a.Int32(), [1]], ["x", new a.Int32(), [1]]]));
  const { stderr } = await dir.specol(
    ...["reduce", "t = sum(x)", "--by", "s", "plain.arrow", "n.arrow", "--to", "csv"],
  );
  assertStringIncludes(stderr, "column s is int32 there, but utf8 in plain.arrow; convert one");
});

Deno.test("nulls, metadata and nested columns of several inputs", async () => {
  const a = await loadApacheArrow();
  const list = new a.List(new a.Field("item", new a.Int32(), true));
  const make = (x: readonly unknown[], nulls: boolean, metadata: Record<string, string>) =>
    makeIpc(a, [["x", new a.Float64(), x, nulls], ["l", list, x.map(() => [1, 2])]], { metadata });
  await using dir = await Workdir.create();
  await dir.write("a.arrow", make([1, 2], false, { made: "by a" }));
  await dir.write("b.arrow", make([3, null], true, { made: "by b" }));
  const stream = new Blob([await dir.read("b.arrow")]).stream();
  const gzipped = stream.pipeThrough(new CompressionStream("gzip"));
  await dir.write("b.arrow.gz", await new Response(gzipped).bytes());
  for (const second of ["b.arrow", "b.arrow.gz"]) {
    await convert(dir, "convert", "a.arrow", second, "-o", "out.arrow");
    const table = a.tableFromIPC(await dir.read("out.arrow"));
    const [x, l] = showTable(table) as [unknown[], unknown[]];
    assertEquals(x[2], [1, 2, 3, null]);
    assertEquals((l[2] as unknown[]).length, 4);
    // deno-lint-ignore no-explicit-any -- its types are not imported
    const { fields, metadata } = table.schema as any;
    assertEquals([fields[0].nullable, metadata.get("made")], [true, "by a"]);
  }
  const other = new a.List(new a.Field("item", new a.Int64(), true));
  await dir.write(
    "c.arrow",
    makeIpc(a, [["x", new a.Float64(), [1]], ["l", other, [[1n]]]]),
  );
  const run = await dir.specol("convert", "a.arrow", "c.arrow", "--to", "arrows");
  assertEquals(run.status, 1);
  assertStringIncludes(run.stderr, "column l is list<int64> there, but list<int32> in a.arrow");
});

Deno.test("columns are matched by their names, in and between all formats", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "id,x,t\n1,3,a\n");
  await dir.write("b.csv", 't,"id",x\n"b, c",2,\n"d",3,4\n');
  for (const name of ["a", "b"]) {
    await convert(dir, "convert", `${name}.csv`, "-o", `${name}.arrow`);
  }
  const rows = 'id,x,t,x_lgamma\n1,3,a,0.6931471805599453\n2,,"b, c",\n3,4,d,1.791759469228055\n';
  for (const first of ["a.csv", "a.arrow"]) {
    for (const second of ["b.csv", "b.arrow"]) {
      for (const to of [["--to", "csv"], ["--to", "csv", "--chunk-size", "5", "-j", "1"]]) {
        const out = await convert(dir, "lgamma", "-c", "x", first, second, ...to);
        assertEquals(out.replace('"d"', "d"), rows, `${first} ${second}`);
      }
      await convert(dir, "lgamma", "-c", "x", first, second, "-o", "out.arrow");
      assertEquals(await convert(dir, "convert", "out.arrow", "--to", "csv"), rows);
    }
  }
  const mapped = await convert(
    ...[dir, "map", "--only", "y = x + id", "a.csv", "b.csv", "--file-column", "f"] as const,
  );
  assertEquals(mapped, "y,f\n4,a.csv\n,b.csv\n7,b.csv\n");
  await dir.write("bad.csv", "t,x,id\nu,1,1\nv,abc,2\n");
  const bad = await dir.specol("lgamma", "-c", "x", "a.csv", "bad.csv");
  assertStringIncludes(bad.stderr, 'bad.csv:3:3: "abc" in column x is not a number');
  await dir.write("twice.csv", "x,x\n1,2\n");
  await dir.write("two.csv", "x,y\n1,2\n");
  const twice = await dir.specol("convert", "two.csv", "twice.csv");
  assertStringIncludes(twice.stderr, "Cannot read twice.csv after two.csv: it has no column y");
});

Deno.test("timestamps of several zones are written in the zone of the first input", async () => {
  const a = await loadApacheArrow();
  await using dir = await Workdir.create();
  const zones = ["Europe/Vienna", "UTC", null];
  for (const [i, zone] of zones.entries()) {
    const type = new a.TimestampMicrosecond(zone);
    await dir.write(`${i}.arrow`, makeIpc(a, [["t", type, [1e12, null]]]));
    await dir.specol("convert", `${i}.arrow`, "-o", `${i}.parquet`);
  }
  for (const end of ["arrow", "parquet"]) {
    await convert(dir, "convert", `0.${end}`, `1.${end}`, "-o", `both.${end}`);
    await convert(dir, "convert", `both.${end}`, "-o", "out.arrow");
    await convert(dir, "convert", `0.${end}`, `0.${end}`, "-o", "same.arrow");
    const [both, same] = await Promise.all(
      ["out.arrow", "same.arrow"].map(async (name) =>
        showTable(a.tableFromIPC(await dir.read(name)))
      ),
    );
    assertEquals(both, same);
    // Times without a zone are no instants.
    const { status, stderr } = await dir.specol(
      "convert",
      `0.${end}`,
      `2.${end}`,
      "-o",
      "no.arrow",
    );
    assertEquals(status, 1);
    assertStringIncludes(stderr, "column t is timestamp[us] there");
  }
});

Deno.test("binary columns are texts outside of Arrow and Parquet if they are UTF-8", async () => {
  const a = await loadApacheArrow();
  const bytes = (...texts: string[]) => texts.map((text) => new TextEncoder().encode(text));
  const columns: Column[] = [
    ["x", new a.Float64(), [1, 2, 3], false],
    ["y", new a.Binary(), [...bytes("é,", ""), null]],
    ["z", new a.Binary(), [...bytes("a", "b"), new Uint8Array([255])]],
  ];
  await using dir = await Workdir.create();
  await dir.write("in.arrow", makeIpc(a, columns));
  await dir.specol("convert", "in.arrow", "-o", "in.parquet");
  await dir.specol("convert", "in.parquet", "-o", "out.arrow");
  const shown = showTable(a.tableFromIPC(await dir.read("out.arrow")));
  assertEquals(shown, showTable(a.tableFromIPC(await dir.read("in.arrow"))));
  for (const name of ["in.arrow", "in.parquet"]) {
    const { stdout } = await dir.specol("convert", "-c", "x,y", name, "--to", "csv");
    assertEquals(stdout, 'x,y\n1,"é,"\n2,""\n3,\n');
    const where = await dir.specol("convert", name, "--where", "y == 'é,'", "--to", "jsonl");
    assertEquals(where.stdout, '{"x":1,"y":"é,","z":"a"}\n');
    const by = await dir.specol("reduce", "--by", "y", "s = sum(x)", name, "--to", "csv");
    assertEquals(by.stdout, 'y,s\n"é,",1\n"",2\n,3\n');
    for (
      const args of [["convert", name, "-o"], ["reduce", "--by", "z", "n = count()", name, "-o"]]
    ) {
      const { status, stderr } = await dir.specol(...args, "out.csv");
      assertEquals(status, 1);
      assertStringIncludes(stderr, 'column "z": it holds binary values that are not UTF-8 text');
    }
  }
  assertEquals(await dir.list(), ["in.arrow", "in.parquet", "out.arrow"]);
});

Deno.test("--file-column keeps every type, dictionary and metadata of Arrow, of one input and of several", async () => {
  const a = await loadApacheArrow();
  const columns = (texts: string[]): Column[] => [
    ["x", new a.Float64(), [1, 2], false],
    ["s", new a.Dictionary(new a.Utf8(), new a.Int8(), 0), texts],
    ["b", new a.Bool(), [true, null]],
    ["d", new a.Decimal(2, 10, 128), [new Uint32Array([150, 0, 0, 0]), null]],
    ["t", new a.TimestampMicrosecond("Europe/Vienna"), [1e12, null]],
    ["l", new a.List(new a.Field("item", new a.Int32(), true)), [[1, 2], null]],
    ["r", new a.Struct([new a.Field("u", new a.Int16(), true)]), [{ u: 1 }, null]],
    ["y", new a.Binary(), [new Uint8Array([1, 255]), null]],
  ];
  await using dir = await Workdir.create();
  await dir.write("a.arrow", makeIpc(a, columns(["u", "v"]), { metadata: { made: "by hand" } }));
  await dir.write("b.arrow", makeIpc(a, columns(["v", "w"]).toReversed()));
  for (const inputs of [["a.arrow"], ["a.arrow", "b.arrow"]]) {
    const args = ["lgamma", "-c", "x", ...inputs, "--to", "arrows", "-o"];
    await convert(dir, ...args, "with.arrows", "--file-column", "from");
    await convert(dir, ...args, "without.arrows");
    const table = a.tableFromIPC(await dir.read("with.arrows"));
    const expected = a.tableFromIPC(await dir.read("without.arrows"));
    const shown = showTable(table);
    assertEquals(shown.slice(0, -1), showTable(expected), "all but the last column");
    assertEquals(shown.at(-1), ["from", "Utf8", inputs.flatMap((name) => [name, name])]);
    type Schema = { metadata: Map<string, string>; fields: { nullable: boolean }[] };
    const [made, known] = [table.schema, expected.schema] as unknown as Schema[];
    assertEquals(made.metadata, known.metadata);
    assertEquals(made.metadata.get("made"), "by hand");
    const nullable = ({ fields }: Schema) => fields.map(({ nullable }) => nullable);
    assertEquals(nullable(made).slice(0, -1), nullable(known));
  }
  await convert(dir, "convert", "a.arrow", "-o", "file.arrow", "--file-column", "from");
  assertEquals(
    await convert(dir, "convert", "-c", "x,s,b,d,t,from", "file.arrow", "--to", "csv"),
    await convert(
      dir,
      "convert",
      "-c",
      "x,s,b,d,t",
      "a.arrow",
      "--to",
      "csv",
      "--file-column",
      "from",
    ),
  );
  const npy = await dir.specol(
    "convert",
    "-c",
    "x",
    "a.arrow",
    "--file-column",
    "f",
    "-o",
    "x.npy",
  );
  assertEquals(npy.status, 2);
});
