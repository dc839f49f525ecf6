import { loadZlib } from "./zlib.ts";

let table: Uint32Array | undefined;

/** Bytes that the table may take altogether: loading `node:zlib` takes 10 ms, and the table 3 to 30 ns a byte. */
const MAX_TABLE_BYTES = 2 ** 18;
let tableBytes = 0;

/** Returns the CRC-32 of bytes, as gzip has it. */
export function crc32(bytes: Uint8Array): number {
  if (tableBytes + bytes.length <= MAX_TABLE_BYTES) {
    tableBytes += bytes.length;
    return crc32ByTable(bytes);
  }
  const { crc32: byRuntime } = loadZlib() ?? {};
  return byRuntime === undefined ? crc32ByTable(bytes) : byRuntime(bytes);
}

/** The same without the runtime's: browsers have none, nor does Node.js before 22.2. */
export function crc32ByTable(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let i = 0; i < 8; i++) remainder = remainder >>> 1 ^ (remainder & 1 ? 0xedb88320 : 0);
    return remainder;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crc >>> 8 ^ table[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
}
