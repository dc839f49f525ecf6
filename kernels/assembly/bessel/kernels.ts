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
// `from` and `to` may be the same place; `count` is rounded up to four.

import { even64, growing64 } from "./fast_growing";
import { scaled64 } from "./fast_scaled";
import { besselShort } from "./binary32";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE } from "./kinds";

export function i0_f64(from: usize, to: usize, count: i32): void {
  even64(I0, from, to, count);
}

export function i0_f32(from: usize, to: usize, count: i32): void {
  besselShort(I0, from, to, count);
}

export function i1_f64(from: usize, to: usize, count: i32): void {
  growing64(I1, I1, from, to, count);
}

export function i1_f32(from: usize, to: usize, count: i32): void {
  besselShort(I1, from, to, count);
}

export function i1Grad_f64(from: usize, to: usize, count: i32): void {
  even64(I1_SLOPE, from, to, count);
}

export function i1Grad_f32(from: usize, to: usize, count: i32): void {
  besselShort(I1_SLOPE, from, to, count);
}

export function i0e_f64(from: usize, to: usize, count: i32): void {
  scaled64(I0E, from, to, count);
}

export function i0e_f32(from: usize, to: usize, count: i32): void {
  besselShort(I0E, from, to, count);
}

export function i1e_f64(from: usize, to: usize, count: i32): void {
  scaled64(I1E, from, to, count);
}

export function i1e_f32(from: usize, to: usize, count: i32): void {
  besselShort(I1E, from, to, count);
}

export function i0eGrad_f64(from: usize, to: usize, count: i32): void {
  scaled64(I0E_SLOPE, from, to, count);
}

export function i0eGrad_f32(from: usize, to: usize, count: i32): void {
  besselShort(I0E_SLOPE, from, to, count);
}

export function i1eGrad_f64(from: usize, to: usize, count: i32): void {
  scaled64(I1E_SLOPE, from, to, count);
}

export function i1eGrad_f32(from: usize, to: usize, count: i32): void {
  besselShort(I1E_SLOPE, from, to, count);
}
