import type { ByteSink } from "../../../io/byte_sink.ts";
import type { OutputColumn, TableWriter, WriterOptions } from "../../table.ts";
import { ParquetReader } from "../decode/reader.ts";
import { AppendWriter } from "./append_writer.ts";
import { ParquetTableWriter } from "./table_writer.ts";

/**
 * Opens a table for writing as Parquet. Where all rows and columns of a Parquet file stay, in their
 * order, the results are appended to it, or take the place of columns. Otherwise a new file is
 * written.
 */
export async function openParquetWriter(
  sink: ByteSink,
  options: WriterOptions,
): Promise<TableWriter> {
  const { reader, outputs, several = false, isPiece = false, isKept = false } = options;
  const isWhole = !several && !isPiece && !isKept;
  if (reader instanceof ParquetReader && isWhole && keepsAll(reader, outputs)) {
    return await AppendWriter.open(sink, { reader, outputs });
  }
  return await ParquetTableWriter.open(sink, options);
}

/** Whether all columns of a file are in the output under their names, or replaced where they are. */
function keepsAll({ columns }: ParquetReader, outputs: readonly OutputColumn[]): boolean {
  return outputs.length >= columns.length &&
    outputs.every((output, i) => {
      if (i >= columns.length) return "result" in output;
      if ("result" in output) return true;
      return output.input === i && output.name === columns[i].name;
    });
}
