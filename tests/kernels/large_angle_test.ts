import { assertEquals } from "@std/assert";
import { expression } from "../../mod.ts";

/** Angles beyond 2^25, and their true sine and cosine, rounded (mpmath, 2,200 bits). */
const ANGLES: readonly [x: number, sin: number, cos: number][] = [
  [2 ** 25, -0.9765172909509284, -0.21543904120158835],
  [2 ** 25 + 1, -0.7089002461868653, 0.7053087557631776],
  [1e10, -0.4875060250875107, 0.873119622676856],
  [-123456789012.5, 0.5493739224556734, -0.835576623252271],
  [2 ** 53 + 2, -0.1272965508935216, 0.9918647025328672],
  [1e22, -0.8522008497671888, 0.523214785395139],
  [-1e22, 0.8522008497671888, 0.523214785395139],
  // No float64 is nearer to a multiple of pi/2.
  [6381956970095103 * 2 ** 797, 1, -4.687165924254628e-19],
  [2 ** 1023, 0.563127779850884, -0.826369834614148],
  [Number.MAX_VALUE, 0.004961954789184062, -0.9999876894265599],
];

Deno.test("sine and cosine of large angles lose no digits to the multiples of pi/2", () => {
  const x = Float64Array.from(ANGLES, ([x]) => x);
  assertEquals([...expression("sin(x)")({ x })], ANGLES.map(([, sin]) => sin));
  assertEquals([...expression("cos(x)")({ x })], ANGLES.map(([, , cos]) => cos));
});
