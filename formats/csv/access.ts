import type { FormatAccess } from "../format_spec.ts";

export const CSV_ACCESS: FormatAccess = accessTo("csv");
export const TSV_ACCESS: FormatAccess = accessTo("tsv");

function accessTo(format: "csv" | "tsv"): FormatAccess {
  return {
    async openReader(source, options) {
      const { CsvTableReader } = await import("./table_reader.ts");
      return await CsvTableReader.open(source, { ...options, format });
    },
    async openWriter(sink, options) {
      if (options.keepsBytes) {
        const { CsvRecordWriter } = await import("./record_writer.ts");
        const writer = await CsvRecordWriter.open(sink, { ...options, format });
        if (writer !== undefined) return writer;
      }
      const { TextTableWriter } = await import("./table_writer.ts");
      return await TextTableWriter.open(sink, { ...options, format });
    },
    async joinPieces(pieces, options) {
      return await (await import("./join_pieces.ts")).joinCsv(pieces, { ...options, format });
    },
  };
}
