import { Scratch } from "../../kernels/scratch.ts";
import type { Texts } from "../table.ts";

/** Makes texts of values of JSON: of strings what they stand for, of others what is written. */
export function decodeTexts({ offsets, bytes, valid }: Texts): Texts {
  const rows = offsets.length - 1;
  const scratch = new Scratch();
  const from = scratch.put(bytes);
  const cells = scratch.put(
    Uint32Array.from({ length: 2 * rows }, (_, i) => from + offsets[(i + 1) >> 1]),
  );
  const ends = scratch.reserve((rows + 1) * 4);
  const to = scratch.reserve(bytes.length);
  // A null is an empty text, as the caller knows.
  const read = scratch.exports.json_texts(cells, rows, ends, to, scratch.reserve(rows), 0, 0);
  if (read < rows) {
    const text = new TextDecoder().decode(bytes.subarray(offsets[read], offsets[read + 1]));
    throw new SyntaxError(
      `The text ${text} is not UTF-8, which other formats than JSON lines need`,
    );
  }
  const { memory } = scratch;
  const found = new Int32Array(memory.slice(ends, ends + (rows + 1) * 4));
  return {
    kind: "texts",
    offsets: found,
    bytes: new Uint8Array(memory.slice(to, to + found[rows])),
    valid,
  };
}
