import { UsageError } from "../usage_error.ts";

/** A range of what the user typed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Shows a place in a text: returns the text, and a line with a mark below the place. */
export function pointAt(text: string, { start, end }: Span): readonly string[] {
  // Code points are counted, not UTF-16 units, so that the mark is below them.
  const before = [...text.slice(0, start)].length;
  const length = Math.max(1, [...text.slice(start, end)].length);
  return [`  ${text}`, `  ${" ".repeat(before)}${"^".repeat(length)}`];
}

/** Makes an error that points at a place in an expression. */
export function errorAt(message: string, text: string, span: Span): UsageError {
  return new UsageError(message, pointAt(text, span));
}
