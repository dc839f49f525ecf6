import type { FunctionSpec } from "../../functions/registry.ts";
import { UsageError } from "../usage_error.ts";

/** A place in what the user typed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `NAME = EXPR`, read. */
export interface Assignment {
  /** What the user typed. */
  readonly text: string;
  /** The name of the result. */
  readonly name: string;
  /** The column that it is computed from, and where it is named. */
  readonly column: { readonly name: string; readonly at: Span };
  /** What is computed; missing where the column is only copied. */
  readonly call?: {
    readonly spec: FunctionSpec;
    readonly parameter?: number;
    readonly gradient: boolean;
  };
}

/** Shows a place: the text, and below it a mark. */
export function pointAt(text: string, { start, end }: Span): readonly string[] {
  // Letters, not units of UTF-16, so that the mark stands below them.
  const before = [...text.slice(0, start)].length;
  const length = Math.max(1, [...text.slice(start, end)].length);
  return [`  ${text}`, `  ${" ".repeat(before)}${"^".repeat(length)}`];
}

/** An error that points at a place of an expression. */
export function errorAt(message: string, text: string, span: Span): UsageError {
  return new UsageError(message, pointAt(text, span));
}
