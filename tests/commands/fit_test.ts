import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fit } from "../../mod.ts";
import { assertUlpEquals } from "../../testing/mod.ts";
import { Workdir } from "../workdir.ts";

const NB = "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)";
const COUNTS = [3, 5, 0, 1, 2, 9, 0, 1, 2, 12, 0, 4];
const GENES = "aabaabbabbab";
const CSV = `gene,n\n${COUNTS.map((n, i) => `${GENES[i]},${n}\n`).join("")}`;
const HEADER = "r,p,r_se,p_se,maximum,rows,iterations,converged";

// By mpmath with 40 digits, as the root of the gradient.
const TRUTH = [
  0.9243624138491828,
  0.22143798793857658,
  0.5371752990082792,
  0.11610124539088879,
  -27.81621736875129,
];

async function fitted(dir: Workdir, ...args: string[]): Promise<string[][]> {
  const { stdout, stderr, status } = await dir.specol("fit", ...args);
  assertEquals(status, 0, stderr);
  return stdout.trimEnd().split("\n").map((line) => line.split(","));
}

async function refused(text: string, ...args: string[]): Promise<[number, string]> {
  await using dir = await Workdir.create();
  await dir.write("in.csv", text);
  const { stdout, stderr, status } = await dir.specol("fit", ...args);
  assertEquals(stdout, "");
  return [status, stderr];
}

Deno.test("estimates, standard errors and the maximum have the digits of the true ones", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  for (const start of ["r=1,p=0.5", "r=1e6,p=1e-9", "r=1e-6,p=0.999999", "r=1e6,p=0.999999"]) {
    const [header, row] = await fitted(dir, NB, "--start", start, "in.csv");
    assertEquals(header.join(), HEADER);
    const numbers = row.map(Number);
    assertUlpEquals(Float64Array.from(numbers.slice(0, 2)), Float64Array.from(TRUTH.slice(0, 2)), {
      ulp: 2,
    });
    for (let i = 2; i < 5; i++) {
      const error = Math.abs(numbers[i] / TRUTH[i] - 1);
      assertEquals(error < 1e-14, true, `${start}: ${numbers[i]} is not ${TRUTH[i]}`);
    }
    assertEquals([row[5], row[7]], ["12", "1"]);
  }
});

Deno.test("estimates have the same bits for any threads, chunks, order of rows, inputs and format", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from({ length: 5000 }, (_, i) => `${"abc"[i % 3]},${(i * i) % 23 % 11}`);
  await dir.write("in.csv", `gene,n\n${rows.join("\n")}\n`);
  await dir.write("turned.csv", `gene,n\n${rows.toReversed().join("\n")}\n`);
  await dir.write("first.csv", `n,gene\n${rows[0].split(",").toReversed()}\n`);
  await dir.write("rest.csv", `gene,n\n${rows.slice(1).join("\n")}\n`);
  assertEquals((await dir.specol("convert", "in.csv", "-o", "in.arrow")).status, 0);
  assertEquals((await dir.specol("convert", "in.csv", "-o", "in.parquet")).status, 0);
  const args = [NB, "--start", "r=1,p=0.5", "--by", "gene", "--to", "csv"];
  const [header, ...expected] = await fitted(dir, ...args, "in.csv", "-j", "1");
  assertEquals(expected.map(([gene]) => gene), ["a", "b", "c"]);
  for (
    const inputs of [
      ["in.csv", "-j", "3"],
      ["in.csv", "--chunk-size", "100"],
      ["first.csv", "rest.csv"],
      ["in.arrow"],
      ["in.parquet"],
    ]
  ) {
    assertEquals(await fitted(dir, ...args, ...inputs), [header, ...expected], inputs.join(" "));
  }
  const [, ...turned] = await fitted(dir, ...args, "turned.csv");
  assertEquals(turned.toSorted(), expected);
});

Deno.test("standard input is read once and passed over several times", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  const args = ["fit", NB, "--start", "r=1,p=0.5", "--by", "gene"];
  const { stdout } = await dir.specol(...args, "in.csv");
  const stdin = new TextEncoder().encode(CSV);
  assertEquals((await dir.run(args, { stdin })).stdout, stdout);
  const both = await dir.run([...args, "in.csv", "-"], { stdin });
  assertEquals((await dir.specol(...args, "in.csv", "in.csv")).stdout, both.stdout);
});

Deno.test("rows that repeat have the bits of rows that do not", async () => {
  await using dir = await Workdir.create();
  const rows = Array.from(
    { length: 70_000 },
    (_, i) => `${"ab"[i % 2]},${(i * i) % 83 % 31},${i}\n`,
  );
  await dir.write("in.csv", `gene,n,id\n${rows.join("")}`);
  await dir.write("more.csv", `n,gene,id\n7,b,1\n,a,2\n`);
  const args = ["--start", "r=1,p=0.5", "--by", "gene", "in.csv", "more.csv"];
  const counted = await fitted(dir, NB, ...args);
  assertEquals(counted.slice(1).map((row) => row[6]), ["35000", "35001"]);
  // No two rows have the same id, which changes no value.
  assertEquals(await fitted(dir, `${NB} + 0 * id`, ...args), counted);
});

Deno.test("an input that is too large to be kept is read again for each pass", async () => {
  await using dir = await Workdir.create();
  // 1 MB keeps a quarter of that: 21,845 rows of 8 bytes and 4 for the group.
  const rows = 30_000;
  const text = Array.from({ length: rows }, (_, i) => `${i % 9 + i / rows}\n`).join("");
  await dir.write("in.csv", `n\n${text}`);
  const args = ["fit", "n * log(m) - m", "--start", "m=1", "in.csv", "-v"];
  const kept = await dir.specol(...args);
  const reread = await dir.specol(...args, "--memory", "1M");
  assertEquals(reread.stdout, kept.stdout);
  function bytesOf(stderr: string): number {
    const [, size, unit] = /read \d+ ms, ([\d.]+) (kB|MB)/.exec(stderr)!;
    return Number(size) * (unit === "kB" ? 1e3 : 1e6);
  }
  assertEquals(bytesOf(reread.stderr) > 3 * bytesOf(kept.stderr), true);
});

Deno.test("groups by several columns keep their keys, and nulls are omitted and counted", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "a,b,x\nu,1.10,3\nu,1.1,4\nu,1.10,5\nv,1.1,\nu,1.1,\n");
  const { stdout, stderr } = await dir.specol(
    ...["fit", "-(x - m)^2 / 2", "--start", "m=0", "--by", "a,b", "in.csv"],
  );
  const lines = stdout.split("\n");
  assertEquals(lines[0], "a,b,m,m_se,maximum,rows,iterations,converged");
  assertEquals(lines.slice(1).map((line) => line.split(",").toSpliced(3, 1).join()), [
    "u,1.10,4,-1,2,1,1",
    "u,1.1,4,-0,1,1,1",
    "v,1.1,0,,0,0,0",
    "",
  ]);
  assertStringIncludes(stderr, "rows with nulls were skipped: 2");
  assertStringIncludes(stderr, "1 of 3 groups did not converge (a=v, b=1.1): no row has values");
});

Deno.test("a sum without a maximum is reported with the reason, and is an error with --strict", async () => {
  const cases: [string, string, string, RegExp][] = [
    ["n\n3\n3\n3\n3\n", NB, "r=1,p=0.5", /no maximum: the sum still rises as r runs off/],
    ["n\n3\n4\n3\n5\n4\n", NB, "r=1,p=0.5", /no maximum: the sum still rises as r runs off/],
    ["n\n0\n0\n0\n", NB, "r=1,p=0.5", /no maximum inside the domain/],
    ["n\n5\n", NB, "r=1,p=0.5", /1 row does not determine 2 parameters/],
    ["n\n5\n6\n", "-(n - a - b)^2", "a=1,b=1", /other values of a and b give the same sum/],
    ["n\n5\n6\n", "n * m", "m=1", /no maximum: the sum still rises as m runs off/],
    ["n\n1\n2\n9\n", "-abs(n - m) - m / 4", "m=0.3", /no step along the gradient raises the sum/],
  ];
  for (const [text, expression, start, reason] of cases) {
    await using dir = await Workdir.create();
    await dir.write("in.csv", text);
    const args = ["fit", expression, "--start", start, "in.csv"];
    const { stdout, stderr, status } = await dir.specol(...args);
    assertEquals(status, 0, stderr);
    assertMatch(stdout, /,0\n$/);
    assertMatch(stderr, /^specol: did not converge: /);
    assertMatch(stderr, reason);
    const strict = await dir.specol(...args, "--strict");
    assertEquals([strict.status, strict.stdout], [1, ""]);
    assertMatch(strict.stderr, reason);
  }
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  const few = ["fit", NB, "--start", "r=1,p=0.5", "--iterations", "2", "in.csv"];
  assertStringIncludes((await dir.specol(...few)).stderr, "2 iterations were not enough");
});

Deno.test("--minimize, --param, let and rowsum work in fits", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "a,b\n1,2\n3,4\n5,9\n");
  const [header, row] = await fitted(
    dir,
    "(a - k * m)^2",
    ...["--start", "m=1", "--param", "k=2"],
    "--minimize",
    "in.csv",
  );
  assertEquals(header.join(), "m,m_se,minimum,rows,iterations,converged");
  assertEquals(row.toSpliced(1, 1), ["1.5", "8", "3", "1", "1"]);
  const [, sums] = await fitted(dir, 'rowsum("*", -(_ - m)^2)', "--start", "m=1", "in.csv");
  assertEquals(sums[0], "4");
  const [, mean] = await fitted(dir, "let e = exp(q); a * log(e) - e", "--start", "q=1", "in.csv");
  assertEquals(mean[0], String(Math.log(3)));
});

Deno.test("what was typed is refused with status 2, and what is in the data with 1", async () => {
  const start = ["--start", "m=1", "in.csv"];
  const text = "x,t\n1,u\n2,v\n";
  const usage: [string[], string][] = [
    [["x * m"], "Missing option --start"],
    [["(x - x)^2", "--start", "x=1", "in.csv"], "x of --start has the same name as a column"],
    [["x * m", "--start", "m=1,q=2", "in.csv"], "q of --start does not occur"],
    [["x * m", "--start", "m", "in.csv"], "such as r=1,p=0.5, got m"],
    [["x * m", "--start", "m=inf", "in.csv"], "finite numbers"],
    [["x * m", "--start", "m=1,m=2", "in.csv"], "gives m twice"],
    [["x * m", "--start", "pi=1", "in.csv"], "pi is a number"],
    [["x * m", "--param", "m=2", ...start], "in both --start and --param"],
    [["x * rows", "--start", "rows=1", "in.csv"], "Two results would be named rows"],
    [["x * m", "--part", "1/2", ...start], "a fit cannot run in pieces"],
    [["x * log(m)", "--start", "m=-1", "in.csv"], "NaN at --start m=-1 in every row"],
    [["y * q", ...start], "Unknown name y: in.csv has x, t; to fit y, add it to --start"],
    [["x * m", "--iterations", "0", ...start], "--iterations"],
  ];
  for (const [args, message] of usage) {
    const [status, stderr] = await refused(text, ...args);
    assertStringIncludes(stderr, message);
    assertEquals(status, 2, stderr);
  }
  const [status, stderr] = await refused(text, "t * m", ...start);
  assertEquals(status, 1, stderr);
  assertStringIncludes(stderr, 'in.csv:2:3: "u" in column t is not a number');
  const [some, where] = await refused("x\n1\n-2\n", "log(x) * m - m^2", ...start);
  assertEquals(some, 1, where);
  assertStringIncludes(where, "NaN at --start m=1 in 1 of 2 rows, first in row 2 of in.csv");
  const [none, why] = await refused("x\n", "x * m", ...start);
  assertEquals([none, why.includes("no row")], [1, true]);
});

Deno.test("the module's fit has the bits of the command line", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", CSV);
  const [, row] = await fitted(dir, NB, "--start", "r=1,p=0.5", "in.csv");
  const n = Float64Array.from(COUNTS);
  const { parameters, standardErrors, sum, rows, iterations, converged, reason } = fit(NB, { n }, {
    start: { r: 1, p: 0.5 },
  });
  assertEquals(
    [parameters.r, parameters.p, standardErrors.r, standardErrors.p, sum, rows, iterations].map(
      String,
    ),
    row.slice(0, 7),
  );
  assertEquals([converged, reason], [true, undefined]);
});
