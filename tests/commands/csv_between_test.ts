import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { lgamma } from "../../mod.ts";
import { readIndependently } from "../../support/independent_reader.ts";
import { sample } from "../../support/arrow_samples.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { type Run, Workdir } from "../workdir.ts";

const TABLE = 'id,name,x,y\n1,"a ""b""",0.5,7\n2,,,8\n9007199254740993,"c\nd, e",2.5,9\n';

/** Runs the program; it must succeed and say nothing. */
async function done(dir: Workdir, ...args: string[]): Promise<Run> {
  const run = await dir.specol(...args);
  assertEquals([run.status, run.stderr], [0, ""], args.join(" "));
  return run;
}

Deno.test("CSV becomes Arrow, with the types of its columns, and a result", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", TABLE);
  for (const format of ["arrow", "arrows"]) {
    for (const more of [[], ["-j", "1"], ["--chunk-size", "16"], ["--chunk-size", "1"]]) {
      const { bytes } = await done(dir, "lgamma", "-c", "x", "in.csv", "--to", format, ...more);
      const { schema, columns } = await readIndependently(bytes);
      const { fields } = schema as { fields: { name: string; type: Record<string, unknown> }[] };
      assertEquals(fields.map(({ name }) => name), ["id", "name", "x", "y", "x_lgamma"]);
      assertEquals(fields.map(({ type: { typeId } }) => typeId), [2, 5, 3, 2, 3]);
      assertEquals(fields[0].type.bitWidth, 64);
      assertEquals(columns, [
        [1n, 2n, 9007199254740993n],
        ['a "b"', null, "c\nd, e"],
        [0.5, null, 2.5],
        [7n, 8n, 9n],
        [lgamma(0.5), null, lgamma(2.5)],
      ]);
    }
  }
});

Deno.test("CSV becomes npy, whatever the chunks: rows alone, or rows and columns, nulls NaN", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", TABLE);
  const wide = makeNpy([0.5, 7, NaN, 8, 2.5, 9], { descr: "<f8", shape: [3, 2] });
  const tall = makeNpy([7, 8, 9], { descr: "<f4", shape: [3] });
  const data = (bytes: Uint8Array): string => bytes.subarray(bytes.indexOf(0x0a) + 1).toHex();
  for (const size of ["1", "20", "1M"]) {
    const both = await done(
      dir,
      "convert",
      "-c",
      "x,y",
      "in.csv",
      "--to=npy",
      "--chunk-size",
      size,
    );
    assertStringIncludes(both.stdout, "(3, 2)");
    assertEquals(data(both.bytes), data(wide));
    const one = await done(dir, "convert", "-cy", "in.csv", "--to=npy", "--dtype=float32");
    assertStringIncludes(one.stdout, "(3,)");
    assertEquals(data(one.bytes), data(tall));
  }
  const { status, stderr } = await dir.specol("convert", "in.csv", "-o", "out.npy");
  assertEquals(status, 1);
  assertStringIncludes(
    stderr,
    'in.csv:2:3: "a "b"" in column name is not a number'.replaceAll('"b"', '\\"b\\"'),
  );
  assertEquals(await dir.list(), ["in.csv"]);
  await dir.write("head.csv", "a,b\n");
  assertStringIncludes((await done(dir, "convert", "head.csv", "--to=npy")).stdout, "(0, 2)");
});

Deno.test("--dtype float32 rounds text once, in results, conversions and arrays", async () => {
  await using dir = await Workdir.create();
  // A little more than halfway between 1 and the next float32; as float64 it is halfway, and rounds to 1.
  await dir.write("in.csv", "x\n1.00000005960464477539062500000000000001\n");
  const next = makeNpy([1 + 2 ** -23], { descr: "<f4", shape: [1] });
  const npy = await done(dir, "convert", "in.csv", "--to=npy", "--dtype=float32");
  assertEquals(npy.bytes.slice(-4), next.slice(-4));
  const arrow = await done(dir, "convert", "in.csv", "--to=arrow", "--dtype=float32");
  assertEquals((await readIndependently(arrow.bytes)).columns, [[1 + 2 ** -23]]);
  // The same for integers: 2^60 + 2^36 + 1.
  await dir.write("whole.csv", "n\n1152921573326323713\n");
  const whole = await done(dir, "convert", "whole.csv", "--to=npy", "--dtype=float32", "-q");
  const up = makeNpy([2 ** 60 + 2 ** 37], { descr: "<f4", shape: [1] });
  assertEquals(whole.bytes.slice(-4), up.slice(-4));
  const result = await done(dir, "i0", "in.csv", "--to=npy", "--only", "--dtype=float32");
  const expected = await dir.run(["i0"], { stdin: next });
  assertEquals(result.bytes.slice(-4), expected.bytes.slice(-4));
});

Deno.test("npy to CSV and back is the same to the bit, in every type", async () => {
  await using dir = await Workdir.create();
  let seed = 12345;
  const random = (): number => (seed = (seed * 48271) % 2147483647);
  const arrays = {
    "<f8": () => new Float64Array(new Uint32Array([random() * 2, random() * 2]).buffer)[0],
    "<f4": () => new Float32Array(new Uint32Array([random() * 2]).buffer)[0],
    "<f2": () => new Float16Array(new Uint16Array([random()]).buffer)[0],
  };
  const types = { "<f8": "float64", "<f4": "float32", "<f2": "float16" };
  for (const [descr, make] of Object.entries(arrays)) {
    const values = Array.from({ length: 3000 }, () => make()).map((x) => isNaN(x) ? -0 : x);
    await dir.write("in.npy", makeNpy(values, { descr, shape: [1000, 3] }));
    await done(dir, "convert", "in.npy", "-o", "t.csv");
    const { bytes } = await done(
      dir,
      ...["convert", "t.csv", "--to=npy", "--dtype", types[descr as "<f8"]],
    );
    const size = 3000 * Number(descr.at(-1));
    assertEquals(
      bytes.slice(-size).toHex(),
      (await dir.read("in.npy")).slice(-size).toHex(),
      descr,
    );
    assert(new TextDecoder().decode(await dir.read("t.csv")).startsWith("x0,x1,x2\n"));
  }
  await dir.write("one.npy", makeNpy([1, 0.5], { descr: "<f8", shape: [2] }));
  assertEquals((await done(dir, "convert", "one.npy", "--to", "csv")).stdout, "x\n1\n0.5\n");
  const { stdout } = await done(dir, "lgamma", "-c", "x", "one.npy", "--to", "tsv");
  assertEquals(stdout, `x\tx_lgamma\n1\t0\n0.5\t${lgamma(0.5)}\n`);
});

Deno.test("integers of npy keep all their digits, in every order of bytes and axes", async () => {
  await using dir = await Workdir.create();
  const values = [2n ** 63n - 1n, -(2n ** 63n), 9007199254740993n, -1n, 0n, 1n];
  for (const descr of ["<i8", ">i8"]) {
    for (const fortran of [false, true]) {
      const stdin = makeNpy(values, { descr, shape: [3, 2], fortran });
      await dir.write("in.npy", stdin);
      const [a, b, c, d, e, f] = fortran ? [0, 3, 1, 4, 2, 5].map((i) => values[i]) : values;
      const text = `x0,x1\n${a},${b}\n${c},${d}\n${e},${f}\n`;
      assertEquals((await done(dir, "convert", "in.npy", "--to=csv")).stdout, text);
      const piped = await dir.run(["convert", "--to=csv", "--chunk-size=16"], { stdin });
      assertEquals(piped.stdout, text);
      const { bytes } = await done(dir, "convert", "in.npy", "--to=arrow");
      assertEquals((await readIndependently(bytes)).columns, [[a, c, e], [b, d, f]]);
    }
  }
  await dir.write("u.npy", makeNpy([2n ** 64n - 1n, 7n], { descr: "<u8", shape: [2] }));
  const unsigned = await done(dir, "i0e", "-cx", "u.npy", "--to=csv", "-q");
  assert(unsigned.stdout.startsWith("x,x_i0e\n18446744073709551615,"), unsigned.stdout);
  await dir.write("s.npy", makeNpy([-128, 127], { descr: "|i1", shape: [2] }));
  const { bytes } = await done(dir, "convert", "s.npy", "--to=arrow");
  const { schema, columns } = await readIndependently(bytes);
  const { fields: [{ type }] } = schema as { fields: { type: Record<string, unknown> }[] };
  assertEquals([type.bitWidth, type.signed, columns], [8, true, [[-128, 127]]]);
});

Deno.test("Arrow to CSV and back keeps every value that CSV can hold", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", TABLE);
  await done(dir, "convert", "in.csv", "-o", "first.arrow");
  const dialect = ["-d", ";", "--decimal", ","];
  for (const [written, read] of [[[], []], [dialect, dialect], [[], ["--null-value", "NA"]]]) {
    await done(dir, "convert", "first.arrow", ...written, "-o", "t.csv");
    const { bytes } = await done(dir, "convert", "t.csv", ...read, "--to", "arrow");
    assertEquals(bytes, await dir.read("first.arrow"));
  }
  assertEquals((await done(dir, "convert", "first.arrow", "--to", "csv")).stdout, TABLE);
  const bare = await done(
    dir,
    "convert",
    "first.arrow",
    "--to",
    "tsv",
    "--no-header",
    "-c",
    "id,y",
  );
  assertEquals(bare.stdout, "1\t7\n2\t8\n9007199254740993\t9\n");
});

Deno.test("a guess that is wrong further down names the place and the option, which helps", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 30_000 }, (_, i) => `${i},${"x".repeat(30)}\n`).join("");
  await dir.write("in.csv", `zip,t\n${rows}${rows}01234,z\n`);
  for (const more of [[], ["-j", "1"], ["--chunk-size", "5000"]]) {
    const { status, stderr } = await dir.specol("convert", "in.csv", "-o", "out.arrow", ...more);
    assertEquals(status, 1);
    assertEquals(
      stderr,
      'specol: in.csv:60002:1: "01234" in column zip does not fit int64, the type of the first ' +
        "cells of the column; set its type, such as --types 'zip=utf8'\n",
    );
  }
  assertEquals(await dir.list(), ["in.csv"]);
  await done(dir, "convert", "in.csv", "-o", "out.arrow", "--types", "zip=utf8");
  const { columns: [zip] } = await readIndependently(await dir.read("out.arrow"));
  assertEquals([zip.length, zip.at(-1)], [60_001, "01234"]);
});

Deno.test("a fraction in a column of integers suggests float64, a text utf8", async () => {
  await using dir = await Workdir.create();
  const rows = "12345\n".repeat(200_000);
  const cases = [["0.5", "float64"], ["1e3", "float64"], ["nan", "float64"], ["a", "utf8"]];
  for (const [cell, type] of [...cases, ["007", "utf8"], ["12345678901234567890", "utf8"]]) {
    await dir.write("in.csv", `x\n${rows}${cell}\n`);
    const { status, stderr } = await dir.specol("convert", "in.csv", "-o", "out.arrow");
    assertEquals(status, 1);
    assertStringIncludes(stderr, `as --types 'x=${type}'\n`);
  }
});

Deno.test("a text that does not fit an npy file suggests to write the results alone", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "site,n\nnorth,3\n");
  const { status, stderr } = await dir.specol("lgamma", "-c", "n", "in.csv", "-o", "out.npy");
  assertEquals(status, 1);
  assertStringIncludes(stderr, 'in.csv:2:1: "north" in column site is not a number');
  assertStringIncludes(
    stderr,
    "npy holds only numbers: leave it out with specol convert -c '!site', or write only the results with --only",
  );
  await done(dir, "lgamma", "-c", "n", "in.csv", "-o", "out.npy", "--only");
});

Deno.test("options of types are checked before anything is opened", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", TABLE);
  const cases: [string, string][] = [
    ["id", "Option --types takes a comma-separated list such as id=utf8,n=int64, got id"],
    ["id=utf8,,x=utf8", "Option --types takes a comma-separated list"],
    [
      "id=utf",
      "Option --types: a type must be int64, float64 or utf8, got utf, did you mean utf8?",
    ],
    ['"id=utf8', "Option --types: missing closing quote"],
    ["nme=utf8", "Unknown column nme, did you mean name? in.csv has id, name, x, y"],
    ["9=utf8", "There is no column 9: in.csv has 4 columns"],
  ];
  for (const [types, message] of cases) {
    const { status, stderr } = await dir.specol(
      "convert",
      "in.csv",
      "--to=arrow",
      "--types",
      types,
    );
    assertEquals(status, 2, types);
    assertStringIncludes(stderr, message);
  }
  const all = ["convert", "in.csv", "--to=arrow", "--types", '*=utf8, "y" = float64,3=float64'];
  const { columns } = await readIndependently((await done(dir, ...all)).bytes);
  assertEquals(columns[0], ["1", "2", "9007199254740993"]);
  assertEquals(columns[3], [7, 8, 9]);
});

Deno.test("cells that are no numbers are null, NaN or an error, and --strict names the place", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", 'x,t\n"q\nr",1\n-0.5,2\n');
  const { status, stderr } = await dir.specol("lgamma", "-cx", "in.csv", "--to=arrow");
  assertEquals(status, 1);
  assertStringIncludes(stderr, 'in.csv:2:1: "q\\nr" in column x is not a number; if it means null');
  for (const [what, expected] of [["null", null], ["nan", NaN]] as const) {
    const { bytes } = await done(
      dir,
      "i0",
      "-cx",
      "in.csv",
      "--to=arrow",
      "-q",
      "--on-invalid",
      what,
    );
    const { columns } = await readIndependently(bytes);
    assertEquals([columns[0], columns[2][0]], [["q\nr", "-0.5"], expected]);
  }
  const strict = ["multigammaln", "-p2", "-cx", "--on-invalid=null", "--strict", "--to=arrow"];
  const refused = await dir.specol(...strict, "in.csv");
  assertEquals(refused.status, 1);
  assertStringIncludes(refused.stderr, "column x at in.csv:4:1 is -0.5, outside the domain");
});

Deno.test("what CSV cannot hold is named, and the other columns can be written", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.arrow", sample("mixed.arrow"));
  const { status, stderr } = await dir.specol("convert", "in.arrow", "-o", "out.csv");
  assertEquals(status, 1);
  const advice = /-c '([^']*)'/.exec(stderr)![1];
  await done(dir, "convert", "in.arrow", "-o", "out.csv", "-c", advice);
  await done(dir, "lgamma", "-c", "x", "--only", "in.arrow", "-o", "only.csv");
  assertEquals(await dir.list(), ["in.arrow", "only.csv", "out.csv"]);
});

Deno.test("of several bad cells, the first one in the file is reported, for all chunk sizes and formats", async () => {
  await using dir = await Workdir.create();
  /** Rows of columns a, b and k, some of which differ. */
  const text = (others: Record<number, string>) =>
    "a,b,k\n" + Array.from({ length: 60 }, (_, i) => `${others[i] ?? "3,4,5"}\n`).join("");
  const domain = ["multigammaln", "-p3", "--strict"];
  // What is computed of a and b, the rows, and the place; the header is line 1.
  const cases: [string[], string, string][] = [
    // Columns are read one after the other.
    [["lgamma"], text({ 40: "3,no,5", 50: "no,4,5" }), "in.csv:42:3: "],
    [["lgamma"], text({ 40: "no,no,x", 50: "no,4,5" }), "in.csv:42:1: "],
    // What is not computed is read when it is written.
    [["lgamma"], text({ 30: "3,4,x", 40: "3,no,5", 50: "no,4,5" }), "in.csv:32:5: "],
    // What is outside a domain is found when all is computed, and one result after the other.
    [domain, text({ 20: "3,0.5,5", 25: "0.5,4,5", 30: "3,4,x" }), "column b at in.csv:22:3 is 0.5"],
    [domain, text({ 20: "3,0.5,x", 40: "no,4,5" }), "column b at in.csv:22:3 is 0.5"],
    [domain, text({ 20: "3,4,x", 30: "3,0.5,5", 40: "no,4,5" }), "in.csv:22:5: "],
    // An incomplete record ends the table.
    [["lgamma"], text({ 20: "3,4", 30: "no,4,5" }), "in.csv:22:1: the record has 2 cells"],
    [["lgamma"], text({ 20: "no,4,5", 30: "3,4" }), "in.csv:22:1: "],
  ];
  for (const [args, content, place] of cases) {
    await dir.write("in.csv", content);
    for (const more of [[], ["--chunk-size=1"], ["--chunk-size=64"], ["--chunk-size=200", "-j1"]]) {
      for (const format of ["arrows", "npy"]) {
        const how = ["-c", "a,b", "--types=k=int64", "--to", format, "-o", "out", ...more];
        const { status, stderr } = await dir.specol(...args, ...how, "in.csv");
        assertEquals(status, 1);
        assertStringIncludes(stderr, place, `${args} ${how}\n${content}`);
      }
    }
  }
});

Deno.test("errors of the command line name its own options", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "a,n\n1,0.5\n");
  await dir.write("in.arrow", sample("mixed.arrow"));
  await dir.write("odd.jsonl", `{"it's, odd":[1],"x":2}\n`);
  const cases: [string[], string][] = [
    [
      ["in.csv", "--types", "n=int64", "--to", "arrow"],
      'in.csv:2:3: "0.5" in column n is not int64, as --types requires; --on-invalid null accepts such cells',
    ],
    [
      ["in.arrow", "-c", "x,list,map", "--to", "csv"],
      "leave them out with specol convert -c '!list,!map', or write only the results with --only",
    ],
    [["in.csv", "--from", "arrow"], "if that is right, use --from csv"],
    [
      ["odd.jsonl", "--to", "csv"],
      String.raw`leave it out with specol convert -c '!"it'\''s, odd"', or write only`,
    ],
  ];
  for (const [args, message] of cases) {
    const { status, stderr } = await dir.specol("convert", ...args);
    assertEquals(status, 1);
    assertStringIncludes(stderr, message);
  }
});

Deno.test("warnings list columns in the order of the table, wherever batches end", async () => {
  await using dir = await Workdir.create();
  const wide = "9007199254740993";
  await dir.write("in.csv", `x,y\n1,${wide}\n2,-\n${"3,4\n".repeat(100)}${wide},5\n-,6\n`);
  for (const chunkSize of ["1M", "20"]) {
    for (const jobs of ["1", "2"]) {
      const { stderr } = await dir.specol(
        ...["convert", "in.csv", "--types", "x=float64,y=float64", "--on-invalid", "null"],
        ...["--to", "arrows", "--chunk-size", chunkSize, "-j", jobs],
      );
      assertStringIncludes(stderr, 'as null: 1 in x, 1 in y; the first is "-" at in.csv:3:3');
      assertStringIncludes(stderr, `float64: 1 in x, 1 in y; the first is "${wide}" at in.csv:2:3`);
    }
  }
});
