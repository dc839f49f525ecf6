import { assertEquals, assertThrows } from "@std/assert";
import { mean, sum } from "../../mod.ts";
import { Random } from "../../support/random.ts";

/** A float64 as an exact quotient of integers, in units of 2^-1074. */
function unitsOf(x: number): bigint {
  let scale = 0;
  while (!Number.isInteger(x)) {
    x *= 2;
    scale++;
  }
  return BigInt(x) << BigInt(1074 - scale);
}

/** Whether a float64 is the nearest to units / divisor, with ties to even. */
function isNearest(y: number, units: bigint, divisor: bigint): boolean {
  const bits = new BigInt64Array(new Float64Array([y]).buffer);
  const neighbours = [bits[0] - 1n, bits[0] + 1n].map((b) =>
    new Float64Array(new BigInt64Array([b]).buffer)[0]
  );
  const distance = (z: number): bigint => {
    const d = unitsOf(z) * divisor - units;
    return d < 0n ? -d : d;
  };
  const isEven = (bits[0] & 1n) === 0n;
  return neighbours.filter(Number.isFinite).every((z) =>
    distance(y) < distance(z) || distance(y) === distance(z) && isEven
  );
}

Deno.test("sums and means of random numbers of every size are correctly rounded", () => {
  const source = new Random(32);
  const random = () => source.between(0, 1);
  for (let round = 0; round < 400; round++) {
    const spread = 2 ** (round % 11);
    const numbers = Array.from(
      { length: 1 + round % 37 },
      () => (random() - 0.5) * 2 ** Math.trunc((random() - 0.5) * spread),
    );
    // Most of it cancels.
    if (round % 3 === 0) numbers.push(...numbers.slice(1).map((x) => -x));
    const units = numbers.reduce((units, x) => units + unitsOf(x), 0n);
    if (units === 0n) continue;
    const [total, average] = [sum(numbers), mean(new Float64Array(numbers))];
    assertEquals(isNearest(total, units, 1n), true, `sum of ${numbers}: ${total}`);
    const count = BigInt(numbers.length);
    assertEquals(isNearest(average, units, count), true, `mean of ${numbers}: ${average}`);
    assertEquals(sum(numbers.toReversed()), total);
  }
});

Deno.test("sums and means have the rules of reduce for zeros, infinities, NaN and ends of float64", () => {
  const least = Number.MIN_VALUE;
  const most = Number.MAX_VALUE;
  const cases: [number[], number, number][] = [
    [[], 0, NaN],
    [[-0], -0, -0],
    [[-0, -0], -0, -0],
    [[-0, 0], 0, 0],
    [[1, -1], 0, 0],
    [[1, -1, -0], 0, 0],
    [[NaN, 1], NaN, NaN],
    [[Infinity, 1], Infinity, Infinity],
    [[-Infinity, 1e308, 1e308], -Infinity, -Infinity],
    [[Infinity, -Infinity], NaN, NaN],
    [[1e308, 1e308], Infinity, 1e308],
    [[-1e308, -1e308], -Infinity, -1e308],
    [[1e308, 1e308, -1e308], 1e308, 3.333333333333333e307],
    [[most, most, -most, -most, 1], 1, 0.2],
    [[most, 2 ** 969], most, most / 2],
    [[most, 2 ** 970], Infinity, 2 ** 1023],
    [[least, 0], least, 0],
    [[-least, 0], -least, -0],
    [[least, least, least, 0], 3 * least, least],
    [[1, 2 ** -53], 1, 0.5],
    [[1, 2 ** -53, least], 1 + 2 ** -52, 0.33333333333333337],
  ];
  for (const [numbers, total, average] of cases) {
    assertEquals(sum(numbers), total, `sum of ${numbers}`);
    assertEquals(mean(numbers), average, `mean of ${numbers}`);
  }
});

Deno.test("sums take arrays of every type, and 64-bit integers as they are", () => {
  for (
    const Type of [Float64Array, Float32Array, Float16Array, Int8Array, Uint16Array, Uint32Array]
  ) {
    assertEquals(sum(new Type([1, 2, 3])), 6);
    assertEquals(mean(new Type([1, 2, 3, 4]), { offset: 1, stride: 2 }), 3);
    assertEquals(sum(new Type(0)), 0);
  }
  assertEquals(sum(new BigInt64Array([2n ** 62n, 1n, -(2n ** 62n)])), 1);
  assertEquals(mean(new BigUint64Array([2n ** 64n - 1n, 2n ** 64n - 3n])), 2 ** 64);
  assertEquals(mean(new BigInt64Array(0)), NaN);
  assertEquals(sum(new Float64Array(new SharedArrayBuffer(24), 8, 1).fill(2)), 2);
  // The nearest float64 to an integer is taken where it is rounded once, at the end.
  assertEquals(sum(new BigInt64Array([2n ** 53n, 1n, 1n])), 2 ** 53 + 2);
  assertEquals([[1, 2], [3]].map(sum), [3, 3]);
});

Deno.test("more numbers than a bin holds are added exactly", () => {
  const x = new Float64Array(2 ** 21 + 3).fill(2 ** 53 - 1);
  assertEquals(sum(x), Number(BigInt(2 ** 53 - 1) * BigInt(x.length)));
  assertEquals(mean(x), 2 ** 53 - 1);
});

Deno.test("wrong arguments of sums are errors that say what is wrong", () => {
  assertThrows(() => sum(3 as never), TypeError, "Cannot compute sum: x must be");
  assertThrows(() => sum(["1"] as never), TypeError, "element 0 of x must be a number");
  assertThrows(() => mean([1], { strid: 2 } as never), TypeError, "unknown option strid");
  assertThrows(() => mean([1], { offset: 2 }), RangeError, "offset must be an integer from 0 to 1");
  assertThrows(() => sum([1], [2] as never), TypeError, "options must be an object");
  const gone = new BigInt64Array(3);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  assertThrows(() => sum(gone), TypeError, "x is detached");
});
