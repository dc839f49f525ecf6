/** Bytes of a row of the kernels' tables. */
export const ROW_BYTES = 96;

/** Undoes what tools/npm/pack_module.ts does with tables. They come as a text of bytes. */
export function unpackTables(packed: string): Uint8Array<ArrayBuffer> {
  const tables = new Uint8Array(packed.length);
  const rows = Math.floor(packed.length / ROW_BYTES);
  for (let i = rows * ROW_BYTES; i < packed.length; i++) tables[i] = packed.charCodeAt(i);
  for (let column = 0; column < ROW_BYTES; column++) {
    for (let row = 0, byte = 0; row < rows; row++) {
      byte += packed.charCodeAt(column * rows + row);
      tables[row * ROW_BYTES + column] = byte;
    }
  }
  return tables;
}
