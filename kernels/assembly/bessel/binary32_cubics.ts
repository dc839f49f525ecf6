// i0e and i1e for float32, four elements at a time. a = |x|:
//
//   [0, 2^-12)       Taylor's series around 0: the fourth power is below 2^-37 of f
//   [2^-12, 2^128)   128 cubics an octave, which interpolate f at Chebyshev nodes of their pieces
//
// A piece is the upper 16 bits of a float32: where it begins is known without a table, and
// d = a - its beginning is exact. The values at the nodes come from the entries of bessel/data.ts, from
// 2^10 on from Hankel's expansion, and from 2^40 on, where only its first term is above the error budget, from the
// piece two octaves before. A cubic leaves out x^4 f''''/192 (2^-8)^4, at most 2^-36.3 of f, in i0e
// at 4 to 8; from 2^6 on it is 2^-36.9. Fours that may round to either of two float32 with an error
// of 2^-36, one in 500, are computed in full, as are those with NaN or infinity.
//
// All results are correctly rounded: the worst error is half an ulp, at any input that is almost a
// middle. Tested by tests/kernels/float32_regions_test.ts and whole_line_test.ts, and on all 2^32 inputs
// by `deno task accuracy --every --type float32 i0e i1e`.

import { BLOCK, CUBIC_TABLES, ENTRIES } from "../memory_map";
import { I0E } from "./kinds";
import { farValue, inFull, locateShort32 } from "./binary32_gradients";
import { MAGNITUDE_32 } from "../arithmetic/constants";
import { firstHalf, firsts, secondHalf, seconds } from "../arithmetic/lanes";
import { failZivTest32, toFloat32 } from "../rounding/ziv_test";
import { finishPowers, placeOf, POWERS, startShort, takeQuotient } from "../tables/entry_binary32";
import { symmetric32 } from "./symmetry";
import { ENTRY, entryNumber, FIRST as FIRST_ENTRY } from "../tables/entry";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** Pieces of an octave, and the bytes of a piece, as powers of two. */
const PIECE_BITS: i32 = 7;
const PIECE_SHIFT: i32 = 5;
const PIECES: i32 = 1 << PIECE_BITS;
/** The first octave begins at 2^FIRST; after the last finite one are infinity and NaN. */
const FIRST: i32 = -12;
const OCTAVES: i32 = 128 - FIRST;
const EXPANDED: i32 = 40 - FIRST;
const SHIPPED_END: f64 = 1024; // 2^10
const NODES: i32 = 4;

const NUMBER_SHIFT: i32 = 23 - 7;
/** The last float32 below the first octave, and the last finite one, as bits. */
const BEFORE: i32 = ((127 + FIRST) << 23) - 1;
const BEFORE_INFINITE: i32 = 0x7f7fffff;
const FIRST_BITS: usize = memory.data<u32>([0xffff0000, 0xffff0000, 0xffff0000, 0xffff0000], 16);

/** What is below the first octave has the place before it. */
const TABLE_SIZE: usize = <usize> (1 + (OCTAVES + 1) * PIECES) << PIECE_SHIFT;
export const END_OF_CUBICS: usize = CUBIC_TABLES + 2 * TABLE_SIZE;
const BITS: i32 = 36;

/** Whether the tables of both functions are made. */
const MADE: usize = memory.data<i32>([0, 0], 16);

/** f(a) from its entry in bessel/data.ts, a plain number. */
function shippedValue(table: usize, a: f64): f64 {
  const entry = table + <usize> (a < powerOfTwo(FIRST_ENTRY) ? 0 : entryNumber(a)) * ENTRY;
  const d = a - load<f64>(entry);
  let rest: f64 = 0;
  for (let at: usize = 80; at >= 32; at -= 8) rest = rest * d + load<f64>(entry + at);
  return load<f64>(entry, 8) + d * (load<f64>(entry, 16) + (load<f64>(entry, 88) + d * rest));
}

function makeTable(to: usize, table: usize, far: usize): void {
  // c1 decides how the smallest arguments round, and stays as it is.
  store<f64>(to, load<f64>(table, 8));
  store<f64>(to, load<f64>(table, 24), 8);
  v128.store(to, v128.load(table, 32), 16);
  to += 1 << PIECE_SHIFT;
  for (let octave = 0; octave < OCTAVES; octave++) {
    const width = powerOfTwo(FIRST + octave - PIECE_BITS);
    for (let piece = 0; piece < PIECES; piece++, to += 1 << PIECE_SHIFT) {
      if (octave < EXPANDED) makePiece(to, width * <f64> (PIECES + piece), width, table, far);
      else repeatPiece(to, to - (2 << (PIECE_BITS + PIECE_SHIFT)));
    }
  }
}

function makePiece(to: usize, start: f64, width: f64, table: usize, far: usize): void {
  startShort(start, start + width, start, NODES);
  for (let i = 0; i < NODES; i++) {
    const a = start + placeOf(i);
    takeQuotient(i, a < SHIPPED_END ? shippedValue(table, a) : farValue(a, far, false));
  }
  finishPowers();
  memory.copy(to, POWERS, 8 * NODES);
}

/** Makes a piece of the one two octaves before: f(4x) is f(x)/2 there. */
function repeatPiece(to: usize, from: usize): void {
  v128.store(to, f64x2.mul(v128.load(from), f64x2(0.5, 0.125)));
  v128.store(to, f64x2.mul(v128.load(from, 16), f64x2(0.03125, 0.0078125)), 16);
}

/** The cubics at `entry0` and `entry1`, at d. */
// @ts-ignore: decorator
@inline
function evaluateCubics(d: v128, entry0: usize, entry1: usize): v128 {
  const near0 = v128.load(entry0);
  const near1 = v128.load(entry1);
  const far0 = v128.load(entry0, 16);
  const far1 = v128.load(entry1, 16);
  const line = f64x2.add(firsts(near0, near1), f64x2.mul(d, seconds(near0, near1)));
  const rest = f64x2.add(firsts(far0, far1), f64x2.mul(d, seconds(far0, far1)));
  return f64x2.add(line, f64x2.mul(f64x2.mul(d, d), rest));
}

/** `table` is that of bessel/data.ts, `which` its number here: 0 for i0e, 1 for i1e. */
// @ts-ignore: decorator
@inline
export function cubic32(
  from: usize,
  to: usize,
  count: i32,
  which: i32,
  table: usize,
  far: usize,
  symmetry: i32,
): void {
  const pieces = CUBIC_TABLES + which * TABLE_SIZE;
  if (!load<i32>(MADE + (<usize> which << 2))) {
    makeTable(pieces, table, far);
    store<i32>(MADE + (<usize> which << 2), 1);
  }
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    const some = locateShort32(
      from,
      size,
      pieces,
      BEFORE,
      NUMBER_SHIFT,
      PIECE_SHIFT,
      BEFORE_INFINITE,
    );
    for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
      const x = v128.load(from + at);
      const a = v128.and(x, v128.load(MAGNITUDE_32));
      const hasPiece = i32x4.gt_s(a, i32x4.splat(BEFORE));
      const d = f32x4.sub(a, v128.and(v128.and(a, v128.load(FIRST_BITS)), hasPiece));
      const y0 = evaluateCubics(firstHalf(d), load<u32>(at, ENTRIES), load<u32>(at, ENTRIES + 4));
      const y1 = evaluateCubics(
        secondHalf(d),
        load<u32>(at, ENTRIES + 8),
        load<u32>(at, ENTRIES + 12),
      );
      let isOpen = failZivTest32(y0, y1, BITS);
      if (some) isOpen = isOpen || v128.any_true(i32x4.gt_s(a, i32x4.splat(BEFORE_INFINITE)));
      const y = isOpen
        ? inFull(x, I0E + which, symmetry)
        : symmetric32(symmetry, x, toFloat32(y0, y1));
      v128.store(to + at, y);
    }
  }
}
