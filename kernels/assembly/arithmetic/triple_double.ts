// Triple-double arithmetic: a number is the unevaluated sum of three float64 in memory, the first
// of them its rounding, good to 2^-150 of the largest operand. For the few elements next to a zero,
// where what is left after a cancellation must still have 53 right bits, for those that are hard to
// round, and for rows that are made at run time. Numbers are of moderate size:
// exponents far from the ends are the callers' part.
//
// Functions take the addresses of their operands, and of their result, which may be one of them.

import { TRIPLES } from "../memory_map";
import { productError, sumError } from "./error_free_scalar";
import { LN_2, LOG_STEPS, LOG_TERMS, ODD_RECIPROCALS } from "./constants_data";

/** Bytes of a number. */
export const TRIPLE: usize = 24;

// Room for the functions here; callers have what follows.
const A: usize = TRIPLES;
const D: usize = A + TRIPLE;
const SQUARE: usize = D + TRIPLE;
/** Where callers may have their numbers. */
export const FREE_TRIPLES: usize = SQUARE + TRIPLE;

const COARSE_LOG_TERMS: i32 = 7; // (2^-6)^(2 * 7) is below 2^-80

/** a + b + c, in any order of size but for small overlaps. */
function setSum3(to: usize, a: f64, b: f64, c: f64): void {
  const b1 = b + c;
  const c1 = sumError(b, c, b1);
  const a1 = a + b1;
  const b2 = sumError(a, b1, a1);
  const b3 = b2 + c1;
  store<f64>(to, a1);
  store<f64>(to, b3, 8);
  store<f64>(to, sumError(b2, c1, b3), 16);
}

export function set(to: usize, a: f64): void {
  store<f64>(to, a);
  store<f64>(to, 0, 8);
  store<f64>(to, 0, 16);
}

/** a + b, exactly. */
export function setSum(to: usize, a: f64, b: f64): void {
  const sum = a + b;
  store<f64>(to, sum);
  store<f64>(to, sumError(a, b, sum), 8);
  store<f64>(to, 0, 16);
}

export function copy(to: usize, a: usize): void {
  memory.copy(to, a, TRIPLE);
}

export function add(to: usize, a: usize, b: usize): void {
  addNumbers(to, a, load<f64>(b), load<f64>(b, 8), load<f64>(b, 16));
}

export function subtract(to: usize, a: usize, b: usize): void {
  addNumbers(to, a, -load<f64>(b), -load<f64>(b, 8), -load<f64>(b, 16));
}

// @ts-ignore: decorator
@inline
function addNumbers(to: usize, a: usize, b0: f64, b1: f64, b2: f64): void {
  const a0 = load<f64>(a);
  const a1 = load<f64>(a, 8);
  const s0 = a0 + b0;
  const e0 = sumError(a0, b0, s0);
  const s1 = a1 + b1;
  const e1 = sumError(a1, b1, s1);
  const t1 = s1 + e0;
  const e2 = sumError(s1, e0, t1);
  setSum3(to, s0, t1, (load<f64>(a, 16) + b2) + (e1 + e2));
}

export function addNumber(to: usize, a: usize, b: f64): void {
  const a0 = load<f64>(a);
  const a1 = load<f64>(a, 8);
  const s0 = a0 + b;
  const e0 = sumError(a0, b, s0);
  const s1 = a1 + e0;
  setSum3(to, s0, s1, load<f64>(a, 16) + sumError(a1, e0, s1));
}

export function negate(to: usize, a: usize): void {
  store<f64>(to, -load<f64>(a));
  store<f64>(to, -load<f64>(a, 8), 8);
  store<f64>(to, -load<f64>(a, 16), 16);
}

export function multiply(to: usize, a: usize, b: usize): void {
  const a0 = load<f64>(a);
  const a1 = load<f64>(a, 8);
  const b0 = load<f64>(b);
  const b1 = load<f64>(b, 8);
  const p00 = a0 * b0;
  const p01 = a0 * b1;
  const p10 = a1 * b0;
  const e00 = productError(a0, b0, p00);
  const middle = p01 + p10;
  const e1 = sumError(p01, p10, middle);
  const s1 = e00 + middle;
  const e2 = sumError(e00, middle, s1);
  const last = (a1 * b1 + (a0 * load<f64>(b, 16) + load<f64>(a, 16) * b0)) +
    (productError(a0, b1, p01) + productError(a1, b0, p10));
  setSum3(to, p00, s1, last + (e1 + e2));
}

export function multiplyNumber(to: usize, a: usize, b: f64): void {
  const a0 = load<f64>(a);
  const a1 = load<f64>(a, 8);
  const p0 = a0 * b;
  const p1 = a1 * b;
  const e0 = productError(a0, b, p0);
  const s1 = e0 + p1;
  setSum3(to, p0, s1, (productError(a1, b, p1) + load<f64>(a, 16) * b) + sumError(e0, p1, s1));
}

/** a b where b is a power of two. */
export function scale(to: usize, a: usize, b: f64): void {
  store<f64>(to, load<f64>(a) * b);
  store<f64>(to, load<f64>(a, 8) * b, 8);
  store<f64>(to, load<f64>(a, 16) * b, 16);
}

/** a / b, three digits in base 2^53, as on paper. */
export function divide(to: usize, a: usize, b: usize): void {
  const b0 = load<f64>(b);
  const q0 = load<f64>(a) / b0;
  multiplyNumber(A, b, q0);
  subtract(A, a, A);
  const rest = load<f64>(A);
  const q1 = rest / b0;
  const product = q1 * b0;
  // rest - product is exact, and of what follows 53 bits are enough.
  const last = ((rest - product) - productError(q1, b0, product)) + (load<f64>(A, 8) - q1 * load<f64>(b, 8));
  setSum3(to, q0, q1, last / b0);
}

/** 2^k for k from -1022 to 1023. */
// @ts-ignore: decorator
@inline
export function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>((<i64> k + 1023) << 52);
}

/** The k with 2^k <= |a| < 2^(k + 1), a normal. */
// @ts-ignore: decorator
@inline
export function exponentOf(a: f64): i32 {
  return (<i32> (reinterpret<u64>(a) >> 52) & 0x7ff) - 1023;
}

/** log(1 + z) for a small z, relative to z: 2 artanh(w), w = z/(2 + z). */
export function logSeries(to: usize, z: usize, terms: i32 = LOG_TERMS): void {
  addNumber(SQUARE, z, 2);
  divide(D, z, SQUARE); // w
  multiply(SQUARE, D, D);
  copy(to, ODD_RECIPROCALS + TRIPLE * (terms - 1));
  for (let i = terms - 2; i >= 0; i--) {
    multiply(to, to, SQUARE);
    add(to, to, ODD_RECIPROCALS + TRIPLE * i);
  }
  multiply(to, to, D);
  scale(to, to, 2);
}

/**
 * The logarithm of a > 0. a = 2^k m, and m c = 1 + z for a c of eight bits from a table;
 * |w| < 2^-6 in `logSeries`, of whose terms `coarse`, for 80 bits, takes the first.
 */
export function logarithm(to: usize, a: usize, coarse: bool = false): void {
  const terms = coarse ? COARSE_LOG_TERMS : LOG_TERMS;
  const k = exponentOf(load<f64>(a));
  const step = LOG_STEPS + (<usize> (reinterpret<u64>(load<f64>(a)) >> 47) & 31) * 32;
  scale(D, a, powerOfTwo(-k));
  multiplyNumber(D, D, load<f64>(step));
  addNumber(D, D, -1);
  logSeries(to, D, terms);
  add(to, to, step + 8);
  multiplyNumber(D, LN_2, <f64> k);
  add(to, to, D);
}

/** The nearest float64 to a; with `odd`, a rounded to odd (rounding/ziv_test.ts). */
export function rounded(a: usize, odd: bool): f64 {
  const nearest = load<f64>(a);
  const rest = load<f64>(a, 8) + load<f64>(a, 16);
  const bits = reinterpret<i64>(nearest);
  if (!odd || rest == 0 || (bits & 1) != 0) return nearest;
  return reinterpret<f64>(bits + ((nearest < 0) == (rest < 0) ? 1 : -1));
}
