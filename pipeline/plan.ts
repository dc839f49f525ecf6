import type { FunctionSpec } from "../functions/registry.ts";

/** What a user asked for, with every default filled in. */
export interface Plan {
  /** The function to apply. */
  readonly spec: FunctionSpec;
  /** Its parameter, if it has one. */
  readonly parameter?: number;
  /** The results to write for each number, side by side. */
  readonly results: "value" | "value and gradient" | "gradient";
  /** Path to read, `-` for standard input. */
  readonly input: string;
  /** Path to write, `-` for standard output. */
  readonly output: string;
  /** Most bytes that a buffer may take. */
  readonly chunkSize: number;
}
