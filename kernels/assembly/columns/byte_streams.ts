// The encoding BYTE_STREAM_SPLIT of Parquet: the first bytes of all values, then the second ones, and so on.
//
// Sixteen values at a time. The bytes at even places of two vectors are those of every second stream; doing that twice
// leaves every fourth stream, and three times a single one. Joining undoes it in the opposite order.

// @ts-ignore: decorator
@inline
function evens(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

// @ts-ignore: decorator
@inline
function odds(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/** The first halves of two vectors, byte by byte in turn. */
// @ts-ignore: decorator
@inline
function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// @ts-ignore: decorator
@inline
function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Splits values of `size` bytes into streams of `count` bytes. */
export function streams_split(from: usize, count: usize, size: usize, to: usize): void {
  const whole = count & ~15;
  if (size == 8) {
    for (let i: usize = 0; i < whole; i += 16, from += 128) {
      const a = v128.load(from);
      const b = v128.load(from, 16);
      const c = v128.load(from, 32);
      const d = v128.load(from, 48);
      const e = v128.load(from, 64);
      const f = v128.load(from, 80);
      const g = v128.load(from, 96);
      const h = v128.load(from, 112);
      split4(evens(a, b), evens(c, d), evens(e, f), evens(g, h), to + i, 2 * count);
      split4(odds(a, b), odds(c, d), odds(e, f), odds(g, h), to + i + count, 2 * count);
    }
  } else if (size == 4) {
    for (let i: usize = 0; i < whole; i += 16, from += 64) {
      split4(
        v128.load(from),
        v128.load(from, 16),
        v128.load(from, 32),
        v128.load(from, 48),
        to + i,
        count,
      );
    }
  } else {
    return splitRest(from, 0, count, size, to);
  }
  splitRest(from, whole, count, size, to);
}

/** Splits sixteen values of four bytes into streams that are `apart` bytes from each other. */
// @ts-ignore: decorator
@inline
function split4(a: v128, b: v128, c: v128, d: v128, to: usize, apart: usize): void {
  const even = evens(a, b);
  const evenNext = evens(c, d);
  const odd = odds(a, b);
  const oddNext = odds(c, d);
  v128.store(to, evens(even, evenNext));
  v128.store(to + apart, evens(odd, oddNext));
  v128.store(to + 2 * apart, odds(even, evenNext));
  v128.store(to + 3 * apart, odds(odd, oddNext));
}

function splitRest(from: usize, first: usize, count: usize, size: usize, to: usize): void {
  for (let i = first; i < count; i++) {
    for (let j: usize = 0; j < size; j++, from++) store<u8>(to + j * count + i, load<u8>(from));
  }
}

/** Joins streams of `count` bytes into values of `size` bytes. */
export function streams_join(from: usize, count: usize, size: usize, to: usize): void {
  const whole = count & ~15;
  if (size == 8) {
    for (let i: usize = 0; i < whole; i += 16, to += 128) {
      const even = from + i;
      const odd = even + count;
      const apart = 2 * count;
      // Streams 0 and 4, 2 and 6, 1 and 5, 3 and 7.
      const a = v128.load(even);
      const e = v128.load(even + 2 * apart);
      const c = v128.load(even + apart);
      const g = v128.load(even + 3 * apart);
      const b = v128.load(odd);
      const f = v128.load(odd + 2 * apart);
      const d = v128.load(odd + apart);
      const h = v128.load(odd + 3 * apart);
      join8(firsts(a, e), firsts(c, g), firsts(b, f), firsts(d, h), to);
      join8(seconds(a, e), seconds(c, g), seconds(b, f), seconds(d, h), to + 64);
    }
  } else if (size == 4) {
    for (let i: usize = 0; i < whole; i += 16, to += 64) {
      const at = from + i;
      const a = v128.load(at);
      const b = v128.load(at + count);
      const c = v128.load(at + 2 * count);
      const d = v128.load(at + 3 * count);
      join4(firsts(a, c), firsts(b, d), to);
      join4(seconds(a, c), seconds(b, d), to + 32);
    }
  } else {
    return joinRest(from, 0, count, size, to);
  }
  joinRest(from, whole, count, size, to);
}

/** Joins eight values of eight bytes: of each, bytes 0 and 4, 2 and 6, 1 and 5, 3 and 7. */
// @ts-ignore: decorator
@inline
function join8(a: v128, c: v128, b: v128, d: v128, to: usize): void {
  join4(firsts(a, c), firsts(b, d), to);
  join4(seconds(a, c), seconds(b, d), to + 32);
}

/** Joins the even and the odd bytes of values. */
// @ts-ignore: decorator
@inline
function join4(even: v128, odd: v128, to: usize): void {
  v128.store(to, firsts(even, odd));
  v128.store(to, seconds(even, odd), 16);
}

function joinRest(from: usize, first: usize, count: usize, size: usize, to: usize): void {
  for (let i = first; i < count; i++) {
    for (let j: usize = 0; j < size; j++, to++) store<u8>(to, load<u8>(from + j * count + i));
  }
}
