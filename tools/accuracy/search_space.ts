import type { KernelName } from "../../kernels/engine.ts";
import { correctlyRounded } from "../reference/reference.ts";
import { neighbour } from "./neighbour.ts";

// Where the search for bad inputs looks, for each kernel. The rows of the Bessel tables are 32 to
// the octave from 2^-6 to 2^10, and the asymptotic form beyond has 32 to the octave of the
// significand over two octaves; a row of its own ends below 2^-6. Kernels with exp in them also
// change their row every log(2)/128, halfway between its multiples.

/** The arguments x >= 0 to try; the search tries both signs. */
export interface SearchSpace {
  /** Searched inside and at both ends. They may overlap. */
  readonly intervals: readonly (readonly [number, number])[];
  /** Tried with their neighbours. */
  readonly points: readonly number[];
  /** Tried with one neighbour, because they are many. */
  readonly edges: readonly number[];
}

const ROWS = 32;
const FIRST_ROWS = -6;
const END_OF_ROWS = 12;
const I1E_GRAD_ZERO = 1.5451272579925427; // of i0e - i1e (1 + 1/x)

const EXP_STEP = Math.LN2 / 128;

const COMMON_POINTS: readonly number[] = [
  ...[0, Number.MIN_VALUE, 2 ** -1022, Number.MAX_VALUE, Infinity, NaN],
  ...[1, 2, 3, 10, 100, 1e4, 1e16, 1e200, 1e-300],
  ...[2 ** -54, 2 ** -53, 2 ** -52, 2 ** -27, 2 ** -26, 2 ** -25],
];

const scaled: SearchSpace = {
  intervals: [
    ...octaves(-1074, FIRST_ROWS),
    ...rows(FIRST_ROWS, END_OF_ROWS),
    ...octaves(END_OF_ROWS, 1024),
  ],
  points: [...COMMON_POINTS, I1E_GRAD_ZERO],
  edges: [],
};

/** The search space of each kernel. */
export const searchSpaces: Readonly<Record<KernelName, SearchSpace>> = {
  i0: unscaled("i0"),
  i0e: scaled,
  i1: unscaled("i1"),
  i1e: scaled,
  i1Grad: unscaled("i1Grad"),
  i0eGrad: scaled,
  i1eGrad: scaled,
};

function unscaled(kernel: KernelName): SearchSpace {
  const end = overflowEdge(kernel);
  return {
    intervals: [
      ...octaves(-1074, FIRST_ROWS),
      ...rows(FIRST_ROWS, 10).filter(([from]) => from < end),
      [end, Number.MAX_VALUE],
    ],
    points: [...COMMON_POINTS, 713, end],
    edges: Array.from(
      { length: Math.floor(end / EXP_STEP) },
      (_, k) => (k + 0.5) * EXP_STEP,
    ),
  };
}

/** The first argument whose correctly rounded result is infinite, by bisection. */
function overflowEdge(kernel: KernelName): number {
  let [finite, infinite] = [1, 1024];
  while (neighbour(finite, 1) < infinite) {
    const middle = (finite + infinite) / 2;
    if (correctlyRounded(kernel, middle) === Infinity) infinite = middle;
    else finite = middle;
  }
  return infinite;
}

function octaves(from: number, to: number): [number, number][] {
  return Array.from(
    { length: to - from },
    (
      _,
      i,
    ) => [2 ** (from + i), Math.min(2 ** (from + i + 1), Number.MAX_VALUE)],
  );
}

function rows(from: number, to: number): [number, number][] {
  return octaves(from, to).flatMap(([low]) =>
    Array.from(
      { length: ROWS },
      (
        _,
        i,
      ): [number, number] => [low * (1 + i / ROWS), low * (1 + (i + 1) / ROWS)],
    )
  );
}
