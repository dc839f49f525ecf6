import { encodeBase64 } from "@std/encoding/base64";
import { encodeHex } from "@std/encoding/hex";
import { ROW_BYTES } from "./runtime/unpack_tables.ts";

/** A WebAssembly module as a text that compresses well. */
export interface PackedModule {
  /** What comes before the tables, in base 16: there gzip finds repetitions, which base64 hides. */
  readonly code: string;
  /** The tables, in the order that `unpackTables` undoes, in base64. */
  readonly tables: string;
}

const DATA_SECTION = 11;

/**
 * Packs a module. Its tables have rows of 96 bytes, of which each is much like the one before: the
 * differences, column by column, take a fifth less once they are compressed.
 */
export function packModule(wasm: Uint8Array<ArrayBuffer>): PackedModule {
  const at = findData(wasm);
  const data = wasm.subarray(at);
  const packed = data.slice();
  const rows = Math.floor(data.length / ROW_BYTES);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < ROW_BYTES; column++) {
      const from = row * ROW_BYTES + column;
      const before = row === 0 ? 0 : data[from - ROW_BYTES];
      packed[column * rows + row] = data[from] - before;
    }
  }
  return { code: encodeHex(wasm.subarray(0, at)), tables: encodeBase64(packed) };
}

/** Where the contents of the data section begin. */
function findData(wasm: Uint8Array): number {
  for (let at = 8; at < wasm.length;) {
    const id = wasm[at++];
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = wasm[at++];
      length += (byte & 127) * 2 ** shift;
      more = byte > 127;
    }
    if (id === DATA_SECTION) return at;
    at += length;
  }
  return wasm.length;
}
