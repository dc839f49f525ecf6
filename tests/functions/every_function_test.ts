import { assertStrictEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import { assertSameBits } from "./assert_same_bits.ts";
import { subjects } from "./subjects.ts";

// What holds for every function, gradient and parameter. Wrong options: arrays_test.ts.

const types = [Float64Array, Float32Array, Float16Array] as unknown as Float64ArrayConstructor[];

/** Poles, zeros, infinities, huge and tiny numbers: they go other ways than the ordinary ones. */
const RARE = [
  ...[NaN, Infinity, -Infinity, 0, -0, -1, -2, -7, -(2 ** 52), 1e300, -1e300, 1e-300, -1e-300],
  ...[5e-324, -5e-324, 1, 2, 0.5, 1.5, 4.5, 24.5, 1.4616321449683623, -2.4570247382208006, 1e5],
];
const ORDINARY = Array.from({ length: 1000 }, (_, i) => (i - 250) * 0.0375 + 0.01);
const MIXED = ORDINARY.flatMap((x, i) => i % 7 === 3 ? [RARE[(i - 3) / 7 % RARE.length], x] : [x]);
/** From all over MIXED, an eighth of them rare: what an array of 70 at places 0 to 7 needs. */
const SOME = MIXED.filter((_, i) => i % 13 === 5).slice(0, 78);

for (const { title, kernel, call } of subjects) {
  Deno.test(`${title} is what the registry's kernel computes`, () => {
    for (const Floats of types) {
      const x = new Floats(MIXED);
      const y = x.slice();
      compute(kernel, x, y);
      assertSameBits(call(x), y, Floats.name);
    }
  });

  Deno.test(`${title}: an element has the same bits alone and among any others`, () => {
    for (const Floats of types) {
      const x = new Floats(MIXED);
      assertSameBits(call(x), x.map((value) => call(Floats.of(value))[0]), Floats.name);
    }
    const x = new Float64Array(MIXED);
    assertSameBits(call(x), x.map((value) => call(value)), "number");
  });

  Deno.test(`${title}: an element has the same bits in arrays of any length and place`, () => {
    for (const Floats of types) {
      const x = new Floats(SOME);
      const y = call(x);
      for (let start = 0; start < 8; start++) {
        for (let end = start; end <= start + 70; end++) {
          const part = call(x.subarray(start, end));
          assertSameBits(part, y.subarray(start, end), `${Floats.name}, ${start} to ${end}`);
        }
      }
    }
  });

  Deno.test(`${title}: in place, strided, or of none at all`, () => {
    for (const Floats of types) {
      const x = new Floats(MIXED);
      const y = call(x);
      const inPlace = x.slice();
      assertStrictEquals(call(inPlace, { out: inPlace }), inPlace);
      assertSameBits(inPlace, y, Floats.name);

      const some = { offset: 1, stride: 3 };
      const strided = x.slice();
      call(strided, { out: strided, ...some });
      assertSameBits(strided, x.map((value, i) => i % 3 === 1 ? y[i] : value), Floats.name);
      assertSameBits(call(x, some), y.filter((_, i) => i % 3 === 1), Floats.name);
      assertSameBits(call(new Floats(0)), [], Floats.name);
    }
  });
}
