// How large the terms of a sum of double-doubles are, added up while it is computed: TERM_PART of it bounds the error.

export const TERM_PART: f64 = 1.5777218104420236e-30; // 2^-99
/** The error of a sum of two double-doubles, 4 2^-106 of it, in units of TERM_PART: for long sums. */
export const SUM_PART: f64 = 0.03125; // 4/128

export let termSize: f64 = 0;

export function setTermSize(size: f64): void {
  termSize = size;
}

// @ts-ignore: decorator
@inline
export function addTermSize(size: f64): void {
  termSize += size;
}
