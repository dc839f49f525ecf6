import type { FormatAccess } from "../format_spec.ts";

export const JSONL_ACCESS: FormatAccess = {
  async openReader(source, options) {
    return await (await import("./table_reader.ts")).openJsonlTable(source, options);
  },
  async openWriter(sink, options) {
    const { TextTableWriter } = await import("../csv/table_writer.ts");
    return await TextTableWriter.open(sink, { ...options, format: "jsonl" });
  },
  async joinPieces(pieces) {
    return (await import("../csv/join_pieces.ts")).joinLines(pieces);
  },
};
