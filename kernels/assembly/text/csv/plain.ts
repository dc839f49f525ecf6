// Finds records whose cells have no quotes, which is most of all tables, two to three times as fast
// as text/csv/scan.ts finds any. Two loops, neither of which has a branch that is hard to predict:
//
// 1. The places of all delimiters and line feeds go to a list, 64 bytes at a time.
// 2. Where every record has as many cells as there are columns, every so many marks one is a line
//    feed. So the list is walked in steps of a record.
//
// All else is left to text/csv/scan.ts: quotes, blank lines, records of another length, and the last one,
// which may lack its line end.

import { CARRIAGE_RETURN, LINE_FEED, mask4, QUOTE, STRIDE } from "./bytes";

/** Marks that are listed before records are made of them. */
const LISTED: usize = 4096;
/** The most columns for which the list has room for some records. */
const MAX_COLUMNS: i32 = 1024;

/** Before the list is the line feed before the first record; after it, what a step may add. */
const MARKS: usize = memory.data(<i32> (1 + LISTED + 64) << 2, 16) + 4;

/** Where the records end that were found. */
export let plainEnd: usize = 0;

/** See `csv_scan`. Returns how many records were found before one that is left to it. */
export function scanPlain(
  from: usize,
  end: usize,
  most: i32,
  columns: i32,
  delimiter: i32,
  wanted: usize,
  cells: usize,
  ends: usize,
): i32 {
  plainEnd = from;
  if (columns > MAX_COLUMNS) return 0;
  const delimiters = i8x16.splat(<u8> delimiter);
  const lines = i8x16.splat(LINE_FEED);
  const quotes = i8x16.splat(QUOTE);
  let count = 0;
  let base = from;
  let top = MARKS;
  let feeds = 0;
  store<u32>(MARKS - 4, <u32> from - 1);
  for (let isLast = false; !isLast;) {
    const full = MARKS + (min<usize>(LISTED, <usize> (most - count) * columns) << 2);
    while (top < full) {
      isLast = base + STRIDE > end;
      if (isLast) break;
      const b0 = v128.load(base);
      const b1 = v128.load(base, 16);
      const b2 = v128.load(base, 32);
      const b3 = v128.load(base, 48);
      const q01 = v128.or(i8x16.eq(b0, quotes), i8x16.eq(b1, quotes));
      const q23 = v128.or(i8x16.eq(b2, quotes), i8x16.eq(b3, quotes));
      isLast = v128.any_true(v128.or(q01, q23));
      if (isLast) break;
      const l0 = i8x16.eq(b0, lines);
      const l1 = i8x16.eq(b1, lines);
      const l2 = i8x16.eq(b2, lines);
      const l3 = i8x16.eq(b3, lines);
      feeds += <i32> popcnt(mask4(l0, l1, l2, l3));
      top = list(
        top,
        base,
        mask4(
          v128.or(l0, i8x16.eq(b0, delimiters)),
          v128.or(l1, i8x16.eq(b1, delimiters)),
          v128.or(l2, i8x16.eq(b2, delimiters)),
          v128.or(l3, i8x16.eq(b3, delimiters)),
        ),
      );
      base += STRIDE;
    }
    const listed = <i32> ((top - MARKS) >> 2);
    const records = min(listed / columns, most - count);
    const rest = MARKS + (<usize> (records * columns) << 2);
    let restFeeds = 0;
    for (let mark = rest; mark < top; mark += 4) {
      restFeeds += i32(load<u8>(load<u32>(mark)) == LINE_FEED);
    }
    // Each record ends with a line feed, and there are no others.
    if (feeds != records + restFeeds) break;
    if (!cut(records, count, most, columns, wanted, cells, ends)) break;
    count += records;
    plainEnd = load<u32>(rest - 4) + 1;
    if (restFeeds > 0 || count == most) break;
    // The record that has begun goes on with the next marks.
    memory.copy(MARKS - 4, rest - 4, top - rest + 4);
    top -= rest - MARKS;
    feeds = 0;
  }
  return count;
}

/** Adds places to the list, one for each bit, and returns where the list ends. */
// @ts-ignore: decorator
@inline
function list(top: usize, base: usize, marks: u64): usize {
  const next = top + (<usize> popcnt(marks) << 2);
  // Eight at a time: what is too much is overwritten, and costs less than a branch for each.
  do {
    store<u32>(top, <u32> base + <u32> ctz(marks));
    marks &= marks - 1;
    store<u32>(top, <u32> base + <u32> ctz(marks), 4);
    marks &= marks - 1;
    store<u32>(top, <u32> base + <u32> ctz(marks), 8);
    marks &= marks - 1;
    store<u32>(top, <u32> base + <u32> ctz(marks), 12);
    marks &= marks - 1;
    store<u32>(top, <u32> base + <u32> ctz(marks), 16);
    marks &= marks - 1;
    store<u32>(top, <u32> base + <u32> ctz(marks), 20);
    marks &= marks - 1;
    store<u32>(top, <u32> base + <u32> ctz(marks), 24);
    marks &= marks - 1;
    store<u32>(top, <u32> base + <u32> ctz(marks), 28);
    marks &= marks - 1;
    top += 32;
  } while (marks != 0);
  return next;
}

/** Makes records of the first marks. Returns whether all are records with cells. */
// @ts-ignore: decorator
@inline
function cut(
  records: i32,
  count: i32,
  most: i32,
  columns: i32,
  wanted: usize,
  cells: usize,
  ends: usize,
): bool {
  const stride = <usize> most << 3;
  const step = <usize> columns << 2;
  let other: i32 = 0;
  for (let i = count, mark = MARKS; i < count + records; i++, mark += step) {
    const place: usize = load<u32>(mark + step - 4);
    const begin: usize = load<u32>(mark - 4) + 1;
    const stop = place - usize(load<u8>(place - 1) == CARRIAGE_RETURN);
    other |= i32(load<u8>(place) != LINE_FEED) | i32(stop <= begin);
    store<u32>(ends + (<usize> i << 2), <u32> place + 1);
    let cell = cells + (<usize> i << 3);
    for (let want = wanted, column = load<u32>(want); column != u32.MAX_VALUE; cell += stride) {
      const at = mark + (<usize> column << 2);
      store<u32>(cell, load<u32>(at - 4) + 1);
      store<u32>(cell, <u32> min<usize>(load<u32>(at), stop), 4);
      want += 4;
      column = load<u32>(want);
    }
  }
  return other == 0;
}
