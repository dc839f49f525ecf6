import { assertEquals, assertThrows } from "@std/assert";
import { parseTypes } from "../../commands/option_values.ts";
import { declaredTypes, type TypeRule } from "../../formats/csv/column_types.ts";
import { firstRecord } from "../../formats/csv/first_record.ts";
import { formatHeader } from "../../formats/csv/header.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import { selectColumns } from "../../plan/columns/select_columns.ts";
import { parseAssignment } from "../../plan/expression/parse_assignment.ts";
import { planTable } from "../../plan/plan_table.ts";
import { didYouMean, UsageError } from "../../plan/usage_error.ts";
import { transform } from "../../support/transform_csv.ts";

// What is planned for wide tables, long names and long arguments takes time that grows with their
// size, not with its square. The sizes are such that the square would take minutes or hours, and
// this some milliseconds: nothing has to be timed.

const WIDE = 200_000;
const COLUMNS: readonly ColumnSpec[] = Array.from({ length: WIDE }, (_, i) => ({
  name: `x${i}`,
  typeName: "float64",
  type: "float64",
}));

function select(text: string): readonly number[] {
  return selectColumns(COLUMNS, { text, numbers: true, from: "in.csv" });
}

Deno.test("100,000 columns are chosen by their names", () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `x${WIDE - 1 - i}`);
  const chosen = select(names.join());
  assertEquals([chosen.length, chosen[0], chosen.at(-1)], [100_000, WIDE - 1, WIDE - 100_000]);
});

Deno.test("ranges may overlap, each with all others, and so may what they leave out", () => {
  const ranges = Array.from({ length: 20_000 }, (_, i) => `${20_000 - i}-${WIDE - i}`);
  assertEquals(select(ranges.join()).length, WIDE);
  const left = ranges.map((range) => `!${range}`);
  assertThrows(() => select(left.join()), UsageError, "matches no numeric column");
});

Deno.test("a glob that is given again and again is looked for once", () => {
  assertEquals(select(Array(50_000).fill("x*9").join()).length, WIDE / 10);
});

Deno.test("each of 100,000 results of map finds its column, and takes its place", () => {
  const work = {
    kind: "map",
    assignments: COLUMNS.slice(0, 100_000).map(({ name }) =>
      parseAssignment(`${name} = lgamma(${name})`)
    ),
    replace: true,
    only: false,
  } as const;
  const { outputs, results } = planTable(COLUMNS, work, { from: "in.csv", named: true });
  assertEquals([outputs.length, results.length], [WIDE, 100_000]);
  assertEquals("result" in outputs[99_999] && outputs[99_999].result, 99_999);
  assertEquals("input" in outputs[100_000], true);
});

Deno.test("20,000 rules of types look up one column each", () => {
  const rules = Array.from({ length: 20_000 }, (_, i): TypeRule => [`x${i}`, "utf8"]);
  const types = declaredTypes(COLUMNS, { rules, from: "in.csv", option: "--types", selectColumns });
  assertEquals(types.filter((type) => type === "utf8").length, 20_000);
});

Deno.test("rules of types are read the same, whatever quotes and spaces are in them", () => {
  assertThrows(() => parseTypes('"'.repeat(100_001)), UsageError, "missing closing quote");
  assertThrows(() => parseTypes(`a=${" ".repeat(100_000)}"b"`), UsageError, "comma-separated list");
  assertEquals(parseTypes('"a ""="", b" = utf8,!c=int64'), [
    ['"a ""="", b"', "utf8"],
    ["!c", "int64"],
  ]);
  for (const wrong of ["a==utf8", "a= =utf8", "=utf8", " = utf8", '"a=utf8"']) {
    assertThrows(() => parseTypes(wrong), UsageError, "comma-separated list");
  }
});

Deno.test("names with U+FFFD in them do not have the header looked at once more for each", () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `\ufffd${i}`);
  const line = new TextEncoder().encode(`${names.join(",")}\n`);
  const first = firstRecord(line, { from: 0, delimiter: 44, quote: "double" });
  const outputs = names.map((
    name,
    result,
  ) => ({ name: `${name}_y`, result, type: "float64" } as const));
  const header = formatHeader(outputs, {
    first,
    delimiter: 44,
    newDelimiter: 44,
    quote: "double",
    newQuote: "double",
  });
  assertEquals(new TextDecoder().decode(header).split(",").length, 100_000);
});

Deno.test("a name that is nearly right is looked for among many long ones", () => {
  const typed = `${"column_of_numbers_".repeat(13)}x`;
  const names = Array.from({ length: 100_000 }, (_, i) => `${i + 1e8}${typed.slice(9)}`);
  assertEquals(didYouMean(typed, names), "");
  assertEquals(didYouMean(typed, [...names, `${typed}y`]), `, did you mean ${typed}y?`);
  // Nobody has typed these.
  const long = "x".repeat(60_000);
  assertEquals(didYouMean(`${long}y`, Array(500).fill(long)), "");
});

Deno.test("blank lines before the header pass, and too many of them are refused", async () => {
  // Put together again with each chunk they would be copied 4,000 times: 60 GB.
  const blank = "\n".repeat(30_000_000);
  const { text } = await transform(`${blank}x\n3\n`, { chunkSize: 2 ** 13 });
  assertEquals(text === `${blank}x,x_lgamma\n3,0.6931471805599453\n`, true);
  const { error } = await transform("\r\n".repeat(20_000_000));
  assertEquals(
    error,
    "Cannot read in.csv: it starts with more than 33554432 bytes of blank lines and comments; is this CSV?",
  );
});
