// The Bessel kernels, by a = |x|; the symmetry of the function is put back last. i0' is i1.
//
//   growing (i0, i1, i1')              scaled (i0e, i1e and derivatives)
//   [0, 2^-6)    entry 0, a series     [0, 2^-6)      entry 0
//   [2^-6, 714)  entry times exp(a)    [2^-6, 2^10)   entry
//   [714, inf]   inf                   [2^10, inf]    entry of a^(-1/2) or a^(-3/2) times Hankel's expansion
//
// Unlike the gamma family, a block of several regions is not partitioned (batch/partition.ts): all regions of a function
// share one evaluation in lanes (bessel/fast_entry.ts), and differ in the entry and the factors that a first pass over the
// block finds for each element. Partitioning would cost about as much as that evaluation.
//
// `from` and `to` may be the same place; `count` is rounded up to four. The entry before entry 0 of I0E, I1E and I1_GRAD is
// that of the growing function.

import {
  I0E,
  I0E_FAR,
  I0E_GRAD,
  I0E_GRAD_FAR,
  I0E_SHORT_BITS,
  I1_GRAD,
  I1_GRAD_SHORT_BITS,
  I1E,
  I1E_FAR,
  I1E_GRAD,
  I1E_GRAD_FAR,
  I1E_SHORT_BITS,
} from "./data";
import { growing32, growing64 } from "./fast_growing";
import { I0, I0E as KIND_I0E, I0E_SLOPE, I1, I1_SLOPE, I1E as KIND_I1E, I1E_SLOPE } from "./kinds";
import { scaled64 } from "./fast_scaled";
import { scaled32 } from "./binary32_gradients";
import { cubic32 } from "./binary32_cubics";
import { EVEN, ODD, ODD_WITH_JUMP } from "./symmetry";
import { ENTRY } from "../tables/entry";

export function i0_f64(from: usize, to: usize, count: i32): void {
  growing64(I0, from, to, count, I0E + ENTRY, EVEN);
}

export function i0_f32(from: usize, to: usize, count: i32): void {
  growing32(I0, from, to, count, I0E + ENTRY, EVEN, I0E_SHORT_BITS);
}

export function i1_f64(from: usize, to: usize, count: i32): void {
  growing64(I1, from, to, count, I1E + ENTRY, ODD);
}

export function i1_f32(from: usize, to: usize, count: i32): void {
  growing32(I1, from, to, count, I1E + ENTRY, ODD, I1E_SHORT_BITS);
}

export function i1Grad_f64(from: usize, to: usize, count: i32): void {
  growing64(I1_SLOPE, from, to, count, I1_GRAD + ENTRY, EVEN);
}

export function i1Grad_f32(from: usize, to: usize, count: i32): void {
  growing32(I1_SLOPE, from, to, count, I1_GRAD + ENTRY, EVEN, I1_GRAD_SHORT_BITS);
}

export function i0e_f64(from: usize, to: usize, count: i32): void {
  scaled64(KIND_I0E, from, to, count, I0E + ENTRY, I0E_FAR, EVEN);
}

export function i0e_f32(from: usize, to: usize, count: i32): void {
  cubic32(from, to, count, 0, I0E + ENTRY, I0E_FAR, EVEN);
}

export function i1e_f64(from: usize, to: usize, count: i32): void {
  scaled64(KIND_I1E, from, to, count, I1E + ENTRY, I1E_FAR, ODD);
}

export function i1e_f32(from: usize, to: usize, count: i32): void {
  cubic32(from, to, count, 1, I1E + ENTRY, I1E_FAR, ODD);
}

export function i0eGrad_f64(from: usize, to: usize, count: i32): void {
  scaled64(I0E_SLOPE, from, to, count, I0E_GRAD, I0E_GRAD_FAR, ODD_WITH_JUMP);
}

export function i0eGrad_f32(from: usize, to: usize, count: i32): void {
  scaled32(from, to, count, 0, I0E_GRAD, I0E_GRAD_FAR, ODD_WITH_JUMP);
}

export function i1eGrad_f64(from: usize, to: usize, count: i32): void {
  scaled64(I1E_SLOPE, from, to, count, I1E_GRAD, I1E_GRAD_FAR, EVEN);
}

export function i1eGrad_f32(from: usize, to: usize, count: i32): void {
  scaled32(from, to, count, 1, I1E_GRAD, I1E_GRAD_FAR, EVEN);
}
