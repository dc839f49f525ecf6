// Powers of two and exponents of float64 numbers, by their bits.

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
