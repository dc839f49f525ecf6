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
  load: async () => (await import("./access.ts")).JSONL_ACCESS,
};
