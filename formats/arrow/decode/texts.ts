import type { Texts } from "../../table.ts";

const VIEW_SIZE = 16;
/** A view holds a text of so many bytes itself. */
const MOST_INLINE = 12;
/** Bytes of texts that are put together at a time. */
const MOST_GATHERED = 2 ** 29;

/** Makes texts of what a function says of each row; nothing is none. */
export function textsOf(rows: number, text: (row: number) => string | undefined): Texts {
  const parts: string[] = [];
  const offsets = new Int32Array(rows + 1);
  const valid = new Uint8Array(Math.ceil(rows / 8));
  for (let i = 0; i < rows; i++) {
    const part = text(i);
    // All that is written here is ASCII: a byte for each character.
    offsets[i + 1] = offsets[i] + (part?.length ?? 0);
    if (part === undefined) continue;
    valid[i >> 3] |= 1 << (i & 7);
    parts.push(part);
  }
  return { kind: "texts", offsets, bytes: new TextEncoder().encode(parts.join("")), valid };
}

/** Texts as they lie, if offsets grow and stay inside. */
export function plainTexts(offsets: Int32Array, bytes: Uint8Array): Texts {
  let before = offsets[0];
  let fine = before >= 0;
  for (let i = 1; i < offsets.length; i++) {
    fine &&= offsets[i] >= before;
    before = offsets[i];
  }
  if (!fine || before > bytes.length) {
    throw new RangeError(`offsets of texts lead outside of ${bytes.length} bytes, or back`);
  }
  return { kind: "texts", offsets, bytes };
}

/** Texts that lie in several buffers, or in the views themselves. */
export function viewTexts(
  views: Uint8Array,
  { rows, valid, data }: { rows: number; valid?: Uint8Array; data: readonly Uint8Array[] },
): Texts {
  const view = new DataView(views.buffer, views.byteOffset, views.byteLength);
  return gatherTexts(rows, (i) => {
    // What is none may be anything.
    if (valid !== undefined && (valid[i >> 3] >> (i & 7) & 1) === 0) return NOTHING;
    const at = i * VIEW_SIZE;
    const length = view.getInt32(at, true);
    if (length >= 0 && length <= MOST_INLINE) return views.subarray(at + 4, at + 4 + length);
    const [buffer, start] = [view.getInt32(at + 8, true), view.getInt32(at + 12, true)];
    const bytes = data[buffer];
    if (length >= 0 && start >= 0 && bytes !== undefined && start + length <= bytes.length) {
      return bytes.subarray(start, start + length);
    }
    throw new RangeError(`a text of ${length} bytes lies outside of its buffer`);
  });
}

const NOTHING = new Uint8Array(0);

/** Puts texts from anywhere one behind the other. */
export function gatherTexts(rows: number, bytesAt: (row: number) => Uint8Array): Texts {
  const parts: Uint8Array[] = [];
  const offsets = new Int32Array(rows + 1);
  let length = 0;
  for (let i = 0; i < rows; i++) {
    const part = bytesAt(i);
    parts.push(part);
    length += part.length;
    // Rows may share a text, so that few bytes can stand for endless ones.
    if (length > MOST_GATHERED) {
      throw new RangeError(
        `its texts in one batch are longer than ${MOST_GATHERED} bytes; write smaller batches`,
      );
    }
    offsets[i + 1] = length;
  }
  const bytes = new Uint8Array(length);
  parts.forEach((part, i) => bytes.set(part, offsets[i]));
  return { kind: "texts", offsets, bytes };
}
