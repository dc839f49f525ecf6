import type { Input } from "../open_source.ts";

/**
 * Bytes that are decompressed to look for damage, at most: a second of work. The checksum of gzip
 * comes at the end of a member, and most files have only one.
 */
const MAX_LOOKED_BYTES = 2 ** 28;

/**
 * Reads an input by some action. If that fails over what the input contains, and the input is
 * compressed, it is read on: damaged bytes become other bytes before a checksum shows that they are
 * damaged, and then that is the error.
 */
export async function explainDamage<T>(
  { source, compression }: Pick<Input, "source" | "compression">,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // A pipe may bring no more, and not end.
    const isFile = compression !== undefined && source.live === undefined;
    if (!isFile || !(error instanceof SyntaxError)) throw error;
    const room = new Uint8Array(2 ** 18);
    for (let looked = 0; looked < MAX_LOOKED_BYTES;) {
      const found = await source.read(room);
      if (found === null) break;
      looked += found;
    }
    throw error;
  }
}
