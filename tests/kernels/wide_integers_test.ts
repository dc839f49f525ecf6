import { assertEquals } from "@std/assert";
import { convertWide } from "../../kernels/wide_integers.ts";
import { Random } from "../../support/random.ts";

/** Integers next to powers of two, where float64 rounds, and random ones. */
function makeIntegers(count: number): bigint[] {
  const random = new Random(5);
  return Array.from({ length: count }, (_, i) => {
    const power = 1n << BigInt(random.bits() % 64);
    const any = BigInt(random.bits()) << 32n | BigInt(random.bits());
    return [power - 1n, power, -power, power + 1n, power + (power >> 53n), any][i % 6];
  });
}

Deno.test("integers of 64 bits become the nearest float64, in arrays of any length and place", () => {
  for (const Integers of [BigInt64Array, BigUint64Array]) {
    for (const count of [0, 1, 2, 3, 100, 8191, 8192, 8193, 20_001]) {
      const integers = Integers.from(makeIntegers(count));
      const bytes = new Uint8Array(integers.byteLength + 3);
      bytes.set(new Uint8Array(integers.buffer), 3);
      const found = convertWide(bytes.subarray(3), Integers === BigInt64Array);
      const expected = Float64Array.from(integers, Number);
      assertEquals(new BigInt64Array(found.values.buffer), new BigInt64Array(expected.buffer));
      assertEquals(found.isWide, expected.some((value) => Math.abs(value) >= 2 ** 53), `${count}`);
    }
  }
});

Deno.test("wide is what has an integer from 2^53 on, wherever it is", () => {
  const [least, most] = [2n ** 53n - 1n, 2n ** 53n];
  for (const count of [1, 2, 5, 16]) {
    for (let at = 0; at < count; at++) {
      for (const value of [most, -most]) {
        const integers = new BigInt64Array(count).fill(at % 2 === 0 ? least : -least);
        const bytes = new Uint8Array(integers.buffer);
        assertEquals(convertWide(bytes, true).isWide, false);
        integers[at] = value;
        assertEquals(convertWide(bytes, true).isWide, true, `${value} at ${at} of ${count}`);
      }
    }
  }
});
