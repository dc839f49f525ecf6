import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

const LL = "ll = lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)";
const CSV = "n,r,p,id\n3,1e6,0.999,a\n0,2.5,0.3,b\n,3,0.5,c\n1,-1,0.5,d\n7,1e7,0.99999,e\n";
// By mpmath, with 60 digits.
const RESULTS = [
  ["ll", "dr"],
  ["-981.5688242158185", "-0.0009975003365835294"],
  ["-3.00993201081484", "-1.2039728043259361"],
  ["", ""],
  ["NaN", "NaN"],
  ["-76.28946796205933", "-0.000009300050210287734"],
];

Deno.test("an expression has the same values in every format", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  const map = ["map", "--only", LL, "dr = grad(ll, r)"];
  const expected = RESULTS.map((row) => `${row.join(",")}\n`).join("");
  const { stdout, stderr } = await dir.specol(...map, "in.csv");
  assertEquals(stdout, expected);
  assertStringIncludes(stderr, "outside the domain: 1 in ll, 1 in dr");
  await dir.specol("convert", "in.csv", "-c", "n,r,p", "-o", "in.arrow");
  assertEquals((await dir.specol(...map, "in.arrow", "--to", "csv")).stdout, expected);
  await dir.specol(...map, "in.csv", "-o", "out.arrow");
  assertEquals((await dir.specol("convert", "out.arrow", "--to", "csv")).stdout, expected);
  await dir.specol("convert", "in.arrow", "-o", "in.npy");
  const [n, r, p] = ["x0", "x1", "x2"];
  const named = LL.replace(/\bn\b/g, n).replace(/\br\b/g, r).replace(/\bp\b/g, p);
  const npy = await dir.specol(
    "map",
    "--only",
    named,
    `dr = grad(ll, ${r})`,
    "in.npy",
    "--to",
    "csv",
  );
  assertEquals(npy.stdout, expected.replace("\n,\n", "\nNaN,NaN\n"));
});

Deno.test("expressions are appended to what they are computed from", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", 'x,"a b"\n 2,1\n,1\n3,\n');
  const added = await dir.specol("map", 'y = x * "a b" + 0.5', "z = y - x", "copy = x", "in.csv");
  assertEquals(added.stdout, 'x,"a b",y,z,copy\n 2,1,2.5,0.5, 2\n,1,,,\n3,,,,3\n');
  const replaced = await dir.specol("map", "--replace", 'x = x + "a b"', "in.csv");
  assertEquals(replaced.stdout, 'x,"a b"\n3,1\n,1\n,\n');
  const hidden = await dir.specol("map", "--only", "let t = x + 1", "y = t ^ 2", "in.csv");
  assertEquals(hidden.stdout, 'y\n9\n""\n16\n');
  const short = await dir.specol("map", "--only", "--dtype", "float32", "y = x / 3", "in.csv");
  assertEquals(short.stdout, 'y\n0.6666667\n""\n1\n');
  const plain = await dir.specol("map", "--only", "y = lgamma(x)", "z = 2", "in.csv");
  assertEquals(plain.stdout, `y,z\n0,2\n,2\n${Math.log(2)},2\n`);
});

Deno.test("the bytes do not depend on workers and chunks", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from(
    { length: 3000 },
    (_, i) => `${i % 50},${(i * 7919 % 1000 + 1) * 10 ** (i % 5)},${(i % 97 + 1) / 99}\n`,
  );
  await dir.write("in.csv", `n,r,p\n${rows.join("")}`);
  await dir.specol("convert", "in.csv", "-o", "in.arrow");
  const map = ["map", LL, "dr = grad(ll, r)", "dp = grad(ll, p)"];
  for (const input of ["in.csv", "in.arrow"]) {
    const whole = await dir.specol(...map, input, "--to", "csv", "-j", "1");
    for (
      const options of [["-j", "2"], ["-j", "3", "--chunk-size", "1000"], ["--chunk-size", "77"]]
    ) {
      const { stdout } = await dir.specol(...map, input, "--to", "csv", ...options);
      assertEquals(stdout, whole.stdout, `${input} ${options}`);
    }
  }
  const sums = ["reduce", `ll = sum(${LL.slice(5)})`, "m = mean(r / 3)", "--by", "n"];
  const all = await dir.specol(...sums, "in.csv", "-j", "1");
  assertEquals(
    (await dir.specol(...sums, "in.arrow", "--to", "csv", "-j", "2")).stdout,
    all.stdout,
  );
  const other = await dir.specol(...sums, "in.csv", "--chunk-size", "100");
  assertEquals(other.stdout, all.stdout);
});

Deno.test("errors in an expression point at their place", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x,pi,long_name\n1,2,3\n-1,2,3\n");
  const cases: [string[], string, number][] = [
    [["y = x + pi"], 'pi is both a column and a number; write "pi" in quotes for the column', 2],
    [["x = x + 1", "z = x * 2", "--replace"], "x is both a column and an earlier result", 2],
    [["y = long_nam + 1"], "Unknown column long_nam", 2],
    [["y = grad(x * long_name)"], "The expression has several columns: name one", 2],
    [["y = x + 1", "--device", "webgpu"], "Expressions run only on the CPU", 2],
    [["y = log(x) + 1", "--strict"], "y has no value where x is", 1],
  ];
  for (const [args, message, expected] of cases) {
    const { status, stderr } = await dir.specol("map", ...args, "in.csv");
    assertStringIncludes(stderr, message);
    assertEquals(status, expected, message);
  }
  const near = await dir.specol("map", "y = long_nam + 1", "in.csv");
  assertStringIncludes(
    near.stderr,
    "did you mean long_name? in.csv has x, pi, long_name\n  y = long_nam + 1\n      ^^^^^^^^",
  );
});

Deno.test("a column is $2 where its name is another's, or it has none", async () => {
  await using dir = await Workdir.create();
  await dir.write("twice.csv", "x,x,y\n1,20,a\n3,40,b\n");
  const map = ["map", "--only", "s = $1 + $2", "l = lgamma($1)", "c = $3", "g = grad($1 * $2, $2)"];
  const { stdout } = await dir.specol(...map, "twice.csv");
  assertEquals(stdout, `s,l,c,g\n21,0,a,1\n43,${Math.log(2)},b,3\n`);
  await dir.write("bare.csv", "1,20\n3,40\n");
  const bare = await dir.specol("map", "--no-header", "s = $1 + $2", "bare.csv");
  assertEquals(bare.stdout, "1,20,21\n3,40,43\n");
  const sum = await dir.specol("reduce", "--no-header", "s = sum($2)", "bare.csv");
  assertEquals(sum.stdout, "60\n");
  await dir.write("named.csv", "$2,y\n1,2\n");
  assertEquals((await dir.specol("map", "--only", 'a = "$2" + $1', "named.csv")).stdout, "a\n2\n");
  const cases: [string, string, string][] = [
    ["y = x + 1", "twice.csv", "2 columns of twice.csv are named x: write $1 or $2\n  y = x + 1"],
    ["y = x", "twice.csv", "2 columns of twice.csv are named x: write $1 or $2\n  y = x"],
    ["y = lgamma(x)", "twice.csv", "2 columns of twice.csv are named x: write $1 or $2"],
    [
      "y = $4 + 1",
      "twice.csv",
      "There is no column 4: twice.csv has 3 columns\n  y = $4 + 1\n      ^^",
    ],
    ["y = $0 + 1", "twice.csv", "Column numbers start at $1"],
    ["z = $2 + 1", "named.csv", '$2 is column 2, and another column has this name: write "$2"'],
  ];
  for (const [text, file, message] of cases) {
    const { status, stderr } = await dir.specol("map", text, file);
    assertStringIncludes(stderr, message);
    assertEquals(status, 2, text);
  }
});

Deno.test("a mistyped name may be that of an earlier result", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n3\n");
  const { status, stderr } = await dir.specol("map", "let total = x + 1", "y = totl * 2", "in.csv");
  assertEquals(status, 2);
  assertStringIncludes(
    stderr,
    "Unknown name totl, did you mean total?\n  y = totl * 2\n      ^^^^",
  );
});

Deno.test("names from elsewhere are commands, or errors that suggest what to write", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "x\n3\n");
  assertEquals((await dir.specol("gammaln", "in.csv")).stdout, `x,x_lgamma\n3,${Math.log(2)}\n`);
  assertStringIncludes(
    (await dir.specol("trigamma", "in.csv")).stderr,
    "use specol polygamma -n 1",
  );
  assertStringIncludes(
    (await dir.specol("lbeta", "in.csv")).stderr,
    "use specol map 'y = lbeta(a, b)'",
  );
});
