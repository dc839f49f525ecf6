import type { Span } from "./span.ts";

/** Operators between two operands. */
export type BinaryOperator = "+" | "-" | "*" | "/" | "^" | Comparison;

/** Comparisons, which are 1 where they hold and 0 where they do not. */
export type Comparison = "<" | "<=" | ">" | ">=" | "==" | "!=";

/** An expression as it was written, with the place of each part. */
export type Syntax =
  | { readonly kind: "number"; readonly value: number; readonly at: Span }
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
