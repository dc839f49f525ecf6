import { assertEquals } from "@std/assert";
import { distinctRows, joinRows, MAX_COUNT } from "../../fit/distinct_rows.ts";
import { weighValues } from "../../fit/weighted_values.ts";
import { fit, sum } from "../../mod.ts";
import { GroupSums } from "../../pipeline/fit/group_sums.ts";
import { Random } from "../../support/random.ts";

function rowsOf(groups: number[], ...columns: number[][]) {
  return {
    groups: Uint32Array.from(groups),
    columns: columns.map((column) => Float64Array.from(column)),
    first: 7,
  };
}

Deno.test("rows with the same group and the same bits are counted, in the order of the first ones", () => {
  const found = distinctRows(rowsOf(
    [0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0],
    [5, 5, 5, 0, 5, -0, 5, 5, 0, -0, NaN],
    [1, 1, 1, 2, 1, 2, 1, 1, 2, 2, 2],
  ));
  assertEquals(found, {
    ...rowsOf([0, 1, 0, 0, 0], [5, 5, 0, -0, NaN], [1, 1, 2, 2, 2]),
    counts: Float64Array.of(3, 3, 2, 2, 1),
    places: Uint32Array.of(0, 1, 3, 5, 10),
  });
  const again = distinctRows(joinRows([found, found, rowsOf([1], [5], [1])]));
  assertEquals(again.counts, Float64Array.of(6, 7, 4, 4, 2));
});

Deno.test("rows that mostly differ stay as they are", () => {
  for (const rows of [rowsOf([0], [1]), rowsOf([0, 0, 0, 0, 0], [1, 2, 3, 1, 1])]) {
    assertEquals(distinctRows(rows), rows);
  }
});

Deno.test("a row represents no more rows than can be multiplied exactly", () => {
  const rows = {
    ...rowsOf([0, 0, 0, 0], [1, 1, 1, 1]),
    counts: Float64Array.of(MAX_COUNT, 1, 2, 3),
  };
  assertEquals(distinctRows(rows).counts, Float64Array.of(MAX_COUNT, 6));
});

Deno.test("values times their counts have exactly the sum of as many values", () => {
  const random = new Random(3);
  const special = [0, -0, 5e-324, -5e-324, 2 ** -1022, 1e308, 0.1, 1 - 2 ** -53, NaN, Infinity];
  const values = Float64Array.from(
    { length: 2000 },
    (_, i) => special[i] ?? (random.between(0, 1) - 0.5) * 2 ** random.between(-1074, 1000),
  );
  for (let from = 0; from < values.length; from += 50) {
    // The special values are alone, and all others in groups.
    const size = from < special.length ? 1 : 50;
    for (let i = from; i < from + 50; i += size) {
      const some = values.subarray(i, i + size);
      const counts = some.map(() => Math.floor(random.between(1, 9)));
      const all = [...some].flatMap((value, j) => Array<number>(counts[j]).fill(value));
      const { high, low, isFinite } = weighValues(some, counts);
      assertEquals(
        isFinite,
        some.every((value, j) =>
          !(Math.abs(value * counts[j]) < Infinity) ===
            !Number.isFinite(value)
        ),
      );
      if (isFinite) assertEquals(sum([...high, ...low]), sum(all));
      const sums = new GroupSums(1, { hasGroups: false, seed: 1n });
      sums.add(new Uint32Array(size), [some], counts);
      const found: number[] = [];
      sums.take((_, [total], rows) => found.push(total, rows));
      assertEquals(found, [sum(all), all.length]);
    }
  }
  const large = weighValues(Float64Array.of(1 - 2 ** -53), Float64Array.of(MAX_COUNT));
  assertEquals(
    BigInt(large.high[0] * 2 ** 53) + BigInt(large.low[0] * 2 ** 53),
    BigInt(MAX_COUNT) * (2n ** 53n - 1n),
  );
});

Deno.test("products that overflow are added one by one", () => {
  const sums = new GroupSums(1, { hasGroups: true, seed: 1n });
  sums.add(Uint32Array.of(0, 0, 1), [Float64Array.of(1e308, -1e308, 3)], Float64Array.of(4, 4, 5));
  const found: number[][] = [];
  sums.take((group, [total], rows) => found.push([group, total, rows]));
  assertEquals(found, [[0, 0, 8], [1, 15, 5]]);
});

Deno.test("a fit of the module computes with float64, whatever the type of its columns", () => {
  const values = Array.from({ length: 300 }, (_, i) => (i * i) % 37 % 11);
  const [plain, ...others] = [values, Float32Array.from(values), Int32Array.from(values)].map((n) =>
    fit("n * log(m) - m - lgamma(n + 1)", { n }, { start: { m: 1 } })
  );
  for (const other of others) assertEquals(other, plain);
});
