import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { expression } from "../../../plan/expression/expression.ts";
import { max } from "../../../plan/expression/module_functions.ts";
import { rowmax, rowmin } from "../../../plan/expression/row_functions.ts";
import { FUNCTIONS, usageOf } from "../../../plan/expression/functions.ts";
import { describeUnknown } from "../../../plan/expression/unknown_function.ts";
import { ulpDistance } from "../../../testing/ulp_distance.ts";
import { functionsTable } from "../../../tools/report/functions_table.ts";
import { Workdir } from "../../workdir.ts";

// The nearest float64 to the true value, computed with Arb at 4,000 bits.
const HARD_POINTS: readonly (readonly [string, Readonly<Record<string, number>>, number])[] = [
  ["expit(x)", { x: -744.4 }, 5e-324],
  ["expit(x)", { x: -700.25 }, 7.678723813110872e-305],
  ["expit(x)", { x: -36.8 }, 1.0422287905595919e-16],
  ["expit(x)", { x: -1e-20 }, 0.5],
  ["expit(x)", { x: 0.75 }, 0.679178699175393],
  ["expit(x)", { x: 36.9 }, 0.9999999999999999],
  ["grad(expit(x), x)", { x: -744.4 }, 5e-324],
  ["grad(expit(x), x)", { x: -40.5 }, 2.576757109154981e-18],
  ["grad(expit(x), x)", { x: 1e-9 }, 0.25],
  ["grad(expit(x), x)", { x: 37.5 }, 5.175555005801868e-17],
  ["grad(grad(expit(x), x), x)", { x: -30 }, 9.357622968836672e-14],
  ["grad(grad(expit(x), x), x)", { x: 1e-9 }, -1.25e-10],
  ["grad(grad(expit(x), x), x)", { x: 0.3 }, -0.03639618395557624],
  ["tanh(x)", { x: -0.25 }, -0.24491866240370913],
  ["tanh(x)", { x: 1e-17 }, 1e-17],
  ["tanh(x)", { x: -5e-324 }, -5e-324],
  ["tanh(x)", { x: 1e-5 }, 9.999999999666668e-6],
  ["tanh(x)", { x: 19.06 }, 0.9999999999999999],
  ["tanh(x)", { x: 18.5 }, 0.9999999999999998],
  ["grad(tanh(x), x)", { x: 20.25 }, 1.0307028436619924e-17],
  ["grad(tanh(x), x)", { x: -300.5 }, 3.9001056112077716e-261],
  ["grad(tanh(x), x)", { x: 1e-8 }, 0.9999999999999999],
  ["logit(p)", { p: 0.5000000000000001 }, 4.440892098500626e-16],
  ["logit(p)", { p: 0.49999999999999994 }, -2.220446049250313e-16],
  ["logit(p)", { p: 0.1 }, -2.197224577336219],
  ["logit(p)", { p: 5e-324 }, -744.4400719213812],
  ["logit(p)", { p: 0.9999999999999999 }, 36.7368005696771],
  ["logit(p)", { p: 0.5000001 }, 3.99999999789463e-7],
  ["grad(grad(logit(p), p), p)", { p: 0.5000000000000002 }, 7.105427357601002e-15],
  ["logaddexp(a, b)", { a: 0, b: -740 }, 4.2e-322],
  ["logaddexp(a, b)", { a: 1e+300, b: -1e+300 }, 1e+300],
  ["logaddexp(a, b)", { a: -1e-20, b: -46 }, 5.3061735755381295e-22],
  ["logaddexp(a, b)", { a: 700, b: 700 }, 700.6931471805599],
  ["logaddexp(a, b)", { a: -0.6931471805599453, b: -0.6931471805599453 }, 2.3190468138462996e-17],
  ["logaddexp(a, b)", { a: 1e-300, b: -30 }, 9.357622968839737e-14],
  ["grad(logaddexp(a, b), b)", { a: 0, b: -744 }, 1e-323],
  ["grad(logaddexp(a, b), b)", { a: 3, b: 3 }, 0.5],
  ["xlogy(x, y)", { x: 3, y: 1.0000000000000002 }, 6.661338147750938e-16],
  ["xlogy(x, y)", { x: 1e+308, y: 0.9 }, -1.0536051565782628e+307],
  ["xlogy(x, y)", { x: 5e-324, y: 1e-5 }, -6e-323],
  ["xlog1py(x, y)", { x: 3, y: 8.673617379884035e-19 }, 2.6020852139652106e-18],
  ["xlog1py(x, y)", { x: 2, y: -0.9999999999999999 }, -73.4736011393542],
  ["floor(x * y)", { x: 0.1, y: 10 }, 1],
  ["ceil(x * y)", { x: 0.1, y: 10 }, 2],
  ["floor(x * y)", { x: 0.1, y: 30 }, 3],
  ["ceil(x * y)", { x: 0.1, y: 30 }, 4],
  ["floor(x * y)", { x: 0.3333333333333333, y: 3 }, 0],
  ["ceil(x * y)", { x: 0.3333333333333333, y: 3 }, 1],
  ["floor(x * y)", { x: 1.0000000000000002e+16, y: 1.5 }, 1.5000000000000002e+16],
  ["ceil(x * y)", { x: 1.0000000000000002e+16, y: 1.5 }, 1.5000000000000002e+16],
  ["floor(x * y)", { x: -0.1, y: 10 }, -2],
  ["ceil(x * y)", { x: -0.1, y: 10 }, -1],
  // exp(600) has 866 bits before the point.
  ["exp(x) - floor(exp(x))", { x: 600 }, 0.7697243370302292],
  ["floor(exp(x))", { x: 39.5 }, 1.4276838118129198e+17],
  ["floor(exp(x))", { x: -1e-300 }, 0],
  ["floor(exp(x))", { x: 1.0986122886681098 }, 3],
];

Deno.test("the functions of expressions are within 1 ulp of the true value at hard points", () => {
  for (const [text, point, expected] of HARD_POINTS) {
    const found = expression(text)(point);
    const shown = `${text} at ${JSON.stringify(point)}: ${found}, expected ${expected}`;
    assert(ulpDistance(found, expected) <= 1, shown);
  }
});

const INF = Infinity;

// Values that need no digits: at zeros, infinities and outside the domain.
const EDGES: readonly (readonly [string, Readonly<Record<string, number>>, number])[] = [
  ["xlogy(x, y)", { x: 0, y: 0 }, 0],
  ["xlogy(x, y)", { x: 0, y: -1 }, 0],
  ["xlogy(x, y)", { x: 0, y: INF }, 0],
  ["xlogy(x, y)", { x: 0, y: NaN }, NaN],
  ["xlogy(x, y)", { x: NaN, y: 1 }, NaN],
  ["xlogy(x, y)", { x: 2, y: 0 }, -INF],
  ["xlogy(x, y)", { x: 2, y: -1 }, NaN],
  ["grad(xlogy(x, y), y)", { x: 0, y: 0 }, 0],
  ["grad(xlogy(x, y), y)", { x: 2, y: 0 }, INF],
  ["grad(xlogy(x, y), x)", { x: 0, y: 1 }, 0],
  ["grad(grad(xlogy(x, y), y), x)", { x: 0, y: 4 }, 0.25],
  ["grad(grad(xlogy(x, y), x), y)", { x: 0, y: 4 }, 0.25],
  ["grad(grad(xlogy(x, y), y), y)", { x: 2, y: 4 }, -0.125],
  ["xlog1py(x, y)", { x: 0, y: -1 }, 0],
  ["xlog1py(x, y)", { x: 2, y: -1 }, -INF],
  ["grad(xlog1py(x, y), y)", { x: 0, y: -1 }, 0],
  ["grad(xlog1py(x, y), y)", { x: 3, y: 0.5 }, 2],
  ["logaddexp(a, b)", { a: INF, b: INF }, INF],
  ["logaddexp(a, b)", { a: -INF, b: -INF }, -INF],
  ["logaddexp(a, b)", { a: -INF, b: INF }, INF],
  ["logaddexp(a, b)", { a: INF, b: 3 }, INF],
  ["logaddexp(a, b)", { a: -INF, b: 3 }, 3],
  ["logaddexp(a, b)", { a: 3, b: -INF }, 3],
  ["logaddexp(a, b)", { a: -INF, b: NaN }, NaN],
  ["grad(logaddexp(a, b), a)", { a: -INF, b: 3 }, 0],
  ["grad(logaddexp(a, b), b)", { a: -INF, b: 3 }, 1],
  ["expit(x)", { x: INF }, 1],
  ["expit(x)", { x: -INF }, 0],
  ["expit(x)", { x: -800 }, 0],
  ["expit(x)", { x: 0 }, 0.5],
  ["expit(x)", { x: NaN }, NaN],
  ["grad(expit(x), x)", { x: 0 }, 0.25],
  ["grad(grad(expit(x), x), x)", { x: 0 }, 0],
  ["grad(grad(grad(expit(x), x), x), x)", { x: 0 }, -0.125],
  ["grad(expit(x), x)", { x: INF }, 0],
  ["logit(p)", { p: 0.5 }, 0],
  ["logit(p)", { p: 0 }, -INF],
  ["logit(p)", { p: 1 }, INF],
  ["logit(p)", { p: 1.5 }, NaN],
  ["logit(p)", { p: -0.5 }, NaN],
  ["grad(logit(p), p)", { p: 0.5 }, 4],
  ["tanh(x)", { x: 0 }, 0],
  ["tanh(x)", { x: -0 }, -0],
  ["tanh(x)", { x: INF }, 1],
  ["tanh(x)", { x: -INF }, -1],
  ["grad(tanh(x), x)", { x: 0 }, 1],
  ["grad(grad(tanh(x), x), x)", { x: 0 }, 0],
  ["floor(x)", { x: -0 }, -0],
  ["floor(x)", { x: -0.5 }, -1],
  ["floor(x)", { x: INF }, INF],
  ["floor(x)", { x: NaN }, NaN],
  ["ceil(x)", { x: -0.5 }, -0],
  ["ceil(x)", { x: 5e-324 }, 1],
  ["ceil(x)", { x: -INF }, -INF],
  ["grad(floor(x) * x, x)", { x: 2.5 }, 2],
  ["floor(log(exp(x)))", { x: 3 }, 3],
  ["ceil(log(exp(x)))", { x: 3 }, 3],
  ["floor(exp(x)) == exp(x)", { x: 0 }, 1],
  ["floor(-exp(-exp(x)))", { x: 50 }, -1],
  ["floor(exp(-exp(x)))", { x: 50 }, 0],
  ["log(floor(exp(x)))", { x: 1e300 }, 1e300],
];

Deno.test("the functions of expressions have their limits at zeros, infinities and edges", () => {
  for (const [text, point, expected] of EDGES) {
    const found = expression(text)(point);
    assertEquals(found, expected, `${text} at ${JSON.stringify(point)}`);
  }
});

Deno.test("quotients and products of -0 have the sign of IEEE 754", () => {
  const x = new Float64Array([-0, -0, 0, 0]);
  const y = new Float64Array([3, -3, 3, -3]);
  for (const text of ["x / y", "x * y", "expm1(x) / y", "sin(x) * y"]) {
    assertEquals(expression(text)({ x, y }), new Float64Array([-0, 0, 0, -0]), text);
  }
});

Deno.test("the derivative that is listed for a function is the one that grad gives", () => {
  const point: Readonly<Record<string, number>> = { x: 0.3, y: 0.7, a: 0.4, b: 1.3, n: 7.5, k: 2 };
  let checked = 0;
  for (const known of FUNCTIONS) {
    const { name, args, derivative, spec, isAcross } = known;
    if (spec !== undefined || isAcross || name === "if") continue;
    const slopes = args.length === 1 ? [derivative] : derivative.split(/ in \w+(?:, |$)/);
    args.forEach((arg, i) => {
      const found = expression(`grad(${usageOf(known)}, ${arg})`);
      const listed = expression(slopes[i]);
      assert(ulpDistance(found(point), listed(point)) <= 1, `${usageOf(known)} in ${arg}`);
      checked++;
    });
  }
  assert(checked > 25);
});

Deno.test("list, help, completions and the page name every function of expressions", async () => {
  await using dir = await Workdir.create();
  const [list, json, help, bash] = await Promise.all([
    dir.specol("list"),
    dir.specol("list", "--json"),
    dir.specol("help", "EXPRESSIONS"),
    dir.specol("completions", "bash"),
  ]);
  const page = await Deno.readTextFile(new URL("../../../docs/expressions.md", import.meta.url));
  const choices = bash.stdout.match(/ help\) .*choices='([^']*)'/)![1].split(" ");
  assertEquals(
    JSON.parse(json.stdout).map(({ name }: { name: string }) => name).sort(),
    FUNCTIONS.map(({ name }) => name).sort(),
  );
  for (const known of FUNCTIONS) {
    assertStringIncludes(list.stdout, usageOf(known));
    assertStringIncludes(help.stdout, usageOf(known));
    assertStringIncludes(help.stdout, known.summary);
    assert(choices.includes(known.name), known.name);
  }
  assert(choices.includes("EXPRESSIONS"));
  for (const line of [...help.stdout.split("\n"), ...list.stdout.split("\n")]) {
    assert(line.length <= 80, line);
  }
  // deno fmt pads the cells of the page.
  const cells = (text: string) => text.replaceAll(/ +\||-+(?= \|)/g, "|").replaceAll(/\| +/g, "|");
  const [, table] = page.match(/<!-- functions -->\n\n([^]*?)\n\n<!-- \/functions -->/)!;
  assertEquals(
    cells(table).split("\n").filter((_, i) => i !== 1),
    cells(functionsTable()).split("\n").filter((_, i) => i !== 1),
    "run deno task report functions",
  );
});

Deno.test("help of a function of expressions shows its domain and derivative", async () => {
  await using dir = await Workdir.create();
  const { stdout, status } = await dir.specol("help", "xlogy");
  assertEquals(status, 0);
  assertStringIncludes(stdout, "xlogy(x, y): x * log(y), 0 where x is 0");
  assertMatch(stdout, /gradient: log\(y\) in x,\n +x \/ y in y/);
});

Deno.test("an unknown function gets no near name that means something else", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["erf", "Unknown function erf: specol has no error function or related functions"],
    ["k0", "Unknown function k0: specol has only the modified Bessel functions of the first kind"],
    ["i2", "Unknown function i2: specol has orders 0 and 1"],
    ["foo", "Unknown function foo; specol list shows all functions"],
    ["lgo", "Unknown function lgo, did you mean log?"],
    ["lo", "Unknown function lo, did you mean log?"],
    ["xlgoy", "Unknown function xlgoy, did you mean xlogy?"],
    ["sigmoid", "Unknown function sigmoid: write expit(x)"],
    ["atan2", "Unknown function atan2: specol has sin and cos, but not their inverses"],
    ["gammainc", "Unknown function gammainc: specol has no incomplete gamma or beta function"],
  ];
  for (const [name, message] of cases) assertStringIncludes(describeUnknown(name), message);
});

Deno.test("polygamma with its arguments swapped gives a warning", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "n\n2\n");
  const swapped = await dir.specol("map", "y = 1 + polygamma(2, n)", "in.csv");
  assertEquals(swapped.status, 0);
  assertStringIncludes(
    swapped.stderr,
    "Warning: in polygamma(2, n) the order is n, because the order comes second: " +
      "polygamma(x, n). If 2 is the order, write polygamma(n, 2)",
  );
  const sum = await dir.specol("reduce", "y = sum(polygamma(1, n))", "in.csv");
  assertStringIncludes(sum.stderr, "write polygamma(n, 1)");
  for (
    const args of [["y = polygamma(n, 2)"], ["y = polygamma(0.5, n)"], [
      "-q",
      "y = polygamma(2, n)",
    ]]
  ) {
    assertEquals((await dir.specol("map", ...args, "in.csv")).stderr, "");
  }
});

Deno.test("of zeros, 0 is larger than -0, in either order", () => {
  for (const [x, y] of [[-0, 0], [0, -0], [0, 0]]) {
    assertEquals(expression("max(x, y)")({ x, y }), 0);
    assertEquals(max([x], [y]), new Float64Array([0]));
    assertEquals(rowmax([x, y]), 0);
    const least = Object.is(x, y) ? 0 : -0;
    assertEquals(expression("min(x, y)")({ x, y }), least);
    assertEquals(rowmin([x, y]), least);
  }
  assertEquals(expression("max(x, y)")({ x: -0, y: -0 }), -0);
  assertEquals(expression("1 / max(x, y)")({ x: -0, y: 0 }), Infinity);
  assertEquals(expression("1 / min(x, y)")({ x: 0, y: -0 }), -Infinity);
});
