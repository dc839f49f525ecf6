import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

/** Records with all that must stay: a byte order mark, quotes, CRLF, a comment, a blank line. */
const MESSY =
  '\ufeffsite,n,x\r\nnorth,1, 2\r\n"so""uth",0,3\r\n\r\n# a comment\r\n"north",,4\r\nwest,7,';

/** Bytes as text, with a byte order mark if there is one. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

Deno.test("kept records of CSV pass byte for byte, and comments and blank lines stay", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", MESSY);
  const where = async (condition: string) =>
    textOf((await dir.specol("convert", "--comment", "#", "--where", condition, "in.csv")).bytes);
  assertEquals(
    await where("site == 'north'"),
    '\ufeffsite,n,x\r\nnorth,1, 2\r\n\r\n# a comment\r\n"north",,4\r\n',
  );
  assertEquals(
    await where("site == 'so\"uth' or n == 7"),
    '\ufeffsite,n,x\r\n"so""uth",0,3\r\n\r\n# a comment\r\nwest,7,',
  );
  assertEquals(await where("1"), MESSY);
  assertEquals(await where("nan"), "\ufeffsite,n,x\r\n\r\n# a comment\r\n");
});

Deno.test("a condition that is 0, NaN or null drops the row", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n0\n-0\nnan\n\n0.5\ninf\n-2\n");
  const { stdout } = await dir.specol("convert", "--where", "x", "in.csv");
  assertEquals(stdout, "x\n\n0.5\ninf\n-2\n");
});

Deno.test("and, or and not follow three-valued logic, in map too", async () => {
  await using dir = await Workdir.create();
  const values = ["0", "1", "", "nan"];
  const rows = values.flatMap((a) => values.map((b) => `${a},${b}`));
  await dir.write("in.csv", `a,b\n${rows.join("\n")}\n`);
  const { stdout } = await dir.specol(
    ...["map", "--only", "and = a and b", "or = a or b", "not = not a", "none = isnull(a)"],
    "in.csv",
  );
  const expected = [
    ["0,0,1,0", "0,1,1,0", "0,,1,0", "0,NaN,1,0"],
    ["0,1,0,0", "1,1,0,0", ",1,0,0", "NaN,1,0,0"],
    ["0,,,1", ",1,,1", ",,,1", ",,,1"],
    ["0,NaN,NaN,0", "NaN,1,NaN,0", ",,NaN,0", "NaN,NaN,NaN,0"],
  ].flat();
  assertEquals(stdout, `and,or,not,none\n${expected.join("\n")}\n`);
});

Deno.test("a null in any operand gives null, but if takes the chosen value where it asks isnull", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,y,s\n1,,a\n,2,\n3,4,b\n");
  const { stdout } = await dir.specol(
    ...["map", "--only", "filled = if(isnull(x), 0, x)", "other = if(isnull(x), y, x)"],
    ...["strict = if(x > 0, x, y)", "both = isnull(x + y)", "text = isnull(s)"],
    ...["one = if(1, x, y)", "zero = if(k, x, y)", "nan = if(nan, x, 1)", "--param", "k=0"],
    "in.csv",
  );
  assertEquals(
    stdout,
    "filled,other,strict,both,text,one,zero,nan\n1,1,,1,0,,,NaN\n0,2,,1,1,,,\n3,3,3,0,0,3,4,NaN\n",
  );
});

Deno.test("NaN stays NaN where nulls are replaced, and x^0 is null where x is", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,y\n1,\n,\nNaN,\n");
  const { stdout } = await dir.specol(
    ...["map", "--only", "t = tanh(if(isnull(x), 0, x))", "l = xlogy(if(isnull(x), 0, x), 1)"],
    ...["one = x ^ 0", "p = expit(x ^ 0 - 1)", "in.csv"],
  );
  assertEquals(
    stdout,
    "t,l,one,p\n0.7615941559557649,0,1,0.5\n0,0,,\nNaN,NaN,1,0.5\n",
  );
});

Deno.test("rows are kept for which digits that cancel decide", async () => {
  await using dir = await Workdir.create();
  // lgamma(x + 1) - lgamma(x) - log(x) is 0 exactly, and no float64 arithmetic finds that.
  await dir.write("in.csv", "x,c\n1e15,-1\n1e15,1\n3,-1\n");
  const { stdout } = await dir.specol(
    ...["convert", "--where", "lgamma(x + 1) - lgamma(x) - log(x) > c * 1e-300", "in.csv"],
  );
  assertEquals(stdout, "x,c\n1e15,-1\n3,-1\n");
  await dir.write("near.csv", "a,b\n1e16,1\n1e16,-1\n");
  const near = await dir.specol("convert", "--where", "a + b > 1e16", "near.csv");
  assertEquals(near.stdout, "a,b\n1e16,1\n");
});

Deno.test("texts are compared with quotes, spaces and doubled quotes as they are", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", 's,n\nit\'s,1\n north,2\n"a""b",3\n"",4\n,5\nNA,6\n"NA",7\n007,8\n');
  const kept = async (condition: string, ...more: string[]) => {
    const args = ["map", "--only", "n = n", "--null-value", "NA", "--where", condition, ...more];
    return (await dir.specol(...args, "in.csv")).stdout.trim().split("\n").slice(1).join();
  };
  assertEquals(await kept("s == 'it''s'"), "1");
  assertEquals(await kept("s == 'north'"), "");
  assertEquals(await kept("s == ' north'"), "2");
  assertEquals(await kept("'a\"b' == s"), "3");
  assertEquals(await kept("s == ''"), "4");
  assertEquals(await kept("isnull(s)"), "5,6");
  assertEquals(await kept("s == 'NA'"), "7");
  assertEquals(await kept("$1 == '007'"), "8");
  assertEquals(await kept("s != 'it''s'"), "2,3,4,7,8");
  // The same cells as a table of another format.
  for (const condition of ["s == 'NA'", "isnull(s)", "s == ''", "s != 'it''s' and n > 2"]) {
    const args = ["convert", "-c", "n", "--null-value", "NA", "--where", condition, "in.csv"];
    const arrow = await dir.specol(...args, "-o", "out.arrow");
    assertEquals(arrow.stderr, "");
    const back = await dir.specol("convert", "out.arrow", "--to", "csv");
    assertEquals(back.stdout.trim().split("\n").slice(1).join(), await kept(condition));
  }
});

Deno.test("a column is compared as text even if its numbers are read too", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "n,m\n3,1\n,2\nabc,3\n3.0,4\n");
  const rows = ['{"n":3,"m":1}', '{"n":null,"m":2}', '{"n":"abc","m":3}', '{"n":3.0,"m":4}'];
  await dir.write("in.jsonl", rows.join("\n") + "\n");
  const run = async (...args: string[]) =>
    (await dir.specol(...args, "--on-invalid", "null")).stdout.trim().split("\n").slice(1).join();
  const where = (condition: string) =>
    run("map", "--only", "m = m", "y = n + 1", "--where", condition, "in.csv");
  assertEquals(await where("n == '3'"), "1,4");
  assertEquals(await where("n == 'abc'"), "3,");
  assertEquals(await where("n == 'x'"), "");
  assertEquals(await where("n != 'abc'"), "1,4,4,4");
  const arrow = ["lgamma", "-c", "n", "--where", "n == 'abc'", "-o", "out.arrow"];
  await run(...arrow, "in.csv");
  assertEquals(
    (await dir.specol("convert", "out.arrow", "--to", "csv")).stdout,
    "n,m,n_lgamma\nabc,3,\n",
  );
  assertEquals(
    await run("lgamma", "-c", "n", "--only", "--where", "n == '3'", "in.csv"),
    `${Math.log(2)}`,
  );
  assertEquals(await run("reduce", "s = sum(n)", "--where", "n == '3'", "in.csv"), "3");
  assertEquals(await run("map", "--only", "y = if(n == '3', n + 1, -n)", "in.csv"), '4,"","",-3');
  const json = ["map", "--only", "y = n + 1", "m = m", "--to", "csv", "--where", "n == 'abc'"];
  assertEquals(await run(...json, "in.jsonl"), ",3");
  await dir.write("other.csv", "m,n\n5,3\n6,abc\n");
  const both = ["map", "--only", "m = m", "y = n + 1", "--where", "n == '3'"];
  assertEquals(await run(...both, "in.csv", "other.csv"), "1,4,5,4");
});

Deno.test("a bad cell of a row that is dropped does not matter, one that decides does", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "n,x\n1,2\n0,bad\n2,3\nbad,4\n");
  for (const to of ["csv", "arrows"]) {
    const run = (...args: string[]) =>
      dir.specol("lgamma", "-c", "x", "--to", to, ...args, "in.csv");
    const refused = await run("--where", "n > 0");
    assertEquals(refused.status, 1);
    assertStringIncludes(refused.stderr, 'in.csv:5:1: "bad" in column n is not a number');
    const dropped = await run("--where", "n > 0", "--on-invalid", "null");
    assertEquals(dropped.status, 0);
    assertStringIncludes(dropped.stderr, '1 in n; the first is "bad" at in.csv:5:1');
    const kept = await run("--where", "isnull(n) or n < 1", "--on-invalid", "nan");
    assertStringIncludes(kept.stderr, "1 in n");
    assertStringIncludes(kept.stderr, "1 in x");
    const wrong = await run("--where", "x != 3");
    assertStringIncludes(wrong.stderr, 'in.csv:3:3: "bad" in column x');
  }
});

Deno.test("errors name the line of the input, whatever was dropped before", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 9000 }, (_, i) => `${i % 3},${i === 8000 ? "bad" : 1 + i}`);
  await dir.write("in.csv", `k,x\n${rows.join("\n")}\n`);
  const { stderr } = await dir.specol("lgamma", "-c", "x", "--where", "k == 2", "in.csv");
  assertStringIncludes(stderr, 'in.csv:8002:3: "bad" in column x is not a number');
  await dir.write(
    "poles.csv",
    `k,x\n${rows.map((_, i) => `${i % 3},${i === 8000 ? 0 : 1}`).join("\n")}\n`,
  );
  await dir.specol("convert", "poles.csv", "-o", "poles.arrow");
  const args = ["lgamma", "-c", "x", "--strict", "--where", "k == 2"];
  const csv = await dir.specol(...args, "poles.csv");
  assertStringIncludes(csv.stderr, "poles.csv:8002:3");
  const arrow = await dir.specol(...args, "poles.arrow", "--to", "csv");
  assertStringIncludes(arrow.stderr, "row 8001 of poles.arrow");
});

Deno.test("the summary says how many rows were kept", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "n\n1\n2\n3\n");
  await dir.specol("convert", "in.csv", "-o", "in.arrow");
  const commands = [
    ["lgamma", "-c", "n"],
    ["reduce", "s = sum(n)"],
    ["fit", "n * log(m) - m", "--start", "m=1"],
  ];
  for (const command of commands) {
    for (const input of ["in.csv", "in.arrow"]) {
      const args = [...command, "-v", "--where", "n > 1", input, "--to", "csv"];
      const { stderr } = await dir.specol(...args);
      assertStringIncludes(stderr, "--where: kept 2 of 3 rows");
      assertStringIncludes(stderr, "kept 2 of 3 rows in ");
    }
  }
});

Deno.test("no row that is kept is a table without rows", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "n\n1\n2\n");
  const none = ["--where", "n > 9", "in.csv"];
  const [table, sums, groups, fit] = await Promise.all([
    dir.specol("lgamma", "-c", "n", ...none),
    dir.specol("reduce", "s = sum(n)", "m = mean(n)", "rows = count()", ...none),
    dir.specol("reduce", "--by", "n", "rows = count()", ...none),
    dir.specol("fit", "n * log(m) - m", "--start", "m=1", ...none),
  ]);
  assertEquals(table.stdout, "n,n_lgamma\n");
  assertEquals(sums.stdout, "s,m,rows\n0,,0\n");
  assertEquals(groups.stdout, "n,rows\n");
  assertEquals(fit.status, 1);
  assertStringIncludes(fit.stderr, "Cannot fit: --where keeps no row");
});

Deno.test("fit and reduce see the rows that are kept alone, also from a pipe", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from(
    { length: 300 },
    (_, i) => `${i % 2 === 0 ? "a" : "b"},${i % 7},${i % 5}`,
  );
  const text = `s,n,k\n${rows.join("\n")}\n`;
  await dir.write("in.csv", text);
  const kept = rows.filter((row) => /^a,\d,[34]$/.test(row));
  await dir.write("kept.csv", `s,n,k\n${kept.join("\n")}\n`);
  const stdin = new TextEncoder().encode(text);
  const where = ["--where", "s == 'a' and k > m"];
  for (
    const command of [
      ["fit", "n * log(r) - r", "--start", "r=1", "--param", "m=2"],
      ["fit", "n * log(r) - r", "--start", "r=1", "--param", "m=2", "--by", "k"],
      ["reduce", "v = var(n)", "t = sum(n) / count()", "--param", "m=2", "--by", "s,k"],
    ]
  ) {
    const expected = await dir.specol(...command, "kept.csv");
    assertEquals(expected.stderr, "");
    const found = await dir.specol(...command, ...where, "in.csv");
    assertEquals(found.stdout, expected.stdout);
    const piped = await dir.run([...command, ...where], { stdin });
    assertEquals(piped.stdout, expected.stdout);
  }
});

Deno.test("the bytes are the same for every number of threads, chunk size, piece and compression", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from(
    { length: 20000 },
    (_, i) => `"s${i % 13}",${i % 17 === 0 ? "" : i % 101},${(i * 7919) % 1000 / 10 + 0.1}`,
  );
  const text = `s,n,x\n${rows.join("\n")}\n`;
  await dir.write("in.csv", text);
  const command = ["lgamma", "-c", "x", "--where", "s == 's3' or isnull(n) or n > 90"];
  const { stdout: whole } = await dir.specol(...command, "-j", "1", "in.csv");
  const kept = rows.filter((row) => {
    const [s, n] = row.split(",");
    return s === '"s3"' || n === "" || Number(n) > 90;
  });
  assertEquals(whole.trim().split("\n").slice(1).map((row) => row.replace(/,[^,]*$/, "")), kept);
  for (const more of [["-j", "4"], ["--chunk-size", "3K"], ["-j", "3", "--chunk-size", "64K"]]) {
    assertEquals((await dir.specol(...command, ...more, "in.csv")).stdout, whole);
  }
  let joined = "";
  for (let i = 1; i <= 3; i++) {
    joined += (await dir.specol(...command, "--part", `${i}/3`, "in.csv")).stdout;
  }
  assertEquals(joined, whole);
  await dir.specol("convert", "in.csv", "-o", "in.csv.gz");
  assertEquals((await dir.specol(...command, "in.csv.gz", "--to", "csv")).stdout, whole);
});

Deno.test("pieces of Arrow and npy with --where are joined to the output of a single run", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 5000 }, (_, i) => `${i % 7},${i + 0.5}`);
  await dir.write("in.csv", `k,x\n${rows.join("\n")}\n`);
  await dir.specol("convert", "in.csv", "--chunk-size", "16K", "-o", "in.arrow");
  await dir.specol("convert", "in.csv", "-o", "in.npy");
  for (const [format, column, key] of [["arrow", "x", "k"], ["npy", "x1", "x0"]]) {
    const command = ["lgamma", "-c", column, "--where", `${key} == 3`, `in.${format}`];
    await dir.specol(...command, "-o", `whole.${format}`);
    const pieces = [];
    for (let i = 1; i <= 3; i++) {
      const piece = `piece.${i}.${format}`;
      const { stderr } = await dir.specol(...command, "--part", `${i}/3`, "-o", piece);
      assertEquals(stderr, "");
      pieces.push(piece);
    }
    await dir.specol("concat", ...pieces, "-o", `joined.${format}`);
    assertEquals(await dir.read(`joined.${format}`), await dir.read(`whole.${format}`));
  }
});

Deno.test("several inputs are filtered as one table, in whatever order their columns are", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "s,n\nx,1\ny,2");
  await dir.write("b.csv", "n,s\n3,x\n4,y");
  await dir.write("c.csv", "s,n\ny,6\nx,5");
  const where = ["--where", "s == 'x' and not isnull(n)"];
  const { stdout, stderr } = await dir.specol("convert", ...where, "a.csv", "b.csv", "c.csv");
  assertEquals([stdout, stderr], ["s,n\nx,1\nx,3\nx,5", ""]);
  const named = await dir.specol("convert", "--file-column", "f", ...where, "a.csv", "b.csv");
  assertEquals(named.stdout, "s,n,f\nx,1,a.csv\nx,3,b.csv\n");
  const arrow = await dir.specol(
    ...["reduce", "--file-column", "f", "--by", "f", "t = sum(n)", ...where, "a.csv", "b.csv"],
  );
  assertEquals(arrow.stdout, "f,t\na.csv,1\nb.csv,3\n");
});

Deno.test("--file-column names the rows that are kept, although an input keeps none", async () => {
  await using dir = await Workdir.create();
  await dir.write("a.csv", "n\n1\n2\n");
  await dir.write("b.csv", "n\n3\n");
  for (const [from, format] of [["csv", "arrow"], ["arrow", "arrows"], ["jsonl", "parquet"]]) {
    const inputs = [`a.${from}`, `b.${from}`];
    if (from !== "csv") {
      for (const name of ["a", "b"]) {
        await dir.specol("convert", `${name}.csv`, "-o", `${name}.${from}`);
      }
    }
    const args = ["convert", "--file-column", "f", "--to", format, "-o", "kept", ...inputs];
    for (const [where, rows] of [["n > 2", `3,b.${from}\n`], ["n > 3", ""]]) {
      const { status, stderr } = await dir.specol(...args, "--where", where);
      assertEquals([status, stderr], [0, ""]);
      assertEquals((await dir.specol("convert", "kept", "--to", "csv")).stdout, `n,f\n${rows}`);
    }
  }
});

Deno.test("all rows kept gives the bytes of a run without --where, in each format", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "s,x,y\na,1,2\nb,,4\n");
  for (const format of ["csv", "tsv", "arrow", "arrows"]) {
    await dir.specol("convert", "in.csv", "-o", `in.${format}`, "--to", format);
    const run = ["map", "z = lgamma(x) + y", `in.${format}`, "--from", format];
    const plain = await dir.specol(...run);
    const kept = await dir.specol(...run, "--where", "y > 0");
    assertEquals(kept.bytes, plain.bytes);
  }
  await dir.specol("convert", "-c", "x,y", "in.csv", "-o", "in.npy");
  for (const more of [[], ["--grad"], ["--dtype", "float32"], ["-c", "x0"]]) {
    const plain = await dir.specol("lgamma", ...more, "in.npy");
    const kept = await dir.specol("lgamma", ...more, "--where", "x1 > 0", "in.npy");
    assertEquals(kept.bytes, plain.bytes);
  }
});

Deno.test("rows of npy arrays are chosen by column, and other shapes are refused", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "a,b\n1,10\n2,20\n3,30\n");
  await dir.specol("convert", "in.csv", "-o", "in.npy");
  await dir.specol("lgamma", "--grad", "--where", "x1 >= 20", "in.npy", "-o", "out.npy");
  const header = new TextDecoder().decode((await dir.read("out.npy")).subarray(0, 128));
  assertStringIncludes(header, "'shape': (2, 2, 2)");
  const cube = await dir.specol("lgamma", "--where", "x > 1", "out.npy");
  assertEquals(cube.status, 1);
  assertStringIncludes(cube.stderr, "its shape is (2, 2, 2), and a table has one axis or two");
});

Deno.test("Parquet is written anew with the rows that are kept", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "s,n\na,1\nb,2\na,\n");
  await dir.specol("convert", "in.csv", "-o", "in.parquet");
  const where = ["--where", "s == 'a' and (isnull(n) or n > 0)"];
  const { stderr } = await dir.specol(
    "lgamma",
    "-c",
    "n",
    ...where,
    "in.parquet",
    "-o",
    "out.parquet",
  );
  assertEquals(stderr, "");
  const back = await dir.specol("convert", "out.parquet", "--to", "csv");
  assertEquals(back.stdout, "s,n,n_lgamma\na,1,0\na,,\n");
});

Deno.test("an array in memory and a GPU compute what is kept alone", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "k,x\n1,2\n0,3\n1,4\n");
  const args = ["lgamma", "-c", "x", "--dtype", "float32", "--where", "k", "in.csv"];
  const { stdout } = await dir.specol(...args);
  const gpu = await dir.run([...args, "--device", "auto"], { permissions: ["-A"] });
  assertEquals(gpu.stdout, stdout);
});

Deno.test("a wrong condition ends with status 2 and advice", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "site,n\na,1\n");
  await dir.specol("convert", "in.csv", "-o", "in.arrow");
  const cases: [condition: string, message: string][] = [
    ["", "Option --where needs a condition, such as --where 'n > 0'"],
    [" ", "Option --where needs a condition"],
    ["nn > 0", "Unknown column nn"],
    ["site = 'a'", "write == for equality"],
    ["site == 'a", "Missing closing ' of this text"],
    ["site < 'a'", "Text can only be compared by == and !=, not by <"],
    ["'a' == 'a'", "Text can only be compared with a column"],
    ["n + 1 == 'a'", "Text can only be compared with a column"],
    ["'a'", "Text in single quotes can only be compared with a column"],
    ["lgamma('n') > 0", "a column's name goes in double quotes"],
    ["n > mean(n)", "--where tests one row at a time, so it cannot use mean(…) over all rows"],
    ["n > 0 && n < 3", "write and"],
    ["n > 0 AND n < 3", "write and in lower case"],
    ["n > 0 || n < 3", "write or"],
    ["n is null", "write isnull(x)"],
    ["n <> 1", "write != for inequality"],
    ["0 < n < 3", "combine them with and, as in a < b and b < c"],
    ["n > 1 and", "Expected a number, a column or a function, got the end"],
    ["1 + not n", "Put not and its operand in parentheses"],
    ["isnull(n, 2)", "isnull takes 1 argument, got 2"],
  ];
  for (const [condition, message] of cases) {
    const { status, stderr } = await dir.specol("convert", `--where=${condition}`, "in.csv");
    assertStringIncludes(stderr, message);
    assertEquals(status, 2);
  }
  const typed = await dir.specol("convert", "--where", "n == '1'", "in.arrow");
  assertEquals(typed.status, 2);
  assertStringIncludes(typed.stderr, "holds int64: compare it with a number, without quotes");
  const twice = await dir.specol("convert", "--where", "n", "--where", "1", "in.csv");
  assertEquals(twice.status, 2);
  assertStringIncludes(twice.stderr, "is given twice, n and 1: give it once, as in (n) and (1)");
  const concat = await dir.specol("concat", "--where", "n", "in.csv");
  assertEquals(concat.status, 2);
  assertStringIncludes(concat.stderr, "filter tables with specol convert --where EXPR");
  const fit = await dir.specol("fit", "if(isnull(n), 0, n * m)", "--start", "m=1", "in.csv");
  assertEquals(fit.status, 2);
  assertStringIncludes(fit.stderr, "choose rows with --where");
});

Deno.test("columns named and, or and not are still columns", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "and,or,not\n2,1,0\n0,1,3\n");
  const { stdout, stderr } = await dir.specol(
    ...["map", "--only", "a = log(or) + and", 'b = "not" + 1', "c = and and or", "d = not not"],
    ...["e = not (and)", "--where", "or or and", "in.csv"],
  );
  assertEquals([stdout, stderr], ["a,b,c,d,e\n2,1,1,1,0\n0,4,0,0,1\n", ""]);
});
