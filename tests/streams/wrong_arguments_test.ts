import { assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { main } from "../../cli.ts";
import { isOptions } from "../../functions/arguments.ts";
import * as specol from "../../mod.ts";
import { readTable, writeTable } from "../../mod.ts";

// What a program without types may pass: each is refused in our words, never in those of the
// runtime.

/** Words that an engine finds when nobody has looked before. */
const ENGINE =
  /is not a function|is not iterable|is not defined|[Cc]annot (read propert|destructure|convert|mix|use 'in')|undefined \(|null \(|of (null|undefined)$/;

async function messageOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    assertInstanceOf(error, Error);
    const { name, message } = error as Error;
    assertEquals(["TypeError", "RangeError", "SyntaxError"].includes(name), true, name);
    if (ENGINE.test(message)) throw new Error(`In the engine's words: ${message}`);
    return message;
  }
  return "";
}

/** Every kind of value. An option takes at most one of them. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  NaN,
  Infinity,
  "",
  "x",
  1n,
  Symbol("x"),
  [],
  [null],
  {},
  () => 1,
  new Float64Array(1),
  new Date(),
  Promise.resolve(),
];

const csv = () => new Blob(["x,z\n1,2\n3,4\n"]).stream();
const read = (options: unknown) => readTable(csv(), options as specol.ReadTableOptions);

async function write(options: unknown): Promise<string> {
  const bytes = writeTable(await read({}), options as specol.WriteTableOptions);
  return await new Response(bytes).text();
}

Deno.test("what is not a stream of bytes is named, with what to give instead", async () => {
  const what = "Cannot read a table: the stream must be a ReadableStream, got";
  const cases: [unknown, string][] = [
    [new Response("x"), `${what} Response: pass its body`],
    [new Blob(["x"]), `${what} Blob: pass its stream()`],
    [new Uint8Array(1), `${what} Uint8Array: pass new Blob([bytes]).stream()`],
    ["x.csv", `${what} "x.csv": strings are not opened as files`],
    [undefined, `${what} undefined`],
    [null, `${what} null`],
    [{}, `${what} Object`],
  ];
  for (const [stream, message] of cases) {
    const found = await messageOf(() => readTable(stream as ReadableStream<Uint8Array>));
    assertEquals(found.slice(0, message.length), message);
  }
  const locked = csv();
  locked.getReader();
  assertMatch(await messageOf(() => readTable(locked)), /must not be locked/);
});

Deno.test("chunks that are not bytes are refused", async () => {
  const cases: [unknown, string][] = [
    ["x\n1\n", 'got "x\\n1\\n": encode texts with TextEncoderStream'],
    [new Float64Array(4), "got Float64Array"],
    [new Uint16Array(4), "got Uint16Array"],
    [new ArrayBuffer(8), "got ArrayBuffer"],
    [[120, 10], "got Array"],
    [null, "got null"],
    [undefined, "got undefined"],
    [7, "got 7"],
  ];
  for (const [chunk, message] of cases) {
    const stream = ReadableStream.from([chunk]) as ReadableStream<Uint8Array>;
    const found = await messageOf(() => readTable(stream, { name: "upload" }));
    assertEquals(found, `Cannot read upload: its chunks must be Uint8Array, ${message}`);
  }
  const buffer = Object.assign(new Uint8Array([120, 10, 49, 10]), { constructor: {} });
  assertEquals((await readTable(ReadableStream.from([buffer]))).columns[0].name, "x");
});

Deno.test("every option of readTable is refused where it cannot be meant", async () => {
  const options: Record<string, (value: unknown) => boolean> = {
    format: () => false,
    name: (value) => typeof value === "string",
    chunkSize: () => false,
    csv: isOptions,
    signal: () => false,
  };
  const csvOptions: Record<string, (value: unknown) => boolean> = {
    delimiter: () => false,
    header: (value) => typeof value === "boolean",
    decimal: () => false,
    nullValues: (value) => Array.isArray(value) && value.length === 0,
    toNull: (value) => typeof value === "string",
    toDelimiter: () => false,
    toDecimal: () => false,
    skip: (value) => value === 0,
    comment: (value) => typeof value === "string",
    onInvalid: () => false,
    types: (value) => Array.isArray(value) && value.length === 0,
  };
  for (const value of VALUES) {
    for (const [name, isFine] of Object.entries(options)) {
      const message = await messageOf(() => read({ [name]: value }));
      assertEquals(message === "", isFine(value), `${name}: ${String(value)}: ${message}`);
      if (message !== "") assertMatch(message, new RegExp(`^Option ${name} `));
    }
    for (const [name, isFine] of Object.entries(csvOptions)) {
      const writes = ["csv", "arrow"].map((format) => (given: object) =>
        write({ format, ...given })
      );
      for (const action of [read, ...writes]) {
        const message = await messageOf(() => action({ csv: { [name]: value } }));
        assertEquals(message === "", isFine(value), `csv.${name}: ${String(value)}: ${message}`);
        if (message !== "") assertMatch(message, new RegExp(`^Option csv\\.${name} `));
      }
    }
    if (!isOptions(value)) {
      assertMatch(await messageOf(() => read(value)), /options must be an object/);
    }
  }
  // An option that is undefined counts as omitted.
  const unsaid = { format: undefined, name: undefined, chunkSize: undefined, signal: undefined };
  const csv = { delimiter: undefined, header: undefined, onInvalid: undefined, types: undefined };
  assertEquals((await read({ ...unsaid, csv })).columns.map(({ name }) => name), ["x", "z"]);
});

Deno.test("values of options that there are not are named, with those that there are", async () => {
  const cases: [Record<string, unknown>, string][] = [
    [
      { format: "xml" },
      'Option format must be one of csv, tsv, arrow, arrows, npy, parquet, jsonl, got "xml"',
    ],
    [
      { csv: { onInvalid: "skip" } },
      'Option csv.onInvalid must be one of error, null, nan, got "skip"',
    ],
    [
      { csv: { types: [["x", "int32"]] } },
      'Option csv.types must be one of int64, float64, utf8 for x, got "int32"',
    ],
    [
      { csv: { types: { x: "utf8" } } },
      'Option csv.types must be an array of pairs such as [["id", "utf8"]], got Object',
    ],
    [
      { csv: { types: [["y", "utf8"]] } },
      "Unknown column y: the stream has x, z",
    ],
    [{ csv: { types: [['"', "utf8"]] } }, "Option csv.types: unbalanced quotes"],
    [{ csv: { decimal: "," } }, "Option csv.decimal is also the delimiter, ,: choose another"],
    [{ chunkSize: 0 }, "Option chunkSize must be an integer from 1 to 268435456, got 0"],
  ];
  for (const [options, message] of cases) {
    const found = await messageOf(() => read(options));
    assertEquals(found.slice(0, message.length), message);
  }
});

Deno.test("every option of writeTable is refused where it cannot be meant", async () => {
  for (const value of [...VALUES, undefined]) {
    if (!isOptions(value)) {
      assertMatch(await messageOf(() => write(value)), /options must be an object/);
    }
    assertMatch(await messageOf(() => write({ format: value })), /^Option format must be one of/);
    if (value === undefined) continue;
    const columns = await messageOf(() => write({ format: "arrow", columns: value }));
    const isEmpty = Array.isArray(value) && value.length === 0;
    assertEquals(columns === "", isEmpty, columns);
    const results = await messageOf(() => write({ format: "csv", results: value }));
    // What has no properties of its own is a list of none.
    assertEquals(results === "", isOptions(value), `${String(value)}: ${results}`);
    if (typeof value !== "function") {
      const given = { format: "csv", results: { y: { column: "x", compute: value } } };
      const message = await messageOf(() => write(given));
      assertMatch(message, /^Cannot write column y: compute must be a function, got /);
    }
    const compute = (x: Float64Array) => x;
    const typed = { format: "csv", results: { y: { column: "x", compute, type: value } } };
    assertMatch(await messageOf(() => write(typed)), /^Cannot write column y: type must be one of/);
  }
});

Deno.test("a column that is not there is named, with those that are", async () => {
  const compute = (x: Float64Array) => x;
  const of = (result: object) => write({ format: "csv", results: { y: { compute, ...result } } });
  const cases: [() => Promise<unknown>, string][] = [
    [() => of({ column: "w" }), "Unknown column w: the table has x, z"],
    [() => of({ column: 2 }), "There is no column 2: the table has 2, counted from 0"],
    [() => of({ column: -1 }), "There is no column -1: the table has 2, counted from 0"],
    [() => of({ column: null }), "A column must be a name, or a number from 0, got null"],
    [() => of({}), "Cannot write column y: set column to a column, or columns to several"],
    [() => of({ column: "x", columns: ["z"] }), "Cannot write column y: set column to a column"],
    [
      () => of({ columns: [] }),
      "Cannot write column y: columns must be an array of columns, got none",
    ],
    [
      () => of({ columns: "x" }),
      'Cannot write column y: columns must be an array of columns, got "x"',
    ],
    [() => write({ format: "csv", columns: ["w"] }), "Unknown column w: the table has x, z"],
    [() => write({ format: "csv", columns: [{ name: "a", input: 9 }] }), "There is no column 9"],
    [
      () => write({ format: "csv", columns: [{ name: 1, input: 0 }] }),
      "Option columns: a name must be",
    ],
  ];
  for (const [action, message] of cases) {
    const found = await messageOf(action);
    assertEquals(found.slice(0, message.length), message);
  }
  const [batch] = await Array.fromAsync((await read({})).batches);
  assertMatch(await messageOf(() => batch.numbers("w")), /^Unknown column w: the table has x, z$/);
  assertMatch(await messageOf(() => batch.numbers(7)), /^There is no column 7/);
  assertMatch(await messageOf(() => batch.values("w")), /^Unknown column w/);
  const twice = await readTable(new Blob(["x,x\n1,2\n"]).stream());
  const [both] = await Array.fromAsync(twice.batches);
  assertMatch(
    await messageOf(() => both.numbers("x")),
    /^2 columns are named x: choose by number, 0 or 1$/,
  );
  assertEquals(both.numbers(1).values, new Float64Array([2]));
});

Deno.test("a table that was made by hand is looked at before it is written", async () => {
  const columns = [{ name: "x", typeName: "float64", type: "float64" }];
  const table = (batch: unknown, more: object = {}) => () => ({
    columns,
    batches: ReadableStream.from([batch]),
    ...more,
  });
  const numbers = (given: unknown) => table({ rows: 2, numbers: () => given });
  const cases: [() => unknown, RegExp][] = [
    [() => null, /^Cannot write a table: it must be an object, got null/],
    [() => ({}), /^Cannot write a table: its columns must be an array, got undefined/],
    [
      () => ({ columns }),
      /^Cannot write a table: its batches must be a ReadableStream, got undefined/,
    ],
    [() => ({ columns: [null] }), /its column 0 must be an object, got null/],
    [() => ({ columns: [{}] }), /the name of its column 0 must be a string, got undefined/],
    [table({}, { rows: -1 }), /its rows must be an integer >= 0, got -1/],
    [table(null), /a batch must be an object, got null/],
    [table({}), /rows of a batch must be an integer >= 0, got undefined/],
    [table({ rows: 1 }), /numbers of a batch must be a function, got undefined/],
    [numbers(undefined), /the result of a batch's numbers\(0\) must be an object, got undefined/],
    [numbers({}), /must have floats as values, got undefined/],
    [numbers({ values: [1, 2] }), /must have floats as values, got Array/],
    [numbers({ values: new Float64Array(1) }), /must have 2 values, got 1/],
    [
      numbers({ values: new Float64Array(2), valid: new Uint8Array(0) }),
      /must have 1 bytes in valid, got 0/,
    ],
    [
      table({ rows: 1, numbers: () => ({ values: new Float64Array(1) }) }, { rows: 2 }),
      /its batches must have 2 rows, like the table, got 1/,
    ],
  ];
  for (const [given, message] of cases) {
    for (const format of ["csv", "arrow", "npy"] as const) {
      const bytes = () => new Response(writeTable(given() as specol.Table, { format })).bytes();
      assertMatch(await messageOf(bytes), message);
    }
  }
});

Deno.test("options of functions and of their streams are refused where they cannot be meant", async () => {
  const x = new Float64Array([3]);
  for (const value of VALUES) {
    const isObject = isOptions(value);
    for (const compute of [specol.lgamma, specol.lgammaGrad, specol.i0e]) {
      const call = compute as unknown as (...args: unknown[]) => unknown;
      const message = await messageOf(() => call(x, value));
      assertEquals(message === "", isObject, message);
      // What Array.prototype.map gives second is let pass.
      assertEquals(
        await messageOf(() => call(3, value)) === "",
        isObject || typeof value === "number",
      );
      for (const name of ["out", "offset", "stride", "upstream"]) {
        const given = await messageOf(() => call(x, { [name]: value }));
        const isFactor = value === undefined ||
          compute === specol.lgammaGrad &&
            (value instanceof Float64Array || typeof value === "number");
        const isFine = name === "upstream" && isFactor ||
          name === "out" && value instanceof Float64Array || name === "offset" && value === 0;
        assertEquals(given === "", isFine, `${name}: ${String(value)}: ${given}`);
      }
    }
    const polygamma = specol.polygamma as unknown as (...args: unknown[]) => unknown;
    assertEquals(await messageOf(() => polygamma(x, value)) === "", value === 0);
    assertEquals(await messageOf(() => polygamma(x, 1, value)) === "", isObject);
    const stream = specol.functionStream as unknown as (...args: unknown[]) => unknown;
    if (typeof value !== "function") {
      assertMatch(await messageOf(() => stream(value)), /needs a function of this module, got /);
    }
    const inPlace = await messageOf(() => stream(specol.lgamma, { inPlace: value }));
    assertEquals(inPlace === "", typeof value === "boolean", inPlace);
  }
  const lgamma = specol.lgamma as (x: number) => number;
  assertEquals([3, 4].map(lgamma), [3, 4].map((x) => specol.lgamma(x)));
});

Deno.test("arguments of the command line are strings", async () => {
  for (const args of [undefined, null, "list", [1], ["list", null]]) {
    assertMatch(
      await messageOf(() => main(args as unknown as string[])),
      /its arguments must be an array of strings/,
    );
  }
});
