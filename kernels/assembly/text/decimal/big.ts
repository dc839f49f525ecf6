// Large natural numbers, for what the short ways of text/decimal/nearest.ts and text/decimal/shortest.ts leave open:
// whether a decimal is above or below a binary number. Both are multiplied out to integers, and compared.
//
// The largest are a text's 771 digits, 2562 bits, and m 5^1094, 2595 bits: 10^-342 is the least power that
// 19 digits may have, and m has 54 bits. The two that are compared are about equal, so that no shift makes
// more. A number is its words, 32 bits each, the lowest first, after their count.

/** Bytes of a number: 96 words and the count. */
const SIZE: i32 = 400;
/** The decimal's digits, without its power of ten; callers of `compareDecimal` have put them there. */
export const DECIMAL: usize = memory.data(SIZE, 16);
const BINARY: usize = memory.data(SIZE, 16);

const MAX_FIVES: i32 = 13;
const FIVES: u32 = 1220703125; // 5^13, the largest in 32 bits

// @ts-ignore: decorator
@inline
export function wordCount(a: usize): i32 {
  return load<i32>(a);
}

/** The address of a word; word `wordCount` is the first beyond. */
// @ts-ignore: decorator
@inline
export function wordAt(a: usize, i: i32): usize {
  return a + 4 + (<usize> i << 2);
}

export function setNumber(a: usize, value: u64): void {
  store<u64>(a, value, 4);
  store<i32>(a, value >> 32 != 0 ? 2 : value != 0 ? 1 : 0);
}

/** a = a factor + term. */
export function multiplyAdd(a: usize, factor: u32, term: u32): void {
  const end = wordAt(a, wordCount(a));
  let carry = <u64> term;
  for (let at = wordAt(a, 0); at < end; at += 4) {
    carry += <u64> load<u32>(at) * factor;
    store<u32>(at, <u32> carry);
    carry >>= 32;
  }
  if (carry == 0) return;
  store<u32>(end, <u32> carry);
  store<i32>(a, wordCount(a) + 1);
}

/** a = a 5^k. */
export function multiplyFives(a: usize, k: i32): void {
  for (; k >= MAX_FIVES; k -= MAX_FIVES) multiplyAdd(a, FIVES, 0);
  let rest: u32 = 1;
  for (; k > 0; k--) rest *= 5;
  multiplyAdd(a, rest, 0);
}

/** a = floor(a / 5). */
export function divideByFive(a: usize): void {
  let rest: u64 = 0;
  for (let at = wordAt(a, wordCount(a) - 1); at >= wordAt(a, 0); at -= 4) {
    rest = rest << 32 | load<u32>(at);
    store<u32>(at, <u32> (rest / 5));
    rest %= 5;
  }
  if (load<u32>(wordAt(a, wordCount(a) - 1)) == 0) store<i32>(a, wordCount(a) - 1);
}

/** a = a 2^k, k >= 0. */
export function shift(a: usize, k: i32): void {
  const words = k >> 5;
  const count = wordCount(a);
  multiplyAdd(a, 1 << (k & 31), 0);
  if (words == 0 || count == 0) return;
  memory.copy(wordAt(a, words), wordAt(a, 0), <usize> wordCount(a) << 2);
  memory.fill(wordAt(a, 0), 0, <usize> words << 2);
  store<i32>(a, wordCount(a) + words);
}

/** The sign of a - b. */
function compareNumbers(a: usize, b: usize): i32 {
  if (wordCount(a) != wordCount(b)) return wordCount(a) > wordCount(b) ? 1 : -1;
  for (let i = wordCount(a) - 1; i >= 0; i--) {
    const x = load<u32>(wordAt(a, i));
    const y = load<u32>(wordAt(b, i));
    if (x != y) return x > y ? 1 : -1;
  }
  return 0;
}

/** The sign of DECIMAL 10^k - m 2^e. DECIMAL is lost. */
export function compareDecimal(k: i32, m: u64, e: i32): i32 {
  setNumber(BINARY, m);
  multiplyFives(k >= 0 ? DECIMAL : BINARY, abs(k));
  shift(k >= e ? DECIMAL : BINARY, abs(k - e));
  return compareNumbers(DECIMAL, BINARY);
}
