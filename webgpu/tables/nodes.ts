import { DEGREE } from "./layout.ts";

/**
 * Nodes and checks are multiples of 1/GRID of a row, with few bits, so that arguments are exact.
 */
export const GRID = 512;

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
export const MATRIX: Float64Array = makeMatrix();

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
