// Upper bounds of errors, as balls (ball.ts) have for radii: m 2^e, m = 0 or 2^31 <= m < 2^32, e of 64 bits. Every
// operation rounds up. A magnitude is 16 bytes at an address: m as u64, then e. It is infinite where e is INFINITE.

/** The exponent of an infinite bound. */
export const INFINITE: i64 = i64.MAX_VALUE;
/** Below this a magnitude is taken to be as large as this. */
const LEAST: i64 = -0x3000000000000000;
/** Above this it is infinite. */
const MOST: i64 = 0x3000000000000000;

// @ts-ignore: decorator
@inline
export function mantissaOf(a: usize): u64 {
  return load<u64>(a);
}

// @ts-ignore: decorator
@inline
export function exponentOf(a: usize): i64 {
  return load<i64>(a, 8);
}

// @ts-ignore: decorator
@inline
export function isNothing(a: usize): bool {
  return load<u64>(a) == 0;
}

// @ts-ignore: decorator
@inline
export function isInfinite(a: usize): bool {
  return load<i64>(a, 8) == INFINITE;
}

export function setNothing(to: usize): void {
  store<u64>(to, 0);
  store<i64>(to, 0, 8);
}

function setInfinite(to: usize): void {
  store<u64>(to, 0x80000000);
  store<i64>(to, INFINITE, 8);
}

export function copyMagnitude(to: usize, a: usize): void {
  const e = load<i64>(a, 8);
  store<u64>(to, load<u64>(a));
  store<i64>(to, e, 8);
}

/** to = m 2^e, or a little more; m of up to 63 bits. */
export function setMagnitude(to: usize, m: u64, e: i64): void {
  if (m == 0) return setNothing(to);
  if (e > MOST) return setInfinite(to);
  const bits = 64 - <i32> clz(m);
  if (bits > 32) {
    const shift = bits - 32;
    m = (m - 1 >> shift) + 1;
    e += <i64> shift;
    if (m >> 32 != 0) {
      m >>= 1;
      e++;
    }
  } else {
    m <<= 32 - bits;
    e -= <i64> (32 - bits);
  }
  if (e < LEAST) {
    m = 0x80000000;
    e = LEAST;
  }
  store<u64>(to, m);
  store<i64>(to, e, 8);
}

/** to = a + m 2^e; `to` may be a. */
export function addPower(to: usize, a: usize, m: u64, e: i64): void {
  if (isInfinite(a)) return setInfinite(to);
  if (m == 0) return copyMagnitude(to, a);
  if (e > MOST) return setInfinite(to);
  const aM = mantissaOf(a);
  if (aM == 0) return setMagnitude(to, m, e);
  const aE = exponentOf(a);
  // Both have at most 32 bits, so that the larger one can go up by 29.
  if (aE >= e) setMagnitude(to, (aM << 29) + raised(m, aE - 29 - e), aE - 29);
  else setMagnitude(to, (m << 29) + raised(aM, e - 29 - aE), e - 29);
}

/** m 2^-shift, rounded up; shift may be negative, down to -29. */
// @ts-ignore: decorator
@inline
function raised(m: u64, shift: i64): u64 {
  if (shift <= 0) return m << -shift;
  return shift > 62 ? 1 : (m - 1 >> shift) + 1;
}

/** to = a + b; `to` may be a or b. */
export function addMagnitudes(to: usize, a: usize, b: usize): void {
  if (isInfinite(b)) setInfinite(to);
  else addPower(to, a, mantissaOf(b), exponentOf(b));
}

/** to = a b; `to` may be a or b. */
export function multiplyMagnitudes(to: usize, a: usize, b: usize): void {
  if (isInfinite(a) || isInfinite(b)) return setInfinite(to);
  const aM = mantissaOf(a);
  const bM = mantissaOf(b);
  if (aM == 0 || bM == 0) return setNothing(to);
  // (2^32 - 1)^2 has 64 bits: half of it is enough.
  setMagnitude(to, (aM * bM - 1 >> 1) + 1, exponentOf(a) + exponentOf(b) + 1);
}

/** to = a / b, b a lower bound that is not 0; `to` may be a or b. */
export function divideMagnitudes(to: usize, a: usize, b: usize): void {
  if (isInfinite(a) || mantissaOf(b) == 0) return setInfinite(to);
  const aM = mantissaOf(a);
  if (aM == 0) return setNothing(to);
  setMagnitude(to, (aM << 31) / mantissaOf(b) + 1, exponentOf(a) - exponentOf(b) - 31);
}

/** to = a 2^k; `to` may be a. */
export function scaleMagnitude(to: usize, a: usize, k: i64): void {
  if (isInfinite(a)) setInfinite(to);
  else setMagnitude(to, mantissaOf(a), exponentOf(a) + k);
}

/** The sign of a - b. */
export function compareMagnitudes(a: usize, b: usize): i32 {
  const aM = mantissaOf(a);
  const bM = mantissaOf(b);
  if (aM == 0 || bM == 0) return <i32> (aM != 0) - <i32> (bM != 0);
  if (exponentOf(a) != exponentOf(b)) return exponentOf(a) < exponentOf(b) ? -1 : 1;
  return aM == bM ? 0 : aM < bM ? -1 : 1;
}
