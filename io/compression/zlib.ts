import type { Transform } from "node:stream";

type Zlib = typeof import("node:zlib");

/**
 * Returns the module `node:zlib`, which Deno, Node.js and Bun have and browsers lack. This call
 * gets it instead of an import, so that what is built for browsers needs nothing of Node.js.
 */
export function loadZlib(): Partial<Zlib> | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => unknown };
  };
  return process?.getBuiltinModule?.("node:zlib") as Zlib | undefined;
}

/** Makes the error for zstd data in a runtime that cannot decompress them. */
export function noZstd(name: string): TypeError {
  return new TypeError(
    `Cannot read ${name}: it holds zstd data, which this runtime cannot decompress; Deno, Bun and ` +
      `Node.js 22.15 or later can`,
  );
}

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
  // A failure here makes the loop below fail, which is the one that is awaited.
  const feeding = feed().catch((error) => void decoder.destroy(error));
  try {
    for await (const chunk of decoder) yield chunk;
  } finally {
    // A decoder that has found the end of the data does not always take the last piece.
    stopped = true;
    decoder.destroy();
    wake();
  }
  await feeding;
}
