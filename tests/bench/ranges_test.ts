import { assert, assertEquals, assertThrows } from "@std/assert";
import { inputKey, isTimed, makeInputs } from "../../bench/inputs.ts";
import { RANGES, selectRanges } from "../../bench/ranges.ts";
import { geometricMean, ratioOf } from "../../bench/row.ts";
import { subjects } from "../../bench/subjects.ts";
import { matrixVerdicts } from "../../bench/verdict.ts";

Deno.test("the numbers of every range are finite in every type, and the same in every run", () => {
  for (const range of RANGES) {
    for (const subject of subjects.filter((subject) => isTimed(subject, range))) {
      const inputs = makeInputs(range, subject, 200);
      for (const x of Object.values(inputs)) {
        assert((x as Float64Array).every(Number.isFinite), `${subject.name} ${range.name}`);
        const isNegative = (x as Float64Array).some((value) => value < 0);
        assert(!(range.isPositive && isNegative), range.name);
      }
      assertEquals(makeInputs(range, subject, 200), inputs);
      if (subject.domain === "beyond") {
        assert(inputs.float64.every((x) => x >= subject.start), range.name);
        assert(inputKey(subject, range) !== range.name);
      }
    }
  }
});

Deno.test("ranges are chosen by parts of their names", () => {
  assertEquals(selectRanges([]), RANGES);
  assertEquals(selectRanges(["counts"]).map(({ name }) => name), [
    "counts to 1000",
    "Poisson counts",
    "counts to 1e9",
  ]);
  assertThrows(() => selectRanges(["nowhere"]), RangeError, 'ranges are "0.1 to 20"');
});

Deno.test("the faster of SciPy and PyTorch counts, and the mean is geometric", () => {
  const row = {
    ...{ name: "lgamma", type: "float64", ours: 2 } as const,
    range: "0.1 to 20",
    peers: { SciPy: 8, PyTorch: 16, cephes: 1 },
  };
  assertEquals(ratioOf(row), 4);
  assertEquals(ratioOf({ ...row, peers: { cephes: 1 } }), undefined);
  assertEquals(geometricMean([1, undefined, 4]), 2);
  const counts = { ...row, range: "counts to 1000", ours: 4 };
  assertEquals(matrixVerdicts([row, counts]).map(({ met }) => met), [false, false]);
});
