import { assertEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";

// polygamma(x, 2) of x >= 2^450 is -1/x^2, rounded from a double-double whose bound was 2^-95 of it, though the error may be
// 2^-75: one significand in 400 million was rounded to the wrong side. These are eight of them.

const SIGNIFICANDS = [
  ...[7209744420970564, 4689952178834291, 7276534657582206, 6659050952934314],
  ...[8822531439712163, 8772094296662717, 6506844979521237, 7463623170424445],
];

Deno.test("polygamma of order 2 of huge numbers is correctly rounded where it is hard", () => {
  const kernel = { name: "polygamma", parameter: 2 } as const;
  const x = Float64Array.from(
    [300, 398, 400, 410, 455, 458, 459, 460, 480].flatMap((e) =>
      SIGNIFICANDS.map((m) => m * 2 ** e)
    ),
  );
  const y = x.slice();
  compute(kernel, x, y);
  assertEquals(y, x.map((x) => correctlyRounded(kernel, x)));
});
