import { assertEquals } from "@std/assert";
import { expression } from "../../mod.ts";

// Arguments x + y next to a middle between two poles, where polygamma of even order has terms that
// cancel. The true differences are of mpmath, with 80 digits.
const DIFFERENCES: readonly [x: number, y: number, difference: number][] = [
  [-0.5, 2 ** -60, 1.6775564534200972e-16],
  [-1.5, 2 ** -60, 1.6878362962407005e-16],
];

Deno.test("polygamma of even order distinguishes a sum from the midpoint between two poles", () => {
  const x = Float64Array.from(DIFFERENCES, ([x]) => x);
  const y = Float64Array.from(DIFFERENCES, ([, y]) => y);
  const difference = expression("polygamma(x + y, 2) - polygamma(x, 2)")({ x, y });
  assertEquals([...difference], DIFFERENCES.map(([, , difference]) => difference));
});
