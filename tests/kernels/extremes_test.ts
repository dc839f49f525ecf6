import { assertEquals } from "@std/assert";
import { findExtremes } from "../../kernels/extremes.ts";
import { Float16Array } from "../../kernels/float_types.ts";
import { Random } from "../../support/random.ts";

const SPECIAL = [NaN, Infinity, -Infinity, -1, 1, 5e-324, -1.7976931348623157e308];

Deno.test("the least and the greatest number are found at every place, and NaN is counted", () => {
  const random = new Random(7);
  for (let count = 0; count < 40; count++) {
    for (let round = 0; round < 40; round++) {
      const numbers = Array.from(
        { length: count },
        () => round === 0 ? NaN : SPECIAL[random.bits() % 7] * (round % 2 === 0 ? 1 : 1 / 3),
      );
      for (const Type of [Float64Array, Float32Array, Float16Array, Int32Array, Uint32Array]) {
        const values = new Type(numbers);
        const known = Array.from<number>(values).filter((value) => !Number.isNaN(value));
        assertEquals(findExtremes(values), {
          least: Math.min(...known),
          greatest: Math.max(...known),
          nans: count - known.length,
        });
      }
    }
  }
});
