import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type ColumnValues,
  type CsvOptions,
  type Format,
  readTable,
  type Table,
  writeTable,
} from "../../../mod.ts";
import { sample } from "../../../support/arrow_samples.ts";
import { readCsv } from "../../../support/read_csv.ts";

/** Makes a table of one batch. */
function tableOf(columns: Readonly<Record<string, ColumnValues>>): Table {
  const all = Object.values(columns);
  const [first] = all;
  const rows = first.kind === "texts" ? first.offsets.length - 1 : first.values.length;
  return {
    columns: Object.keys(columns).map((name, i) => ({
      name,
      typeName: all[i].kind,
      values: all[i].kind,
    })),
    batches: ReadableStream.from([{
      rows,
      values: (i: number) => all[i],
      numbers(): never {
        throw new Error("All values are given");
      },
    }]),
  };
}

function texts(...values: (string | null)[]): ColumnValues {
  const parts = values.map((value) => new TextEncoder().encode(value ?? ""));
  const offsets = new Int32Array(parts.length + 1);
  parts.forEach(({ length }, i) => offsets[i + 1] = offsets[i] + length);
  const valid = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, i) => valid[i >> 3] |= Number(value !== null) << (i & 7));
  return {
    kind: "texts",
    offsets,
    bytes: new Uint8Array(parts.flatMap((part) => [...part])),
    valid,
  };
}

async function write(
  table: Table,
  csv?: Partial<CsvOptions>,
  format: Format = "csv",
): Promise<string> {
  return await new Response(writeTable(table, { format, csv })).text();
}

Deno.test("floats have the fewest digits of their type, integers all of theirs", async () => {
  const table = tableOf({
    f64: { kind: "floats", values: new Float64Array([0.1, -0, NaN, -Infinity, 1e300]) },
    f32: { kind: "floats", values: new Float32Array([0.1, 16777216, 1e-45, 3.4028235e38, 1]) },
    f16: { kind: "floats", values: new Float16Array([0.1, 6e-8, 65504, 1 / 3, -2]) },
    i64: {
      kind: "integers",
      values: new BigInt64Array([2n ** 63n - 1n, -(2n ** 63n), 0n, -1n, 10n ** 16n]),
    },
    u64: {
      kind: "integers",
      values: new BigUint64Array([2n ** 64n - 1n, 0n, 10n ** 16n - 1n, 9n, 10n ** 17n]),
    },
    i8: {
      kind: "integers",
      values: new Int8Array([-128, 127, 0, 1, 2]),
      valid: new Uint8Array([0b10101]),
    },
    u16: { kind: "integers", values: new Uint16Array([65535, 0, 1, 2, 3]) },
  });
  assertEquals(
    await write(table),
    `f64,f32,f16,i64,u64,i8,u16
0.1,0.1,0.1,9223372036854775807,18446744073709551615,-128,65535
-0,16777216,6e-8,-9223372036854775808,0,,0
NaN,1e-45,65500,0,9999999999999999,0,1
-inf,3.4028235e+38,0.3333,-1,9,,2
1e+300,1,-2,10000000000000000,100000000000000000,2,3
`,
  );
});

Deno.test("text is quoted where it must be, and an empty one to differ from none", async () => {
  const values = ["a", "", null, 'say "hi"', "x,y", "l\nf", "c\rr", " s ", "t\tt", "NA", "a;b"];
  const table = (): Table =>
    tableOf({ "na,me": texts(...values), t: texts(...values.map(() => "z")) });
  assertEquals(
    await write(table()),
    '"na,me",t\na,z\n"",z\n,z\n"say ""hi""",z\n"x,y",z\n"l\nf",z\n"c\rr",z\n s ,z\nt\tt,z\nNA,z\na;b,z\n',
  );
  assertEquals(
    await write(table(), { delimiter: ";", toNull: "NA", header: false }),
    'a;z\n"";z\nNA;z\n"say ""hi""";z\nx,y;z\n"l\nf";z\n"c\rr";z\n s ;z\nt\tt;z\n"NA";z\n"a;b";z\n',
  );
  assertEquals((await write(table(), {}, "tsv")).split("\n")[0], "na,me\tt");
  const back = await readCsv(await write(table(), { toNull: "NA" }), {
    csv: { nullValues: ["NA"] },
  });
  assertEquals(back.columns[0], values);
});

Deno.test("every place of what needs quotes is found, at every length", async () => {
  for (let length = 0; length < 40; length++) {
    const all = Array.from(
      { length: length + 1 },
      (_, i) =>
        ["\n", ",", '"', "\r", "ü"].map((special) =>
          "a".repeat(i) + special + "b".repeat(length - i)
        ),
    ).flat();
    const text = await write(tableOf({ t: texts(...all), u: texts(...all) }));
    assertEquals((await readCsv(text)).columns, [all, all]);
  }
});

Deno.test("a row of nothing is no blank line", async () => {
  const valid = new Uint8Array([0b101]);
  const values = new Float64Array([1, 2, 3]);
  assertEquals(await write(tableOf({ x: { kind: "floats", values, valid } })), 'x\n1\n""\n3\n');
  const back = await readCsv('x\n1\n""\n3\n');
  assertEquals(back.columns, [[1n, null, 3n]]);
  assertEquals(
    await write(tableOf({ x: { kind: "floats", values, valid } }), { toNull: "-" }),
    "x\n1\n-\n3\n",
  );
  assertEquals(await write(tableOf({ "": texts("a", "", "b") })), '""\na\n""\nb\n');
  // Decimals are texts that are never empty.
  const decimals = { ...texts("1.50", null, "3.00"), decimal: true };
  assertEquals(await write(tableOf({ x: decimals })), 'x\n1.50\n""\n3.00\n');
});

Deno.test("a null text in the only column is refused, unless nulls have a text of their own", async () => {
  const table = (): Table => tableOf({ t: texts("a", "", null) });
  await assertRejects(
    () => write(table()),
    TypeError,
    "Cannot write CSV: the text in row 3 is null and the only column of its record, where it would " +
      "look like an empty text; set what to write with csv.toNull",
  );
  const written = await write(table(), { toNull: "NA" });
  assertEquals(written, 't\na\n""\nNA\n');
  // That reads back as it was; and next to another column no text for nulls is needed.
  for (const [text, nullValue] of [[written, "NA"], ['t,x\na,1\n"",2\n,3\n', ""]]) {
    const bytes = new Blob([text]).stream();
    const { batches } = await readTable(bytes, { format: "csv", csv: { nullValues: [nullValue] } });
    const [batch] = await Array.fromAsync(batches);
    assertEquals(batch.values!(0), texts("a", "", null));
  }
});

Deno.test("a decimal comma is in all that is a decimal number, and in nothing else", async () => {
  const decimals: ColumnValues = { ...texts("1.50", null), decimal: true } as ColumnValues;
  const table = tableOf({
    x: { kind: "floats", values: new Float64Array([0.5, 1.5e300]) },
    d: decimals,
    t: texts("a.b", "c"),
  });
  const csv = { decimal: ",", delimiter: ";" };
  assertEquals(await write(table, csv), "x;d;t\n0,5;1,50;a.b\n1,5e+300;;c\n");
});

Deno.test("more rows than are written at a time come in order", async () => {
  const rows = 20_011;
  const valid = Uint8Array.from({ length: Math.ceil(rows / 8) }, (_, i) => i * 37 + (i >> 8));
  const values = Float64Array.from({ length: rows }, (_, i) => i / 2);
  const names = texts(...Array.from({ length: rows }, (_, i) => `n${i}`));
  const text = await write(tableOf({ x: { kind: "floats", values, valid }, n: names }));
  const expected = Array.from(
    values,
    (x, i) => `${valid[i >> 3] >> (i & 7) & 1 ? x : ""},n${i}\n`,
  );
  assertEquals(text, `x,n\n${expected.join("")}`);
});

Deno.test("values that only Arrow has are written as ISO 8601 and decimals, with their dictionaries", async () => {
  async function columnsOf(name: string, columns: readonly string[]): Promise<string> {
    const table = await readTable(new Blob([sample(name)]).stream());
    const outputs = columns.map((name) => ({
      name,
      input: table.columns.findIndex((column) => column.name === name),
    }));
    return await new Response(writeTable(table, { format: "csv", columns: outputs })).text();
  }
  const names = [
    "utf8",
    "large_utf8",
    "utf8_view",
    "bool",
    "null",
    "date",
    "timestamp",
    "decimal",
    "dictionary",
    "x",
  ];
  const long = "a text that is too long for a view to hold";
  const rows = [
    `a,a,${long},true,,1970-01-01,1970-01-01T00:00:00.000000000Z,1.23,x,0.5`,
    ",,,,,1970-01-02,1970-01-01T00:00:00.000000001Z,,y,",
    '"","",short,false,,,,-4.56,,1.5',
    `ü,ü,${long}!,true,,1969-12-31,1969-12-31T23:59:59.999999999Z,0.00,x,2.5`,
  ];
  for (const name of ["mixed.arrow", "mixed.arrows"]) {
    const lines = [names.join(), ...rows, rows[1], rows[2], ...rows];
    assertEquals(await columnsOf(name, names), `${lines.join("\n")}\n`);
  }
  assertEquals(await columnsOf("dictionary_delta.arrow", ["d"]), "d\na\nb\nc\na\n");
  assertEquals(await columnsOf("dictionary_replaced.arrows", ["d"]), "d\na\nb\nz\na\nb\n");
  assertEquals(await columnsOf("no_batches.arrow", ["d", "x"]), "d,x\n");
  await assertRejects(
    () => columnsOf("mixed.arrow", ["utf8", "list", "struct"]),
    TypeError,
    "Cannot write as CSV: list (list<int32>), struct (struct<int64, utf8>); " +
      "name the other columns in option columns",
  );
});

Deno.test("damaged Arrow gives values or a clear error, never anything else", async () => {
  const names = ["mixed.arrows", "dictionary_delta.arrows", "numbers.arrows"];
  const kept =
    /^(utf8|large_utf8|utf8_view|bool|null|date|timestamp|decimal|dictionary|d|x|.*int.*)$/;
  let [seed, refused] = [1, 0];
  for (let i = 0; i < 300; i++) {
    const bytes = sample(names[i % names.length]).slice();
    for (let j = 0; j < 3; j++) {
      seed = (seed * 48271) % 2147483647;
      bytes[seed % bytes.length] = seed >> 8;
    }
    try {
      const table = await readTable(new Blob([bytes]).stream(), { format: "arrows" });
      const columns = table.columns
        .map(({ name, values }, input) => ({ name, input, values }))
        .filter(({ name, values }) => kept.test(name) && values !== undefined);
      await new Response(writeTable(table, { format: "csv", columns })).text();
    } catch (error) {
      if (!(error instanceof Error) || !/^Cannot (read|write) /.test(error.message)) throw error;
      refused++;
    }
  }
  assert(refused > 10);
});
