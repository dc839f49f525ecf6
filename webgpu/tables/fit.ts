import { DEGREE } from "./layout.ts";
import { CHECKS, MATRIX, NODES } from "./nodes.ts";

// c0 + c1 t + ... with t from 0 to 1 takes the values at the nodes. c0 is the value at 0, so that the
// first argument of a row has the bits of the float64 kernel, and zeros that begin a row are zeros.
//
// Rounding errors would be multiplied by large entries of the matrix. So the straight line between
// the ends is taken out first, by a slope so short that its products are exact, and the matrix is
// that of v = 2 t - 1, with small entries; what is left is small, and so are its errors.

const SIZE = DEGREE + 1;
/** Least relative step of float64: values that differ by less from a line are taken for one. */
const ROUNDING = 2 ** -53;
/** Powers of v = 2 t - 1 in those of t. */
const SHIFT = makeShift();

const rest = new Float64Array(SIZE);
const centred = new Float64Array(SIZE);

/**
 * Puts the coefficients of the powers of t for the values from `at` on, nodes then checks, into
 * `coefficients`. Returns how far the polynomial is from the checks, relative to the largest value: 0
 * for a straight line, infinity if there are values that are not finite.
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

/** The first 26 bits, by Veltkamp's way. */
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
