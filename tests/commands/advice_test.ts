import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

/** A command line, and what its message must have in it; with "not", what it must not have. */
type Case = readonly [args: readonly string[], expected: string, not?: string];

async function check(dir: Workdir, cases: readonly Case[]): Promise<void> {
  for (const [args, expected, not] of cases) {
    const { status, stderr } = await dir.specol(...args);
    assertStringIncludes(stderr, expected, args.join(" "));
    if (not !== undefined) assertEquals(stderr.includes(not), false, stderr);
    assertEquals([status === 0, stderr.split("\n").length], [false, args[0] === "map" ? 4 : 2]);
  }
}

Deno.test("columns that share a name are replaced by their numbers, and named apart by {index}", async () => {
  await using dir = await Workdir.create();
  await dir.write("p.csv", "Polls,a,Polls\n3,x,4\n");
  await dir.write("e.csv", ",a,\n1,2,3\n");
  const [three, four] = ["0.6931471805599453", "1.791759469228055"];
  const cases: [string[], string][] = [
    [["-c", "3", "--replace"], `Polls,a,Polls\n3,x,${four}\n`],
    [["-c", "1,3", "--replace"], `Polls,a,Polls\n${three},x,${four}\n`],
    [["-c", "1,3", "--only", "--as", "p{index}"], `p1,p3\n${three},${four}\n`],
    [["-c", "3", "--replace", "--as", "{column}{index}"], `Polls,a,Polls3\n3,x,${four}\n`],
  ];
  for (const [args, expected] of cases) {
    const { stdout } = await dir.specol("lgamma", ...args, "p.csv");
    assertEquals(stdout, expected, args.join(" "));
  }
  await check(dir, [
    [["lgamma", "-c", "1,3", "p.csv"], "such as --as '{column}_{index}_{function}'"],
    [["lgamma", "-c", '""', "e.csv"], '2 columns of e.csv are named "": choose by number'],
    [["lgamma", "-c", "3", "--as", "a", "p.csv"], "Column a already exists: choose another name"],
    [["lgamma", "-c", "3", "--replace", "--as", "a", "p.csv"], "Column a already exists"],
  ]);
});

Deno.test("of many columns with one name, a message lists the first", async () => {
  await using dir = await Workdir.create();
  await dir.write("three.csv", "x,x,x\n1,2,3\n");
  await dir.write("many.csv", `${Array(300).fill("x").join()}\n`);
  await check(dir, [
    [["lgamma", "-c", "x", "three.csv"], "choose by number, 1, 2 and 3\n"],
    [["map", "y = x", "three.csv"], "write $1, $2 or $3\n"],
    [["lgamma", "-c", "x", "many.csv"], "choose by number, 1, 2, 3"],
    [["lgamma", "-c", "x", "many.csv"], "19, 20 and 280 more\n"],
    [["map", "y = x", "many.csv"], "$19, $20 or 280 more\n"],
  ]);
});

Deno.test("whoever names a struct learns how to name its members", async () => {
  await using dir = await Workdir.create();
  await dir.write("s.csv", "s.a,s.b,t\n1,2,3\n");
  const message = "Unknown column s, did you mean s.*? s.csv has s.a, s.b, t";
  await check(dir, [
    [["convert", "-c", "!s", "s.csv"], message],
    [["lgamma", "-c", "s,t", "s.csv"], message],
  ]);
  assertEquals((await dir.specol("convert", "-c", "!s.*", "s.csv")).stdout, "t\n3\n");
});

Deno.test("a function that specol lacks gets honest advice", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "n\n1\n");
  const first = "only the modified Bessel functions of the first kind";
  await check(dir, [
    [["gamma", "in.csv"], "use specol map 'y = exp(lgamma(x))', which is |gamma(x)|"],
    [["map", "y = gamma(n)", "in.csv"], "write exp(lgamma(x)), which is |gamma(x)|"],
    ...["k0", "k1e", "j0", "y1", "kv", "besselk"].map((name): Case => [
      [name, "in.csv"],
      first,
      "did you mean",
    ]),
    [["map", "y = k0(n)", "in.csv"], first, "did you mean"],
    [["lchoose", "in.csv"], "use specol map 'y = lchoose(n, k)'"],
  ]);
});

Deno.test("a record that does not fit gets the likely cause", async () => {
  await using dir = await Workdir.create();
  await dir.write("late.csv", "a,b\n1,2\n3,4,5\n");
  await dir.write("short.csv", "a,b\n1,2\n3\n");
  await dir.write("names.csv", "a,b\nr1,1,2\n");
  await dir.write("twice.csv", "n,b\n1,2\nn,b\n3,4\n");
  await check(dir, [
    [
      ["lgamma", "-c", "a", "late.csv"],
      "cells that contain the delimiter must be quoted",
      "col.names",
    ],
    [
      ["lgamma", "-c", "a", "short.csv"],
      "the line may be truncated, or lack a delimiter",
      "col.names",
    ],
    [["lgamma", "-c", "a", "names.csv"], "col.names = NA"],
    [["lgamma", "-c", "n", "twice.csv"], "this line repeats the header", "--null-value"],
    [["lgamma", "-c", "n", "twice.csv", "--to", "arrow", "-o", "t.arrow"], "repeats the header"],
  ]);
});

Deno.test("what other programs call --in-place is -o with the input's name", async () => {
  await using dir = await Workdir.create();
  await check(dir, [[["lgamma", "--in-place", "in.csv"], "-o INPUT", "--replace"]]);
});

Deno.test("devices and files of the system are refused in specol's own words", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "n\n1\n");
  await check(dir, [
    [["lgamma", "in.csv", "-o", "/dev/full"], "specol … > /dev/full", "--allow-all"],
    [["lgamma", "in.csv", "-o", "/dev/tty"], "specol … > /dev/tty", "--allow-all"],
    [["lgamma", "/proc/cpuinfo"], "cat /proc/cpuinfo | specol …", "--allow-all"],
  ]);
});

Deno.test("a table with tabs is read as one from a pipe and from a file called .csv", async () => {
  await using dir = await Workdir.create();
  const text = "a\tb\n3\tx\n";
  await dir.write("t.csv", text);
  const expected = "a\tb\ta_lgamma\n3\tx\t0.6931471805599453\n";
  assertEquals((await dir.specol("lgamma", "-c", "a", "t.csv")).stdout, expected);
  const piped = await dir.run(["lgamma", "-c", "a"], { stdin: new TextEncoder().encode(text) });
  assertEquals(piped.stdout, expected);
  // A user who says what it is knows better.
  await check(dir, [
    [["lgamma", "-c", "a", "t.csv", "--from", "csv"], "Unknown column a: t.csv has a\\tb"],
    [["lgamma", "-c", "a", "t.csv", "-d", ","], "t.csv has a\\tb"],
  ]);
});

Deno.test("bytes that are not text are not taken for lines that end in carriage returns", async () => {
  await using dir = await Workdir.create();
  const cases = [
    [0x61, 0x2c, 0x62, 0x2c, 0x63, 0x2c, 0x64, 0x2c, 0x00, 0x0d, 0x80, 0x0a],
    [0x7b, 0xb2, 0x29, 0x90, 0x91, 0x68, 0xff, 0x93, 0x0a, 0x05, 0x0d, 0x61, 0x0d],
  ];
  for (const bytes of cases) {
    await dir.write("r.csv", Uint8Array.from(bytes));
    await check(dir, [[["lgamma", "-c", "a", "r.csv"], "Cannot read r.csv: it is not text"]]);
  }
});

Deno.test("a cell with characters that cannot be typed is not repeated in advice", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n1\0\n");
  const args = ["lgamma", "--from", "csv", "in.csv"];
  await check(dir, [[args, "if it means null, use --null-value TEXT;"]]);
});

Deno.test("a summary of many columns lists the first 20", async () => {
  await using dir = await Workdir.create();
  const names = Array.from({ length: 25 }, (_, i) => `x${i}`);
  await dir.write("in.csv", `${names.join(",")}\n${names.fill("0")}\n`);
  const { stderr } = await dir.specol("lgamma", "-c", "*", "in.csv");
  assertStringIncludes(stderr, "1 in x19_lgamma and more in 5 other columns; --strict");
});

Deno.test("-c '*' names the columns that texts like NA keep out, and a selection lists their types", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.csv", "a,b,t,c\n1,2,x,0.5\n3,NA,y,-\n");
  const { status, stdout, stderr } = await dir.specol("lgamma", "-c", "*", "--only", "t.csv");
  assertEquals([status, stdout], [0, "a_lgamma\n0\n0.6931471805599453\n"]);
  assertStringIncludes(
    stderr,
    "b (text), t (text), c (text); 2 of them hold only numbers and NA, -",
  );
  assertStringIncludes(stderr, "use --null-value NA,-;");
  const all = await dir.specol("lgamma", "-c", "*", "--only", "--null-value", "NA,-", "t.csv");
  assertEquals(all.stdout.split("\n")[0], "a_lgamma,b_lgamma,c_lgamma");
  await check(dir, [
    [["lgamma", "-c", "t,!t", "t.csv"], "a (int64), b (text), t (text), c (text)"],
    [["lgamma", "-c", "no*", "t.csv"], "No column of t.csv matches no*: it has a, b, t, c"],
  ]);
});

Deno.test("ranges and globs choose among columns whose names and first record take more than 1 MiB", async () => {
  await using dir = await Workdir.create();
  const names = Array.from({ length: 150_000 }, (_, i) => `column${i}`);
  const cells = names.map((_, i) => i === 3 ? "text" : `${i}.25`);
  const text = `${names.join()}\n${cells.join()}\n${cells.join()}\n`;
  await dir.write("wide.csv", text);
  const cases: [columns: string, isPiped: boolean, names: string][] = [
    ["1-4", false, "column0,column1,column2"],
    ["*,!7-", true, "column0,column1,column2,column4,column5"],
  ];
  for (const [columns, isPiped, expected] of cases) {
    const { status, stdout } = await dir.run(
      ["lgamma", "-c", columns, "--only", "--as", "{column}", "-q", ...isPiped ? [] : ["wide.csv"]],
      { stdin: isPiped ? new TextEncoder().encode(text) : undefined },
    );
    const [header, ...rows] = stdout.split("\n");
    assertEquals([status, header, rows.length], [0, expected, 3], columns);
  }
});
