import type { FunctionSpec } from "../../functions/registry.ts";
import type { Syntax } from "./syntax.ts";

/** A parsed `NAME = EXPR`, or `let NAME = EXPR`. */
export interface Assignment {
  /** What the user typed. */
  readonly text: string;
  /** The name of the result. */
  readonly name: string;
  /** Whether the name is only for later expressions, and the result is not written. */
  readonly hidden: boolean;
  /** The expression. */
  readonly value: Syntax;
}

/** One function of one column, which needs no program: it has a kernel of its own. */
export interface PlainCall {
  readonly column: Extract<Syntax, { kind: "name" | "column" }>;
  readonly spec: FunctionSpec;
  readonly parameter?: number;
  /** Whether the gradient of the function is computed. */
  readonly gradient: boolean;
}
