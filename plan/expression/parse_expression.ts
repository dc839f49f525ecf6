import { findFunction, GRADIENT, NOT, usageOf } from "./functions.ts";
import {
  type BinaryOperator,
  errorAt,
  type Span,
  type Syntax,
  type Token,
  tokenize,
} from "./syntax.ts";
import { describeUnknown } from "./unknown_function.ts";

/** How tightly operators bind. A negation binds looser than a power: -x^2 is -(x^2). */
const BINDING: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "==": 4,
  "!=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "^": 7,
};
const LOOSEST = 1;
/** `not` binds tighter than `and`, and looser than a comparison: not a == b is not (a == b). */
const NOT_BINDING = 3;
const COMPARISON = 4;
const POWER = 7;

/** How operators of other languages are written here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "&": "write and",
  "|": "write or",
  "%": "write x - y * floor(x / y) for the remainder",
  "?": "write if(c, a, b)",
  "=": "write == for equality",
  AND: "write and in lower case",
  OR: "write or in lower case",
  NOT: "write not in lower case, before its operand",
  "!": "write not",
  "<>": "write != for inequality",
  is: "to find nulls, write isnull(x)",
  IS: "to find nulls, write isnull(x)",
};

/** The maximum depth of nested parts. Nobody types a deeper one, which would overflow the stack. */
const MAX_DEPTH = 200;

/** A name that is given to an expression. */
export interface Definition {
  readonly name: string;
  readonly nameAt: Span;
  readonly value: Syntax;
}

/** Parses the text of an expression, by precedence climbing (Pratt 1973). */
export class ExpressionParser {
  readonly text: string;
  readonly #tokens: readonly Token[];
  /** The aggregates that may be called, with one argument; `count` with none, too. */
  readonly #aggregates: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string, { aggregates = [] }: { aggregates?: readonly string[] } = {}) {
    this.text = text;
    this.#aggregates = aggregates;
    this.#tokens = tokenize(text);
  }

  /** `let NAME = EXPR; ... EXPR`, to the end of the text. */
  program(): { readonly definitions: readonly Definition[]; readonly value: Syntax } {
    const definitions: Definition[] = [];
    while (this.atLet()) {
      this.skip();
      definitions.push(this.definition("a name after let"));
      this.mark(";", "; after a let, and then an expression");
    }
    const value = this.expression();
    this.end();
    return { definitions, value };
  }

  /** `NAME = EXPR`. */
  definition(what: string): Definition {
    const name = this.name(what);
    this.mark("=", `= after the name ${name.text}`);
    return { name: name.text, nameAt: spanOf(name), value: this.expression() };
  }

  /** Whether a `let` begins here. A result may be called let, too. */
  atLet(): boolean {
    const { kind, text } = this.peek();
    const { kind: next } = this.#tokens[this.#at + 1] ?? this.peek();
    return kind === "name" && text === "let" && (next === "name" || next === "quoted");
  }

  expression(least: number = LOOSEST): Syntax {
    if (++this.#depth > MAX_DEPTH) {
      throw this.error(
        `An expression can have at most ${MAX_DEPTH} levels of parentheses and calls`,
        this.peek(),
      );
    }
    let left = this.#operand(least);
    for (;;) {
      const operator = this.#operator();
      if (operator === undefined || BINDING[operator] < least) break;
      const binding = BINDING[operator];
      this.#at++;
      // A power is taken from the right: 2^3^2 is 2^(3^2).
      const right = this.expression(binding === POWER ? binding : binding + 1);
      left = { kind: "binary", operator, left, right, at: from(left.at, right.at) };
      if (binding === COMPARISON && this.#binding() === COMPARISON) {
        throw this.error(
          "Comparisons cannot be chained: combine them with and, as in a < b and b < c",
          this.peek(),
        );
      }
    }
    this.#depth--;
    return left;
  }

  #operand(least: number): Syntax {
    const token = this.peek();
    if (this.#isNot()) return this.#negated(least);
    if (this.isAt("-") || this.isAt("+")) {
      this.#at++;
      const operand = this.expression(POWER);
      if (token.text === "+") return operand;
      return { kind: "negation", operand, at: from(token, operand.at) };
    }
    if (this.isAt("(")) {
      this.#at++;
      const inner = this.expression();
      this.mark(")", ") to close (");
      return inner;
    }
    if (token.kind === "number") return this.#number(token);
    if (token.kind === "text") {
      this.#at++;
      return { kind: "text", text: token.text, at: spanOf(token) };
    }
    const word = this.name("a number, a column or a function");
    if (word.kind === "name" && /^\$\d+$/.test(word.text)) return this.#numbered(word);
    if (word.kind === "quoted" || !this.isAt("(")) {
      const { text: name } = word;
      return { kind: "name", name, quoted: word.kind === "quoted", at: spanOf(word) };
    }
    return this.#call(word);
  }

  /** Whether `not` is here, and not a column of that name: then an operand follows. */
  #isNot(): boolean {
    const { kind, text } = this.peek();
    if (kind !== "name" || text !== "not") return false;
    const next = this.#tokens[this.#at + 1];
    if (next.kind === "mark") return ["(", "-", "+"].includes(next.text);
    return next.kind !== "end" && !(next.kind === "name" && isConnective(next.text));
  }

  #negated(least: number): Syntax {
    const token = this.peek();
    if (least > NOT_BINDING) {
      throw this.error("Put not and its operand in parentheses: (not x)", token);
    }
    this.#at++;
    const operand = this.expression(NOT_BINDING);
    const at = from(token, operand.at);
    return { kind: "call", name: NOT, args: [operand], nameAt: spanOf(token), at };
  }

  /** `$2`, the second column. */
  #numbered(word: Token): Syntax {
    const number = Number(word.text.slice(1));
    if (number === 0) throw this.error("Column numbers start at $1", word);
    return { kind: "column", number, at: spanOf(word) };
  }

  #number(token: Token): Syntax {
    this.#at++;
    const value = Number(token.text);
    // `Number` also reads 0x10 and 0b1, which no table has.
    if (Number.isNaN(value) || /^0[xob]/i.test(token.text)) {
      throw this.error(
        `${token.text} is not a number; names that start with a digit must be quoted`,
        token,
      );
    }
    return { kind: "number", value, at: spanOf(token) };
  }

  #call(word: Token): Syntax {
    const { text: name } = word;
    const known = findFunction(name);
    const isAggregate = this.#aggregates.includes(name);
    if (known === undefined && name !== GRADIENT && !isAggregate) {
      throw this.error(describeUnknown(name, this.#aggregates), word);
    }
    this.#at++;
    const args: Syntax[] = [];
    const usage = isAggregate
      ? `${name}(EXPR)`
      : known === undefined
      ? "grad(EXPR, x)"
      : usageOf(known);
    while (!this.isAt(")") || args.length > 0) {
      if (this.peek().kind === "end") break;
      args.push(this.expression());
      if (!this.isAt(",")) break;
      this.#at++;
    }
    const closing = this.peek();
    this.mark(")", `) to close ${name}(`);
    const [least, most] = isAggregate
      ? [name === "count" ? 0 : 1, known?.args.length ?? 1]
      : known === undefined || known.isAcross
      ? [1, 2]
      : [known.args.length, known.args.length];
    if (args.length < least || args.length > most) {
      throw this.error(
        `${name} takes ${formatCount(least, most)}, got ${args.length}: ${usage}`,
        from(word, closing),
      );
    }
    return { kind: "call", name, args, nameAt: spanOf(word), at: from(word, closing) };
  }

  #operator(): BinaryOperator | undefined {
    const { kind, text } = this.peek();
    const isOperator = kind === "mark" || kind === "name" && isConnective(text);
    return isOperator && Object.hasOwn(BINDING, text) ? text as BinaryOperator : undefined;
  }

  #binding(): number | undefined {
    const operator = this.#operator();
    return operator && BINDING[operator];
  }

  name(expected: string): Token {
    const token = this.peek();
    if (token.kind !== "name" && token.kind !== "quoted") {
      throw this.expected(expected + quotingHint(token));
    }
    this.#at++;
    return token;
  }

  mark(text: string, expected: string): void {
    if (!this.isAt(text)) throw this.expected(expected);
    this.#at++;
  }

  skip(): void {
    this.#at++;
  }

  /** Expects that nothing follows. */
  end(): void {
    if (this.peek().kind !== "end") {
      throw this.expected("an operator or the end of the expression");
    }
  }

  isAt(mark: string): boolean {
    const { kind, text } = this.peek();
    return kind === "mark" && text === mark;
  }

  peek(): Token {
    return this.#tokens[this.#at];
  }

  expected(what: string): Error {
    const { start, end } = this.peek();
    const got = this.text.slice(start, end) || "the end";
    return this.error(`Expected ${what}, got ${got}${this.#slip()}`, this.peek());
  }

  /** Suggests how to write an operator of another language. */
  #slip(): string {
    const [before, token] = [this.#tokens[this.#at - 1], this.peek()];
    if (before === undefined) return "";
    if (before.text === "*" && token.text === "*") return "; write ^ for powers";
    if (token.kind === "text") return "; column names go in double quotes";
    const words = token.kind === "quoted" || before.kind === "quoted"
      ? []
      : before.text === "="
      ? [token.text]
      : [before.text + token.text, token.text, before.text];
    const elsewhere = words.find((word) => Object.hasOwn(ELSEWHERE, word));
    if (elsewhere !== undefined) return `; ${ELSEWHERE[elsewhere]}`;
    if (before.kind !== "name" || token.kind !== "name") return "";
    if (findFunction(before.text) !== undefined) return `; write ${before.text}(${token.text})`;
    return `; if it is one name, quote it: "${before.text} ${token.text}"`;
  }

  error(message: string, at: Span): Error {
    return errorAt(message, this.text, at);
  }
}

/** Whether a word joins two conditions. */
function isConnective(word: string): boolean {
  return word === "and" || word === "or";
}

function formatCount(least: number, most: number): string {
  if (least !== most) return `${least} or ${most} arguments`;
  return least === 1 ? "1 argument" : `${least} arguments`;
}

function from({ start }: Span, { end }: Span): Span {
  return { start, end };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Returns a hint if a token may be meant as a name, but is not a name without quotes. */
function quotingHint({ kind, text }: Token): string {
  if (kind === "number") return "; names that start with a digit must be quoted";
  const isForeign = kind === "mark" && text > "\x7f";
  return isForeign ? '; other names must be quoted, as in "a b"' : "";
}
