import type { FormatSpec } from "../format_spec.ts";

/** Arrow files, which end with a footer. */
export const ARROW_FILE: FormatSpec = {
  title: "Arrow",
  words: "an Arrow file",
  endings: [".arrow", ".feather", ".ipc"],
  columns: "arrow",
  magic: "ARROW1\0\0",
  recognise: (first) => first.startsWith("ARROW1\0\0") ? "an Arrow file" : undefined,
  load: async () => (await import("./access.ts")).FILE_ACCESS,
};

/** Arrow streams: messages one after another. */
export const ARROW_STREAM: FormatSpec = {
  title: "Arrow",
  words: "an Arrow stream",
  endings: [".arrows"],
  columns: "arrow",
  recognise(first: string): string | undefined {
    if (first.startsWith("\xff\xff\xff\xff")) return "an Arrow stream";
    return beginsOldStream(first) ? "an Arrow stream in the format before 0.15" : undefined;
  },
  load: async () => (await import("./access.ts")).STREAM_ACCESS,
};

// Before version 0.15 a message began with its length only. A flatbuffer follows, which begins with
// the position of its root. The root is near, after a small table.
function beginsOldStream(first: string): boolean {
  if (first.length < 8) return false;
  const view = new DataView(Uint8Array.from(first, (char) => char.charCodeAt(0)).buffer);
  const length = view.getUint32(0, true);
  const root = view.getUint32(4, true);
  return length >= 16 && length <= 2 ** 24 && length % 4 === 0 &&
    root >= 4 && root <= 256 && root % 4 === 0 && root < length;
}
