import { assert, assertEquals } from "@std/assert";
import { ulpDistance } from "../../testing/mod.ts";
import { hexFloat } from "../../tools/accuracy/hex_float.ts";
import { neighbour } from "../../support/neighbour.ts";
import { Random } from "../../support/random.ts";
import { probe } from "../../tools/accuracy/probe.ts";
import { type Row, toJson } from "../../tools/accuracy/report.ts";
import { addSample, addTally, emptyTally, worstSamples } from "../../tools/accuracy/tally.ts";

const hexFloats: readonly [number, string][] = [
  [1, "0x1p+0"],
  [-3, "-0x1.8p+1"],
  [0.1, "0x1.999999999999ap-4"],
  [Number.MIN_VALUE, "0x0.0000000000001p-1022"],
  [Number.MAX_VALUE, "0x1.fffffffffffffp+1023"],
  [-0, "-0x0p+0"],
  [Infinity, "Infinity"],
];

for (const [x, text] of hexFloats) {
  Deno.test(`the hexadecimal form of ${x} is ${text}`, () => {
    assertEquals(hexFloat(x), text);
  });
}

Deno.test("neighbours are as many steps away as asked, and never infinite", () => {
  for (const x of [0, 1, -1, 1e300, -5e-324, 1.5]) {
    for (const steps of [-1000, -1, 0, 1, 1000]) {
      const other = neighbour(x, steps);
      assertEquals(ulpDistance(x, other), Math.abs(steps));
      assertEquals(Math.sign(other - x), Math.sign(steps));
    }
  }
  assertEquals(neighbour(Number.MAX_VALUE, 1), Number.MAX_VALUE);
  assertEquals(neighbour(-Number.MAX_VALUE, -3), -Number.MAX_VALUE);
});

Deno.test("random numbers repeat, and fill their interval", () => {
  const draws = Array.from({ length: 1000 }, () => new Random(7).between(2, 3));
  assertEquals(new Set(draws).size, 1);
  const random = new Random(7);
  const many = Array.from({ length: 10000 }, () => random.between(2, 3));
  assert(Math.min(...many) >= 2 && Math.max(...many) < 3);
  const mean = many.reduce((sum, x) => sum + x) / many.length;
  assert(Math.abs(mean - 2.5) < 0.01, `mean ${mean}`);
});

Deno.test("a tally counts what is right and keeps the worst of each place", () => {
  const tally = emptyTally();
  addSample(tally, { x: 1, error: 0.2, distance: 0, subnormal: false });
  addSample(tally, { x: 1.001, error: 0.6, distance: 1, subnormal: false });
  addSample(tally, { x: NaN, error: 0, distance: 0, subnormal: false });
  const other = emptyTally();
  addSample(other, { x: 4, error: 0.4, distance: 0, subnormal: false });
  addSample(other, { x: 8, error: 0.7, distance: 1, subnormal: true });
  addTally(tally, other);
  assertEquals([tally.points, tally.right], [5, 3]);
  assertEquals([tally.error.x, tally.subnormal.x], [1.001, 8]);
  assertEquals(worstSamples(tally, 9).map(({ x }) => x), [1.001, 4]);
});

Deno.test("a file of a survey keeps the rows that are not measured again", () => {
  const kernel = { name: "lgamma" } as const;
  const row = (name: string, type: Row["type"]): Row => ({
    name,
    kernel,
    type,
    tally: emptyTally(),
    budget: 0,
    seconds: 1,
  });
  const rows = (text: string): { name: string; type: string; seconds: number }[] =>
    JSON.parse(text).rows;
  const earlier = toJson([
    row("lgamma", "float64"),
    row("lgamma", "float32"),
    row("i0", "float64"),
  ]);
  const later = rows(toJson([{ ...row("lgamma", "float32"), seconds: 2 }], { earlier }));
  assertEquals(later.map(({ name, type, seconds }) => [name, type, seconds]), [
    ["lgamma", "float64", 1],
    ["lgamma", "float32", 2],
    ["i0", "float64", 1],
  ]);
});

Deno.test("results that Arb rounds otherwise, or does not decide, are judged by the reference", () => {
  const kernel = { name: "lgamma" } as const;
  const x = [0.5, 2.5, 100];
  const expected = probe({ kernel, type: "float64" }, x, { tally: emptyTally() });
  const tally = emptyTally();
  const samples = probe(
    {
      kernel,
      type: "float64",
      roundResults: () => ({
        rounded: Float64Array.of(0.5723649429247001, 7, NaN),
        distance: Float64Array.of(0.125, 0.125, NaN),
      }),
    },
    x,
    { tally },
  );
  assertEquals(samples, [{ ...expected[0], error: 0.375 }, expected[1], expected[2]]);
  assertEquals([tally.points, tally.right], [3, 3]);
});
