import { type ByteSource, readPieces } from "./byte_source.ts";

/**
 * Decompresses gzip data where there is no `node:zlib`, by the browser's `DecompressionStream`. That reads
 * one member only, and does not say what is wrong with damaged data.
 */
export async function* gunzipWeb(source: ByteSource): AsyncGenerator<Uint8Array> {
  const pieces = readPieces(source);
  let failure: { readonly error: unknown } | undefined;
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller): Promise<void> {
      try {
        const { value } = await pieces.next();
        if (value === undefined) controller.close();
        else controller.enqueue(value.slice()); // its buffer is used again for the next piece
      } catch (error) {
        failure = { error };
        controller.error(error);
      }
    },
  }, { highWaterMark: 0 });
  const reader = compressed.pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    // What the source itself fails with says already what is wrong.
    if (failure !== undefined) throw failure.error;
    throw new SyntaxError(
      `Cannot read ${source.name}: damaged or truncated gzip data, or several gzip members, of which ` +
        `this runtime reads only one`,
      { cause: error },
    );
  } finally {
    reader.cancel().catch(() => {});
  }
}
