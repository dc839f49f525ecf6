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
