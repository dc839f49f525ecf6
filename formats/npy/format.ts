import type { FormatSpec } from "../format_spec.ts";

/** Arrays of NumPy, whose columns are a table. */
export const NPY: FormatSpec = {
  title: "npy",
  words: "an npy file",
  endings: [".npy"],
  columns: "array",
  magic: "\x93NUMPY",
  recognise: (first) => first.startsWith("\x93NUMPY") ? "an npy file" : undefined,
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
