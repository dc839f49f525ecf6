// Finds where a text of records can be cut as it arrives. The state of the quotes is carried from
// piece to piece.

import {
  csv_comment,
  csv_comment_end,
  csv_quote,
  find,
  LINE_FEED,
  NO_QUOTE,
  QUOTE,
  STRIDE,
} from "./bytes";

/** The state at the end of a piece: at the beginning of a field. Callers rely on this being 0. */
const BEFORE: i32 = 0;
const INSIDE: i32 = 1;
/** The state after a quote that closed a field. If a quote follows, it opens the field again. */
const CLOSED: i32 = 2;
const OUTSIDE: i32 = 3;

/** The bits of the state that are one of these. */
const QUOTES: i32 = 3;
/** The line is a comment, as far as it is known. */
const COMMENT: i32 = 4;
/** The line is not a comment: more than its beginning is known. */
const RECORD: i32 = 8;
/** Above these bits: how many bytes of the line are known, where they are the beginning of a comment's. */
const MATCHED: i32 = 4;

/** The state after the last piece. Callers set it to the state before the next one. */
export let csv_state: i32 = BEFORE;

/** Returns where the last record of a piece ends, or 0 if none does. */
export function csv_cut(from: usize, end: usize, delimiter: i32): usize {
  if (csv_quote == NO_QUOTE) return lastLine(from, end);
  const before = csv_state & ~QUOTES;
  const cut = cutText(from, end, delimiter, before);
  if (csv_comment == csv_comment_end || end == from) return cut;
  // The record that the piece ends in began at the cut, or in a piece before.
  if (csv_state == INSIDE) csv_state |= RECORD;
  else csv_state |= cut == 0 ? matchComment(from, end, before) : matchComment(cut, end, 0);
  return cut;
}

/** Returns where the last line of a piece ends, or 0 if none does. */
function lastLine(from: usize, end: usize): usize {
  for (let at = end; at > from; at--) if (load<u8>(at - 1) == LINE_FEED) return at;
  return 0;
}

/**
 * Compares a line, or what [at, end) adds to it, with the beginning of a comment. Returns what is then known of it;
 * `before` is what was known.
 */
function matchComment(at: usize, end: usize, before: i32): i32 {
  if ((before & (COMMENT | RECORD)) != 0) return before;
  let expected = csv_comment + <usize> (before >> MATCHED);
  for (; at < end && expected < csv_comment_end; at++, expected++) {
    if (load<u8>(at) != load<u8>(expected)) return RECORD;
  }
  if (expected == csv_comment_end) return COMMENT;
  return <i32> (expected - csv_comment) << MATCHED;
}

function cutText(from: usize, end: usize, delimiter: i32, before: i32): usize {
  const hasComments = csv_comment != csv_comment_end;
  csv_state &= QUOTES;
  const quotes = i8x16.splat(QUOTE);
  const feeds = i8x16.splat(LINE_FEED);
  const delimiters = i8x16.splat(<i8> delimiter);
  let inside = csv_state == INSIDE;
  let cut: usize = 0;
  // A quote at this place opens a field although there is no delimiter before it.
  let opens: usize = csv_state == CLOSED || csv_state == BEFORE ? from : 0;
  for (let at = from; at < end; at += STRIDE) {
    let quoted = find(at, quotes);
    let ends = find(at, feeds);
    const left = end - at;
    if (left < STRIDE) {
      const there = (<u64> 1 << left) - 1;
      quoted &= there;
      ends &= there;
    }
    if (quoted == 0) {
      if (!inside && ends != 0) cut = at + 64 - <usize> clz(ends);
      continue;
    }
    // In almost all texts every quote opens or closes a field, so that the state after a byte is the
    // parity of the quotes up to it.
    const after = parity(quoted) ^ (inside ? ~(<u64> 0) : 0);
    const mayOpen = quoted | ends | find(at, delimiters);
    const first = at == opens || (at > from && beginsAfter(load<u8>(at - 1), delimiter));
    if (!hasComments && (quoted & after & ~((mayOpen << 1) | u64(first))) == 0) {
      const closing = quoted & ~after;
      if (closing != 0) opens = at + 64 - <usize> clz(closing);
      const cuts = ends & ~after;
      if (cuts != 0) cut = at + 64 - <usize> clz(cuts);
      inside = <i64> after < 0;
      continue;
    }
    // A quote in the middle of a field, or in a comment, is an ordinary byte.
    for (let marks = quoted | ends; marks != 0; marks &= marks - 1) {
      const place = at + <usize> ctz(marks);
      if (load<u8>(place) == LINE_FEED) {
        if (!inside) cut = place + 1;
      } else if (inside) {
        inside = false;
        opens = place + 1;
      } else if (place == opens || (place > from && beginsAfter(load<u8>(place - 1), delimiter))) {
        inside = !hasComments ||
          (cut == 0 ? matchComment(from, place, before) : matchComment(cut, place, 0)) != COMMENT;
      }
    }
  }
  if (end > from) {
    if (inside) csv_state = INSIDE;
    else if (opens == end) csv_state = CLOSED;
    else csv_state = beginsAfter(load<u8>(end - 1), delimiter) ? BEFORE : OUTSIDE;
  }
  return cut;
}

// @ts-ignore: decorator
@inline
function beginsAfter(byte: u8, delimiter: i32): bool {
  return byte == LINE_FEED || <i32> byte == delimiter;
}

/** Returns for each bit the parity of the bits up to it. */
// @ts-ignore: decorator
@inline
function parity(bits: u64): u64 {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}
