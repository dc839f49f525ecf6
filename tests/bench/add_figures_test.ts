import { assertEquals, assertThrows } from "@std/assert";
import { addFigures, assertSameConditions, type BenchFigures } from "../../bench/add_figures.ts";
import type { FloatType } from "../../kernels/float_types.ts";
import { COUNTS, UNIFORM } from "../../bench/ranges.ts";
import type { Row } from "../../bench/row.ts";

function rowOf(name: string, type: FloatType, range: string, ours: number): Row {
  return { name, type, range, ours, peers: { SciPy: 2 * ours } };
}

function figuresOf(rows: readonly Row[], date: string): BenchFigures {
  const machine = {
    ...{ date, commit: "1234567", cpu: "cpu", cores: 2, load: 0, system: "system" },
    ...{ deno: "2.0.0", v8: "15.0" },
  };
  return { machine, versions: { SciPy: "SciPy 2" }, effort: { rounds: 4 }, rows, moduleBytes: 1 };
}

const early = figuresOf([rowOf("digamma", "float64", UNIFORM, 3)], "2026-01-01");

Deno.test("rows that are added take the place that they have in a run of all", () => {
  const later = figuresOf([
    rowOf("i0", "float32", UNIFORM, 4),
    rowOf("i0", "float64", COUNTS, 5),
    rowOf("i0", "float64", UNIFORM, 6),
  ], "2026-01-02");
  const { rows, machine } = addFigures(early, later);
  assertEquals(rows.map(({ ours }) => ours), [6, 5, 3, 4]);
  assertEquals(machine.date, "2026-01-01");
});

Deno.test("a cell that is timed again is replaced, and calls of either run are kept", () => {
  const calls = [{ name: "lgamma", what: "a number", ours: 20 }];
  const again = figuresOf([rowOf("digamma", "float64", UNIFORM, 7)], "2026-01-02");
  const added = addFigures({ ...early, calls }, again);
  assertEquals(added.rows, again.rows);
  assertEquals(added.calls, calls);
  assertEquals(addFigures(early, { ...again, calls }).calls, calls);
});

Deno.test("figures of another commit, machine, peer or effort are not added", () => {
  assertSameConditions(early, figuresOf([], "2026-01-02"));
  const { machine } = early;
  const others: readonly [string, Partial<BenchFigures>][] = [
    ["commit", { machine: { ...machine, commit: "1234567-dirty" } }],
    ["machine", { machine: { ...machine, cpu: "another" } }],
    ["peers", { versions: { SciPy: "SciPy 1" } }],
    ["peers", { versions: {} }],
    ["effort", { effort: { rounds: 2 } }],
  ];
  for (const [what, change] of others) {
    assertThrows(() => assertSameConditions(early, { ...early, ...change }), Error, what);
  }
});
