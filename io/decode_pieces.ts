import type { Transform } from "node:stream";

/**
 * Sends pieces of compressed bytes through a decoder of `node:zlib` and gives what comes out.
 *
 * A piece is asked for when the one before was taken, and the decoder takes none while what it made
 * waits to be read: memory stays bounded, and a piece may use the buffer of the one before.
 */
export async function* decodePieces(
  decoder: Transform,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let wake = (): void => {};
  let stopped = false;
  async function feed(): Promise<void> {
    for await (const piece of pieces) {
      if (stopped) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        decoder.write(piece, () => resolve());
      });
      if (stopped) return;
    }
    decoder.end();
  }
  // What fails here fails the loop below, which is the one that is awaited.
  const feeding = feed().catch((error) => void decoder.destroy(error));
  try {
    for await (const chunk of decoder) yield chunk;
  } finally {
    // A decoder that found the end before its input's does not always take its last piece.
    stopped = true;
    decoder.destroy();
    wake();
  }
  await feeding;
}
