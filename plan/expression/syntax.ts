import { UsageError } from "../usage_error.ts";

/** A range in the text that the user typed. */
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

/** A token of an expression. */
export interface Token extends Span {
  readonly kind: "name" | "quoted" | "text" | "number" | "mark" | "end";
  /** What the token stands for; a quoted name and a text have no quotes here. */
  readonly text: string;
}

const SPACE = /\s*/y;
const QUOTED = /"((?:[^"]|"")*)"|`((?:[^`]|``)*)`/sy;
const TEXT = /'((?:[^']|'')*)'/sy;
const NUMBER = /(?:\d|\.\d)[\w.]*(?:(?<=\d[eE])[-+]\d+)?/y;
const MARK = /<=|>=|==|!=|./suy;

/** Splits an expression into names, texts, numbers and marks. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const name = namePattern(text);
  for (let at = 0; tokens.at(-1)?.kind !== "end";) {
    at += match(SPACE, text, at)![0].length;
    const token = next(text, { start: at, name });
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function next(
  text: string,
  { start, name }: { readonly start: number; readonly name: RegExp },
): Token {
  if (start === text.length) return { kind: "end", text: "", start, end: start };
  const quoted = match(QUOTED, text, start);
  if (quoted !== null) {
    const [whole, double, back = ""] = quoted;
    const name = double === undefined ? back.replaceAll("``", "`") : double.replaceAll('""', '"');
    return { kind: "quoted", text: name, start, end: start + whole.length };
  }
  const literal = match(TEXT, text, start);
  if (literal !== null) {
    const [whole, inner] = literal;
    return {
      kind: "text",
      text: inner.replaceAll("''", "'"),
      start,
      end: start + whole.length,
    };
  }
  const mark = match(MARK, text, start)![0];
  if (mark === '"' || mark === "`" || mark === "'") {
    const what = mark === "'" ? "text" : "name";
    throw errorAt(`Missing closing ${mark} of this ${what}`, text, {
      start,
      end: text.length,
    });
  }
  for (const [kind, pattern] of [["name", name], ["number", NUMBER]] as const) {
    const found = match(pattern, text, start);
    if (found !== null) return { kind, text: found[0], start, end: start + found[0].length };
  }
  return { kind: "mark", text: mark, start, end: start + mark.length };
}

/**
 * Returns the pattern of names. Deno takes 0.5 ms to make one with the letters of all languages, and
 * 0.8 ms to use it for the first time: no module has one at its top level, and an expression in ASCII
 * does without.
 */
function namePattern(text: string): RegExp {
  return isAscii(text) ? /[A-Za-z_$][\w$.]*/y : /[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$.]*/uy;
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Returns whether a name needs no quotes in an expression. */
export function isPlainName(name: string): boolean {
  return match(namePattern(name), name, 0)?.[0].length === name.length;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Operators between two operands. */
export type BinaryOperator = "+" | "-" | "*" | "/" | "^" | "and" | "or" | Comparison;

/** Comparisons, which are 1 where they hold and 0 where they do not. */
export type Comparison = "<" | "<=" | ">" | ">=" | "==" | "!=";

/** An expression as it was written, with the place of each part. */
export type Syntax =
  | { readonly kind: "number"; readonly value: number; readonly at: Span }
  /** A text in single quotes, which columns of text are compared with. */
  | { readonly kind: "text"; readonly text: string; readonly at: Span }
  /** A word: a column, an earlier name or a constant. A quoted one is always a column. */
  | {
    readonly kind: "name";
    readonly name: string;
    readonly quoted: boolean;
    readonly at: Span;
  }
  /** A column by its number, from 1: `$2`. */
  | { readonly kind: "column"; readonly number: number; readonly at: Span }
  | { readonly kind: "negation"; readonly operand: Syntax; readonly at: Span }
  | {
    readonly kind: "binary";
    readonly operator: BinaryOperator;
    readonly left: Syntax;
    readonly right: Syntax;
    readonly at: Span;
  }
  | {
    readonly kind: "call";
    readonly name: string;
    readonly args: readonly Syntax[];
    /** The place of the name alone. */
    readonly nameAt: Span;
    readonly at: Span;
  };
