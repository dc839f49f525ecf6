import type { FormatSpec } from "../format_spec.ts";

/** CSV, with commas unless the user chooses another delimiter. */
export const CSV: FormatSpec = {
  title: "CSV",
  words: "CSV",
  endings: [".csv"],
  columns: "text",
  ...opening("csv"),
};

/** CSV with tabs. */
export const TSV: FormatSpec = {
  title: "TSV",
  words: "TSV",
  endings: [".tsv"],
  columns: "text",
  ...opening("tsv"),
};

function opening(
  format: "csv" | "tsv",
): Pick<FormatSpec, "openReader" | "openWriter" | "joinPieces"> {
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
