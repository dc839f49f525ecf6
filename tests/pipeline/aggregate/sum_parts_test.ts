import { assert, assertEquals } from "@std/assert";
import { partsOfSum, splitSum, SUM_SCALE } from "../../../pipeline/aggregate/sum_parts.ts";
import { sumText } from "../../../pipeline/aggregate/sum_text.ts";
import { randomWords } from "../../kernels/decimal_columns.ts";

/** A float64 as a multiple of 2^-1074. */
function unitsOf(x: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(Math.abs(x)).buffer)[0];
  const exponent = bits >> 52n;
  const fraction = bits & (1n << 52n) - 1n;
  const size = exponent === 0n ? fraction : (fraction | 1n << 52n) << exponent - 1n;
  return x < 0 ? -size : size;
}

/** A short sum: `total` multiples of 2^(unit - 1075). */
function shortState(total: bigint): DataView {
  const state = new DataView(new ArrayBuffer(16));
  state.setBigUint64(0, BigInt.asUintN(64, total), true);
  state.setBigInt64(8, total >> 64n, true);
  return state;
}

Deno.test("a sum of zeros or of nothing is 0, and one of -0 is -0", () => {
  const noUnit = 2 ** 30;
  assertEquals(partsOfSum(shortState(0n), noUnit), { scaled: -0, parts: [0] });
  assertEquals(["", "0", "-0"].map(splitSum), [0, 0, -0].map((x) => ({ scaled: -0, parts: [x] })));
});

Deno.test("the parts of a sum add up to it, and do not depend on its unit", () => {
  const words = randomWords(20_000, 31);
  for (let i = 0; i + 5 < words.length; i += 5) {
    const [a, b, c, d, e] = Array.from(words.subarray(i, i + 5), (word) => BigInt(word >>> 0));
    const size = (a << 64n | b << 32n | c) >> d % 97n;
    const total = e % 2n === 0n ? size : -size;
    const unit = 1 + Number(e >> 8n) % 1900;
    const { scaled, parts } = partsOfSum(shortState(total), unit);
    const units = parts.map(unitsOf).reduce((sum, part) => sum + part, 0n) +
      unitsOf(scaled) * BigInt(SUM_SCALE);
    assertEquals(units, total << BigInt(unit - 1));
    assertEquals({ scaled, parts }, splitSum(sumText(shortState(total), unit)));
    const zeros = Math.min(20, unit - 1);
    const other = partsOfSum(shortState(total << BigInt(zeros)), unit - zeros);
    assertEquals({ scaled, parts }, other);
    assert(parts.every((part, k) => k === 0 || Math.abs(part) < Math.abs(parts[k - 1])));
  }
});
