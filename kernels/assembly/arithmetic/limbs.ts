// Natural numbers as limbs of 32 bits, the lowest first. Balls (ball.ts) have their midpoints in them. Products of limbs
// are 64 bits wide, which WebAssembly multiplies in one instruction.
//
// The work is counted in products of limbs, and not in time, so that a computation that is given up is given up at the
// same place on every machine.

let left: i64 = 0;

/** Allows so many products of limbs. Once they are used up, every operation on balls gives a ball that knows nothing. */
export function setBudget(products: i64): void {
  left = products;
}

/** Counts work; an operation counts at least a few products, whatever it does. */
// @ts-ignore: decorator
@inline
export function spend(products: i64): void {
  left -= products;
}

// @ts-ignore: decorator
@inline
export function isSpent(): bool {
  return left < 0;
}

/** The remaining budget. */
export function remainingBudget(): i64 {
  return left;
}

// @ts-ignore: decorator
@inline
export function limb(a: usize, i: i32): u64 {
  return <u64> load<u32>(a + (<usize> i << 2));
}

// @ts-ignore: decorator
@inline
export function setLimb(a: usize, i: i32, value: u64): void {
  store<u32>(a + (<usize> i << 2), <u32> value);
}

export function clearLimbs(a: usize, count: i32): void {
  memory.fill(a, 0, <usize> count << 2);
}

/** to += a, both of `count` limbs; returns the carry. */
export function addLimbs(to: usize, a: usize, count: i32): u64 {
  let carry: u64 = 0;
  for (let i: usize = 0; i < <usize> count << 2; i += 4) {
    carry += <u64> load<u32>(to + i) + <u64> load<u32>(a + i);
    store<u32>(to + i, <u32> carry);
    carry >>= 32;
  }
  return carry;
}

/** to -= a, both of `count` limbs; returns the borrow, 0 or 1. */
export function subtractLimbs(to: usize, a: usize, count: i32): u64 {
  let borrow: u64 = 0;
  for (let i: usize = 0; i < <usize> count << 2; i += 4) {
    const difference = <u64> load<u32>(to + i) - <u64> load<u32>(a + i) - borrow;
    store<u32>(to + i, <u32> difference);
    borrow = difference >> 63;
  }
  return borrow;
}

/** to = 2^(32 count) - to: the negative of a number in two's complement. */
export function negateLimbs(to: usize, count: i32): void {
  let carry: u64 = 1;
  for (let i: usize = 0; i < <usize> count << 2; i += 4) {
    carry += 0xffffffff - <u64> load<u32>(to + i);
    store<u32>(to + i, <u32> carry);
    carry >>= 32;
  }
}

/**
 * to = a b, of aCount + bCount limbs, without the partial products below limb `from`. What is left out is less than
 * bCount 2^(32 (from + 1)). `to` is neither a nor b. Two limbs of b are multiplied at a time: their carries do not wait
 * for each other, and a and `to` are read once for both.
 */
export function multiplyLimbs(
  to: usize,
  a: usize,
  aCount: i32,
  b: usize,
  bCount: i32,
  from: i32,
): void {
  clearLimbs(to, aCount + bCount);
  for (let j = 0; j < bCount; j += 2) {
    const first = min(max(0, from - j), aCount);
    const factor = limb(b, j);
    const isLast = j + 1 == bCount;
    const next: u64 = isLast ? 0 : limb(b, j + 1);
    spend(<i64> (isLast ? aCount - first : 2 * aCount - first - min(max(0, from - j - 1), aCount)));
    let at = to + (<usize> (first + j) << 2);
    const end = a + (<usize> aCount << 2);
    let before: u64 = first > 0 ? limb(a, first - 1) : 0;
    let carry: u64 = 0;
    let nextCarry: u64 = 0;
    for (let x = a + (<usize> first << 2); x < end; x += 4, at += 4) {
      const value = <u64> load<u32>(x);
      // At most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
      carry += value * factor + <u64> load<u32>(at);
      nextCarry += before * next + (carry & 0xffffffff);
      store<u32>(at, <u32> nextCarry);
      before = value;
      carry >>= 32;
      nextCarry >>= 32;
    }
    // The highest limb of a is still to be multiplied by the second factor.
    nextCarry += before * next + carry;
    store<u32>(at, <u32> nextCarry);
    if (!isLast) store<u32>(at, <u32> (nextCarry >> 32), 4);
  }
}

/** to = a factor + carry, of `count` limbs; returns what is above. `to` may be a. */
export function multiplyLimb(to: usize, a: usize, count: i32, factor: u64, carry: u64): u64 {
  spend(<i64> count);
  for (let i: usize = 0; i < <usize> count << 2; i += 4) {
    carry += <u64> load<u32>(a + i) * factor;
    store<u32>(to + i, <u32> carry);
    carry >>= 32;
  }
  return carry;
}

/** to = a / divisor, of `count` limbs, the divisor of 32 bits; returns the remainder. `to` may be a. */
export function divideLimb(to: usize, a: usize, count: i32, divisor: u64): u64 {
  spend(<i64> count);
  let rest: u64 = 0;
  for (let i = count - 1; i >= 0; i--) {
    rest = rest << 32 | limb(a, i);
    const quotient = rest / divisor;
    setLimb(to, i, quotient);
    rest -= quotient * divisor;
  }
  return rest;
}

/**
 * Divides by Knuth's algorithm D: a, of aCount + 1 limbs of which the highest is 0, becomes the remainder, and `to` the
 * quotient, of aCount - bCount + 1 limbs. The highest bit of b is set, b has at least two limbs, aCount >= bCount.
 */
export function divideLimbs(to: usize, a: usize, aCount: i32, b: usize, bCount: i32): void {
  const top = limb(b, bCount - 1);
  const next = limb(b, bCount - 2);
  spend(<i64> (aCount - bCount + 1) * <i64> bCount);
  for (let j = aCount - bCount; j >= 0; j--) {
    const at = a + (<usize> j << 2);
    const head = limb(at, bCount) << 32 | limb(at, bCount - 1);
    let quotient = head / top;
    let rest = head - quotient * top;
    while (quotient >> 32 != 0 || quotient * next > (rest << 32 | limb(at, bCount - 2))) {
      quotient--;
      rest += top;
      if (rest >> 32 != 0) break;
    }
    let borrow: u64 = 0;
    let carry: u64 = 0;
    for (let i: usize = 0; i < <usize> bCount << 2; i += 4) {
      carry += <u64> load<u32>(b + i) * quotient;
      const difference = <u64> load<u32>(at + i) - (carry & 0xffffffff) - borrow;
      store<u32>(at + i, <u32> difference);
      borrow = difference >> 63;
      carry >>= 32;
    }
    const difference = limb(at, bCount) - carry - borrow;
    setLimb(at, bCount, difference);
    if (difference >> 63 != 0) {
      // The estimate was one too large.
      quotient--;
      const more = addLimbs(at, b, bCount);
      setLimb(at, bCount, limb(at, bCount) + more);
    }
    setLimb(to, j, quotient);
  }
}

/** to = a 2^bits, 0 <= bits < 32, of `count` limbs; what is shifted out at the top is lost. `to` may be a. */
export function shiftLeft(to: usize, a: usize, count: i32, bits: u64): void {
  let before: u64 = 0;
  for (let i: usize = 0; i < <usize> count << 2; i += 4) {
    const value = <u64> load<u32>(a + i);
    store<u32>(to + i, <u32> (value << bits | before));
    before = value << bits >> 32;
  }
}
