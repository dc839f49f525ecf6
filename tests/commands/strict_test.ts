import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { registry } from "../../functions/registry.ts";
import * as specol from "../../mod.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { Workdir } from "../workdir.ts";

type Compute = (x: number, parameter?: number) => number;
const FUNCTIONS = specol as unknown as Record<string, Compute>;

const PAGE = await Deno.readTextFile(new URL("../../docs/special_values.md", import.meta.url));

/** A row of the table in docs/special_values.md. */
interface Row {
  readonly name: string;
  readonly parameter?: number;
  readonly x: string;
  readonly value: string;
  readonly gradient: string;
  readonly strict: string;
}

const ROWS: readonly Row[] = Array.from(
  PAGE.matchAll(
    /^\| `(\w+)(?:\(x, (\d+)\))?` *\| *(\S+) *\| *(\S+) *\| *(\S+) *\| (pole|outside|passes) *\|$/gm,
  ),
  ([, name, parameter, x, value, gradient, strict]) => ({
    name,
    x,
    value,
    gradient,
    strict,
    parameter: parameter === undefined ? undefined : Number(parameter),
  }),
);

function parse(text: string): number {
  return Number(text.replace("inf", "Infinity"));
}

Deno.test("special values are those that the page shows, for every function", () => {
  assertEquals(new Set(ROWS.map(({ name }) => name)), new Set(registry.map(({ name }) => name)));
  for (const { name, parameter, x, value, gradient } of ROWS) {
    const label = `${name}(${x})`;
    assertEquals(FUNCTIONS[name](parse(x), parameter), parse(value), label);
    assertEquals(FUNCTIONS[`${name}Grad`](parse(x), parameter), parse(gradient), label);
  }
});

Deno.test("--strict refuses poles and what is outside, and passes overflow, as the page says", async () => {
  await using dir = await Workdir.create();
  const overflow: Row[] = [["i0", "714"], ["lgamma", "1e306"], ["digamma", "1e-310"]]
    .map(([name, x]) => ({ name, x, value: "", gradient: "", strict: "passes" }));
  for (const { name, parameter, x, strict } of [...ROWS, ...overflow]) {
    await dir.write("x.csv", `x\n2.5\n\n\"\"\n${x}\n`);
    const letter = name === "polygamma" ? "-n" : "-p";
    const args = [name, ...(parameter === undefined ? [] : [letter, `${parameter}`]), "x.csv"];
    const run = await dir.specol(...args, "--strict");
    const label = `${args.join(" ")} of ${x}: ${run.stderr}`;
    assertEquals(run.status, strict === "passes" ? 0 : 1, label);
    if (strict === "passes") continue;
    assertStringIncludes(run.stderr, `x.csv:5:1: "${x}" in column x is outside the domain`);
  }
});

Deno.test("--strict finds the first pole in every format, and on threads that share the work", async () => {
  await using dir = await Workdir.create();
  const x = Float64Array.from({ length: 3_000_000 }, (_, i) => i % 100 + 0.5);
  x[2_000_001] = -7;
  x[2_500_000] = 0;
  x[10] = 1e306; // overflows, which is not a pole
  await dir.write("x.npy", makeNpy([...x], { descr: "<f8", shape: [x.length] }));
  for (const jobs of ["1", "2"]) {
    const { status, stderr } = await dir.specol(
      "lgamma",
      "x.npy",
      "--strict",
      "-j",
      jobs,
      "-o",
      "y.npy",
    );
    assertEquals(status, 1);
    assertStringIncludes(stderr, "element [2000001] of x.npy is -7, outside the domain");
  }
  await dir.write("t.csv", `x,u\n${"1.5,2\n".repeat(100)}-3,1\n0,1\n`);
  const converted = await dir.specol("convert", "t.csv", "-o", "t.arrow");
  assertEquals(converted.status, 0);
  for (const more of [[], ["--grad=only", "--upstream", "u"], ["--dtype", "float32"]]) {
    const run = await dir.specol(
      "lgamma",
      "-c",
      "x",
      ...more,
      "t.arrow",
      "--strict",
      "--to",
      "csv",
    );
    assertEquals(run.status, 1);
    assertStringIncludes(run.stderr, "column x in row 101 of t.arrow is -3, outside the domain");
    const csv = await dir.specol("lgamma", "-c", "x", ...more, "t.csv", "--strict");
    assertStringIncludes(csv.stderr, 't.csv:102:1: "-3" in column x is outside the domain');
  }
  assert((await dir.specol("lgamma", "-c", "x", "t.csv")).stdout.endsWith("\n-3,1,inf\n0,1,inf\n"));
});

/** Tables of x and n as files of every format, with x in rows 1 to 4. */
async function writeTables(dir: Workdir, rows: string): Promise<readonly string[]> {
  await dir.write("t.csv", `x,n\n${rows}`);
  for (const to of ["t.arrow", "t.npy"]) {
    const { status, stderr } = await dir.specol("convert", "-c", "x,n", "t.csv", "-o", to);
    assertEquals([status, stderr], [0, ""]);
  }
  return ["t.csv", "t.arrow", "t.npy"];
}

Deno.test("--strict refuses poles inside expressions, in every format, and names result and inputs", async () => {
  await using dir = await Workdir.create();
  const files = await writeTables(dir, "2,3\n1000,3\n0,4\n-1,5\n");
  const expressions = ["lgamma(x) + 1", "digamma(x) * 2", "log(x) + 1", "1 / x", "n / x"];
  for (const file of files) {
    const [x, n] = file === "t.npy" ? ["x0", "x1"] : ["x", "n"];
    for (const text of [...expressions, "grad(log(x) * n, x)", "exp(n) / x"]) {
      const named = text.replaceAll(/\bx\b/g, x).replaceAll(/\bn\b/g, n);
      const args = [`first = ${x} + 1`, `y = ${named}`, file, "--strict", "--to", "csv"];
      const { status, stderr } = await dir.specol("map", ...args);
      assertEquals(status, 1, `${file}: ${text}`);
      const place = file === "t.csv"
        ? "t.csv:4:1: y has a pole where x is "
        : `row 3 of ${file} is 0`;
      assertStringIncludes(stderr, place);
      assertStringIncludes(stderr, "without --strict y is ");
      if (text.includes("n")) assertStringIncludes(stderr, `and ${n} is 4`);
    }
    for (const more of [[], ["--by", n]]) {
      const args = [`s = sum(1 / ${x})`, file, "--strict", "--to", "csv", ...more];
      const { status, stderr } = await dir.specol("reduce", ...args);
      assertEquals(status, 1, `reduce ${args.join(" ")}`);
      assertStringIncludes(stderr, file === "t.csv" ? "t.csv:4:1" : `row 3 of ${file}`);
    }
  }
});

Deno.test("--strict passes overflow, branches that are not taken, and what the user wrote", async () => {
  await using dir = await Workdir.create();
  const files = await writeTables(dir, "2,3\n1000,3\n0,4\n-1,5\n");
  const fine = [
    "exp(x)",
    "i0(x) * n",
    "if(x > 0, log(x), -1)",
    "if(x > 0, inf, nan)",
    "exp(-lgamma(x))",
  ];
  for (const file of files.slice(0, 2)) {
    for (const text of fine) {
      const run = await dir.specol("map", `y = ${text}`, file, "--strict", "--to", "csv");
      assertEquals(run.status, 0, `${file}: ${text}: ${run.stderr}`);
    }
  }
});

Deno.test("--strict refuses an expression without columns that has no value", async () => {
  await using dir = await Workdir.create();
  const files = await writeTables(dir, "2,3\n1000,3\n");
  for (const file of files.slice(0, 2)) {
    const { status, stderr } = await dir.specol(
      "map",
      "y = 1 / 0",
      file,
      "--strict",
      "--to",
      "csv",
    );
    assertEquals(status, 1, file);
    assertStringIncludes(stderr, "a pole");
  }
});

Deno.test("results that are infinite or NaN are counted by the reason, in every format", async () => {
  await using dir = await Workdir.create();
  const files = await writeTables(dir, "2,3\n1000,3\n0,4\n-1,5\n,1\n");
  for (const file of files.slice(0, 2)) {
    const map = await dir.specol(
      "map",
      "y = i0(x) * n + log(x)",
      "z = if(x > 1, x, nan)",
      file,
      "--to",
      "csv",
    );
    assertEquals(map.stderr.split("\n"), [
      "specol: NaN was written where a value is outside the domain: 1 in y; --strict makes that an error",
      "specol: infinity was written at poles: 1 in y; --strict makes that an error",
      "specol: infinity was written where a result is too large for its type: 1 in y; " +
      "use i0e, which is scaled by exp(-abs(x)) and does not overflow",
      "",
    ], file);
    const plain = await dir.specol("i0", "-c", "x", file, "--to", "csv");
    assertEquals(
      plain.stderr,
      "specol: infinity was written where a result is too large for its type: 1 in x_i0; " +
        "use i0e, which is scaled by exp(-abs(x)) and does not overflow\n",
      file,
    );
    const short = await dir.specol("lgamma", "-c", "x", "--dtype", "float16", file, "--to", "csv");
    assertStringIncludes(short.stderr, "infinity was written at poles: 2 in x_lgamma");
  }
  const array = await dir.specol("digamma", "--dtype", "float16", "t.npy", "-o", "y.npy");
  assertStringIncludes(array.stderr, "infinity was written at poles: 1 in digamma");
});
