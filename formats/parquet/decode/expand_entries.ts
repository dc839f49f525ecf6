import type { RawEntries } from "../../arrow/decode/batch.ts";
import type { Texts } from "../../table.ts";

/** Up to so many bytes a loop is faster than a copy by the runtime. */
const SHORT = 24;

/** How many bytes the texts of some entries have. */
export function countTextBytes(places: Int32Array, { offsets }: Texts): number {
  let bytes = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    if (place >= 0) bytes += offsets[place + 1] - offsets[place];
  }
  return bytes;
}

/** Puts the texts of entries one after another. Returns their offsets and their bytes. */
export function joinTexts(
  places: Int32Array,
  { offsets, bytes }: Texts,
): readonly [offsets: Uint8Array, bytes: Uint8Array] {
  const ends = new Int32Array(places.length + 1);
  for (let i = 0, end = 0; i < places.length; i++) {
    const place = places[i];
    if (place >= 0) end += offsets[place + 1] - offsets[place];
    ends[i + 1] = end;
  }
  const joined = new Uint8Array(ends[places.length]);
  for (let i = 0; i < places.length; i++) {
    const [start, length] = [offsets[places[i]], ends[i + 1] - ends[i]];
    if (length > SHORT) joined.set(bytes.subarray(start, start + length), ends[i]);
    else for (let j = 0; j < length; j++) joined[ends[i] + j] = bytes[start + j];
  }
  return [new Uint8Array(ends.buffer), joined];
}

/** Puts values of a fixed size one after another, 0 for a null. */
export function expandFixed(
  places: Int32Array,
  { fixed, size }: { readonly fixed: Uint8Array; readonly size: number },
  into: Uint8Array,
): void {
  if (size === 4 || size === 8) {
    const each = size / 4;
    const known = new Uint32Array(fixed.buffer, fixed.byteOffset, fixed.length / 4);
    const words = new Uint32Array(into.buffer, into.byteOffset, places.length * each);
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      words[i * each] = place < 0 ? 0 : known[place * each];
      if (each === 2) words[2 * i + 1] = place < 0 ? 0 : known[2 * place + 1];
    }
    return;
  }
  places.forEach((place, i) => {
    if (place >= 0) into.set(fixed.subarray(place * size, (place + 1) * size), i * size);
    else into.fill(0, i * size, (i + 1) * size);
  });
}

/** Puts the values of entries one after another. Returns the buffers of Arrow that hold them. */
export function expandEntries({ places, dictionary }: Omit<RawEntries, "validity">): Uint8Array[] {
  if ("texts" in dictionary) return [...joinTexts(places, dictionary.texts)];
  const bytes = new Uint8Array(places.length * dictionary.size);
  expandFixed(places, dictionary, bytes);
  return [bytes];
}
