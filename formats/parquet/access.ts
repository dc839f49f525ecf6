import type { FormatAccess } from "../format_spec.ts";

export const PARQUET_ACCESS: FormatAccess = {
  async openReader(source, options) {
    return await (await import("./decode/reader.ts")).ParquetReader.open(source, options);
  },
  async openWriter(sink, options) {
    return await (await import("./encode/open_writer.ts")).openParquetWriter(sink, options);
  },
  async joinPieces(pieces, options) {
    return await (await import("./join_pieces.ts")).joinParquet(pieces, options);
  },
};
