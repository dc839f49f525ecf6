import { assert, assertEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";

// float32 i0e and i1e come from cubics that are good to 2^-36 (bessel/binary32_cubics.ts): where that does not decide how to
// round, an element is computed in full. A cubic that is worse would round some elements in the wrong way.

/** The first and the last float32 of every piece, and some between, from 2^-14 to 2^60, of either sign. */
function drawPieces(random: Random): Float32Array {
  const bits = new Uint32Array(4 * 74 * 128);
  const first = (127 - 14) << 7;
  for (let piece = 0; piece < 74 * 128; piece++) {
    const start = (first + piece) << 16;
    const places = [0, 0xffff, random.bits() % 65536, random.bits() % 65536];
    places.forEach((place, i) => bits[4 * piece + i] = start + place + (i === 3 ? 0x80000000 : 0));
  }
  return new Float32Array(bits.buffer);
}

/** Whether a float64 is within some ulps of the middle between two float32. */
function isMiddle(y: number): boolean {
  const bits = Number(new BigUint64Array(Float64Array.of(y).buffer)[0] & 0x1fffffffn);
  return Math.abs(bits - 2 ** 28) < 4;
}

for (const name of ["i0e", "i1e"] as const) {
  Deno.test(`${name} of float32 is the float64 result, rounded, in every piece`, () => {
    const x = drawPieces(new Random(21));
    const y = x.slice();
    compute({ name }, x, y);
    const wide = Float64Array.from(x);
    compute({ name }, wide, wide);
    let compared = 0;
    for (let i = 0; i < x.length; i++) {
      if (isMiddle(wide[i])) continue;
      assertEquals(y[i], Math.fround(wide[i]), `${name}(${x[i]})`);
      compared++;
    }
    assert(compared > x.length / 2);
  });
}
