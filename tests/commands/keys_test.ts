// Keys of Parquet and Arrow, stored in every way: the groups are those of a map.

import { assert, assertEquals } from "@std/assert";
import { keyRows, keySample, keySampleNames } from "../../support/key_samples.ts";
import { AGGREGATES } from "../../plan/expression/parse_aggregate.ts";
import { MIN_SHARED_TABLE_BYTES } from "../../pipeline/thresholds.ts";
import { groupRows, type Row } from "../pipeline/aggregate/oracle.ts";
import { Workdir } from "../workdir.ts";

const ROWS = keyRows();
const COLUMNS = ["k", "w", "n"];
const SUMS = AGGREGATES.map((name) => `${name}_x = ${name}(x)`);

function cell(value: string | number | null): string {
  return value === "" ? '""' : String(value ?? "");
}

function csvOf(names: readonly string[], rows: readonly (readonly (string | number | null)[])[]) {
  return [names, ...rows.map((row) => row.map(cell))].map((row) => `${row.join(",")}\n`).join("");
}

/** What a reduction by some columns prints, where each row comes so many times. */
function expectedOf(by: readonly string[], times = 1): string {
  const rows = ROWS.map((row): Row => ({
    keys: by.map((name) => row[COLUMNS.indexOf(name)]?.toString() ?? null),
    value: row[3],
  }));
  const groups = groupRows(Array.from({ length: times }, () => rows).flat(), AGGREGATES);
  const names = [...by, ...AGGREGATES.map((name) => `${name}_x`)];
  return csvOf(names, groups.map(({ keys, values }) => [...keys, ...values]));
}

/** Writes in.parquet, with the row groups of a file so many times. */
async function repeat(dir: Workdir, bytes: Uint8Array, times: number): Promise<void> {
  const names = Array.from({ length: times }, (_, i) => `piece${i}.parquet`);
  for (const name of names) await dir.write(name, bytes);
  const { status, stderr } = await dir.specol("concat", ...names, "-o", "in.parquet", "-q");
  assertEquals(status, 0, stderr);
}

const KEYS = [["k"], ["w"], ["n"], ["w", "k"], ["k", "n", "w"]];

for (const name of keySampleNames()) {
  Deno.test(`groups of ${name} are those of a map, in chunks of any size`, async () => {
    await using dir = await Workdir.create();
    await dir.write(name, keySample(name));
    for (const [i, by] of KEYS.entries()) {
      const options = [["-j1"], ["-j2", "--chunk-size", "1K"], ["-j4"]][i % 3];
      const reduce = ["reduce", "-q", "--by", by.join(), ...SUMS, name, "--to", "csv"];
      const { stdout, stderr } = await dir.specol(...reduce, ...options);
      assertEquals([stdout, stderr], [expectedOf(by), ""], by.join());
    }
    const { stdout } = await dir.specol("convert", name, "--to", "csv");
    assertEquals(stdout, csvOf([...COLUMNS, "x"], ROWS));
    const where = ["--where", "k != '' and n > 0"];
    const kept = ROWS.filter(([k, , n]) => k !== null && k !== "" && n !== null && n > 0);
    const some = await dir.specol("convert", "-q", ...where, name, "--to", "csv");
    assertEquals(some.stdout, csvOf([...COLUMNS, "x"], kept));
  });
}

for (const name of ["plain", "overflow"]) {
  Deno.test(`threads that share the row groups of ${name}.parquet give the groups of a map`, async () => {
    await using dir = await Workdir.create();
    const bytes = keySample(`${name}.parquet`);
    const times = Math.ceil(1.2 * MIN_SHARED_TABLE_BYTES / bytes.length);
    await repeat(dir, bytes, times);
    for (const by of [["w"], ["k", "n"]]) {
      const expected = expectedOf(by, times);
      for (const jobs of ["1", "2", "4"]) {
        const reduce = ["reduce", "-q", "--by", by.join(), ...SUMS, "in.parquet", "--to", "csv"];
        const { stdout } = await dir.specol(...reduce, "-j", jobs);
        // All that differs would fill the screen.
        assert(stdout === expected, `other groups by ${by} with ${jobs} threads`);
      }
    }
  });
}

Deno.test("groups that take too much memory are refused, by all threads that share row groups", async () => {
  await using dir = await Workdir.create();
  const lines = Array.from({ length: 40_000 }, (_, i) => `${`key ${i}`.padEnd(90, "-")},${i}\n`);
  await dir.write("in.csv", `k,x\n${lines.join("")}`);
  await dir.specol("convert", "in.csv", "-o", "once.parquet", "-q");
  await repeat(dir, await dir.read("once.parquet"), 2);
  for (const jobs of ["1", "2"]) {
    const reduce = ["reduce", "--by", "k", "s = sum(x)", "in.parquet", "-o", "out.csv"];
    const { status, stderr } = await dir.specol(...reduce, "--memory", "3M", "-j", jobs);
    assertEquals(status, 1, stderr);
    assert(
      /^specol: Cannot group: at least \d+ groups do not fit into 3.1 MB/.test(stderr),
      stderr,
    );
    assert(!(await dir.list()).includes("out.csv"));
  }
});
