import { encodeBase64 } from "@std/encoding/base64";
import { encodeHex } from "@std/encoding/hex";
import { findShared } from "./find_shared.ts";
import type { SharedPiece } from "./runtime/join_pieces.ts";
import { ROW_BYTES } from "./runtime/unpack_tables.ts";

/** A WebAssembly module as a text that compresses well. */
export interface PackedModule {
  /** What comes before the tables, in base 16: there gzip finds repetitions, which base64 hides. */
  readonly code: string;
  /** The tables, in the order that `unpackTables` undoes, in base64. */
  readonly tables: string;
  /** What belongs between parts of the tables, and is in other families. */
  readonly shared?: readonly SharedPiece[];
}

const DATA_SECTION = 11;

/**
 * Packs a module. Its tables have rows of 96 bytes, each much like the one before: the
 * differences, column by column, take a fifth less once they are compressed. What is in the tables
 * of `others`, families that are loaded with it, is omitted.
 */
export function packModule(
  wasm: Uint8Array<ArrayBuffer>,
  others: Readonly<Record<string, Uint8Array>> = {},
): PackedModule {
  const at = findData(wasm);
  const code = encodeHex(wasm.subarray(0, at));
  const tables = wasm.subarray(at);
  const shared = findShared(
    tables,
    Object.fromEntries(
      Object.entries(others).map(([name, other]) => [name, other.subarray(findData(other))]),
    ),
  );
  return { code, tables: encodeBase64(packTables(removePieces(tables, shared))), shared };
}

function removePieces(tables: Uint8Array, pieces: readonly SharedPiece[]): Uint8Array {
  const own = new Uint8Array(
    pieces.reduce((left, { length }) => left - length, tables.length),
  );
  let [from, to] = [0, 0];
  for (const { at, length } of [...pieces, { at: tables.length, length: 0 }]) {
    own.set(tables.subarray(from, at), to);
    to += at - from;
    from = at + length;
  }
  return own;
}

function packTables(data: Uint8Array): Uint8Array {
  const packed = data.slice();
  const rows = Math.floor(data.length / ROW_BYTES);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < ROW_BYTES; column++) {
      const from = row * ROW_BYTES + column;
      const before = row === 0 ? 0 : data[from - ROW_BYTES];
      packed[column * rows + row] = data[from] - before;
    }
  }
  return packed;
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
