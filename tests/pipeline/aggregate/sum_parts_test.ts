import { assert, assertEquals } from "@std/assert";
import { partsOfSum, splitSum, SUM_SCALE } from "../../../pipeline/aggregate/sum_parts.ts";
import { sumText } from "../../../pipeline/aggregate/sum_text.ts";
import { Random } from "../../../support/random.ts";
import { randomWords } from "../../kernels/decimal_columns.ts";

/** A float64 as a multiple of 2^-1074. */
function unitsOf(x: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(Math.abs(x)).buffer)[0];
  const exponent = bits >> 52n;
  const fraction = bits & (1n << 52n) - 1n;
  const size = exponent === 0n ? fraction : (fraction | 1n << 52n) << exponent - 1n;
  return x < 0 ? -size : size;
}

/** A short sum of two float64. */
function shortState(first: number, second: number): DataView {
  return new DataView(Float64Array.of(first, second).buffer);
}

Deno.test("a sum of zeros or of nothing is 0, and one of -0 is -0", () => {
  const sums = [[-0, -0], [0, 0], [-0, 0], [1, -1]];
  assertEquals(sums.map(([a, b]) => sumText(shortState(a, b))), ["", "0", "-0", "0"]);
  for (const [i, part] of [0, 0, -0, 0].entries()) {
    const expected = { scaled: -0, parts: [part] };
    const [a, b] = sums[i];
    assertEquals(partsOfSum(shortState(a, b)), expected);
    assertEquals(splitSum(sumText(shortState(a, b))), expected);
  }
});

Deno.test("the parts of a sum add up to it, from the largest to the smallest", () => {
  const words = randomWords(20_000, 31);
  for (let i = 0; i + 5 < words.length; i += 5) {
    const [a, b, c, d, e] = Array.from(words.subarray(i, i + 5), (word) => BigInt(word >>> 0));
    const size = (a << 64n | b << 32n | c) >> d % 97n;
    const total = (e % 2n === 0n ? size : -size) << (e >> 8n) % 1900n;
    const { scaled, parts } = splitSum(total.toString(16));
    const units = parts.map(unitsOf).reduce((sum, part) => sum + part, 0n) +
      unitsOf(scaled) * BigInt(SUM_SCALE);
    assertEquals(units, total);
    assert(parts.every((part, k) => k === 0 || Math.abs(part) < Math.abs(parts[k - 1])));
  }
});

Deno.test("the parts of a sum are the same however a thread kept it", () => {
  const random = new Random(37);
  for (let i = 0; i < 20_000; i++) {
    const first = random.sign() * random.between(1, 2) *
      2 ** Math.floor(random.between(-1022, 1024));
    // From more than the first one, over ties of it, to much less.
    const isTie = i % 3 === 0;
    const size = first * 2 ** (isTie ? -53 : Math.floor(random.between(-120, 4)));
    const power = 2 ** Math.floor(Math.log2(Math.abs(size)));
    const second = isTie ? power * (1 + random.sign() * 2 ** -52) : size * random.between(-2, 2);
    if (!Number.isFinite(second)) continue;
    const state = shortState(first, second);
    assertEquals(partsOfSum(state), splitSum(sumText(state)), `${first} + ${second}`);
  }
});
