import type { FormatSpec } from "../format_spec.ts";

/** JSON lines: one object a line. */
export const JSONL: FormatSpec = {
  title: "JSON lines",
  words: "JSON lines",
  endings: [".jsonl", ".ndjson"],
  columns: "json",
  recognise(first: string): string | undefined {
    return /^(\xef\xbb\xbf)?\s*\{\s*("|\}|$)/.test(first) ? "JSON lines" : undefined;
  },
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
