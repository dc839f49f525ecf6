// f(c) + (-1)^s f(1 - c), s = order + 1, of the gamma family, for the rows of x < 0 (gamma_reflection.ts): it is
// -pi cot(pi c), its integral ln(pi/sin(pi c)), or a derivative.

import { coefficient, FREE_VALUES, LAST_D, storeCoefficient, VALUE } from "./gamma_expansions";
import { LGAMMA } from "./gamma_special";
import {
  add,
  addNumber,
  copy,
  divide,
  logarithm,
  multiply,
  multiplyNumber,
  negate,
  scale,
  set,
  subtract,
  TRIPLE,
} from "./triple";
import { LN_PI, PI } from "./triple_data";

const COTANGENT: usize = FREE_VALUES;
const SQUARE: usize = COTANGENT + TRIPLE; // of the cotangent, + 1
const POINT: usize = SQUARE + TRIPLE;
const UNIT: usize = POINT + TRIPLE;

const SMALL: f64 = 0.00390625; // 2^-8: two terms are triples, and the others, 2^-31 of the first, a plain number

/** Expands the mirrored f of an order around c, 0 < c <= 1/2. */
export function expandMirrored(order: i32, c: f64): void {
  takeCotangent(c);
  // The coefficients g of cot: g' = -pi (1 + g^2); D = -pi g.
  const pi = load<f64>(PI);
  storeCoefficient(0, -pi * load<f64>(COTANGENT));
  for (let k = 0; k < LAST_D; k++) {
    let sum: f64 = k == 0 ? pi * pi : 0;
    for (let i = 0; i <= k; i++) sum += coefficient(i) * coefficient(k - i);
    storeCoefficient(k + 1, sum / <f64> (k + 1));
  }
  multiply(SQUARE, COTANGENT, COTANGENT);
  addNumber(SQUARE, SQUARE, 1);
  if (order == LGAMMA) {
    logarithm(VALUE, SQUARE, true);
    scale(VALUE, VALUE, 0.5);
    add(VALUE, VALUE, LN_PI);
  } else {
    takeDerivative(VALUE, order);
  }
  for (let k = 1; k < 4; k++) takeDerivative(VALUE + TRIPLE * k, order + k);
}

/** cot(pi c), good to 2^-81: its first terms (DLMF 4.19.6), and its values at 2c, 4c, ... */
function takeCotangent(c: f64): void {
  let doublings: i32 = 0;
  let small = c;
  for (; small >= SMALL; small *= 0.5) doublings++;
  set(POINT, small);
  multiply(POINT, POINT, PI); // x
  set(UNIT, 1);
  divide(COTANGENT, UNIT, POINT);
  set(SQUARE, 3);
  divide(SQUARE, POINT, SQUARE);
  subtract(COTANGENT, COTANGENT, SQUARE); // 1/x - x/3
  const x = load<f64>(POINT);
  const square = x * x;
  const rest = 1.0 / 45 + square * (2.0 / 945 + square * (1.0 / 4725 + square * (2.0 / 93555)));
  addNumber(COTANGENT, COTANGENT, -x * square * rest);
  for (; doublings > 0; doublings--) {
    divide(SQUARE, UNIT, COTANGENT);
    subtract(COTANGENT, COTANGENT, SQUARE);
    scale(COTANGENT, COTANGENT, 0.5);
  }
  if (c == 0.5) set(COTANGENT, 0);
}

/** -pi cot(pi c), derived so often, 0 to 5 times. */
function takeDerivative(to: usize, order: i32): void {
  if (order == 0) {
    negate(to, COTANGENT);
  } else if (order == 1) {
    copy(to, SQUARE);
  } else if (order == 2) {
    multiply(to, SQUARE, COTANGENT);
    scale(to, to, -2);
  } else {
    // With q = 1 + t^2: 2 q (3q - 2), -8 t q (3q - 1), 8 q (15 q (q - 1) + 2)
    if (order == 5) {
      addNumber(to, SQUARE, -1);
      multiply(to, to, SQUARE);
      multiplyNumber(to, to, 15);
      addNumber(to, to, 2);
    } else {
      multiplyNumber(to, SQUARE, 3);
      addNumber(to, to, order == 3 ? -2 : -1);
    }
    multiply(to, to, SQUARE);
    if (order == 4) multiply(to, to, COTANGENT);
    scale(to, to, order == 3 ? 2 : order == 4 ? -8 : 8);
  }
  for (let k = 0; k <= order; k++) multiply(to, to, PI);
}
