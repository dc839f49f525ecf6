import { assert, assertEquals, assertRejects } from "@std/assert";
import { readTable, type ReadTableOptions } from "../../streams/read_table.ts";
import { writeTable } from "../../streams/write_table.ts";
import { sample } from "../../support/arrow_samples.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

/** What is read, how, and what is then written of it. */
interface Wrong {
  readonly input: string | Uint8Array<ArrayBuffer>;
  readonly options?: ReadTableOptions;
  readonly to?: "csv" | "arrow" | "arrows";
}

async function convert({ input, options, to = "arrow" }: Wrong): Promise<void> {
  const table = await readTable(new Blob([input]).stream(), options);
  await new Response(writeTable(table, { format: to })).bytes();
}

Deno.test("errors of the module name its own settings, not those of the command line", async () => {
  const long = `x\n${"1\n".repeat(600_000)}one\n`;
  const cases: [Wrong, string][] = [
    [{ input: "a,b\n1\n" }, "to set another delimiter, use csv.delimiter"],
    [
      { input: "x;y\n1;2\n", options: { csv: { types: [["1", "float64"]] } } },
      'csv.delimiter: ";"',
    ],
    [
      { input: "x\none\n", options: { csv: { types: [["x", "float64"]] } } },
      'if it means null, use csv.nullValues: ["one"]; csv.onInvalid: "null" or "nan" accepts all',
    ],
    [
      { input: "x\n1.5\n", options: { csv: { types: [["x", "int64"]] } } },
      'is not int64, as csv.types requires; csv.onInvalid: "null" accepts such cells',
    ],
    [{ input: long }, 'set its type, such as csv.types: [["x", "utf8"]]'],
    [
      { input: `x\n${"1\n".repeat(600_000)}0.5\n` },
      'set its type, such as csv.types: [["x", "float64"]]',
    ],
    [{ input: '[{"x": 1}]' }, "it is a JSON list; specol reads JSON lines"],
    [{ input: '[{"x": 1}]' }, 'if it is CSV, use format: "csv"'],
    [
      { input: "x\n1\n", options: { format: "npy" } },
      'option format is npy, but it is text: "x\\n1',
    ],
    [{ input: "x\n1\n", options: { format: "arrow" } }, 'if that is right, use format: "csv"'],
    [{ input: sample("mixed.arrow"), options: { format: "csv" } }, "leave option format out"],
    [{ input: "\0\x01\x02\x03\x04\x05\x06\x07" }, "to set the format, use option format"],
    [
      { input: "" },
      "it is empty; expected CSV, TSV, Arrow, npy, Parquet or JSON lines",
    ],
    [{ input: "BZh91AY&SY\0\0" }, "it is bzip2 data; decompress it first: bzip2 -dc FILE"],
    [{ input: sample("mixed.arrow"), to: "csv" }, "name the other columns in option columns"],
    [
      { input: sample("dictionary_replaced.arrows"), to: "arrow" },
      'which only a stream can hold; write a stream (format: "arrows")',
    ],
  ];
  for (const [wrong, message] of cases) {
    const error = await assertRejects(() => convert(wrong), Error, message) as Error;
    // Programs that are named as examples come with their own options: xz -dc FILE.
    const words = error.message.replace(/: (bzip2|iconv|tr|jq) .*$/, "");
    assert(!/(^|[\s(])--?[a-z]/.test(words), error.message);
    assertEquals(["TypeError", "RangeError", "SyntaxError"].includes(error.name), true, error.name);
  }
});

Deno.test("without Deno an array in Fortran order is refused in our words", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.npy", makeNpy([1, 2, 3, 4], { descr: "<f8", shape: [2, 2], fortran: true }));
  const module = new URL("../../streams/read_table.ts", import.meta.url).href;
  await dir.write(
    "program.ts",
    `const bytes = Deno.readFileSync("x.npy");
    // As in Node.js and browsers.
    delete (globalThis as { Deno?: unknown }).Deno;
    const { readTable } = await import("${module}");
    try {
      await readTable(new Blob([bytes]).stream(), { name: "x.npy" });
    } catch (error) {
      console.log(error.message);
    }`,
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-read", "program.ts"],
    cwd: dir.path(""),
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals(
    new TextDecoder().decode(stdout),
    "Cannot read x.npy as a table: it is in Fortran order, whose rows need a temporary file, and there " +
      "are such only in Deno; save it in C order, with numpy.ascontiguousarray\n",
  );
});
