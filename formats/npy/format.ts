import type { FormatSpec } from "../format_spec.ts";

/** Arrays of NumPy, whose columns are a table. */
export const NPY: FormatSpec = {
  title: "npy",
  words: "an npy file",
  endings: [".npy"],
  columns: "array",
  magic: "\x93NUMPY",
  recognise: (first) => first.startsWith("\x93NUMPY") ? "an npy file" : undefined,
  load: async () => (await import("./access.ts")).NPY_ACCESS,
};
