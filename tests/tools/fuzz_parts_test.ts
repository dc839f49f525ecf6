import { assert, assertEquals } from "@std/assert";
import { casesOf } from "../../tools/fuzz/cases.ts";
import { GROUPS } from "../../tools/fuzz/group.ts";
import { judgeError } from "../../tools/fuzz/judge_error.ts";
import { UsageError } from "../../plan/usage_error.ts";

Deno.test("a case is the same whenever it is made, and others are others", () => {
  for (const group of GROUPS) {
    const first = casesOf("mutations", { group, seed: 5 });
    const again = casesOf("mutations", { group, seed: 5 });
    const other = casesOf("mutations", { group, seed: 6 });
    const inputs = new Set<string>();
    for (let i = 0; i < 200; i++) {
      assertEquals(first.make(i), again.make(i));
      inputs.add(first.make(i).bytes.toHex());
      inputs.add(other.make(i).bytes.toHex());
    }
    // Small samples are cut to nothing now and then.
    assert(inputs.size > 350, `${group}: ${inputs.size}`);
  }
});

Deno.test("errors for users are told from those of the runtime", () => {
  const clear = [
    new SyntaxError("Cannot read in.npy: it is empty, expected an npy file"),
    new RangeError("Cannot read in.npy as a table: its shape is (1, 2, 3)"),
    new SyntaxError('in.npy:3:4: "x" in column a is not a number'),
    new TypeError("Cannot write CSV: there is no column to write"),
    new UsageError("There is no column 3 in in.npy: it has 2"),
  ];
  for (const error of clear) assertEquals(judgeError(error, "in.npy"), undefined);
  const internal = [
    new TypeError("Cannot read properties of undefined (reading 'length')"),
    new RangeError("Invalid typed array length: 1099511627776"),
    new RangeError("Maximum call stack size exceeded"),
    new SyntaxError("Cannot read in.npy: damaged: Offset is outside the bounds of the DataView"),
    new UsageError("Column x of in.npy holds no numbers but undefined"),
    new Error("Cannot read in.npy: of no class of ours"),
    new SyntaxError("Cannot read other.npy: it is empty"),
    "a text",
  ];
  for (const error of internal) assert(judgeError(error, "in.npy") !== undefined, String(error));
});
