import { persist } from "./persist.ts";

/** Writes all the bytes: a file or a pipe may take fewer at a time. */
export async function writeFull(
  writer: { write(bytes: Uint8Array): Promise<number> },
  bytes: Uint8Array,
): Promise<void> {
  const waits = writer !== Deno.stdout;
  let length = 0;
  while (length < bytes.length) {
    length += await persist(() => writer.write(bytes.subarray(length)), waits);
  }
}
