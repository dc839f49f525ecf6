import { assert, assertEquals } from "@std/assert";
import type { Kernel } from "../../kernels/engine.ts";
import { ulpDistance } from "../../testing/mod.ts";
import { firstWhere, zeroOfRising, zerosOfValley } from "../../support/zeros.ts";
import { searchSpace } from "../../tools/accuracy/search_space.ts";
import { allTasks, tasksNamed } from "../../tools/accuracy/tasks.ts";

const digamma: Kernel = { name: "digamma" };

Deno.test("bisection finds the first double where something holds, over all exponents", () => {
  for (const edge of [1e-300, -1e-300, 0.1, -7.3, 1e300]) {
    assertEquals(firstWhere((x) => x >= edge, [-Number.MAX_VALUE, Number.MAX_VALUE]), edge);
  }
  assertEquals(firstWhere(() => false, [1, 2]), 2);
});

const zeros: readonly [string, number, number][] = [
  ["digamma", zeroOfRising(digamma, [1, 2]), 1.46163214496836234126],
  ["digamma", zeroOfRising(digamma, [-1, -0]), -0.504083008264455409],
  ["polygamma(2)", zeroOfRising({ name: "polygamma", parameter: 2 }, [-1, -0]), -0.495715676913],
  ...zerosOfValley({ kernel: { name: "lgamma" }, slope: digamma }, [-3, -2]).map(
    (zero, i): [string, number, number] => [
      ...["lgamma", zero, [-2.7476826467274127, -2.4570247382208006][i]] as const,
    ],
  ),
];

for (const [name, found, known] of zeros) {
  Deno.test(`the zero of ${name} at ${known} is found`, () => {
    // The last one is known to 12 digits.
    assert(ulpDistance(found, known) <= (name === "polygamma(2)" ? 1e4 : 1));
  });
}

Deno.test("every space is made of intervals that go up, and has no end in NaN", () => {
  for (const { name, kernel } of allTasks()) {
    const { intervals, sparse, edges } = searchSpace(kernel, { quick: true });
    for (const [low, high] of [...intervals, ...sparse]) assert(low < high, name);
    assert(edges.every(Number.isFinite), name);
  }
});

Deno.test("no function is surveyed twice under its own name, and gradients have theirs", () => {
  const names = allTasks().map(({ name }) => name);
  assertEquals(new Set(names).size, names.length);
  const text = (name: string) => tasksNamed(name)?.map((task) => task.name);
  assertEquals(text("lgamma"), ["lgamma", "lgammaGrad"]);
  assertEquals(text("polygamma(33)"), ["polygamma(33)"]);
  assertEquals(text("multigammaln(3)"), ["multigammaln(3)", "multigammalnGrad(3)"]);
  assertEquals(text("multigammalnGrad(3)"), ["multigammalnGrad(3)"]);
  assertEquals(text("i0eGrad"), ["i0eGrad"]);
  assertEquals(text("polygammaGrad"), undefined);
});
