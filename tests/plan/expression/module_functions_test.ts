import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import * as specol from "../../../mod.ts";
import { FUNCTIONS, usageOf } from "../../../plan/expression/functions.ts";

type Call = (...args: unknown[]) => unknown;

const exported = specol as unknown as Readonly<Record<string, Call>>;

/** Functions of numbers, without those that need a parameter. */
const OF_NUMBERS = FUNCTIONS.filter(({ isAcross, isOfCells, spec }) =>
  !isAcross && !isOfCells && !spec?.parameter
);

/** Arguments of every kind, as many columns as a function has arguments. */
function sampleOf(count: number): Float64Array[] {
  const values = [0.25, 1, -0, 0, 3.5, -2.5, 1e-9, 750, -800, 1e300, NaN, Infinity, -Infinity, 0.5];
  return Array.from(
    { length: count },
    (_, k) => Float64Array.from({ length: 196 }, (_, i) => values[Math.floor(i / 14 ** k) % 14]),
  );
}

/** Results that differ in more than 1 ulp, or in what they are. */
function differ(a: number, b: number): boolean {
  return !Object.is(a, b) && !(Math.abs(a - b) <= Math.abs(a) * 2 ** -52);
}

Deno.test("every function of expressions but isnull is a function of the module", () => {
  const missing = FUNCTIONS.filter(({ name }) => typeof exported[name] !== "function");
  assertEquals(missing.map(({ name }) => name), ["isnull"]);
});

Deno.test("functions of the module have the results of expressions", () => {
  for (const known of OF_NUMBERS) {
    const { name, args } = known;
    const columns = sampleOf(args.length);
    const expected = specol.expression(usageOf(known))(
      Object.fromEntries(args.map((arg, i) => [arg, columns[i]])),
    );
    const found = exported[name](...columns) as Float64Array;
    // Those with kernels are correctly rounded, and expressions are within 1 ulp.
    const wrong = found.findIndex((y, i) => differ(y, expected[i]));
    assertEquals(wrong, -1, `${name}(${columns.map((column) => column[wrong])})`);
    if (known.meaning === undefined || known.args.length > 1) assertEquals(found, expected, name);
    for (let i = 0; i < found.length; i += 11) {
      assertEquals(exported[name](...columns.map((column) => column[i])), found[i], name);
    }
  }
});

Deno.test("functions of the module take arrays of every type, lists and integers", () => {
  for (const { name, args } of OF_NUMBERS) {
    const f = exported[name];
    const give = (x: unknown) => args.map(() => x);
    const at2 = f(...give(2)) as number;
    const types = [
      [Float64Array, Float64Array],
      [Float32Array, Float32Array],
      [Float16Array, Float16Array],
      [Int8Array, Float64Array],
      [Uint8ClampedArray, Float64Array],
      [Uint32Array, Float64Array],
    ] as const;
    for (const [Type, Result] of types) {
      const expected = new Result([at2]);
      assertEquals(f(...give(new Type([2]))), expected, name);
      assertEquals(f(...give(new Type(0))), new Result(0), name);
    }
    assertEquals(f(...give([2, 2])), new Float64Array([at2, at2]), name);
    assertEquals(f(...give(new BigInt64Array([2n]))), new Float64Array([at2]), name);
    assertThrows(() => f(...give("2")), TypeError, `Cannot compute`);
    assertThrows(() => f(), TypeError, `Cannot compute`);
    const x = new Float32Array([0.25, 2]);
    assertStrictEquals(f(...give(x), { out: x }), x);
    assertEquals(x[1], Math.fround(at2), name);
    assertThrows(() => f(...give(x), { upstream: x }), TypeError, "upstream", name);
    assertThrows(() => f(...give(x), { oot: x }), TypeError, "unknown option oot", name);
    assertThrows(() => f(...give(2), { out: x }), TypeError, "out needs", name);
    assertThrows(() => f(...give(x), { out: new Float32Array(3) }), RangeError, "length 2");
    assertThrows(() => f(...give(x), { out: new Float64Array(2) }), TypeError, "Float32Array");
  }
});

Deno.test("offset and stride choose elements of every array", () => {
  const a = new Float64Array([9, 1, 9, 2, 9, 3]);
  const b = new Float64Array([9, 10, 9, 20, 9, 30]);
  const chosen = { offset: 1, stride: 2 };
  assertEquals(specol.max(a, b, chosen), new Float64Array([10, 20, 30]));
  assertEquals(specol.max(a, 2.5, chosen), new Float64Array([2.5, 2.5, 3]));
  const short = new Float64Array(3);
  assertStrictEquals(specol.max(a, b, { ...chosen, out: short }), short);
  assertStrictEquals(specol.max(a, b, { ...chosen, out: a }), a);
  assertEquals(a, new Float64Array([9, 10, 9, 20, 9, 30]));
  assertThrows(() => specol.exp(a, { offset: 7 }), RangeError, "offset must be an integer from 0");
  assertThrows(() => specol.exp(a, { stride: 0 }), RangeError, "stride must be an integer >= 1");
  assertEquals(specol.exp(a, { offset: 6 }), new Float64Array(0));
  assertThrows(
    () => specol.max([1, 2], [1]),
    RangeError,
    "arrays must have the same length, got 2",
  );
});

Deno.test("a function of numbers can be a callback, and other names are the same function", () => {
  assertEquals([0, 1].map(specol.expit), [0.5, specol.expit(1)]);
  for (
    const [name, other] of [
      ["gammaln", "lgamma"],
      ["loggamma", "lgamma"],
      ["lnGamma", "lgamma"],
      ["psi", "digamma"],
      ["ln", "log"],
      ["betaln", "lbeta"],
    ]
  ) {
    assertStrictEquals(exported[name], exported[other]);
  }
  const x = [0.5, 2, -1.5, Infinity];
  assertEquals(specol.trigamma(x), specol.polygamma(x, 1));
  assertEquals(
    specol.valueAndGrad(specol.trigamma, x),
    specol.valueAndGrad(specol.polygamma, x, 1),
  );
  assertEquals(specol.valueAndGrad(specol.trigamma, 2), {
    value: specol.polygamma(2, 1),
    gradient: specol.polygamma(2, 2),
  });
});

Deno.test("functions across columns compute each row, with the widest type", () => {
  const columns = [new Float32Array([1, 1e30]), new Float32Array([2, 1]), [3, -(2 ** 99)]];
  const sums = specol.rowsum(columns);
  assert(sums instanceof Float64Array);
  assertEquals(sums[0], 6);
  assertEquals(specol.rowsum(columns.slice(0, 2)) instanceof Float32Array, true);
  assertEquals(specol.rowmean([new Float64Array([1, 2]), 4]), new Float64Array([2.5, 3]));
  assertEquals(specol.rowmax([[1, NaN], [2, 3]]), new Float64Array([2, NaN]));
  assertEquals(specol.rowmin([1, -2, 3]), -2);
  assertEquals(specol.rowlogsumexp([[-Infinity], [-Infinity]]), new Float64Array([-Infinity]));
  const out = new Float64Array(1);
  assertStrictEquals(specol.rowsum([[0.1], [0.2], [0.3]], { out }), out);
  assertEquals(out[0], 0.6);
  assertThrows(() => specol.rowsum([]), TypeError, "a list of at least one array or number");
  assertThrows(() => specol.rowsum(3 as never), TypeError, "a list of at least one");
  assertThrows(() => specol.rowsum([[1], [1, 2]]), RangeError, "in column 1, 2");
});
