// Results of expressions that the budget of the last phase does not decide (docs/expressions.md): NaN and
// counted with words of their own, or taken for 0 and counted with -v.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CSV_BYTES_PER_THREAD, MIN_SHARED_TABLE_BYTES } from "../../pipeline/thresholds.ts";
import { Workdir } from "../workdir.ts";

const UNDECIDED = "y = cos(exp(x))";
const ZERO = "z = log(exp(x)) - x";

/** What standard error says of some results, without the plan and the times of -v. */
function outcomesIn(stderr: string): string[] {
  return stderr.split("\n").filter((line) => /^specol: (result \w: .*NaN|NaN was)/.test(line));
}

function counted(undecided: number, zeros: number): string[] {
  return [
    `specol: result y: ${undecided} new NaN (${undecided} undecided)`,
    `specol: result z: 0 new NaN, ${zeros} indistinguishable from 0`,
    "specol: NaN was written where a result could not be decided within the precision limit: " +
    `${undecided} in y; --strict makes that an error`,
  ];
}

/** One column as files of each format; CSV has a blank line and a null, too. */
async function writeFiles(dir: Workdir): Promise<readonly string[]> {
  await dir.write("t.csv", `x,n\n3,1\n1e5,2\n\n,3\n1e5,4\n`);
  for (const to of ["t.arrow", "t.npy"]) {
    assertEquals((await dir.specol("convert", "-c", "x,n", "t.csv", "-o", to)).status, 0);
  }
  return ["t.csv", "t.arrow", "t.npy"];
}

function inColumnOf(file: string, text: string): string {
  return file === "t.npy" ? text.replaceAll(/\bx\b(?!p)/g, "x0") : text;
}

Deno.test("undecided results and those taken for 0 are counted, in every format and on workers", async () => {
  await using dir = await Workdir.create();
  for (const file of await writeFiles(dir)) {
    for (const more of [[], ["-j", "1"], ["--chunk-size", "64"], ["--dtype", "float32"]]) {
      const texts = [UNDECIDED, ZERO].map((text) => inColumnOf(file, text));
      const run = await dir.specol("map", ...texts, file, "--to", "csv", "-v", ...more);
      assertEquals(run.status, 0, run.stderr);
      assertEquals(outcomesIn(run.stderr), counted(2, 3), `${file} ${more.join(" ")}`);
    }
    const quiet = await dir.specol("map", inColumnOf(file, ZERO), file, "--to", "csv");
    assertEquals(quiet.stderr, "", file);
  }
});

Deno.test("an undecided result is an error with --strict, which names result, row and inputs", async () => {
  await using dir = await Workdir.create();
  for (const file of await writeFiles(dir)) {
    const text = file === "t.npy" ? "y = cos(exp(x0)) * x1" : "y = cos(exp(x)) * n";
    const { status, stderr } = await dir.specol("map", text, file, "--strict", "--to", "csv");
    assertEquals(status, 1, file);
    const undecided = "could not be decided within the precision limit where";
    const [place, n] = {
      "t.csv": [
        't.csv:3:1: y could not be decided within the precision limit where x is "1e5"',
        "n",
      ],
      "t.arrow": [`y: it ${undecided} column x in row 2 of t.arrow is 100000`, "n"],
      "t.npy": [`y: it ${undecided} column x0 in row 2 of t.npy is 100000`, "x1"],
    }[file]!;
    assertStringIncludes(stderr, `${place} and ${n} is 2; without --strict y is NaN`);
    const fine = await dir.specol("map", inColumnOf(file, ZERO), file, "--strict", "--to", "csv");
    assertEquals([fine.status, fine.stderr], [0, ""], file);
  }
});

Deno.test("reduce counts undecided values, and refuses them with --strict", async () => {
  await using dir = await Workdir.create();
  for (const file of await writeFiles(dir)) {
    for (const by of [[], ["--by", file === "t.npy" ? "x1" : "n"]]) {
      const args = [inColumnOf(file, "y = sum(cos(exp(x)))"), file, "--to", "csv", ...by];
      const { stderr } = await dir.specol("reduce", ...args);
      assertStringIncludes(stderr, "within the precision limit: 2 in y; --strict", file);
      const strict = await dir.specol("reduce", ...args, "--strict");
      assertEquals(strict.status, 1);
      assertStringIncludes(strict.stderr, "could not be decided within the precision limit where");
    }
  }
});

Deno.test("an expression without columns is undecided in every row", async () => {
  await using dir = await Workdir.create();
  for (const file of (await writeFiles(dir)).slice(0, 2)) {
    const texts = ["y = cos(exp(1e5))", "z = log(exp(3)) - 3"];
    const run = await dir.specol("map", ...texts, file, "--to", "csv", "-v");
    assertEquals(outcomesIn(run.stderr), counted(4, 4), file);
    const strict = await dir.specol("map", ...texts, file, "--to", "csv", "--strict");
    assertStringIncludes(strict.stderr, "could not be decided within the precision limit");
  }
});

Deno.test("threads that share a table or records count the same, and refuse the first", async () => {
  await using dir = await Workdir.create();
  const rows = 2 * MIN_SHARED_TABLE_BYTES / 8;
  const rest = "a".repeat(Math.ceil(2 * CSV_BYTES_PER_THREAD / rows));
  const undecided = [7000, rows - 3];
  const zero = 100_000;
  const cell = (row: number) => undecided.includes(row) ? "1e5" : row === zero ? "3" : "-1.5";
  const text = Array.from({ length: rows }, (_, i) => `${cell(i)},${rest}\n`);
  await dir.write("t.csv", `x,rest\n${text.join("")}`);
  assertEquals((await dir.specol("convert", "-c", "x", "t.csv", "-o", "t.arrow")).status, 0);
  const texts = [UNDECIDED, "z = if(x == 3, log(exp(x)) - x, x)"];
  for (const [file, out] of [["t.csv", "o.csv"], ["t.arrow", "o.arrow"]]) {
    for (const jobs of ["1", "2"]) {
      const args = ["map", ...texts, "--only", file, "-o", out, "-j", jobs];
      const { stderr } = await dir.specol(...args, "-v");
      assertEquals(outcomesIn(stderr), counted(2, 1), `${file} -j ${jobs}`);
      const strict = await dir.specol(...args, "--strict", "-q");
      assertEquals(strict.status, 1);
      assert(
        strict.stderr.includes(file === "t.csv" ? "t.csv:7002:1: " : "row 7001 of"),
        strict.stderr,
      );
    }
  }
});
