import type { KeyValues } from "./field.ts";
import { FlatTable, readInt64 } from "./flat_table.ts";
import { decoding, keyValues } from "./message_reader.ts";

/** What is used of the footer of an Arrow file. */
export interface Footer {
  /** Byte of the file at which each batch begins. */
  readonly batches: readonly number[];
  /** Keys and values that the user gave the file. */
  readonly customMetadata: KeyValues;
}

const BLOCK_SIZE = 24;
const TAIL = 10;

/** Decodes what comes after the last message of an Arrow file. */
export function decodeFooter(
  bytes: Uint8Array,
  { name, at }: { name: string; at: number },
): Footer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(-6));
  const length = bytes.length < TAIL ? -1 : view.getInt32(bytes.length - TAIL, true);
  if (magic !== "ARROW1" || length < 0 || length > bytes.length - TAIL) {
    throw new SyntaxError(
      `Cannot read ${name}: it ends at byte ${
        at + bytes.length
      } without the footer that must end ` +
        `an Arrow file: it is truncated or damaged`,
    );
  }
  const start = bytes.length - TAIL - length;
  return decoding(`${name}: byte ${at + start}`, () => {
    const footer = FlatTable.root(bytes.subarray(start, start + length));
    const blocks = footer.bytes(3, BLOCK_SIZE);
    const places = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
    return {
      batches: Array.from(
        { length: blocks.length / BLOCK_SIZE },
        (_, i) => readInt64(places, BLOCK_SIZE * i),
      ),
      customMetadata: keyValues(footer, 4),
    };
  });
}
