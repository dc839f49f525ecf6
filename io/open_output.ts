import type { ByteSink } from "./byte_sink.ts";
import type { Compression } from "./decompress.ts";
import { openSink } from "./open_sink.ts";

/** Opens a file for writing, or standard output for `-`, and compresses what is written to it. */
export async function openOutput(path: string, compression?: Compression): Promise<ByteSink> {
  const sink = await openSink(path);
  if (compression === undefined) return sink;
  try {
    const { CompressedSink } = await import("./compressed_sink.ts");
    return await CompressedSink.open(sink, compression);
  } catch (error) {
    sink[Symbol.dispose]();
    throw error;
  }
}
