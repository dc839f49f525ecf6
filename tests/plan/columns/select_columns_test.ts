import { assertEquals, assertThrows } from "@std/assert";
import type { ColumnSpec } from "../../../formats/table.ts";
import { selectColumns } from "../../../plan/columns/select_columns.ts";
import { UsageError } from "../../../plan/usage_error.ts";

const COLUMNS: readonly ColumnSpec[] = [
  ...["id", "x_1", "x_2", "the x", "a,b", 'q"q', "2"].map(number),
  { name: "name", typeName: "utf8" },
  number("x_9"),
  number("twin"),
  number("twin"),
];

function number(name: string): ColumnSpec {
  return { name, typeName: "float64", type: "float64" };
}

function select(text: string, numbers = true): readonly number[] {
  return selectColumns(COLUMNS, { text, numbers, from: "in.arrow" });
}

Deno.test("columns are selected by name, number, range, glob and exclusion", () => {
  const cases: [string, number[]][] = [
    ["x_1", [1]],
    ["x_2,x_1", [2, 1]],
    [" x_2 , x_1 ", [2, 1]],
    ["x_1,x_1,1-3", [1, 0, 2]],
    ["the x", [3]],
    ["3", [2]],
    ["2-4", [1, 2, 3]],
    ["4-4", [3]],
    ["x_*", [1, 2, 8]],
    ["x_?", [1, 2, 8]],
    ["*,!x_*,!twin*", [0, 3, 4, 5, 6]],
    ["!twin*,!1-4", [4, 5, 6, 8]],
    ["x_*,!x_2", [1, 8]],
    ["!x_2,x_*", [1, 8]],
    ["! x_2,x_*", [1, 8]],
    ['"a,b"', [4]],
    ['"q""q",x_1', [5, 1]],
    ['"2"', [6]],
    ["a*b", [4]],
    ['x_1,!"2"', [1]],
    ["9-", [8, 9, 10]],
    ["-1", [10]],
    ["-3,-1", [8, 10]],
    ["2-,!-1", [1, 2, 3, 4, 5, 6, 8, 9]],
    ["7-9", [6, 8]], // a range passes over what holds no numbers
    ["n*,id", [0]], // and so does a glob
    ["x_1,!name", [1]],
    ["10", [9]],
  ];
  for (const [text, expected] of cases) assertEquals(select(text), expected, text);
  assertEquals(select("name,1", false), [7, 0]);
  assertEquals(select("7-9", false), [6, 7, 8]);
  assertEquals(selectColumns(COLUMNS, { numbers: false, from: "x" }).length, COLUMNS.length);
});

Deno.test("a selection that cannot be meant is wrong usage, with what can be done", () => {
  const cases: [string, string][] = [
    ["x_3", "Unknown column x_3, did you mean x_1? in.arrow has id, x_1, x_2"],
    ["frobnicate", "Unknown column frobnicate: in.arrow has id, x_1"],
    ["x_1,!nam", "Unknown column nam, did you mean name?"],
    ["name", "Column name of in.arrow holds utf8, not numbers"],
    ["8", "Column name of in.arrow holds utf8, not numbers"],
    ["twin", "2 columns of in.arrow are named twin: choose by number, 10 and 11"],
    ["12", "There is no column 12: in.arrow has 11 columns"],
    ["5-12", "There is no column 12: in.arrow has 11 columns"],
    ["12-", "There is no column 12: in.arrow has 11 columns"],
    ["-12", "There is no column -12: in.arrow has 11 columns"],
    ["-4", "Column name of in.arrow holds utf8, not numbers"],
    ["0", "column numbers start at 1, got 0"],
    ["5-2", "ranges must be ascending, such as 2-5, got 5-2"],
    ["y_*", "No column of in.arrow matches y_*: it has id"],
    ["n*", "Option --columns n* matches no numeric column: in.arrow has id (float64)"],
    ["x_1,!x_1", "matches no numeric column"],
    ["", "empty name before or after a comma"],
    ["x_1,", "empty name before or after a comma"],
    ["!", "empty name before or after a comma"],
    ['"x_1', "unbalanced quotes"],
    ['"x_1"y', "unbalanced quotes"],
  ];
  for (const [text, message] of cases) assertThrows(() => select(text), UsageError, message);
  const named = [number("2020"), number("y")];
  assertThrows(
    () => selectColumns(named, { text: "2020", numbers: true, from: "f" }),
    UsageError,
    `There is no column 2020: f has 2 columns; to choose the column of that name, use '"2020"'`,
  );
});

Deno.test("a column need not be named where there is one", () => {
  const text = { name: "t", typeName: "utf8" };
  const options = { numbers: true, from: "f" };
  assertEquals(selectColumns([text, number("x")], options), [1]);
  assertThrows(
    () => selectColumns([number("x"), text, number("y")], options),
    UsageError,
    "Missing option --columns: choose columns with -c from x, y",
  );
  assertThrows(
    () => selectColumns([text], options),
    UsageError,
    "f has no numeric column: it has t (utf8)",
  );
  assertThrows(() => selectColumns([], options), UsageError, "it has no columns");
  const many = Array.from({ length: 30 }, (_, i) => number(`c${i}`));
  assertThrows(() => selectColumns(many, options), UsageError, "c18, c19 and 10 more");
});

Deno.test("names that need quotes to be chosen are shown in them", () => {
  const columns = [" x ", "", "a,b", 'c"d', "7", "2-3", "!e", "f*", "plain name"]
    .map((name) => ({ name, typeName: "float64", type: "float64" as const }));
  const options = { numbers: true, from: "f" };
  const shown = '" x ", "", "a,b", "c""d", "7", "2-3", "!e", "f*", plain name';
  assertThrows(
    () => selectColumns(columns, { text: "x", ...options }),
    UsageError,
    `Unknown column x: f has ${shown}`,
  );
  const all = selectColumns(columns, { text: shown, ...options });
  assertEquals(all, columns.map((_, i) => i));
});
