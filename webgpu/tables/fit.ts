import { DEGREE } from "./layout.ts";

/**
 * Nodes and checks are multiples of 1/GRID of a row, with few bits, so that arguments are exact.
 */
const GRID = 512;

/**
 * The points where a row's polynomial takes the function's values: Chebyshev points, including both
 * ends.
 */
export const NODES: readonly number[] = Array.from(
  { length: DEGREE + 1 },
  (_, j) => Math.round((1 - Math.cos(Math.PI * j / DEGREE)) * GRID / 4) * 2 / GRID,
);

/**
 * The points where a row's polynomial is compared with the function: between nodes, next to both
 * ends and on both sides of the middle.
 */
export const CHECKS: readonly number[] = [0, 2, DEGREE - 3, DEGREE - 1].map((j) =>
  Math.round((NODES[j] + NODES[j + 1]) * GRID / 2) / GRID
);

/**
 * The matrix that turns values at the nodes into coefficients of powers of v = 2 t - 1, which goes
 * from -1 to 1. It is stored row by row. Each entry is correctly rounded from Lagrange's
 * polynomials.
 */
const MATRIX: Float64Array = makeMatrix();

function makeMatrix(): Float64Array {
  const size = DEGREE + 1;
  const places = NODES.map((t) => BigInt((2 * t - 1) * GRID));
  const matrix = new Float64Array(size * size);
  places.forEach((place, j) => {
    const others = places.filter((other) => other !== place);
    const denominator = others.reduce((product, other) => product * (place - other), 1n);
    expand(others).forEach((numerator, power) => {
      matrix[power * size + j] = ratio(numerator * BigInt(GRID) ** BigInt(power), denominator);
    });
  });
  return matrix;
}

/** Returns the coefficients of the polynomial with these zeros. */
function expand(zeros: readonly bigint[]): bigint[] {
  return zeros.reduce(
    (p, zero) => [...p, 0n].map((_, i) => (p[i - 1] ?? 0n) - zero * (p[i] ?? 0n)),
    [1n],
  );
}

function ratio(numerator: bigint, denominator: bigint): number {
  const bits = 80n;
  return Number((numerator << bits) / denominator) / 2 ** Number(bits);
}

// The polynomial c0 + c1 t + ..., with t from 0 to 1, takes the values at the nodes. c0 is the
// value at 0, so that the first argument of a row has the bits of the float64 kernel, and a zero at
// the beginning of a row stays zero.
//
// Large entries of the matrix would multiply rounding errors. So the straight line between the ends
// is subtracted first, with a slope so short that its products are exact. The matrix is that of
// v = 2 t - 1, which has small entries. What is left is small, and so are its errors.

const SIZE = DEGREE + 1;
/** The smallest relative step of float64. Values that differ by less from a line count as one. */
const ROUNDING = 2 ** -53;
/** The powers of v = 2 t - 1 as polynomials in t. */
const SHIFT = makeShift();

const rest = new Float64Array(SIZE);
const centred = new Float64Array(SIZE);

/**
 * Fits a polynomial to the values from `at` on: first those at the nodes, then those at the checks.
 * Writes the coefficients of the powers of t into `coefficients`. Returns the distance of the
 * polynomial from the checks, relative to the largest value: 0 for a straight line, infinity if a
 * value is not finite.
 */
export function fit(values: Float64Array, at: number, coefficients: Float64Array): number {
  let largest = 0;
  for (let j = 0; j < SIZE; j++) largest = Math.max(largest, Math.abs(values[at + j]));
  coefficients.fill(0);
  coefficients[0] = values[at];
  if (!(largest < Infinity)) return Infinity;
  const first = values[at];
  const difference = values[at + DEGREE] - first;
  const slope = shorten(difference);
  let curvature = 0;
  for (let j = 0; j < SIZE; j++) {
    rest[j] = values[at + j] - first - slope * NODES[j];
    curvature = Math.max(curvature, Math.abs(values[at + j] - (first + difference * NODES[j])));
  }
  if (curvature <= ROUNDING * largest) {
    coefficients[1] = difference;
    return 0;
  }
  addRest(coefficients);
  coefficients[1] += slope;
  return distance(values, at + SIZE, coefficients) / largest;
}

/** Returns the first 26 bits of x, by Veltkamp's method. */
function shorten(x: number): number {
  const product = x * (2 ** 27 + 1);
  return product - (product - x);
}

function addRest(coefficients: Float64Array): void {
  for (let i = 0; i < SIZE; i++) {
    let sum = 0;
    for (let j = 0; j < SIZE; j++) sum += MATRIX[i * SIZE + j] * rest[j];
    centred[i] = sum;
  }
  for (let i = 1; i < SIZE; i++) {
    let sum = 0;
    for (let j = SIZE - 1; j >= i; j--) sum += SHIFT[j * SIZE + i] * centred[j];
    coefficients[i] = sum;
  }
}

function distance(values: Float64Array, at: number, coefficients: Float64Array): number {
  let largest = 0;
  for (let j = 0; j < CHECKS.length; j++) {
    let sum = 0;
    for (let i = DEGREE; i >= 0; i--) sum = sum * CHECKS[j] + coefficients[i];
    largest = Math.max(largest, Math.abs(sum - values[at + j]));
  }
  return largest;
}

function makeShift(): Float64Array {
  const shift = new Float64Array(SIZE * SIZE);
  shift[0] = 1;
  for (let j = 1; j < SIZE; j++) {
    for (let i = 0; i < SIZE; i++) {
      const before = (j - 1) * SIZE;
      shift[j * SIZE + i] = (i > 0 ? 2 * shift[before + i - 1] : 0) - shift[before + i];
    }
  }
  return shift;
}
