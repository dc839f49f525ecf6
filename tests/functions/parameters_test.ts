import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { multigammaln, multigammalnGrad, polygamma, polygammaGrad } from "../../mod.ts";

const x = new Float64Array([2.5, 10, 0.75, 31]);

Deno.test("the options come after the parameter", () => {
  const out = new Float64Array(4);
  assertStrictEquals(polygamma(x, 2, { out }), out);
  assertEquals(out, x.map((value) => polygamma(value, 2)));
  const strided = multigammaln(x, 2, { stride: 2 });
  assertEquals(strided, Float64Array.of(multigammaln(x[0], 2), multigammaln(x[2], 2)));
});

Deno.test("upstream multiplies the gradient of a function with a parameter", () => {
  const upstream = new Float64Array([2, -1, 0.5, 3]);
  for (const gradient of [polygammaGrad, multigammalnGrad]) {
    assertEquals(
      gradient(x, 2, { upstream }),
      x.map((value, i) => gradient(value, 2) * upstream[i]),
    );
    assertEquals(gradient(2.5, 2, { upstream: 3 }), gradient(2.5, 2) * 3);
  }
});

const LARGEST = Number.MAX_SAFE_INTEGER;

Deno.test("the largest parameter is one like the others", () => {
  assertEquals(polygamma(1e300, LARGEST), 0);
  assertEquals(polygammaGrad(1e300, LARGEST), -0);
  assertEquals(multigammaln(1, LARGEST), NaN);
});

type Call = (x: number | Float64Array, parameter: unknown, options?: unknown) => unknown;
const functions: readonly (readonly [string, unknown, string, number])[] = [
  ["polygamma", polygamma, "n", 0],
  ["polygammaGrad", polygammaGrad, "n", 0],
  ["multigammaln", multigammaln, "p", 1],
  ["multigammalnGrad", multigammalnGrad, "p", 1],
];
/** What is not an integer, whatever the least is. */
const wrong = [-1, -2.5, 0.5, 1.5, NaN, -Infinity];
const notNumbers: readonly (readonly [unknown, string])[] = [
  [undefined, "undefined"],
  [null, "null"],
  ["2", '"2"'],
  [2n, "2n"],
  [{ out: x }, "Object"],
  [[2], "Array"],
  [x, "Float64Array"],
];

for (const [name, f, letter, least] of functions) {
  const call = f as Call;
  const message = `Cannot compute ${name}: ${letter} must be`;

  Deno.test(`${name} says which ${letter} it takes, for numbers and arrays`, () => {
    for (const argument of [2.5, x, new Float64Array(0)]) {
      for (const value of [...wrong, least - 1]) {
        const error = assertThrows(() => call(argument, value), RangeError);
        assertEquals(error.message, `${message} an integer >= ${least}, got ${value}`);
      }
      for (const value of [LARGEST + 1, 1e300, Infinity]) {
        const error = assertThrows(() => call(argument, value), RangeError);
        assertEquals(
          error.message,
          `${message} an integer from ${least} to ${LARGEST}, got ${value}`,
        );
      }
    }
  });

  Deno.test(`${name} says that ${letter} is missing, or no number`, () => {
    for (const argument of [2.5, x]) {
      for (const [value, shown] of notNumbers) {
        const error = assertThrows(() => call(argument, value), TypeError);
        assertEquals(error.message, `${message} a number, got ${shown}`);
      }
    }
  });

  Deno.test(`${name} does not touch its output when an argument is wrong`, () => {
    const out = x.slice();
    assertThrows(() => call(x, -1, { out }), RangeError);
    assertThrows(
      () => call(x, 2, { out, stride: 0 }),
      RangeError,
      `Cannot compute ${name}: stride`,
    );
    assertEquals(out, x);
  });
}
