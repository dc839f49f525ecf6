import { hash } from "../csv/text_list.ts";

const WORD = 4;
/** Words before the beginnings of the buckets. */
const HEADER_WORDS = 3;
/** Names up to which a list has one bucket: to compare all of them takes less time than a hash. */
const MAX_COMPARED = 4;
/** How many bytes of a string may stand for one byte of a name, and bytes that are written after it. */
const MAX_ESCAPE = 6;
const BEHIND = 32;

/**
 * Makes the list of names that kernels/assembly/text/json/scan.ts looks members up in, which says how
 * it is laid out, with the room after it. The column of a name is its place.
 */
export function encodeNames(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = names.map((name) => new TextEncoder().encode(name));
  const count = parts.length <= MAX_COMPARED ? 1 : 2 ** Math.ceil(Math.log2(parts.length));
  const buckets = Array.from({ length: count }, (): number[] => []);
  parts.forEach((part, i) => buckets[hash(part) & (count - 1)].push(i));
  const header = WORD * (HEADER_WORDS + count + 1);
  const length = parts.reduce((sum, part) => sum + 2 * WORD + part.length, header);
  const longest = parts.reduce((most, part) => Math.max(most, part.length), 0);
  const list = new Uint8Array(length + MAX_ESCAPE * longest + BEHIND);
  const view = new DataView(list.buffer);
  const put = (word: number, value: number): void => view.setUint32(WORD * word, value, true);
  put(0, length);
  put(1, longest);
  put(2, count - 1);
  let at = header;
  for (const [i, bucket] of buckets.entries()) {
    put(HEADER_WORDS + i, at);
    for (const column of bucket) {
      view.setUint32(at, parts[column].length, true);
      view.setUint32(at + WORD, column, true);
      list.set(parts[column], at + 2 * WORD);
      at += 2 * WORD + parts[column].length;
    }
  }
  put(HEADER_WORDS + count, at);
  return list;
}
