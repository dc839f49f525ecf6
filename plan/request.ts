import type { CsvOptions } from "../formats/csv/dialect.ts";
import type { Format } from "../formats/format.ts";
import type { FunctionSpec } from "../functions/registry.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Assignment } from "./expression/assignment.ts";

/** What computes: the CPU, a GPU, or a GPU if there is one and it pays. */
export type DeviceName = "cpu" | "webgpu" | "auto";

/**
 * Bytes that a chunk may have. A thread holds two chunks of CSV and what four become, and a record of 32 MB: all
 * of that must fit into the 4 GB of a WebAssembly memory. Chunks of more than 4 MB are not faster.
 */
export const MAX_CHUNK_SIZE: number = 2 ** 28;

/** When something is shown. */
export type When = "auto" | "always" | "never";

/** One function over some columns. */
export interface ApplyWork {
  readonly kind: "apply";
  readonly spec: FunctionSpec;
  readonly parameter?: number;
  /** What to compute for each number. */
  readonly results: "value" | "value and gradient" | "gradient";
  /** Which columns, as typed. */
  readonly columns?: string;
  /** The column to multiply gradients by, as typed. */
  readonly upstream?: string;
  /** How to name the results. */
  readonly template?: string;
  /** Whether results take the place of their column. */
  readonly replace: boolean;
  /** Whether the results are written alone. */
  readonly only: boolean;
}

/** Several results in one pass. */
export interface MapWork {
  readonly kind: "map";
  readonly assignments: readonly Assignment[];
  readonly replace: boolean;
  readonly only: boolean;
}

/** No function, another format. */
export interface ConvertWork {
  readonly kind: "convert";
  readonly columns?: string;
}

/** What is to be done with a table. */
export type Work = ApplyWork | MapWork | ConvertWork;

/** What a user asked for, before the input is known. */
export interface Request {
  readonly work: Work;
  /** Path to read, `-` for standard input. */
  readonly input: string;
  /** Path to write, `-` for standard output. */
  readonly output: string;
  /** The input's format, where it is not to be found out. */
  readonly from?: Format;
  /** The output's format, where it is not to be found out. */
  readonly to?: Format;
  /** Type to compute in and to write. */
  readonly dtype?: FloatType;
  /** How CSV is read and written. */
  readonly csv: CsvOptions;
  /** Whether a value outside the domain is an error. */
  readonly strict: boolean;
  readonly device: DeviceName;
  /** Most workers; as many as there are cores if left out. */
  readonly jobs?: number;
  /** Most bytes that a buffer may take. */
  readonly chunkSize: number;
  /** Whether to tell the plan and the times. */
  readonly verbose: boolean;
  /** Whether to leave out what is neither data nor an error. */
  readonly quiet: boolean;
  readonly progress: When;
}
