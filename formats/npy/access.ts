import type { FormatAccess } from "../format_spec.ts";

export const NPY_ACCESS: FormatAccess = {
  async openReader(source, options) {
    return await (await import("./table_reader.ts")).NpyTableReader.open(source, options);
  },
  async openWriter(sink, options) {
    return await (await import("./table_writer.ts")).NpyTableWriter.open(sink, options);
  },
  async joinPieces(pieces) {
    return await (await import("./join_pieces.ts")).joinNpy(pieces);
  },
};
