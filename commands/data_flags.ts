import { MEMORY_RULE } from "../pipeline/format_plan.ts";
import { FORMATS } from "../formats/format.ts";
import type { DeviceName } from "../plan/request.ts";
import { CSV_FLAGS } from "./csv_flags.ts";
import { type Flag, HELP } from "./command.ts";

/**
 * The number of bytes per buffer unless the user chooses another. A GPU gets larger buffers,
 * because each transfer has a fixed cost.
 */
export const DEFAULT_CHUNK_SIZES: Readonly<Record<DeviceName, string>> = {
  cpu: "1M",
  webgpu: "4M",
  auto: "4M",
};

const WHEN = ["auto", "always", "never"];

/** The option that chooses columns. */
export const COLUMNS: Flag = {
  name: "columns",
  short: "c",
  value: "LIST",
  summary: 'as x,"a b",3,5-7,y_*,!y_2; not needed if there is one',
};

/** The option that lets results replace their columns. */
export const REPLACE: Flag = {
  name: "replace",
  summary: "overwrite the column where it stands",
};

/** The option that writes only the results. */
export const ONLY: Flag = {
  name: "only",
  summary: "write the results alone",
};

/** The option that makes a value outside the domain an error. */
export const STRICT: Flag = {
  name: "strict",
  summary: "fail outside the domain, do not write NaN and count",
};

/**
 * The options of every command that reads and writes data. They are in two parts: those before the
 * options of the command itself and those after them.
 */
export const FILE_FLAGS: readonly Flag[] = [
  {
    name: "output",
    short: "o",
    value: "FILE",
    summary: "write FILE, complete or not at all, not stdout",
  },
  {
    name: "from",
    value: "FORMAT",
    choices: FORMATS,
    summary: "csv, tsv, arrow, arrows, npy; else by name or bytes",
  },
  {
    name: "to",
    value: "FORMAT",
    choices: FORMATS,
    summary: "the same; else by name (also .gz, .zst), or as read",
  },
  {
    name: "dtype",
    value: "TYPE",
    choices: ["float16", "float32", "float64"],
    summary: "type of results: float16, float32 or float64",
  },
  ...CSV_FLAGS,
];

/** The option that chooses the device. */
export const DEVICE: Flag = {
  name: "device",
  value: "NAME",
  choices: ["cpu", "webgpu", "auto"],
  summary: "cpu, webgpu (float32, float16), auto; see devices",
};

/** The options that change how a run is done, but not its results. */
export const RUN_FLAGS: readonly Flag[] = [
  {
    name: "jobs",
    short: "j",
    value: "N",
    rule: "an integer >= 1",
    summary: "workers, default the number of cores",
  },
  {
    name: "chunk-size",
    value: "SIZE",
    summary:
      `bytes per buffer, up to 256M, default ${DEFAULT_CHUNK_SIZES.cpu}; GPU ${DEFAULT_CHUNK_SIZES.webgpu}`,
  },
  {
    name: "verbose",
    short: "v",
    summary: "tell the plan and the time of each stage",
  },
  {
    name: "quiet",
    short: "q",
    summary: "no count of NaN, no progress; errors only",
  },
  {
    name: "progress",
    value: "WHEN",
    choices: WHEN,
    summary: "auto (on a terminal), always or never",
  },
  {
    name: "color",
    value: "WHEN",
    choices: WHEN,
    summary: "the same, for messages",
  },
  HELP,
];

/** What help says about the data that every command reads and writes. */
export const DATA_NOTES: string =
  `INPUT: CSV, Arrow or npy, may be gzip or zstd; - or nothing is standard input.
CSV that is not computed passes byte for byte. npy to npy keeps any shape; else
a 1-d npy is column x, a 2-d one x0, x1, ... Integers are computed as float64.`;

/** What help says about memory. */
export const MEMORY_NOTE: string = `Memory: ${MEMORY_RULE}.`;
