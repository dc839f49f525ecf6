import { assert, assertEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import { Random } from "../../support/random.ts";

// float32 Bessel functions come from short entries that are good to 2^-36 (bessel/binary32.ts):
// where that does not decide how to round, an element is computed as a double-double. An entry that
// is worse would round some elements in the wrong way.

/** The numbers where entries of i0, i1 and i1' meet, half-way between multiples of 1/8, and their neighbours. */
function drawGrowingSeams(): Float32Array {
  const seams = Float32Array.from({ length: 3 * 94 * 8 }, (_, i) => (Math.floor(i / 3) + 0.5) / 8);
  const bits = new Uint32Array(seams.buffer);
  bits.forEach((_, i) => bits[i] += i % 3 - 1);
  return seams;
}

/** The first and the last float32 of every 64th of an octave, and some between, from 2^-14 to 2^128, of either sign. */
function drawEntries(random: Random): Float32Array {
  const octaves = 142;
  const bits = new Uint32Array(4 * octaves * 64);
  const first = (127 - 14) << 6;
  for (let entry = 0; entry < octaves * 64; entry++) {
    const start = (first + entry) << 17;
    const places = [0, 0x1ffff, random.bits() % 0x20000, random.bits() % 0x20000];
    places.forEach((place, i) => bits[4 * entry + i] = start + place + (i === 3 ? 0x80000000 : 0));
  }
  return new Float32Array(bits.buffer);
}

/** Whether a float64 is within some ulps of the middle between two float32, or subnormal as float32. */
function isMiddle(y: number): boolean {
  const bits = Number(new BigUint64Array(Float64Array.of(y).buffer)[0] & 0x1fffffffn);
  return Math.abs(bits - 2 ** 28) < 4 || Math.abs(y) < 2 ** -126 && y !== 0;
}

const NAMES = ["i0", "i1", "i1Grad", "i0e", "i1e", "i0eGrad", "i1eGrad"] as const;

for (const name of NAMES) {
  Deno.test(`${name} of float32 is the float64 result, rounded, in every entry`, () => {
    const x = Float32Array.from([...drawEntries(new Random(21)), ...drawGrowingSeams()]);
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

  Deno.test(`${name} of float32 beside infinity, NaN and zeros in one four`, () => {
    const special = [Infinity, -Infinity, NaN, 0, -0, 1.5, -104, 104.5, 3e38, 1e-45, -2e-38, 90];
    const x = Float32Array.from({ length: 512 }, (_, i) => special[(i * 7 + (i >> 2)) % 12]);
    const y = x.slice();
    compute({ name }, x, y);
    const wide = Float64Array.from(x);
    compute({ name }, wide, wide);
    for (let i = 0; i < x.length; i++) {
      if (isMiddle(wide[i])) continue;
      assertEquals(y[i], Math.fround(wide[i]), `${name}(${x[i]})`);
    }
  });
}
