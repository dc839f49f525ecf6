import { assertEquals } from "@std/assert";
import { openInstance } from "../../kernels/engine.ts";
import { openProgram } from "../../kernels/run_program.ts";
import { compileText } from "../../tools/compile_text.ts";

/** How many rows of an expression in x the accurate phase computes, and how many results the last. */
function countPhases(text: string, x: readonly number[]): { accurate: number; last: number } {
  const { program } = compileText(text, { names: ["x"] });
  const instance = openInstance();
  const bytes = 8 * Math.ceil(x.length / 512) * 512;
  instance.reserve(instance.end + 2 * bytes);
  const opened = openProgram(instance, program, instance.end + 2 * bytes);
  new Float64Array(instance.memory.buffer, instance.end).set(x);
  const rest = opened.begin(x.length, [instance.end], [instance.end + bytes]);
  return { accurate: opened.again, last: rest.length };
}

function spread(from: number, to: number): number[] {
  return Array.from({ length: 300 }, (_, i) => from + (to - from) * ((i + 0.5) / 300));
}

Deno.test("polygamma of every order and multigammaln of every dimension have a fast phase in expressions", () => {
  const subjects: readonly [text: string, from: number, to: number][] = [
    ["polygamma(x, 3) + 1", 0.1, 20],
    ["polygamma(x, 13) + 1", 0.1, 20],
    ["polygamma(x * 1.1, 300) + 1", 100, 200],
    ["polygamma(x, 1022) + 1", 300, 500],
    ["polygamma(x, 20) * 3", -0.8, -0.2],
    ["multigammaln(x, 13) * 3", 6.5, 100],
    ["multigammaln(x * 1.1, 257) * 3", 128, 1000],
    ["multigammaln(x, 100000) * 3", 50000, 60000],
    ["grad(multigammaln(x, 1000)) * 3", 520, 1000],
  ];
  for (const [text, from, to] of subjects) {
    assertEquals(countPhases(text, spread(from, to)), { accurate: 0, last: 0 }, text);
  }
});

Deno.test("log1p next to -1 has an accurate phase in expressions", () => {
  // lgamma loses digits that only the accurate phase has.
  const x = Array.from({ length: 300 }, (_, i) => 2 ** (-7 - i / 8) - 1);
  const { accurate, last } = countPhases("lgamma(x + 1e6) - lgamma(x + 1e6 + 1) + log1p(x)", x);
  assertEquals([accurate > 200, last], [true, 0]);
});

Deno.test("Bessel functions have an accurate phase in expressions, at numbers with low parts too", () => {
  for (const text of ["grad(grad(log(i0(x)), x), x)", "grad(grad(log(i0(x * 1.1)), x), x)"]) {
    assertEquals(countPhases(text, spread(0.5, 20)).last, 0, text);
  }
});

Deno.test("polygamma of a huge order, at an x that is not known exactly, takes no time that grows with the order", () => {
  // Its value is a number, but its slope is none: the product of as many factors as the order, which were all multiplied.
  const text = "polygamma(x * exp(3) / exp(3), 1e10)";
  const x = Array.from({ length: 100 }, (_, i) => i - 3678794415.5);
  assertEquals(countPhases(text, x), { accurate: 100, last: 100 });
});
