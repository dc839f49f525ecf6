// The syntax of CSV: a quote opens a quoted field only at the beginning of a field, and a doubled
// quote in the field is a quote. Any other quote is an ordinary byte. A record ends at a line feed
// outside quotes, and a carriage return before it belongs to the line end.
//
// Quotes have no meaning if `csv_quote` is NO_QUOTE: then every quote is an ordinary byte.

export const LINE_FEED: u8 = 0x0a;
export const CARRIAGE_RETURN: u8 = 0x0d;
export const QUOTE: u8 = 0x22;

/** The value of `csv_quote` if quotes have no meaning: it is not a byte. */
export const NO_QUOTE: i32 = -1;
/**
 * The byte that opens and closes a quoted field, or NO_QUOTE. Callers set it before they scan, cut, read or write,
 * since others may share the memory.
 */
export let csv_quote: i32 = <i32> QUOTE;

/** Returns whether a cell is a quoted field. `quote` is `csv_quote`, which loops read once. */
// @ts-ignore: decorator
@inline
export function isQuoted(start: usize, end: usize, quote: i32): bool {
  return end - start >= 2 && <i32> load<u8>(start) == quote && <i32> load<u8>(end - 1) == quote;
}

/** The number of bytes that are examined together. As many bytes must be readable after a text. */
export const STRIDE: usize = 64;

/** Returns a bit for each of 64 bytes: 1 if it is the given byte. */
// @ts-ignore: decorator
@inline
export function find(at: usize, byte: v128): u64 {
  return mask4(
    i8x16.eq(v128.load(at), byte),
    i8x16.eq(v128.load(at, 16), byte),
    i8x16.eq(v128.load(at, 32), byte),
    i8x16.eq(v128.load(at, 48), byte),
  );
}

/** Returns a bit for each of 64 bytes: 1 if it is one of the three given bytes. */
// @ts-ignore: decorator
@inline
export function find3(at: usize, a: v128, b: v128, c: v128): u64 {
  return mask4(
    equal3(v128.load(at), a, b, c),
    equal3(v128.load(at, 16), a, b, c),
    equal3(v128.load(at, 32), a, b, c),
    equal3(v128.load(at, 48), a, b, c),
  );
}

// @ts-ignore: decorator
@inline
function equal3(bytes: v128, a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.or(i8x16.eq(bytes, a), i8x16.eq(bytes, b)), i8x16.eq(bytes, c));
}

/** Returns the bits of four masks of 16 bytes. */
// @ts-ignore: decorator
@inline
export function mask4(m0: v128, m1: v128, m2: v128, m3: v128): u64 {
  const low = <u32> i8x16.bitmask(m0) | (<u32> i8x16.bitmask(m1) << 16);
  const high = <u32> i8x16.bitmask(m2) | (<u32> i8x16.bitmask(m3) << 16);
  return <u64> low | (<u64> high << 32);
}

/**
 * Copies bytes and returns where they end, like `copyBytes`, but writes up to 63 bytes more. Most
 * records are shorter than that, and cost no branch that is hard to predict.
 */
// @ts-ignore: decorator
@inline
export function copyRecord(to: usize, from: usize, end: usize): usize {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
  const length = end - from;
  if (length > 64) copyBytes(to + 64, from + 64, end);
  return to + length;
}

/** Copies bytes as `copyRecord` does, but writes up to 31 bytes more: most are fewer than that. */
// @ts-ignore: decorator
@inline
export function copyShort(to: usize, from: usize, end: usize): usize {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  const length = end - from;
  if (length > 32) copyBytes(to + 32, from + 32, end);
  return to + length;
}

/**
 * Copies bytes and returns where they end. It writes up to 15 bytes more, so it may only be used
 * where the following bytes are written later.
 */
// @ts-ignore: decorator
@inline
export function copyBytes(to: usize, from: usize, end: usize): usize {
  const length = end - from;
  for (const last = to + length; to < last; to += 16, from += 16) v128.store(to, v128.load(from));
  return to - ((0 - length) & 15);
}

// A list of texts, as formats/csv/text_list.ts makes it, of u32: the length of the longest text, whether a text
// begins with a digit, the number of buckets less 1, and where each bucket begins and the last one ends, from the
// beginning of the list. In a bucket each text comes after its length. An empty list is an empty range.

/** Returns whether a text is one of a list, whatever blanks are around it. */
export function isListed(start: usize, end: usize, list: usize, listEnd: usize): bool {
  if (list == listEnd) return false;
  while (start < end && isSpace(load<u8>(start))) start++;
  while (start < end && isSpace(load<u8>(end - 1))) end--;
  const length = <u32> (end - start);
  if (length > load<u32>(list)) return false;
  const mask: u32 = load<u32>(list, 8);
  const bucket = list + (<usize> (mask == 0 ? 0 : hash(start, end) & mask) << 2);
  const stop = list + load<u32>(bucket, 16);
  for (let at = list + load<u32>(bucket, 12); at < stop;) {
    const other: u32 = load<u32>(at);
    at += 4;
    if (other == length && same(start, end, at, at + other)) return true;
    at += other;
  }
  return false;
}

/** Returns whether a text of a list that is not empty begins with a digit. */
// @ts-ignore: decorator
@inline
export function listsDigits(list: usize): bool {
  return load<u32>(list, 4) != 0;
}

/** Returns FNV-1a of a text. */
export function hash(start: usize, end: usize): u32 {
  let hash: u32 = 0x811c9dc5;
  for (; start < end; start++) hash = (hash ^ load<u8>(start)) * 0x01000193;
  return hash;
}

// @ts-ignore: decorator
@inline
function isSpace(byte: u8): bool {
  return byte == 0x20 || byte == 0x09;
}

/**
 * The text that a line begins with if it is a comment; an empty range if there are no comments. Callers set it
 * before they scan, cut or write, since others may share the memory.
 */
export let csv_comment: usize = 0;
export let csv_comment_end: usize = 0;

/** Returns whether a line is a comment. */
// @ts-ignore: decorator
@inline
export function isComment(line: usize, end: usize): bool {
  if (csv_comment == csv_comment_end) return false;
  if (load<u8>(line) != load<u8>(csv_comment)) return false;
  const length = csv_comment_end - csv_comment;
  return line + length <= end && same(line, line + length, csv_comment, csv_comment_end);
}

/** Returns whether a record is an empty line or a comment. */
export function isSkipped(from: usize, next: usize): bool {
  let stop = next;
  if (stop > from && load<u8>(stop - 1) == LINE_FEED) stop--;
  if (stop > from && load<u8>(stop - 1) == CARRIAGE_RETURN) stop--;
  return stop == from || isComment(from, stop);
}

/** Returns whether two texts are the same. */
export function same(start: usize, end: usize, other: usize, otherEnd: usize): bool {
  if (end - start != otherEnd - other) return false;
  for (; start < end; start++, other++) if (load<u8>(start) != load<u8>(other)) return false;
  return true;
}
