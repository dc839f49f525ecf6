import type { FormatAccess } from "../format_spec.ts";

export const FILE_ACCESS: FormatAccess = accessTo("file");
export const STREAM_ACCESS: FormatAccess = accessTo("stream");

function accessTo(container: "file" | "stream"): FormatAccess {
  return {
    async openReader(source, options) {
      return await (await import("./decode/reader.ts")).ArrowReader.open(source, options);
    },
    async openWriter(sink, options) {
      const { ArrowWriter } = await import("./encode/writer.ts");
      return await ArrowWriter.open(sink, { ...options, container });
    },
    async joinPieces(pieces) {
      return await (await import("./join_pieces.ts")).joinArrow(pieces, container);
    },
  };
}
