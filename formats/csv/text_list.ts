/** Texts up to which a list has one bucket: to compare all of them takes less time than a hash. */
const MAX_COMPARED = 8;

const WORD = 4;
/** Words before the beginnings of the buckets. */
const HEADER_WORDS = 3;

/**
 * Makes the list of texts that kernels/assembly/text/csv/bytes.ts looks a cell up in, which says how
 * it is laid out. A list of thousands has a bucket for about each text, so that a cell is compared
 * with one or two.
 */
export function encodeTexts(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  if (texts.length === 0) return new Uint8Array(0);
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const count = parts.length <= MAX_COMPARED ? 1 : 2 ** Math.ceil(Math.log2(parts.length));
  const buckets = Array.from({ length: count }, (): Uint8Array[] => []);
  for (const part of parts) buckets[hash(part) & (count - 1)].push(part);
  const header = WORD * (HEADER_WORDS + count + 1);
  const length = parts.reduce((sum, part) => sum + WORD + part.length, header);
  const list = new Uint8Array(length);
  const view = new DataView(list.buffer);
  const put = (word: number, value: number): void => view.setUint32(WORD * word, value, true);
  put(0, parts.reduce((most, part) => Math.max(most, part.length), 0));
  put(1, texts.some((text) => /^[0-9]/.test(text)) ? 1 : 0);
  put(2, count - 1);
  let at = header;
  for (const [i, bucket] of buckets.entries()) {
    put(HEADER_WORDS + i, at);
    for (const part of bucket) {
      view.setUint32(at, part.length, true);
      list.set(part, at + WORD);
      at += WORD + part.length;
    }
  }
  put(HEADER_WORDS + count, at);
  return list;
}

/** Returns FNV-1a of a text, as text/csv/bytes.ts computes it. */
export function hash(text: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of text) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
