import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

const EXPORT = `Report of "March
# made by hand
id;x;note
1;0,5;a
# 2;"
3;n/a;b
4;-;c
5; NULL ;d
6;twelve;e
7;1,5;f
`;
const OPTIONS = [
  ...["--skip", "1", "--comment", "#", "-d", ";", "--decimal", ","],
  ...["--null-value", "n/a,-", "--null-value", "NULL"],
];

Deno.test("a table as a person made it is read as it is meant, and passes byte for byte", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", EXPORT);
  for (const more of [[], ["-j", "1"], ["--chunk-size", "7"], ["--chunk-size", "7", "-j", "1"]]) {
    const { status, stdout, stderr } = await dir.specol(
      ...["lgamma", "-c", "x", "in.csv", "--on-invalid", "null", ...OPTIONS, ...more],
    );
    assertEquals(
      [status, stderr],
      [
        0,
        'specol: cells that are not numbers were read as null: 1 in x; the first is "twelve" at ' +
        "in.csv:9:3\n",
      ],
    );
    assertEquals(
      stdout,
      EXPORT.replace("id;x;note", "id;x;note;x_lgamma").replace("0,5;a", "0,5;a;0,5723649429247001")
        .replace("1,5;f", "1,5;f;-0,12078223763524522").replace(/;([bcde])\n/g, ";$1;\n"),
    );
  }
  const quiet = await dir.specol(
    ...["lgamma", "-c", "x", "in.csv", "-q", "--on-invalid", "null", ...OPTIONS],
  );
  assertEquals([quiet.status, quiet.stderr], [0, ""]);
  const refused = await dir.specol("lgamma", "-c", "x", "in.csv", ...OPTIONS);
  assertEquals(refused.status, 1);
  assertStringIncludes(refused.stderr, 'in.csv:9:3: "twelve" in column x is not a number');
});

Deno.test("the same options hold for other output formats, and replaced cells are counted there", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", EXPORT);
  const args = ["lgamma", "-c", "x", "--only", "in.csv", "--on-invalid", "nan", ...OPTIONS];
  const { status, stderr } = await dir.specol(...args, "-o", "out.arrow");
  assertEquals(status, 0);
  assertStringIncludes(
    stderr,
    'specol: cells that are not numbers were read as NaN: 1 in x; the first is "twelve" at in.csv:9:3',
  );
  const back = await dir.specol("convert", "out.arrow", "--to", "csv", "--to-null", "NA");
  assertEquals(
    back.stdout,
    "x_lgamma\n0.5723649429247001\nNA\nNA\nNA\nNaN\n-0.12078223763524522\n",
  );
});

Deno.test("a replaced cell is counted once if its column is computed and written, too", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\nabc\n");
  const { stderr } = await dir.specol(
    ...["lgamma", "in.csv", "--types", "x=float64", "--on-invalid", "null", "-o", "y.arrow"],
  );
  assertEquals(
    stderr,
    'specol: cells that are not numbers were read as null: 1 in x; the first is "abc" at in.csv:3:1\n',
  );
});

Deno.test("replaced cells are counted in all threads, and the first is the first of the data", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 400_000 }, (_, i) => i % 1000 === 777 ? "x" : `${i % 50}.5`);
  await dir.write("in.csv", `x\n${rows.join("\n")}\n`);
  for (const jobs of ["1", "2"]) {
    const { status, stderr } = await dir.specol(
      ...[
        "lgamma",
        "in.csv",
        "--on-invalid",
        "null",
        "-j",
        jobs,
        "--chunk-size",
        "64K",
        "-o",
        "y.csv",
      ],
    );
    assertEquals(
      [status, stderr],
      [
        0,
        'specol: cells that are not numbers were read as null: 400 in x; the first is "x" at ' +
        "in.csv:779:1\n",
      ],
    );
  }
});

Deno.test("another decimal point is written in all numbers, and another delimiter between all cells", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "id,x,t\n7,0.5,a;b\n8,,2.5.1\n");
  const { status, stdout, stderr } = await dir.specol(
    ...[
      "lgamma",
      "-c",
      "x",
      "in.csv",
      "--to-decimal",
      ",",
      "--to-delimiter",
      ";",
      "--to-null",
      "NA",
    ],
  );
  assertEquals([status, stderr], [0, ""]);
  assertEquals(stdout, 'id;x;t;x_lgamma\n7;0,5;"a;b";0,5723649429247001\n8;NA;2.5.1;NA\n');
  const tab = await dir.specol("convert", "in.csv", "--to-delimiter", "tab");
  assertEquals(tab.stdout, "id\tx\tt\n7\t0.5\ta;b\n8\t\t2.5.1\n");
});

Deno.test("a computed column with cells that are not numbers keeps its decimal point, and a message says so", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,t\n0.5,a\n?,1.5\n");
  const dialect = ["--to-decimal", ",", "--to-delimiter", ";", "--on-invalid", "null"];
  const { stdout, stderr } = await dir.specol("lgamma", "-c", "x", "in.csv", ...dialect);
  assertEquals(stdout, "x;t;x_lgamma\n0.5;a;0,5723649429247001\n?;1.5;\n");
  assertStringIncludes(
    stderr,
    "copied as text, with the decimal point of the input, because of cells that are not numbers: " +
      "x; to write numbers, use --types 'x=float64'",
  );
  const typed = ["--types", "x=float64", ...dialect];
  const numbers = await dir.specol("lgamma", "-c", "x", "in.csv", ...typed);
  assertEquals(numbers.stdout, "x;t;x_lgamma\n0,5;a;0,5723649429247001\n;1.5;\n");
});

Deno.test("dialects that cannot be meant are wrong usage, and lines that are not there an error", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\n");
  const cases: [string[], number, string][] = [
    [["--skip", "-1"], 2, "Option --skip must be an integer"],
    [["--skip", "1e9"], 2, "Option --skip must be an integer from 0 to 1048576, got 1e9"],
    [
      ["--skip", "3"],
      1,
      "Cannot read in.csv: it has only 2 complete lines, and 3 are to be skipped",
    ],
    [["--comment", 'a"'], 2, "Option --comment takes a prefix"],
    [["--to-decimal", ","], 2, "The output would have , as decimal point and as delimiter"],
    [["--to-delimiter", "."], 2, "Option --to-delimiter takes one ASCII character"],
    [["--to-null", "a,b"], 2, "Option --to-null takes the text of a cell"],
    [["--null-value", '"a'], 2, "Option --null-value takes a comma-separated list"],
  ];
  for (const [args, status, message] of cases) {
    const run = await dir.specol("lgamma", "in.csv", ...args);
    assertEquals(run.status, status, args.join(" "));
    assertStringIncludes(run.stderr, message);
  }
});

Deno.test("--digits rounds what is written, and no cell that passes through", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,k\n0.123456789,a\n1e15,b\n,b\n");
  const cases: [string[], string][] = [
    [
      ["lgamma", "-c", "x", "--digits", "4"],
      "x,k,x_lgamma\n0.123456789,a,2.032\n1e15,b,3.354e+16\n,b,\n",
    ],
    [
      ["lgamma", "-c", "x", "--digits=1", "--replace", "--to-decimal", ",", "--to-delimiter", ";"],
      "x;k\n2;a\n3e+16;b\n;b\n",
    ],
    [
      ["map", "y = x / 3", "--only", "--digits", "2", "--dtype", "float32"],
      'y\n0.041\n330000000000000\n""\n',
    ],
    [
      ["reduce", "--by", "k", "s = sum(x) / 3", "--digits", "3"],
      "k,s\na,0.0412\nb,333000000000000\n",
    ],
  ];
  for (const [args, expected] of cases) {
    const { stdout, stderr } = await dir.specol(...args, "in.csv", "-q");
    assertEquals([stdout, stderr], [expected, ""], args.join(" "));
  }
  await dir.specol("convert", "in.csv", "-o", "in.arrow");
  const back = await dir.specol("convert", "in.arrow", "--to", "csv", "--digits", "3");
  assertEquals(back.stdout, "x,k\n0.123,a\n1000000000000000,b\n,b\n");
  for (const digits of ["0", "18", "2.5", "x", ""]) {
    const { status, stderr } = await dir.specol("lgamma", "-c", "x", "in.csv", "--digits", digits);
    assertEquals(status, 2);
    assertStringIncludes(
      stderr,
      digits === "" ? "--digits" : "Option --digits must be an integer from 1 to 17",
    );
  }
  const binary = await dir.specol(
    "lgamma",
    "-c",
    "x",
    "in.csv",
    "--digits",
    "3",
    "-o",
    "out.arrow",
  );
  assertEquals(binary.status, 2);
  assertStringIncludes(
    binary.stderr,
    "Option --digits applies only if the output is CSV, TSV or JSON lines, but it is an Arrow file: leave it out, or use --to",
  );
});
