// Finds records and the cells of some columns in each record.

import {
  CARRIAGE_RETURN,
  csv_comment,
  csv_comment_end,
  csv_quote,
  find,
  find3,
  isComment,
  LINE_FEED,
  NO_QUOTE,
  QUOTE,
  STRIDE,
} from "./bytes";
import { plainEnd, scanPlain } from "./plain";

/** The problem with the record at which scanning stopped; here there is none. */
export const FINE: i32 = 0;
/** The record has more or fewer cells than there are columns: `csv_found` cells. */
const RAGGED: i32 = 1;
/** The quote at `csv_found` is not closed. */
const UNCLOSED: i32 = 2;
/** JSON is not as `json_expected` says at `csv_found`. */
export const SYNTAX: i32 = 3;
/** The name at `csv_found` is in its object for the second time; `json_expected` is its column. */
export const DUPLICATE: i32 = 4;
/** The object has a member with the name of a result already, at `csv_found`. */
export const TAKEN: i32 = 5;

/** The problem at which scanning stopped, or FINE. */
export let csv_problem: i32 = FINE;
export let csv_found: usize = 0;
/** The place where scanning stopped: after the last record, or at the one with a problem. */
export let csv_next: usize = 0;
/** The number of line feeds in quotes in the records that were found. */
export let csv_quoted_lines: i32 = 0;

/** Sets what stopped a scan, which found no line feed in quotes. */
export function stopScan(problem: i32, found: usize, next: usize): void {
  csv_problem = problem;
  csv_found = found;
  csv_next = next;
  csv_quoted_lines = 0;
}

/** The number of line feeds in the field whose end was last searched for. */
let feeds: i32 = 0;

/**
 * Scans [from, end) for up to `most` records, and returns how many there are. The last one may lack
 * its line end.
 *
 * For each record, `ends` gets a u32: where the next record begins. `wanted` is a list of u32: the
 * indexes of columns in ascending order, followed by one that is never reached. For each of these
 * columns and each record, `cells` gets two u32: the beginning and the end of the cell. The cells
 * of two columns are `most` cells apart. An empty line or a comment has no cells: it gets 0. After `end`, 64
 * bytes must be readable.
 */
export function csv_scan(
  from: usize,
  end: usize,
  most: i32,
  columns: i32,
  delimiter: i32,
  wanted: usize,
  cells: usize,
  ends: usize,
): i32 {
  const stride = <usize> most << 3;
  const splitter = <u8> delimiter;
  const a = i8x16.splat(splitter);
  const b = i8x16.splat(LINE_FEED);
  // Without quotes none is looked for: the delimiter, which is looked for already, takes its place.
  const c = i8x16.splat(csv_quote == NO_QUOTE ? splitter : QUOTE);
  const hasComments = csv_comment != csv_comment_end;
  csv_problem = FINE;
  csv_quoted_lines = 0;
  let count = 0;
  if (!hasComments) {
    count = scanPlain(from, end, most, columns, delimiter, wanted, cells, ends);
    from = plainEnd;
    csv_next = from;
    if (count == most) return count;
  }
  let record = from;
  let start = from;
  let field: u32 = 0;
  let want = wanted;
  let next = load<u32>(want);
  let cell = cells + (<usize> count << 3);
  let quotedLines = 0;
  let base = from;
  let marks: u64 = from < end ? find3(base, a, b, c) : 0;
  while (record < end) {
    if (hasComments && start == record && isComment(record, end)) {
      const stop = lineEnd(record, end);
      for (; next != u32.MAX_VALUE; want += 4, next = load<u32>(want), cell += stride) {
        store<u64>(cell, 0);
      }
      record = min(stop + 1, end);
      store<u32>(ends + (<usize> count << 2), record);
      start = record;
      want = wanted;
      next = load<u32>(want);
      count++;
      cell = cells + (<usize> count << 3);
      base = record;
      marks = base < end ? find3(base, a, b, c) : 0;
      if (count == most) break;
      continue;
    }
    while (marks == 0 && base + STRIDE < end) {
      base += STRIDE;
      marks = find3(base, a, b, c);
    }
    let place = marks == 0 ? end : base + <usize> ctz(marks);
    marks &= marks - 1;
    let byte = LINE_FEED;
    if (place < end) byte = load<u8>(place);
    else place = end;
    if (byte == splitter) {
      if (field == next) {
        store<u32>(cell, start);
        store<u32>(cell, place, 4);
        cell += stride;
        want += 4;
        next = load<u32>(want);
      }
      field++;
      start = place + 1;
    } else if (byte == QUOTE) {
      if (place != start) continue;
      const close = closingQuote(place + 1, end);
      if (close == 0) {
        csv_problem = UNCLOSED;
        csv_found = place;
        break;
      }
      quotedLines += feeds;
      if (close >= base + STRIDE) {
        base = close + 1;
        marks = base < end ? find3(base, a, b, c) : 0;
      } else {
        // There are two shifts, because one shift by 64 would not shift at all.
        marks &= (<u64> -1 << (close - base)) << 1;
      }
    } else {
      let stop = place;
      if (stop > record && load<u8>(stop - 1) == CARRIAGE_RETURN) stop--;
      if (stop == record) {
        for (; next != u32.MAX_VALUE; want += 4, next = load<u32>(want), cell += stride) {
          store<u64>(cell, 0);
        }
      } else {
        if (field == next) {
          store<u32>(cell, start);
          store<u32>(cell, stop, 4);
        }
        if (field + 1 != <u32> columns) {
          csv_problem = RAGGED;
          csv_found = field + 1;
          break;
        }
      }
      record = min(place + 1, end);
      store<u32>(ends + (<usize> count << 2), record);
      csv_quoted_lines += quotedLines;
      quotedLines = 0;
      start = record;
      field = 0;
      want = wanted;
      next = load<u32>(want);
      count++;
      cell = cells + (<usize> count << 3);
      if (count == most) break;
    }
  }
  csv_next = record;
  return count;
}

/** Returns the line feed that ends a line, or `end` if none does. */
function lineEnd(at: usize, end: usize): usize {
  const lines = i8x16.splat(LINE_FEED);
  for (; at < end; at += STRIDE) {
    const marks = find(at, lines);
    if (marks != 0) return min(at + <usize> ctz(marks), end);
  }
  return end;
}

/** Returns the quote that closes a field, or 0 if none does. */
function closingQuote(at: usize, end: usize): usize {
  const quotes = i8x16.splat(QUOTE);
  const lines = i8x16.splat(LINE_FEED);
  feeds = 0;
  while (at < end) {
    const marks = find(at, quotes);
    const there = find(at, lines);
    if (marks == 0) {
      feeds += <i32> popcnt(there);
      at += STRIDE;
      continue;
    }
    const offset = ctz(marks);
    feeds += <i32> popcnt(there & ((<u64> 1 << offset) - 1));
    at += <usize> offset;
    if (at >= end) return 0;
    if (at + 1 == end || load<u8>(at + 1) != QUOTE) return at;
    at += 2;
  }
  return 0;
}
