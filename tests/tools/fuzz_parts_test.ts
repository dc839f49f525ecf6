import { assert, assertEquals } from "@std/assert";
import { casesOf } from "../../tools/fuzz/cases.ts";
import { GROUPS } from "../../tools/fuzz/samples.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { judgeError, runCase } from "../../tools/fuzz/run_case.ts";
import { routesOf } from "../../tools/fuzz/routes.ts";
import { CANCELLED_BY } from "../../tools/fuzz/try_cancelled.ts";
import { UsageError } from "../../plan/usage_error.ts";

const SEEDED = ["mutations", "unusual", "cancelled"] as const;

Deno.test("a case is the same whenever it is made, and others are others", () => {
  for (
    const [group, suite] of GROUPS.flatMap((group) =>
      SEEDED.map((suite) => [group, suite] as const)
    )
  ) {
    const first = casesOf(suite, { group, seed: 5 });
    const again = casesOf(suite, { group, seed: 5 });
    const other = casesOf(suite, { group, seed: 6 });
    const inputs = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const made = first.make(i);
      assertEquals(again.make(i), made);
      for (const { bytes, cancelling } of [made, other.make(i)]) {
        inputs.add(`${bytes.toHex()} ${JSON.stringify(cancelling)}`);
      }
    }
    // Small samples are cut to nothing now and then.
    assert(inputs.size > 85, `${group}, ${suite}: ${inputs.size}`);
  }
});

Deno.test("errors for users are distinguished from those of the runtime", () => {
  const clear = [
    new SyntaxError("Cannot read in.npy: it is empty, expected an npy file"),
    new RangeError("Cannot read in.npy as a table: its shape is (1, 2, 3)"),
    new SyntaxError('in.npy:3:4: "x" in column a is not a number'),
    new TypeError("Cannot write CSV: there is no column to write"),
    new UsageError("There is no column 3: in.npy has 2 columns"),
  ];
  for (const error of clear) assertEquals(judgeError(error, "in.npy"), undefined);
  const internal = [
    new TypeError("Cannot read properties of undefined (reading 'length')"),
    new RangeError("Invalid typed array length: 1099511627776"),
    new RangeError("Maximum call stack size exceeded"),
    new SyntaxError("Cannot read in.npy: damaged: Offset is outside the bounds of the DataView"),
    new UsageError("Column x of in.npy holds undefined, not numbers"),
    new Error("Cannot read in.npy: of no class of ours"),
    new SyntaxError("Cannot read other.npy: it is empty"),
    "a text",
  ];
  for (const error of internal) assert(judgeError(error, "in.npy") !== undefined, String(error));
});

Deno.test("what must be refused, and what must come out as other bytes do, is seen if it does not", async () => {
  const [route] = routesOf("npy");
  const one = makeNpy([1, 2], { descr: "<f8", shape: [2] });
  const other = makeNpy([1, 2, 3], { descr: "<f8", shape: [3] });
  const run = (more: object) => runCase({ bytes: one, route, ...more }, { largest: 0 });
  assertEquals(await run({ end: { as: one } }), undefined);
  assert(/^it ended with \d+ and not/.test((await run({ end: { as: other } }))!));
  assert(/^it was not refused/.test((await run({ end: "refused" }))!));
  assertEquals(await run({ bytes: one.subarray(0, -1), end: "refused" }), undefined);
});

Deno.test("a stream that is cancelled settles at every step, however it is cancelled", async () => {
  const [route] = routesOf("npy");
  const bytes = makeNpy([1, 2], { descr: "<f8", shape: [2] });
  for (const by of CANCELLED_BY) {
    for (const stalls of [false, true]) {
      for (let at = 0; at < 40; at++) {
        const cancelling = { by, at, stalls, late: at % 2 === 0 };
        const wrong = await runCase({ bytes, route, atATime: 4, cancelling }, { largest: 0 });
        assertEquals(wrong, undefined, JSON.stringify(cancelling));
      }
    }
  }
});
