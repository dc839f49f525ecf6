import { loadZlib } from "./zlib.ts";

let table: Uint32Array | undefined;

/** Returns the CRC-32 of bytes, as gzip has it. */
export function crc32(bytes: Uint8Array): number {
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
