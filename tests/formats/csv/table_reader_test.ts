import { assert, assertEquals, assertRejects } from "@std/assert";
import { readTable } from "../../../mod.ts";
import { readCsv, type ReadOptions, streamOf } from "../../../support/read_csv.ts";

/** Reads a column of cells, and gives its type and values. */
async function column(cells: readonly string[], options?: ReadOptions): Promise<unknown[]> {
  const text = `x,y\n${cells.map((cell) => `${cell},1\n`).join("")}`;
  const { types, columns } = await readCsv(text, options);
  return [types.x, columns[0]];
}

Deno.test("a column holds integers, numbers or text, by its cells", async () => {
  const cases: [string[], string, unknown[]][] = [
    [["1", "-2", "0"], "int64", [1n, -2n, 0n]],
    [["9223372036854775807", "-9223372036854775808"], "int64", [2n ** 63n - 1n, -(2n ** 63n)]],
    [["9007199254740993", '"12"', " 7 "], "int64", [9007199254740993n, 12n, 7n]],
    [["", "5", '""', "  "], "int64", [null, 5n, null, null]],
    [["1", "0.5", "1e3", "-inf", "NaN"], "float64", [1, 0.5, 1000, -Infinity, NaN]],
    [["-0", "1"], "float64", [-0, 1]],
    [["+0.5", ".5", "5."], "float64", [0.5, 0.5, 5]],
    // Digits that a number would lose.
    [["007", "8"], "utf8", ["007", "8"]],
    [["00.5"], "utf8", ["00.5"]],
    [["+49123"], "utf8", ["+49123"]],
    [["9223372036854775808"], "utf8", ["9223372036854775808"]],
    [["123456789012345678901234567890"], "utf8", ["123456789012345678901234567890"]],
    [["9007199254740993", "0.5"], "utf8", ["9007199254740993", "0.5"]],
    [["9007199254740992", "0.5"], "float64", [9007199254740992, 0.5]],
    // Texts.
    [["1", "a", "2024-01-31"], "utf8", ["1", "a", "2024-01-31"]],
    [["1,5".replace(",", " "), "-", "e5", "."], "utf8", ["1 5", "-", "e5", "."]],
    [['"a ""b"" c"', '"x,y"', '"l1\nl2\r\nl3"'], "utf8", ['a "b" c', "x,y", "l1\nl2\r\nl3"]],
    [['""', "", "a"], "utf8", ["", null, "a"]],
    [["", ""], "utf8", [null, null]],
    [['"a"b', 'c"d""e', '"a" "b"'], "utf8", ['"a"b', 'c"d""e', 'a" "b']],
    [["ü", "日本", "🦕", "e\u0301"], "utf8", ["ü", "日本", "🦕", "e\u0301"]],
  ];
  for (const [cells, type, values] of cases) {
    assertEquals(await column(cells), [type, values], cells.join(" | "));
  }
});

Deno.test("quoted text of every length keeps each of its quotes", async () => {
  for (let length = 0; length < 40; length++) {
    const texts = Array.from(
      { length: length + 1 },
      (_, i) => "a".repeat(i) + '"' + "b".repeat(length - i) + (i % 3 === 0 ? '""' : ""),
    );
    const cells = texts.map((text) => `"${text.replaceAll('"', '""')}"`);
    assertEquals(await column(cells), ["utf8", texts]);
  }
});

Deno.test("--null-value is none in every type, and text if it is in quotes", async () => {
  const csv = { nullValues: ["NA"] };
  assertEquals(await column(["1", "NA", ""], { csv }), ["int64", [1n, null, null]]);
  assertEquals(await column(["0.5", '"NA"'], { csv }), ["float64", [0.5, null]]);
  assertEquals(await column(["a", "NA", '"NA"', "NAN"], { csv }), [
    "utf8",
    ["a", null, "NA", "NAN"],
  ]);
});

Deno.test("delimiters, decimal commas, tabs, missing headers and byte order marks are understood", async () => {
  const { columns } = await readCsv("a;b\n1,5;2\n", { csv: { delimiter: ";", decimal: "," } });
  assertEquals(columns, [[1.5], [2n]]);
  assertEquals((await readCsv("a\tb\n1,5\t2\n", { format: "tsv" })).columns, [["1,5"], [2n]]);
  const bare = await readCsv("1,a\n2,b", { csv: { header: false } });
  assertEquals(bare.types, { column1: "int64", column2: "utf8" });
  assertEquals(bare.columns, [[1n, 2n], ["a", "b"]]);
  assertEquals((await readCsv("\ufeffa,b\r\n1,2\r\n")).types, { a: "int64", b: "int64" });
});

Deno.test("a header alone is a table without rows, and blank lines are no rows", async () => {
  assertEquals(await readCsv("a,b\n"), {
    types: { a: "utf8", b: "utf8" },
    columns: [[], []],
    batches: 0,
  });
  const { columns } = await readCsv("\n\na,b\n\n1,2\n\r\n\n3,4\n\n");
  assertEquals(columns, [[1n, 3n], [2n, 4n]]);
  await assertRejects(() => readCsv(""), SyntaxError, "it is empty");
});

Deno.test("what is read does not depend on how the bytes come", async () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${i},"t""${"\n".repeat(i % 3)}${i}",${i / 7},${i % 4 ? i : ""}\r\n`,
  );
  const text = `id,t,x,n\n${rows.join("")}`;
  const whole = await readCsv(text);
  assertEquals(whole.types, { id: "int64", t: "utf8", x: "float64", n: "int64" });
  assertEquals(whole.columns[2], Array.from({ length: 60 }, (_, i) => i / 7));
  for (const chunkSize of [1, 2, 3, 5, 16, 17, 64, 100, 1000]) {
    for (const atATime of [1, 7, 4096]) {
      const { types, columns } = await readCsv(text, { chunkSize, atATime });
      assertEquals([types, columns], [whole.types, whole.columns], `${chunkSize} by ${atATime}`);
    }
  }
  assert((await readCsv(text, { chunkSize: 64 })).batches > 10);
});

Deno.test("a chunk of very short records, or of very many columns, is several batches", async () => {
  const short = await readCsv(`x\n${"1\n".repeat(200_000)}`);
  assertEquals(short.columns[0].length, 200_000);
  assert(short.batches > 3);
  const wide = await readCsv(`${"a,".repeat(4999)}b\n${`${"1,".repeat(4999)}2\n`.repeat(500)}`);
  assertEquals(wide.columns[4999], Array(500).fill(2n));
});

/** A text whose first MiB is one thing, and whose end is another. */
function changing(first: string, last: string): string {
  const line = `${first},${"-".repeat(1000)}\n`;
  return `id,t\n${line.repeat(Math.ceil(2 ** 20 / line.length))}${last},z\n`;
}

Deno.test("a cell after the first MiB that does not fit is an error, and types resolve it", async () => {
  const cases: [string, string, string][] = [
    ["1", "0.5", '"0.5" in column id does not fit int64'],
    ["1", "007", '"007" in column id does not fit int64'],
    ["1", "abc", '"abc" in column id does not fit int64'],
    ["0.5", "abc", '"abc" in column id does not fit float64'],
    ["0.5", "007", '"007" in column id does not fit float64'],
    ["0.5", "9007199254740993", '"9007199254740993" in column id does not fit float64'],
    ["1", "9223372036854775808", '"9223372036854775808" in column id does not fit int64'],
  ];
  for (const [first, last, message] of cases) {
    const text = changing(first, last);
    const line = text.split("\n").length - 1;
    const expected = `in.csv:${line}:1: ${message}, the type of the first cells of the column; ` +
      `set its type, such as csv.types: [["id", "${last === "0.5" ? "float64" : "utf8"}"]]`;
    for (const chunkSize of [2 ** 12, 2 ** 20, 2 ** 22]) {
      const { message } = await assertRejects(() => readCsv(text, { chunkSize }), SyntaxError);
      assertEquals(message, expected);
    }
    // What a user does not say of this column is no help for it.
    const csv = { onInvalid: "null" } as const;
    await assertRejects(() => readCsv(text, { csv }), SyntaxError, "does not fit");
    const { columns: [ids] } = await readCsv(text, { csv: { types: [["id", "utf8"]] } });
    assertEquals(ids.at(-1), last);
  }
  // A cell within the first MiB decides for all.
  assertEquals((await readCsv(`id\n${"1\n".repeat(500_000)}a\n`)).types, { id: "utf8" });
});

Deno.test("types that are given hold, whatever the cells are", async () => {
  const text = "id,n,x,y\n007,0010,1,+5\n008,,2,9007199254740993\n";
  const types = [["*", "float64"], ["id", "utf8"], ["n", "int64"]] as const;
  const { types: found, columns } = await readCsv(text, { csv: { types } });
  assertEquals(found, { id: "utf8", n: "int64", x: "float64", y: "float64" });
  assertEquals(columns, [["007", "008"], [10n, null], [1, 2], [5, 9007199254740992]]);
  await assertRejects(
    () => readCsv("a,n\n1,0.5\n", { csv: { types: [["n", "int64"]] } }),
    SyntaxError,
    'in.csv:2:3: "0.5" in column n is not int64, as csv.types requires; csv.onInvalid: "null" accepts such cells',
  );
  const csv = { types: [["*", "int64"]], onInvalid: "null" } as const;
  assertEquals((await readCsv("a,n\n1,0.5\n", { csv })).columns, [[1n], [null]]);
  await assertRejects(
    () => readCsv("abc,n\n1,2\n", { csv: { types: [["abd", "utf8"]] } }),
    Error,
    "Unknown column abd, did you mean abc? in.csv has abc, n",
  );
});

Deno.test("where all types are given, nothing waits for the first MiB", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const wrote = writer.write(new TextEncoder().encode("a,b\n1,2\n"));
  const { batches } = await readTable(readable, {
    format: "csv",
    csv: { types: [["*", "int64"]] },
  });
  const reader = batches.getReader();
  const { value } = await reader.read();
  assertEquals(value?.rows, 1);
  await wrote;
  await reader.cancel();
});

Deno.test("text that is not UTF-8 is an error with its place", async () => {
  const cases = ["ff", "c3", "c0af", "e08080", "eda080", "f0808080", "f4908080", "80", "e282"];
  for (const hex of cases) {
    for (const before of ["", "ü", "0123456789abcde", "0123456789abcdef"]) {
      const bytes = Uint8Array.fromHex(
        new TextEncoder().encode(`a,t\nü,"x"\n1,${before}`).toHex() + hex + "2c0a".slice(2) + "32",
      );
      const text = new Uint8Array([...bytes, ...new TextEncoder().encode(",y\n")]);
      const csv = { types: [["*", "utf8"]] } as const;
      const error = await assertRejects(() => readCsv(text, { csv }), SyntaxError);
      assert(/^in\.csv:3:3: .* in column t is not UTF-8/.test(error.message), error.message);
    }
  }
  // Two halves of a character in two cells are not one.
  const halves = Uint8Array.fromHex("612c620a78c32cc3a90aa9782c790a");
  await assertRejects(() => readCsv(halves), SyntaxError, "in column a is not UTF-8");
});

Deno.test("numbers of any column are read with one rounding, and places are reported", async () => {
  // Halfway between two float32 but for the last digit, which float64 cannot hold.
  const text = "a,x\nq,1.00000005960464477539062500000000000001\nw,\ne,oops\n";
  const { batches } = await readTable(streamOf(new TextEncoder().encode(text), 5), {
    format: "csv",
    name: "in.csv",
    csv: { onInvalid: "nan" },
  });
  const [first, ...more] = await Array.fromAsync(batches);
  assertEquals(more, []);
  const { values, valid } = first.numbers(1, "float32");
  assertEquals([values[0], values[2]], [Math.fround(1.0000001), NaN]);
  assert(values instanceof Float32Array);
  assertEquals(valid, new Uint8Array([0b101]));
  assertEquals(first.numbers(1).values[0], 1.0000000596046448);
  assertEquals(first.locate!(1, 2), "column x at in.csv:4:3");
  assertEquals(first.numbers(0).valid, undefined);
});

Deno.test("records before a damaged one are given first", async () => {
  for (const chunkSize of [4, 2 ** 20]) {
    const { batches } = await readTable(new Blob(["a,b\n1,2\n3,4\n5\n"]).stream(), {
      format: "csv",
      name: "in.csv",
      chunkSize,
    });
    const rows: number[] = [];
    const { message } = await assertRejects(async () => {
      for await (const batch of batches) rows.push(...batch.numbers(0).values);
    }, SyntaxError);
    assertEquals(rows, [1, 3]);
    assert(message.startsWith("in.csv:4:1: the record has 1 cell, but the header has 2"), message);
  }
  await assertRejects(
    () => readCsv('a\n1\n"x\ny'),
    SyntaxError,
    "in.csv:3:1: missing closing quote",
  );
});

Deno.test("two texts can be read at the same time", async () => {
  const long = "x\n".repeat(100);
  const [first, second] = [`a\n"${long}"\n"z\n"\n`, `b\n${'"1"\n'.repeat(100)}`].map((text) =>
    readCsv(text, { chunkSize: 3, atATime: 1 })
  );
  assertEquals((await first).columns, [[long, "z\n"]]);
  assertEquals((await second).columns, [Array(100).fill(1n)]);
});
