import type { ByteSink } from "../io/byte_sink.ts";
import type { ByteSource } from "../io/byte_source.ts";
import type { ReadTableOptions, WriteTableOptions } from "./format_spec.ts";
import { type Format, specOf } from "./registry.ts";
import type { FileTableReader, TableWriter } from "./table.ts";

export type { ReadTableOptions, WriteTableOptions };

/** Opens a table for reading in a format. */
export async function openTableReader(
  format: Format,
  source: ByteSource,
  options: ReadTableOptions,
): Promise<FileTableReader> {
  return await (await specOf(format).load()).openReader(source, options);
}

/** Opens a table for writing in a format. */
export async function openTableWriter(
  format: Format,
  sink: ByteSink,
  options: WriteTableOptions,
): Promise<TableWriter> {
  return await (await specOf(format).load()).openWriter(sink, options);
}
