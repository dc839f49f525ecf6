import { brokenRule } from "../../functions/parameter.ts";
import { type FunctionSpec, registry, signature } from "../../functions/registry.ts";
import { didYouMean } from "../suggest.ts";
import { type Assignment, errorAt, type Span } from "./assignment.ts";

const GRADIENT = "grad";

/**
 * Parses `NAME = EXPR`. An expression is a function of a column with its parameter,
 * `polygamma(x, 2)`, the gradient of one, `grad(i0e(x))`, or a column to copy. A name that is not
 * made of letters, digits, `_`, `$` and `.` must be in double quotes or backticks.
 */
export function parseAssignment(text: string): Assignment {
  return new Parser(text).assignment();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  assignment(): Assignment {
    const name = this.#name("a name for the result");
    this.#mark("=", `= after the name ${name.text}`);
    const expression = this.#expression();
    if (this.#peek().kind !== "end") throw this.#expected("the end of the expression");
    return { text: this.#text, name: name.text, ...expression };
  }

  #expression(): Pick<Assignment, "column" | "call"> {
    const name = this.#name("a function or a column");
    if (name.kind === "quoted" || !this.#isAt("(")) return { column: column(name) };
    this.#at++;
    if (name.text !== GRADIENT) return this.#call(name, false);
    const inner = this.#name("a function, as in grad(lgamma(x))");
    if (inner.text === GRADIENT && this.#isAt("(")) {
      throw this.#error("grad takes a function, as in grad(lgamma(x)), not another grad", inner);
    }
    this.#mark("(", `( after ${inner.text}: the gradient of a function, as in grad(lgamma(x))`);
    const call = this.#call(inner, true);
    this.#mark(")", `) to end ${GRADIENT}(`);
    return call;
  }

  #call(name: Token, gradient: boolean): Pick<Assignment, "column" | "call"> {
    const spec = this.#function(name);
    const argument = this.#name(`a column, as in ${example(spec)}`);
    if (this.#isAt("(") && argument.kind === "name") {
      throw this.#error("A function takes a column, not another function", argument);
    }
    const parameter = this.#parameter(spec);
    this.#mark(")", `) to end ${spec.name}(`);
    return { column: column(argument), call: { spec, parameter, gradient } };
  }

  #function(name: Token): FunctionSpec {
    const spec = registry.find((spec) => spec.name === name.text);
    if (spec !== undefined && name.kind === "name") return spec;
    const names = [...registry.map((spec) => spec.name), GRADIENT];
    throw this.#error(`Unknown function ${name.text}${didYouMean(name.text, names)}`, name);
  }

  #parameter(spec: FunctionSpec): number | undefined {
    const { parameter } = spec;
    const comma = this.#peek();
    if (!this.#isAt(",")) {
      if (parameter === undefined || !this.#isAt(")")) return undefined;
      throw this.#error(
        `${spec.name} needs ${parameter.letter}, an integer >= ${parameter.least}: ${
          example(spec)
        }`,
        comma,
      );
    }
    if (parameter === undefined) {
      throw this.#error(`${spec.name} takes a column and nothing else: ${example(spec)}`, comma);
    }
    this.#at++;
    const token = this.#peek();
    if (token.kind !== "number") {
      throw this.#expected(`${parameter.letter} of ${signature(spec)}, a number`);
    }
    this.#at++;
    const broken = brokenRule(Number(token.text), parameter);
    if (broken === undefined) return Number(token.text);
    throw this.#error(
      `${parameter.letter} of ${signature(spec)} ${broken}, got ${token.text}`,
      token,
    );
  }

  #name(expected: string): Token {
    const token = this.#peek();
    if (token.kind !== "name" && token.kind !== "quoted") {
      throw this.#expected(expected + quotingHint(token));
    }
    this.#at++;
    return token;
  }

  #mark(text: string, expected: string): void {
    if (!this.#isAt(text)) throw this.#expected(expected);
    this.#at++;
  }

  #isAt(mark: string): boolean {
    const { kind, text } = this.#peek();
    return kind === "mark" && text === mark;
  }

  #peek(): Token {
    return this.#tokens[this.#at];
  }

  #expected(what: string): Error {
    const { start, end } = this.#peek();
    const got = this.#text.slice(start, end) || "the end";
    return this.#error(`Expected ${what}, got ${got}`, this.#peek());
  }

  #error(message: string, token: Token): Error {
    return errorAt(message, this.#text, token);
  }
}

/** Returns a hint if a token may be meant as a name, but is not a name without quotes. */
function quotingHint({ kind, text }: Token): string {
  if (kind === "number") return "; a name that begins with a digit is quoted";
  const isForeign = kind === "mark" && text > "\x7f";
  return isForeign ? '; a name that is no plain word is quoted, "a b"' : "";
}

function column({ text, start, end }: Token): Assignment["column"] {
  return { name: text, at: { start, end } };
}

function example({ name, parameter }: FunctionSpec): string {
  return `${name}(x${parameter ? `, ${parameter.example}` : ""})`;
}

/** A token of an expression. */
export interface Token extends Span {
  readonly kind: "name" | "quoted" | "number" | "mark" | "end";
  /** The text that the token stands for; a quoted name has no quotes here. */
  readonly text: string;
}

const SPACE = /\s*/y;
const NAME = /[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$.]*/uy;
const QUOTED = /"((?:[^"]|"")*)"|`((?:[^`]|``)*)`/sy;
const NUMBER = /[-+]?[\d.][\w.]*(?:(?<=[eE])[-+]\d+)?/y;

/** Splits an expression into names, numbers and marks. */
function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; tokens.at(-1)?.kind !== "end";) {
    at += match(SPACE, text, at)![0].length;
    const token = next(text, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function next(text: string, start: number): Token {
  if (start === text.length) return { kind: "end", text: "", start, end: start };
  const quoted = match(QUOTED, text, start);
  if (quoted !== null) {
    const [whole, double, back = ""] = quoted;
    const name = double === undefined ? back.replaceAll("``", "`") : double.replaceAll('""', '"');
    return { kind: "quoted", text: name, start, end: start + whole.length };
  }
  for (const [kind, pattern] of [["name", NAME], ["number", NUMBER]] as const) {
    const found = match(pattern, text, start);
    if (found !== null) return { kind, text: found[0], start, end: start + found[0].length };
  }
  const char = String.fromCodePoint(text.codePointAt(start)!);
  const end = start + char.length;
  if (char === '"' || char === "`") {
    throw errorAt(`A name in quotes does not end: ${char} is missing`, text, {
      start,
      end: text.length,
    });
  }
  return { kind: "mark", text: char, start, end };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
