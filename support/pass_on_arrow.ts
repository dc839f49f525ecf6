import { ArrowReader } from "../formats/arrow/decode/reader.ts";
import { ArrowWriter } from "../formats/arrow/encode/writer.ts";
import type { Numbers, OutputColumn } from "../formats/table.ts";
import { MemorySink, memorySource } from "./memory.ts";

/** How a table is passed on. */
export interface PassOnOptions {
  readonly container: "file" | "stream";
  /** Bytes that the input gives at a time; if omitted, it is a file. */
  readonly atATime?: number;
  /** The columns to write; all, if omitted. */
  readonly outputs?: readonly OutputColumn[];
  /** The results for each batch. */
  readonly results?: readonly (readonly Numbers[])[];
}

/** Reads an Arrow file or stream and writes it again. */
export async function passOn(
  bytes: Uint8Array,
  { container, atATime, outputs, results = [] }: PassOnOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  using reader = await ArrowReader.open(memorySource(bytes, atATime));
  const sink = new MemorySink();
  const writer = await ArrowWriter.open(sink, {
    container,
    reader,
    outputs: outputs ?? reader.columns.map(({ name }, input) => ({ name, input })),
  });
  for (let i = 0;; i++) {
    const batch = await reader.read();
    if (batch === undefined) break;
    await writer.write(batch, results[i] ?? []);
  }
  await writer.close();
  return sink.bytes;
}
