import { assertEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import { neighbour } from "../../support/neighbour.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";
import { firstWhere } from "../../support/zeros.ts";

// A value just below 2^-1022 has 52 bits. Rounded to 53 first, it may become 2^-1022, as it did at x = 8.3e38 of order 8,
// and at one x each of orders 216 and 235.

const SMALLEST_NORMAL = 2 ** -1022;
const LAST_ORDER = 1022;

function polygamma(n: number, x: number): number {
  const y = Float64Array.of(x);
  compute({ name: "polygamma", parameter: n }, y, y);
  return y[0];
}

Deno.test("polygamma of every order is rounded once where it becomes subnormal", () => {
  for (let n = 2; n <= LAST_ORDER; n++) {
    const isSmall = (x: number) => Math.abs(polygamma(n, x)) < SMALLEST_NORMAL;
    const places = [firstWhere(isSmall, [1, Number.MAX_VALUE])];
    // At the midpoints between poles even orders have one term alone.
    if (n % 2 === 0 && isSmall(-(2 ** 51) - 0.5)) {
      places.push(-firstWhere((k) => isSmall(-Math.floor(k) - 0.5), [1, 2 ** 51]) - 0.5);
    }
    for (const place of places) {
      for (let step = -2; step <= 2; step++) {
        const x = place > 0 ? neighbour(place, step) : Math.floor(place) + step + 0.5;
        const expected = correctlyRounded({ name: "polygamma", parameter: n }, x);
        assertEquals(polygamma(n, x), expected, `polygamma(${x}, ${n})`);
      }
    }
  }
});
