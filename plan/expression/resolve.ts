import { brokenRule, MAX_PARAMETER } from "../../functions/parameter.ts";
import { findAcross } from "./across.ts";
import { columnsOf, differentiate, NoDerivative } from "./differentiate.ts";
import {
  type ExpressionFunction,
  findFunction,
  GRADIENT,
  IS_NULL,
  NOT,
  usageOf,
} from "./functions.ts";
import type { Graph, Node, Operation } from "./graph.ts";
import { type Call, isAggregate } from "./parse_aggregate.ts";
import { ExpressionParser } from "./parse_expression.ts";
import { type BinaryOperator, errorAt, type Span, type Syntax } from "./syntax.ts";

/** Finds what names mean. */
export interface Scope {
  /** The index of a column; `undefined` if there is none of that name. */
  find(name: string, at: Span): number | undefined;
  /** The index of a column by its number, from 1. */
  findNumber(number: number, at: Span): number;
  /**
   * The indexes of the columns that a selection chooses, as `--columns` does; missing where there is
   * no table.
   */
  select?(selection: string, at: Span): readonly number[];
  /** The index of a column that may hold text, too; `undefined` if there is none of that name. */
  findAny?(column: Column): number | undefined;
  /** Makes a node that is 1 where a column is null, else 0; missing where nothing is null. */
  isNull?(column: number): Node;
  /** Makes a node that is 1 where a node is not null, else 0; missing where there are no nulls. */
  isPresent?(node: Node): Node;
  /** Makes a node that is 1 where a column holds a text, else 0; missing where there is no text. */
  equals?(column: number, text: string, at: Span): Node;
  /** Makes a node of an aggregate; missing where there are none. */
  aggregate?(call: Call): Node;
  /** What `_` stands for: the cell of a chosen column. */
  readonly cell?: Node;
  /** What the names of earlier expressions stand for. */
  readonly earlier: ReadonlyMap<string, Node>;
  /** Makes the error for a name that means nothing. */
  unknown(name: string, at: Span): Error;
}

/** How a column is written: by its name or by its number. */
export type Column = Extract<Syntax, { kind: "name" | "column" }>;

/** What the cell of a chosen column is called. */
const CELL = "_";

/** The words that stand for numbers. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["inf", Infinity],
  ["nan", NaN],
]);

/**
 * What a name of an expression stands for. It is a node of its own, so that derivatives find it:
 * with `let u = 1 / x`, the product of u and y would be y / x. Another name of a column is the column.
 */
export function nameNode(graph: Graph, node: Node): Node {
  return node.operation === "column" ? node : graph.parameter(node);
}

/** An expression whose names are all columns. */
export function quoteNames(syntax: Syntax): Syntax {
  if (syntax.kind === "name") return { ...syntax, quoted: true };
  return syntax.kind === "call" ? { ...syntax, args: syntax.args.map(quoteNames) } : syntax;
}

type Binary = Extract<Syntax, { kind: "binary" }>;

/** Whether an operand of a comparison is a text. */
function isOfText({ left, right }: Binary): boolean {
  return left.kind === "text" || right.kind === "text";
}

/** Finds out what the names of an expression mean, and makes nodes of it. */
export class Resolver {
  readonly #graph: Graph;
  readonly #scope: Scope;
  readonly #text: string;

  constructor(text: string, graph: Graph, scope: Scope) {
    this.#text = text;
    this.#graph = graph;
    this.#scope = scope;
  }

  resolve(syntax: Syntax): Node {
    const graph = this.#graph;
    switch (syntax.kind) {
      case "number":
        return graph.number(syntax.value);
      case "text":
        throw this.#error(
          `Text in single quotes can only be compared with a column, by == or !=; a column's name ` +
            `goes in double quotes`,
          syntax.at,
        );
      case "name":
        return this.#name(syntax);
      case "column":
        return graph.column(this.#scope.findNumber(syntax.number, syntax.at));
      case "negation":
        return graph.neg(this.resolve(syntax.operand));
      case "binary":
        return this.#binary(syntax);
      case "call":
        if (isAggregate(syntax)) return this.#aggregate(syntax);
        return syntax.name === GRADIENT ? this.#gradient(syntax) : this.#call(syntax);
    }
  }

  #name({ name, quoted, at }: Extract<Syntax, { kind: "name" }>): Node {
    const isCell = name === CELL && !quoted;
    if (isCell && this.#scope.cell !== undefined) return this.#scope.cell;
    const column = this.#scope.find(name, at);
    const earlier = quoted ? undefined : this.#scope.earlier.get(name);
    const constant = quoted ? undefined : CONSTANTS.get(name);
    if (column !== undefined && (earlier ?? constant) !== undefined) {
      const other = earlier !== undefined
        ? `an earlier result; write "${name}" in quotes for the column, and call the result ` +
          `something else to use it`
        : `a number; write "${name}" in quotes for the column, ${constant} for the number`;
      throw this.#error(`${name} is both a column and ${other}`, at);
    }
    if (earlier !== undefined) return earlier;
    if (column !== undefined) return this.#graph.column(column);
    if (isCell && constant === undefined) {
      throw this.#error(
        '_ is only defined inside rowsum and similar functions, as in rowsum("S*", lgamma(_))',
        at,
      );
    }
    if (constant === undefined) throw this.#scope.unknown(name, at);
    return name === "pi" ? this.#graph.pi : this.#graph.number(constant);
  }

  /** A sum of thousands of terms is as deep as it is long, so its terms are taken one by one. */
  #binary(syntax: Binary): Node {
    const chain: Binary[] = [];
    let first: Syntax = syntax;
    for (; first.kind === "binary" && !isOfText(first); first = first.left) chain.push(first);
    let node = first.kind === "binary" ? this.#compareText(first) : this.resolve(first);
    for (const { operator, right } of chain.reverse()) {
      node = this.#operate(operator, node, this.resolve(right));
    }
    return node;
  }

  /** `site == 'north'`: 1 where a column holds this text. */
  #compareText({ operator, left, right }: Binary): Node {
    if (operator !== "==" && operator !== "!=") {
      const at = { start: left.at.start, end: right.at.end };
      throw this.#error(`Text can only be compared by == and !=, not by ${operator}`, at);
    }
    const [text, other] = left.kind === "text" ? [left, right] : [right, left];
    if (text.kind !== "text" || other.kind !== "name" && other.kind !== "column") {
      throw this.#error(
        "Text can only be compared with a column, as in site == 'north'",
        other.at,
      );
    }
    const { equals } = this.#scope;
    const column = this.#columnOf(other);
    if (equals === undefined || column === undefined) {
      throw this.#error(
        other.kind === "name" && this.#scope.earlier.has(other.name)
          ? `${other.name} is a number: compare it with a number, without quotes`
          : "Text can only be compared with a column of a table",
        other.at,
      );
    }
    const node = equals(column, text.text, other.at);
    return operator === "==" ? node : this.#graph.not(node);
  }

  /** The column that an operand is, if it is one: it may hold text. */
  #columnOf(column: Column): number | undefined {
    const { earlier, findAny } = this.#scope;
    const isOther = column.kind === "name" && !column.quoted &&
      (earlier.has(column.name) || column.name === CELL && this.#scope.cell !== undefined);
    return isOther ? undefined : findAny?.(column);
  }

  /** `isnull(x)` of a column, or of an expression, which is null where the expression is. */
  #isNull({ args: [operand] }: Extract<Syntax, { kind: "call" }>): Node {
    const { isNull, isPresent } = this.#scope;
    if (isNull === undefined || isPresent === undefined) {
      // Numbers of a program are not null, and its names are looked up all the same.
      this.resolve(operand);
      return this.#graph.number(0);
    }
    const column = operand.kind === "name" || operand.kind === "column"
      ? this.#columnOf(operand)
      : undefined;
    if (column !== undefined) return isNull(column);
    return this.#graph.not(isPresent(this.resolve(operand)));
  }

  #operate(operator: BinaryOperator, a: Node, b: Node): Node {
    const graph = this.#graph;
    switch (operator) {
      case "+":
        return graph.add(a, b);
      case "-":
        return graph.sub(a, b);
      case "*":
        return graph.mul(a, b);
      case "/":
        return graph.div(a, b);
      case "^":
        return graph.pow(a, b);
      case "and":
        return graph.and(a, b);
      case "or":
        return graph.or(a, b);
      case "<":
        return graph.call("lt", a, b);
      case "<=":
        return graph.call("le", a, b);
      case ">":
        return graph.call("lt", b, a);
      case ">=":
        return graph.call("le", b, a);
      case "==":
        return graph.call("eq", a, b);
      case "!=":
        return graph.call("ne", a, b);
    }
  }

  #call(syntax: Extract<Syntax, { kind: "call" }>): Node {
    const { name, args } = syntax;
    if (name === NOT) return this.#graph.not(this.resolve(args[0]));
    if (name === IS_NULL) return this.#isNull(syntax);
    const known = findFunction(name)!;
    if (known.isAcross) return this.#across(syntax);
    const nodes = args.map((arg) => this.resolve(arg));
    if (known.meaning !== undefined) return this.#compose(known, nodes);
    if (name === "if") return this.#graph.choose(nodes[0], nodes[1], nodes[2]);
    const parameter = known.spec?.parameter;
    if (parameter !== undefined) {
      const given = this.#graph.substitute(nodes[1]);
      if (given.operation !== "number") return this.#limited(name as Operation, nodes);
      const broken = brokenRule(given.value, parameter);
      if (broken !== undefined) {
        throw this.#error(
          `${parameter.letter} of ${usageOf(known)} ${broken}, got ${given.value}`,
          args[1].at,
        );
      }
    }
    const isBessel = known.spec !== undefined && /^i[01]e?$/.test(name);
    if (isBessel) nodes.push(this.#graph.number(0));
    return this.#graph.call(name as Operation, ...nodes);
  }

  /**
   * polygamma(x, n) and multigammaln(x, p) with a column as their second operand, which has the
   * maximum of a number there. The kernels take 2^53, too: the order of a derivative.
   */
  #limited(operation: Operation, nodes: readonly Node[]): Node {
    const graph = this.#graph;
    const isOutside = graph.call("lt", graph.number(MAX_PARAMETER), nodes[1]);
    return graph.choose(isOutside, graph.outside, graph.call(operation, ...nodes));
  }

  /** What a function stands for, and its derivatives, are written in this language and read like the rest. */
  #compose({ meaning, slopes, args }: ExpressionFunction, nodes: readonly Node[]): Node {
    const graph = this.#graph;
    const node = read(meaning!);
    if (slopes !== undefined) {
      graph.setRule(node, slopes.map((slope, i) => ({ of: nodes[i], slope: () => read(slope) })));
    }
    return node;

    function read(text: string): Node {
      const earlier = new Map(nodes.map((node, i) => [args[i], node]));
      const scope: Scope = {
        find: () => undefined,
        findNumber: () => -1,
        earlier,
        unknown: (name, at) => errorAt(`Unknown name ${name}`, text, at),
      };
      const { definitions, value } = new ExpressionParser(text).program();
      const resolver = new Resolver(text, graph, scope);
      for (const { name, value } of definitions) earlier.set(name, resolver.resolve(value));
      return resolver.resolve(value);
    }
  }

  #aggregate(call: Call): Node {
    if (this.#scope.aggregate !== undefined) return this.#scope.aggregate(call);
    throw this.#error(
      `Aggregates cannot be nested: ${call.name}(…) is inside another aggregate`,
      call.at,
    );
  }

  /** One value of several columns: in EXPR, `_` is each of them in turn. */
  #across({ name, args: [chosen, value], at }: Extract<Syntax, { kind: "call" }>): Node {
    const graph = this.#graph;
    const scope = this.#scope;
    const text = this.#text;
    if (chosen.kind !== "name") {
      throw this.#error(
        `The first argument of ${name} must select columns in quotes, as in ${name}("S*", lgamma(_))`,
        chosen.at,
      );
    }
    if (scope.select === undefined) {
      throw this.#error(
        `${name} needs the columns of a table: in the module, write the inputs one by one`,
        at,
      );
    }
    const columns = scope.select(chosen.name, chosen.at);

    function* terms(): Generator<Node> {
      for (const column of columns) {
        const cell = graph.column(column);
        const resolver = new Resolver(text, graph, { ...scope, cell });
        yield value === undefined ? cell : resolver.resolve(value);
      }
    }
    return findAcross(name)!(graph, terms());
  }

  #gradient({ args, at }: Extract<Syntax, { kind: "call" }>): Node {
    if (this.#scope.aggregate !== undefined) {
      throw this.#error("Put grad inside the aggregate: sum(grad(EXPR, x))", at);
    }
    const node = this.resolve(args[0]);
    const variable = args.length === 2 ? this.#variable(args[1]) : this.#onlyColumn(node, at);
    try {
      return differentiate(this.#graph, node, variable);
    } catch (error) {
      if (error instanceof NoDerivative) throw this.#error(error.message, at);
      throw error;
    }
  }

  #variable(syntax: Syntax): Node {
    if (syntax.kind !== "name" && syntax.kind !== "column") {
      throw this.#error(
        "The second argument of grad is a column, a parameter or an earlier name, as in grad(lgamma(x), x)",
        syntax.at,
      );
    }
    const node = this.resolve(syntax);
    if (node.operation === "number" || node.operation === "pi") {
      throw this.#error(
        "Cannot differentiate with respect to a number: name it first, with let k = 0.8 or --param k=0.8",
        syntax.at,
      );
    }
    return node;
  }

  #onlyColumn(node: Node, at: Span): Node {
    const columns = columnsOf(node);
    if (columns.length === 1) return this.#graph.column(columns[0]);
    throw this.#error(
      columns.length === 0
        ? "The expression has no column to differentiate with respect to"
        : "The expression has several columns: name one, as in grad(EXPR, x)",
      at,
    );
  }

  #error(message: string, at: Span): Error {
    return errorAt(message, this.#text, at);
  }
}
