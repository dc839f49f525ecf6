import { assertEquals } from "@std/assert";
import type { Kernel } from "../../kernels/engine.ts";
import { surveyFloat32Range } from "../../tools/accuracy/survey_float32.ts";
import { probe } from "../../tools/accuracy/probe.ts";
import { emptyTally } from "../../tools/accuracy/tally.ts";

const kernels: readonly Kernel[] = [
  ...(["i0", "i1", "i1e", "i0eGrad", "i1eGrad", "lgamma", "digamma"] as const)
    .map((name) => ({ name })),
  { name: "polygamma", parameter: 2 },
  { name: "multigammaln", parameter: 3 },
];

// The shortcut must count what the reference counts. Strides, because BigInt takes its time.
const ranges = {
  "subnormals, where i1 is a tie": { from: 0, to: 0x00800000, stride: 8191 },
  "negative subnormals": { from: 0x80000000, to: 0x80800000, stride: 8191 },
  "around 2^-60, where the leading term no longer decides": {
    from: 0x21000000,
    to: 0x22000000,
    stride: 16381,
  },
  "from 1/2 to 128": { from: 0x3f000000, to: 0x43000000, stride: 65521 },
  "negative ones from 1/2": { from: 0xbf000000, to: 0xc3000000, stride: 65521 },
  "the largest, infinity and NaN": {
    from: 0x7f7ffff0,
    to: 0x7f800010,
    stride: 1,
  },
};

for (const [name, range] of Object.entries(ranges)) {
  Deno.test(`the float32 survey agrees with the reference: ${name}`, () => {
    const bits: number[] = [];
    for (let i = range.from; i < range.to; i += range.stride) bits.push(i);
    const x = new Float32Array(Uint32Array.from(bits).buffer);
    for (const kernel of kernels) {
      const expected = emptyTally();
      probe({ kernel, type: "float32" }, x, { tally: expected });
      const { points, right, distance } = surveyFloat32Range(kernel, range);
      assertEquals(
        [points, right, distance.distance],
        [expected.points, expected.right, expected.distance.distance],
        kernel.name,
      );
    }
  });
}
