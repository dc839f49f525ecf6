import { assert, assertAlmostEquals } from "@std/assert";
import { Random } from "../../support/random.ts";
import { addDyadic, dyadic, multiplyDyadic, nearDyadic } from "../../tools/prove/dyadic.ts";
import { Graph } from "../../tools/prove/graph.ts";
import { evaluateMajorant, Majorants, polynomialIn } from "../../tools/prove/majorant.ts";

const UNIT = 2 ** -53;
const NAMES = ["a", "b", "c", "d"];

/** a + d (b + d c) as a graph. */
function hornerGraph() {
  const graph = new Graph();
  const [a, b, c, d] = NAMES.map((name) => graph.input(name, [-1, 1]));
  const line = graph.sum(b, graph.product(d, c));
  return { graph, result: graph.sum(a, graph.product(d, line)) };
}

Deno.test("A majorant counts the roundings of each term", () => {
  const { result } = hornerGraph();
  const { error } = new Majorants([result], {}).of(result);
  assertAlmostEquals(error.get("a")!, UNIT, 1e-25);
  assertAlmostEquals(error.get("b d")!, 3 * UNIT, 1e-25);
  assertAlmostEquals(error.get("c d d")!, 4 * UNIT, 1e-25);
});

Deno.test("A majorant is above the error of every evaluation, and not far above the worst", () => {
  const { result } = hornerGraph();
  const { error } = new Majorants([result], {}).of(result);
  const random = new Random(1);
  let worst = 0;
  for (let i = 0; i < 3_000; i++) {
    const [a, b, c, d] = NAMES.map(() => random.between(-2, 2));
    const computed = a + d * (b + d * c);
    const line = addDyadic(dyadic(b), multiplyDyadic(dyadic(d), dyadic(c)));
    const exact = addDyadic(dyadic(a), multiplyDyadic(dyadic(d), line));
    const found = Math.abs(nearDyadic(addDyadic(exact, dyadic(-computed))));
    const sizes = { a: Math.abs(a), b: Math.abs(b), c: Math.abs(c), d: Math.abs(d) };
    const bound = evaluateMajorant(error, sizes);
    assert(found <= bound, `${found} > ${bound} at ${[a, b, c, d]}`);
    worst = Math.max(worst, found / bound);
    const powers = polynomialIn("d", error, sizes);
    const same = powers.reduceRight((sum, power) => sum * sizes.d + power, 0);
    assertAlmostEquals(same / bound, 1, 1e-10);
  }
  assert(worst > 0.25, `the worst is ${worst} of the bound`);
});

Deno.test("The rest of a sum carries no rounding of its own", () => {
  const graph = new Graph();
  const [a, b, c] = ["a", "b", "c"].map((name) => graph.input(name, [-1, 1]));
  const high = graph.sum(a, b);
  const low = graph.sum(graph.rest(high), c);
  const { error } = new Majorants([high, low], {}).of(low);
  assertAlmostEquals(error.get("c")!, UNIT, 1e-25);
  assert(error.get("a")! < 2 ** -105, "a is rounded in the low part alone");
});
