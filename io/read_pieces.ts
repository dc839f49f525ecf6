import type { ByteSource } from "./byte_source.ts";

const PIECE_SIZE = 2 ** 18;

/** Gives the bytes of a source piece by piece; each is good until the next is asked for. */
export async function* readPieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PIECE_SIZE);
  for (;;) {
    const length = await source.read(buffer);
    if (length === null) return;
    yield buffer.subarray(0, length);
  }
}
