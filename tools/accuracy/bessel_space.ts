import type { Kernel, KernelName } from "../../kernels/engine.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";
import { firstWhere } from "../../support/zeros.ts";
import { COMMON_POINTS, entries, octaves } from "./intervals.ts";
import type { SearchSpace } from "./search_space.ts";

// The entries of the Bessel tables are 32 to the octave from 2^-6 to 2^10, and the asymptotic form
// beyond has 32 to the octave of the significand over two octaves; below 2^-6 there is one entry.
// Kernels with exp in them also take another power of two every log(2)/1024, halfway between its
// multiples.

const FIRST_ENTRIES = -6;
const END_OF_ENTRIES = 12;
const PER_OCTAVE = 32;
const I1E_GRAD_ZERO = 1.5451272579925427; // of i0e - i1e (1 + 1/x)

const EXP_STEP = Math.LN2 / 1024;
/** One in so many of these steps is tried. */
const EXP_STRIDE = 31;

const GROWING: readonly KernelName[] = ["i0", "i1", "i1Grad"];

/** Where to look for bad inputs of a Bessel kernel. */
export function besselSpace(kernel: Kernel): SearchSpace {
  return GROWING.includes(kernel.name) ? growing(kernel) : scaled();
}

function scaled(): SearchSpace {
  return {
    origin: 0,
    isSymmetric: true,
    intervals: [
      ...octaves(-1074, FIRST_ENTRIES),
      ...entries(FIRST_ENTRIES, END_OF_ENTRIES, PER_OCTAVE),
      ...octaves(END_OF_ENTRIES, 1024),
    ],
    sparse: [],
    points: [...COMMON_POINTS, I1E_GRAD_ZERO],
    edges: [],
  };
}

function growing(kernel: Kernel): SearchSpace {
  const end = firstWhere((x) => correctlyRounded(kernel, x) === Infinity, [1, 1024]);
  return {
    origin: 0,
    isSymmetric: true,
    intervals: [
      ...octaves(-1074, FIRST_ENTRIES),
      ...entries(FIRST_ENTRIES, 10, PER_OCTAVE).filter(([from]) => from < end),
      [end, Number.MAX_VALUE],
    ],
    sparse: [],
    points: [...COMMON_POINTS, 713, end],
    edges: Array.from(
      { length: Math.floor(end / EXP_STEP / EXP_STRIDE) },
      (_, k) => (k * EXP_STRIDE + 0.5) * EXP_STEP,
    ),
  };
}
