import { EXPONENTS } from "../tables/layout.ts";

/** WGSL for integers that are longer than a word. vec2u(low, high) has 64 bits. */
export const INTEGERS = `
// WGSL has no product of two words that is longer than a word. This one is made of four products of
// half words.
fn product64(a: u32, b: u32) -> vec2u {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let low = a0 * b0;
  let middle = a1 * b0 + (low >> 16u);
  let other = a0 * b1 + (middle & 0xffffu);
  return vec2u((other << 16u) | (low & 0xffffu), a1 * b1 + (middle >> 16u) + (other >> 16u));
}

fn add64(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + u32(low < a.x));
}

fn negate64(a: vec2u) -> vec2u {
  return vec2u(0u - a.x, ~a.y + u32(a.x == 0u));
}

// Returns a b / 2^32, rounded down.
fn scale64(a: vec2u, b: u32) -> vec2u {
  return add64(product64(a.y, b), vec2u(product64(a.x, b).y, 0u));
}

// Returns a b / 2^32 for a in two's complement: a negative a is 2^64 less than its bits say.
fn scaleSigned64(a: vec2u, b: u32) -> vec2u {
  let product = scale64(a, b);
  return vec2u(product.x, product.y - select(0u, b, a.y >= 0x80000000u));
}

// Shifts take the count modulo 32, so that shifts by a whole word are made separately.
fn shiftLeft64(a: vec2u, count: u32) -> vec2u {
  let words = select(a, vec2u(0u, a.x), count >= 32u);
  let bits = count & 31u;
  return vec2u(words.x << bits, (words.y << bits) | ((words.x >> 1u) >> (31u - bits)));
}

fn shiftRight64(a: vec2u, count: u32) -> vec2u {
  let words = select(a, vec2u(a.y, 0u), count >= 32u);
  let bits = count & 31u;
  return vec2u((words.x >> bits) | ((words.y << 1u) << (31u - bits)), words.y >> bits);
}
`;

/** WGSL for numbers with a significand of 64 bits. */
export const WIDE = `
// The number +-significand 2^(exponent - 63), where the first bit of the significand is set.
// Infinity, NaN and 0 have exponents of their own, far from those of numbers, so that most
// operations need not know them.
struct Wide {
  negative: bool,
  exponent: i32,
  significand: vec2u,
}

const NAN_EXPONENT = ${EXPONENTS.nan};
const INFINITY_EXPONENT = ${EXPONENTS.infinity};
const ZERO_EXPONENT = ${EXPONENTS.zero};
const ONE = vec2u(0u, 0x80000000u);

fn isNan(a: Wide) -> bool {
  return a.exponent > NAN_EXPONENT / 2;
}

fn isInfinite(a: Wide) -> bool {
  return a.exponent > INFINITY_EXPONENT / 2 && !isNan(a);
}

fn isZero(a: Wide) -> bool {
  return a.exponent < ZERO_EXPONENT / 2;
}

fn isOrdinary(a: Wide) -> bool {
  return a.exponent > ZERO_EXPONENT / 2 && a.exponent < INFINITY_EXPONENT / 2;
}

fn zero(negative: bool) -> Wide {
  return Wide(negative, ZERO_EXPONENT, ONE);
}

// Returns the number significand 2^(exponent - 63), whatever the first bits of the significand are.
fn normalized(negative: bool, exponent: i32, significand: vec2u) -> Wide {
  if (all(significand == vec2u())) {
    return zero(negative);
  }
  let zeros = select(
    countLeadingZeros(significand.y),
    32u + countLeadingZeros(significand.x),
    significand.y == 0u,
  );
  return Wide(negative, exponent - i32(zeros), shiftLeft64(significand, zeros));
}

// Returns a + b. Bits beyond the last bit of the larger number are lost, which is at most one unit
// of 2^-63.
fn sum(a: Wide, b: Wide) -> Wide {
  var large = a;
  var small = b;
  if (a.exponent < b.exponent) {
    large = b;
    small = a;
  }
  // The added 1 leaves a bit of room for the carry.
  let distance = u32(large.exponent - small.exponent) + 1u;
  if (distance > 63u) {
    return large;
  }
  let first = shiftRight64(large.significand, 1u);
  let second = shiftRight64(small.significand, distance);
  if (large.negative == small.negative) {
    return normalized(large.negative, large.exponent + 1, add64(first, second));
  }
  let difference = add64(first, negate64(second));
  if (difference.y < 0x80000000u) {
    return normalized(large.negative, large.exponent + 1, difference);
  }
  return normalized(small.negative, large.exponent + 1, negate64(difference));
}

// Returns a b, where b has a significand of one word.
fn product(a: Wide, b: Wide) -> Wide {
  let negative = a.negative != b.negative;
  if (isNan(a) || isNan(b) || (isInfinite(a) && isZero(b)) || (isZero(a) && isInfinite(b))) {
    return Wide(false, NAN_EXPONENT, ONE);
  }
  if (isZero(a) || isZero(b)) {
    return zero(negative);
  }
  if (isInfinite(a) || isInfinite(b)) {
    return Wide(negative, INFINITY_EXPONENT, ONE);
  }
  return normalized(negative, a.exponent + b.exponent + 1, scale64(a.significand, b.significand.y));
}
`;
