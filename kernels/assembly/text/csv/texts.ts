// Reads the texts of cells without their quotes.

import { copyBytes, csv_quote, isListed, isQuoted, QUOTE } from "./bytes";

/**
 * Writes the texts of `count` cells one after another. `offsets` gets 0 and then the end of each
 * text, as u32. `valid` gets a byte for each cell. A cell without quotes that is empty or has a
 * text of the list [nulls, nullsEnd) is null; one in quotes is always a text. Returns the index of the first cell
 * that is not UTF-8, otherwise `count`.
 */
export function csv_texts(
  cells: usize,
  count: i32,
  offsets: usize,
  to: usize,
  valid: usize,
  nulls: usize,
  nullsEnd: usize,
): i32 {
  const quote = csv_quote;
  const begin = to;
  store<u32>(offsets, 0);
  for (let i = 0; i < count; i++, cells += 8) {
    const start: usize = load<u32>(cells);
    const end: usize = load<u32>(cells, 4);
    const before = to;
    let there: u8 = 1;
    if (isQuoted(start, end, quote)) {
      to = unquote(to, start + 1, end - 1);
    } else if (start == end || isListed(start, end, nulls, nullsEnd)) {
      there = 0;
    } else {
      to = copyBytes(to, start, end);
    }
    if (!isUtf8(before, to)) return i;
    offsets += 4;
    store<u32>(offsets, <u32> (to - begin));
    store<u8>(valid++, there);
  }
  return count;
}

/**
 * Puts the text [none, noneEnd) in the place of every cell that is null, by the rule of `csv_texts`, in a list of
 * `count` cells.
 */
export function csv_replace_nulls(
  cells: usize,
  count: i32,
  nulls: usize,
  nullsEnd: usize,
  none: usize,
  noneEnd: usize,
): void {
  const quote = csv_quote;
  for (const last = cells + (<usize> count << 3); cells < last; cells += 8) {
    const start: usize = load<u32>(cells);
    const end: usize = load<u32>(cells, 4);
    if (start != end && (isQuoted(start, end, quote) || !isListed(start, end, nulls, nullsEnd))) {
      continue;
    }
    store<u32>(cells, <u32> none);
    store<u32>(cells, <u32> noneEnd, 4);
  }
}

/** Copies a text and halves its doubled quotes. It writes up to 15 bytes more. */
export function unquote(to: usize, from: usize, end: usize): usize {
  const quotes = i8x16.splat(QUOTE);
  while (from < end) {
    const bytes = v128.load(from);
    v128.store(to, bytes);
    const marks = i8x16.bitmask(i8x16.eq(bytes, quotes));
    const step = min<usize>(marks == 0 ? 16 : <usize> ctz(marks) + 1, end - from);
    to += step;
    from += step;
    if (marks != 0 && from < end && load<u8>(from - 1) == QUOTE && load<u8>(from) == QUOTE) from++;
  }
  return to;
}

/** Returns whether a text is well-formed: no surrogates, nothing overlong, nothing truncated. */
export function isUtf8(at: usize, end: usize): bool {
  while (at < end) {
    const high = i8x16.bitmask(v128.load(at));
    const ascii = high == 0 ? 16 : <usize> ctz(high);
    at += ascii;
    if (ascii == 16 || at >= end) continue;
    const length = sequenceLength(at, end);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

/** Returns the number of bytes of the character that begins here, or 0 if nulls does. */
function sequenceLength(at: usize, end: usize): usize {
  const first = load<u8>(at);
  const length: usize = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > end) return 0;
  for (let i: usize = 1; i < length; i++) if ((load<u8>(at + i) & 0xc0) != 0x80) return 0;
  const second = load<u8>(at, 1);
  if (first == 0xe0 && second < 0xa0 || first == 0xed && second > 0x9f) return 0;
  if (first == 0xf0 && second < 0x90 || first == 0xf4 && second > 0x8f) return 0;
  return length;
}
