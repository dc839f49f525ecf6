import type { CsvOptions } from "../formats/csv/dialect.ts";
import type { Format } from "../formats/registry.ts";
import type { FunctionSpec } from "../functions/registry.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Aggregate } from "./expression/parse_aggregate.ts";
import type { Assignment } from "./expression/parse_assignment.ts";
import type { Condition } from "./expression/parse_where.ts";
import type { Syntax } from "./expression/syntax.ts";

/** The device that computes: the CPU, a GPU, or a GPU if there is one and it pays. */
export type DeviceName = "cpu" | "webgpu" | "auto";

/**
 * Bytes that a chunk may have. A thread holds two chunks of CSV and what four become, and a record
 * of 32 MB: all of that must fit into the 4 GB of a WebAssembly memory. Chunks of more than 4 MB
 * are not faster.
 */
export const MAX_CHUNK_SIZE: number = 2 ** 28;

/** When something is shown. */
export type When = "auto" | "always" | "never";

/** One of several pieces of the input. The pieces have nearly the same number of bytes. */
export interface Part {
  /** The number of the piece, from 1. */
  readonly index: number;
  /** How many pieces there are. */
  readonly count: number;
}

/** The maximum number of pieces. */
export const MAX_PARTS = 1_000_000;

/** One function over some columns. */
export interface ApplyWork {
  readonly kind: "apply";
  readonly spec: FunctionSpec;
  readonly parameter?: number;
  /** What to compute for each number. */
  readonly results: "value" | "value and gradient" | "gradient";
  /** The columns, as the user typed them. */
  readonly columns?: string;
  /** The column that gradients are multiplied by, as the user typed it. */
  readonly upstream?: string;
  /** The template for the names of the results. */
  readonly template?: string;
  /** Whether results replace their columns. */
  readonly replace: boolean;
  /** Whether only the results are written. */
  readonly only: boolean;
}

/** Several results in one pass. */
export interface MapWork {
  readonly kind: "map";
  readonly assignments: readonly Assignment[];
  /** Numbers with names, as `let k = 0.8`. */
  readonly parameters?: readonly Assignment[];
  readonly replace: boolean;
  readonly only: boolean;
}

/** One row, or one for each group of rows. */
export interface ReduceWork {
  readonly kind: "reduce";
  readonly aggregates: readonly Aggregate[];
  /** Numbers with names, as `let k = 0.8`. */
  readonly parameters?: readonly Assignment[];
  /** The columns whose values make the groups, as the user typed them. */
  readonly by?: string;
  /** Bytes that the groups may take. */
  readonly memory: number;
}

/** A parameter of a fit, and where the search for it starts. */
export interface StartValue {
  readonly name: string;
  readonly value: number;
}

/** Parameters that make the sum of an expression as large as possible. */
export interface FitWork {
  readonly kind: "fit";
  /** The expression as the user typed it, and its parts that have names. */
  readonly text: string;
  readonly definitions: readonly Omit<Assignment, "hidden">[];
  readonly value: Syntax;
  readonly start: readonly StartValue[];
  /** Parameters that are not fitted. */
  readonly parameters?: readonly Assignment[];
  /** Whether the sum is made as small as possible. */
  readonly minimize: boolean;
  /** Steps of the search for the parameters of each group, at most. */
  readonly iterations: number;
  /** The columns whose values make the groups, as the user typed them. */
  readonly by?: string;
  /** Bytes that the groups may take. */
  readonly memory: number;
}

/** A conversion to another format, without a function. */
export interface ConvertWork {
  readonly kind: "convert";
  readonly columns?: string;
}

/** The work to do with a table. */
export type Work = ApplyWork | MapWork | ConvertWork | ReduceWork | FitWork;

/** What a user typed that decides the bytes of the output, whatever the machine and the piece. */
export interface Typed {
  /** The version of specol. */
  readonly version: string;
  /** The function or command. */
  readonly command: string;
  readonly options: Readonly<Record<string, string>>;
  readonly expressions: readonly string[];
}

/** What a user asked for, before the input is known. */
export interface Request {
  readonly work: Work;
  /** Path to read; `-` is standard input. */
  readonly input: string;
  /** Paths to read after it, as one table. */
  readonly moreInputs?: readonly string[];
  /** The piece of the input to read; all of it if omitted. */
  readonly part?: Part;
  /** The path of a file that describes the output once it is complete, if the user wants one. */
  readonly manifest?: string;
  /** The names of the options that the user gave. */
  readonly options: readonly string[];
  /** What decides the output, for runs in pieces. */
  readonly typed?: Typed;
  /** The condition of the rows that are kept; all are if omitted. */
  readonly where?: Condition;
  /** The name of a column that says which input a row comes from, if the user wants one. */
  readonly fileColumn?: string;
  /** Path to write; `-` is standard output. */
  readonly output: string;
  /** The format of the input, if it need not be detected. */
  readonly from?: Format;
  /** The format of the output, if the user chose one. */
  readonly to?: Format;
  /** The type to compute in and to write, if the user chose one. */
  readonly dtype?: FloatType;
  /** Options for reading and writing CSV. */
  readonly csv: CsvOptions;
  /** Whether a value outside the domain is an error. */
  readonly strict: boolean;
  readonly device: DeviceName;
  /** Maximum number of workers; if omitted, the number of cores. */
  readonly jobs?: number;
  /** Maximum number of bytes of a buffer. */
  readonly chunkSize: number;
  /** Whether to print the plan and the times. */
  readonly verbose: boolean;
  /** Whether to print nothing but data and errors. */
  readonly quiet: boolean;
  readonly progress: When;
}
