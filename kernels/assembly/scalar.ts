// Kernels of single numbers, as argument and result: the host copies no array. All four lanes hold the
// number, so that none of them takes a slower path.

import {
  i0_f64,
  i0e_f64,
  i0eGrad_f64,
  i1_f64,
  i1e_f64,
  i1eGrad_f64,
  i1Grad_f64,
} from "./bessel/kernels";
import { digamma_f64, lgamma_f64, polygamma_f64 } from "./gamma/kernels";
import { multigammaln_f64, multigammalnGrad_f64 } from "./multigammaln/kernels";

const LANES: usize = memory.data(32, 16);

// @ts-ignore: decorator
@inline
function put(x: f64): void {
  v128.store(LANES, f64x2.splat(x));
  v128.store(LANES, f64x2.splat(x), 16);
}

export function i0_number(x: f64): f64 {
  put(x);
  i0_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function i0e_number(x: f64): f64 {
  put(x);
  i0e_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function i0eGrad_number(x: f64): f64 {
  put(x);
  i0eGrad_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function i1_number(x: f64): f64 {
  put(x);
  i1_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function i1Grad_number(x: f64): f64 {
  put(x);
  i1Grad_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function i1e_number(x: f64): f64 {
  put(x);
  i1e_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function i1eGrad_number(x: f64): f64 {
  put(x);
  i1eGrad_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function lgamma_number(x: f64): f64 {
  put(x);
  lgamma_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function digamma_number(x: f64): f64 {
  put(x);
  digamma_f64(LANES, LANES, 1);
  return load<f64>(LANES);
}

export function polygamma_number(x: f64, n: f64): f64 {
  put(x);
  polygamma_f64(LANES, LANES, 1, n);
  return load<f64>(LANES);
}

export function multigammaln_number(x: f64, p: f64): f64 {
  put(x);
  multigammaln_f64(LANES, LANES, 1, p);
  return load<f64>(LANES);
}

export function multigammalnGrad_number(x: f64, p: f64): f64 {
  put(x);
  multigammalnGrad_f64(LANES, LANES, 1, p);
  return load<f64>(LANES);
}
