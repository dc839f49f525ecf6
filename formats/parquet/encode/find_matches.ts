/**
 * Receives what a text is made of: literals, and then what repeats earlier bytes; the last may
 * repeat none.
 */
export interface MatchSink {
  /**
   * Adds the bytes between two places as they are, and then `length` bytes that begin `distance`
   * before their place.
   */
  add(
    start: number,
    end: number,
    match?: { readonly distance: number; readonly length: number },
  ): void;
}

const HASH_BITS = 14;
const MIN_MATCH = 4;
/** Matches reach back so far, which two bytes can say. */
const MAX_DISTANCE = 2 ** 16 - 1;
/** Bytes at the end that no match begins in, and that no match covers: LZ4 asks for them. */
const LAST_START = 12;
const LAST_LITERALS = 5;
const table = new Int32Array(2 ** HASH_BITS);

/** Finds bytes that repeat earlier ones, the way that LZ4 and Snappy do: quickly, and not all of them. */
export function findMatches(input: Uint8Array, sink: MatchSink): void {
  const { buffer, byteOffset, byteLength, length } = input;
  const view = new DataView(buffer, byteOffset, byteLength);
  table.fill(-1);
  const end = length - LAST_START;
  let literals = 0;
  // Where nothing repeats, the steps become longer.
  for (let at = 0, misses = 32; at < end;) {
    const word = view.getUint32(at, true);
    const hash = Math.imul(word, 0x9e3779b1) >>> 32 - HASH_BITS;
    const candidate = table[hash];
    table[hash] = at;
    if (
      candidate < 0 || at - candidate > MAX_DISTANCE || view.getUint32(candidate, true) !== word
    ) {
      at += misses++ >> 5;
      continue;
    }
    misses = 32;
    let matched = MIN_MATCH;
    const most = length - LAST_LITERALS - at;
    while (matched < most && input[candidate + matched] === input[at + matched]) matched++;
    sink.add(literals, at, { distance: at - candidate, length: matched });
    at += matched;
    literals = at;
  }
  sink.add(literals, length);
}
