import { checkKeys, describe, isOptions, type NumberList } from "../../functions/arguments.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { type Compiled, compileProgram } from "./compile_program.ts";
import { differentiate, NoDerivative } from "./differentiate.ts";
import { type Column, evaluate, evaluateRow, type Out, takeColumn } from "./evaluate.ts";
import { Graph, type Node } from "./graph.ts";
import type { InputNames } from "./input_names.ts";
import { ExpressionParser } from "./parse_expression.ts";
import { CONSTANTS, nameNode, Resolver } from "./resolve.ts";
import { errorAt, isPlainName } from "./syntax.ts";
import { UsageError } from "../usage_error.ts";

export type { InputNames } from "./input_names.ts";

/**
 * Numbers of a column: an array of floats or integers, or a list of numbers. A 64-bit integer
 * becomes the nearest float64.
 */
export type ExpressionArray = FloatArray | NumberList;

/** Columns by name: arrays of the same length, and numbers that apply to every row. */
export type ExpressionColumns<Name extends string = string> = Readonly<
  Record<Name, ExpressionArray | number>
>;

/** Columns by name, without float32 or float16 arrays: results are float64. */
export type ExpressionColumns64<Name extends string = string> = Readonly<
  Record<Name, Float64Array | NumberList | number>
>;

/** Numbers by name. */
export type ExpressionNumbers<Name extends string = string> = Readonly<Record<Name, number>>;

/** The values of an expression, and its derivatives with respect to its inputs, by their names. */
export interface ExpressionGradients<T, Name extends string = string> {
  /** The values. */
  readonly value: T;
  /** The derivatives. */
  readonly gradient: Readonly<Record<Name, T>>;
}

/** Arrays for the values and derivatives of an expression. Missing ones are created. */
export interface ExpressionGradientsOut<T, Name extends string = string> {
  /** The array for the values. */
  readonly value?: T;
  /** The arrays for derivatives, by the names of inputs. */
  readonly gradient?: Readonly<Partial<Record<Name, T>>>;
}

/** The values of several expressions and their derivatives, by the names of results and of inputs. */
export interface ExpressionsGradients<T, Result extends string, Name extends string = string> {
  /** The values, by the names of results. */
  readonly value: Readonly<Record<Result, T>>;
  /** The derivatives of each result, by the names of inputs. */
  readonly gradient: Readonly<Record<Result, Readonly<Record<Name, T>>>>;
}

/** Arrays for values and derivatives of several expressions. Missing ones are created. */
export interface ExpressionsGradientsOut<T, Result extends string, Name extends string = string> {
  /** The arrays for values, by the names of results. */
  readonly value?: Readonly<Partial<Record<Result, T>>>;
  /** The arrays for the derivatives of each result, by the names of inputs. */
  readonly gradient?: Readonly<Partial<Record<Result, Readonly<Partial<Record<Name, T>>>>>>;
}

/** Options for evaluating an expression. */
export interface ExpressionOptions<Out> {
  /**
   * Where to write. An array has the type and the length of the result, and may be one of the
   * columns. Results that have no array here go to new ones.
   */
  readonly out?: Out;
}

/** A compiled expression: a function of its columns. */
export interface Expression<Name extends string = string> {
  /** Computes one number from numbers. */
  (columns: ExpressionNumbers<Name>): number;
  /** Computes an array of float64, of the length of the columns that are arrays. */
  (columns: ExpressionColumns64<Name>, options?: ExpressionOptions<Float64Array>): Float64Array;
  /** Computes into an array, and returns it. */
  <T extends FloatArray>(
    columns: ExpressionColumns<Name>,
    options: { readonly out: T },
  ): T;
  /**
   * Computes an array: of the widest type among the arrays, and of their length. Integers and lists
   * count as float64.
   */
  (columns: ExpressionColumns<Name>, options?: ExpressionOptions<FloatArray>): FloatArray;
  /** The same as a callback: `rows.map(f)`. */
  (columns: ExpressionNumbers<Name>): number;
  /** What was written. */
  readonly text: string;
  /** The names of its columns, in order of appearance. */
  readonly inputs: readonly Name[];
  /** The derivative with respect to one of the inputs, as an expression. */
  grad(input: Name): Expression<Name>;
  /** Computes one number, and its derivatives with respect to all inputs, in one pass. */
  valueAndGrad(columns: ExpressionNumbers<Name>): ExpressionGradients<number, Name>;
  /** Computes a Float64Array, and its derivatives with respect to all inputs, in one pass. */
  valueAndGrad(
    columns: ExpressionColumns64<Name>,
    options?: ExpressionOptions<ExpressionGradientsOut<Float64Array, Name>>,
  ): ExpressionGradients<Float64Array, Name>;
  /** Computes an array, and its derivatives with respect to all inputs, in one pass. */
  valueAndGrad(
    columns: ExpressionColumns<Name>,
    options?: ExpressionOptions<ExpressionGradientsOut<FloatArray, Name>>,
  ): ExpressionGradients<FloatArray, Name>;
  /** A column for the option `results` of `writeTable`. */
  readonly result: {
    readonly columns: readonly Name[];
    readonly compute: (...columns: FloatArray[]) => FloatArray;
  };
}

/** Several compiled expressions: a function of their columns. */
export interface Expressions<Result extends string, Name extends string = string> {
  /** Computes numbers from numbers. */
  (columns: ExpressionNumbers<Name>): Record<Result, number>;
  /** Computes arrays of float64, as a single expression does. */
  (
    columns: ExpressionColumns64<Name>,
    options?: ExpressionOptions<Readonly<Partial<Record<Result, Float64Array>>>>,
  ): Record<Result, Float64Array>;
  /** Computes arrays, as a single expression does. */
  (
    columns: ExpressionColumns<Name>,
    options?: ExpressionOptions<Readonly<Partial<Record<Result, FloatArray>>>>,
  ): Record<Result, FloatArray>;
  /** The same as a callback: `rows.map(f)`. */
  (columns: ExpressionNumbers<Name>): Record<Result, number>;
  /** What was written. */
  readonly texts: Readonly<Record<Result, string>>;
  /** The names of their columns, in order of appearance. */
  readonly inputs: readonly Name[];
  /** Computes numbers, and their derivatives with respect to all inputs, in one pass. */
  valueAndGrad(columns: ExpressionNumbers<Name>): ExpressionsGradients<number, Result, Name>;
  /** Computes a Float64Array, and its derivatives with respect to all inputs, in one pass. */
  valueAndGrad(
    columns: ExpressionColumns64<Name>,
    options?: ExpressionOptions<ExpressionsGradientsOut<Float64Array, Result, Name>>,
  ): ExpressionsGradients<Float64Array, Result, Name>;
  /** Computes arrays, and the derivatives with respect to all inputs, in one pass. */
  valueAndGrad(
    columns: ExpressionColumns<Name>,
    options?: ExpressionOptions<ExpressionsGradientsOut<FloatArray, Result, Name>>,
  ): ExpressionsGradients<FloatArray, Result, Name>;
}

/**
 * Compiles an expression that uses the functions of this module into a function.
 *
 * The language is that of `specol map`, see docs/expressions.md: numbers, `pi`, names of columns,
 * `+ - * / ^`, comparisons, the functions that `specol help EXPRESSIONS` lists, and `grad(EXPR, x)`.
 * `let` names a subexpression: `let t = n + r; lgamma(t) - lgamma(r)`.
 *
 * Accuracy: within 1 ulp of the true value of the complete expression, even under catastrophic
 * cancellation. If an argument is outside a domain, the result is NaN.
 *
 * @example
 * ```ts
 * import { expression } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const rise = expression("lgamma(n + r) - lgamma(r)");
 *
 * assertEquals(rise.inputs, ["n", "r"]);
 * assertEquals(rise({ n: 3, r: 1e7 }), 48.35428725287493);
 * const n = new Float64Array([0, 1, 2]);
 * assertEquals(rise({ n, r: 1 }), new Float64Array([0, 0, Math.log(2)]));
 * assertEquals(rise.grad("r")({ n: 1, r: 2 }), 0.5);
 * assertEquals(rise.valueAndGrad({ n: [1], r: [2] }).gradient.r, new Float64Array([0.5]));
 * ```
 *
 * @example A column of a table
 * ```ts
 * import { expression, readTable, writeTable } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 * import { toText } from "@std/streams/to-text";
 *
 * const table = await readTable(new Blob(["n,k\n3,1\n4,\n5,2\n"]).stream());
 * const bytes = writeTable(table, {
 *   format: "csv",
 *   results: { choose: expression("exp(lchoose(n, k))").result },
 * });
 * assertEquals(await toText(bytes), "n,k,choose\n3,1,3\n4,,\n5,2,10\n");
 * ```
 *
 * @param text What to compute.
 * @returns A function of columns.
 * @throws {SyntaxError} If the text is not an expression; the message shows the place.
 */
export function expression<
  const Text extends string,
  Name extends string = InputNames<Text>,
>(text: Text): Expression<Name>;
/**
 * Compiles several expressions into a function that computes them in one pass. Each can use the names
 * of those before it. Common subexpressions are computed once.
 *
 * @example
 * ```ts
 * import { expression } from "@specol/specol";
 * import { assertEquals } from "@std/assert";
 *
 * const both = expression({ ll: "lgamma(n + r) - lgamma(r)", dr: "grad(ll, r)" });
 *
 * assertEquals(both.inputs, ["n", "r"]);
 * assertEquals(both({ n: 1, r: 2 }), { ll: Math.log(2), dr: 0.5 });
 * ```
 *
 * @param texts What to compute, by the names of the results.
 * @returns A function of columns that returns the results by their names.
 * @throws {SyntaxError} If a text is not an expression; the message shows the place.
 */
export function expression<
  const Texts extends Readonly<Record<string, string>>,
  Name extends string = Exclude<InputNames<Texts[keyof Texts]>, keyof Texts>,
>(texts: Texts): Expressions<keyof Texts & string, Name>;
export function expression(
  text: string | Readonly<Record<string, string>>,
): Expression | Expressions<string> {
  if (typeof text === "object" && text !== null) return makeExpressions(text);
  if (typeof text !== "string") {
    throw new TypeError(
      `Cannot make an expression: text must be a string, or an object of strings, got ` +
        describe(text),
    );
  }
  const graph = new Graph();
  const inputs: string[] = [];
  const node = asSyntaxError(() => resolve(text, { graph, inputs }));
  return makeExpression({ text, graph, node, inputs });
}

interface Parts {
  readonly text: string;
  readonly graph: Graph;
  readonly node: Node;
  readonly inputs: readonly string[];
}

/** Every name that means nothing else is a column. */
export function resolve(
  text: string,
  { graph, inputs, results }: {
    readonly graph: Graph;
    readonly inputs: string[];
    /** What the names of earlier results stand for. */
    readonly results?: ReadonlyMap<string, Node>;
  },
): Node {
  const { definitions, value } = new ExpressionParser(text).program();
  const earlier = new Map(results);
  function find(name: string): number | undefined {
    if (earlier.has(name) || CONSTANTS.has(name)) return undefined;
    if (!inputs.includes(name)) inputs.push(name);
    return inputs.indexOf(name);
  }
  const scope = {
    ...{ find, earlier },
    // The columns have no order here, so `$2` is a name like others.
    findNumber: (number: number) => find(`$${number}`)!,
    unknown: (name: string, at: { start: number; end: number }) =>
      errorAt(`Unknown name ${name}`, text, at),
  };
  const resolver = new Resolver(text, graph, scope);
  for (const { name, value } of definitions) {
    earlier.set(name, nameNode(graph, resolver.resolve(value)));
  }
  return resolver.resolve(value);
}

function makeExpressions(texts: Readonly<Record<string, string>>): Expressions<string> {
  const graph = new Graph();
  const inputs: string[] = [];
  const results = new Map<string, Node>();
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== "string") {
      throw new TypeError(
        `Cannot make an expression: ${name} must be a string, got ${describe(text)}`,
      );
    }
    const node = asSyntaxError(() => resolve(text, { graph, inputs, results }));
    results.set(name, nameNode(graph, node));
  }
  const clash = inputs.find((input) => results.has(input));
  if (clash !== undefined) {
    throw new SyntaxError(
      `${clash} is both an input and a result: rename one of them, or define the result first`,
    );
  }
  const names = [...results.keys()];
  if (names.length === 0) {
    throw new TypeError("Cannot make an expression: there is nothing to compute");
  }
  const nodes = [...results.values()];
  const text = names.join(", ");
  const call = makeCall({ text, inputs, shape: numberFrom(0, names) }, () => compile(graph, nodes));
  const gradients = names.map((name, i) =>
    [name, numberFrom(names.length + i * inputs.length, inputs)] as const
  );
  const valueAndGrad = makeCall(
    {
      text,
      inputs,
      shape: { value: numberFrom(0, names), gradient: Object.fromEntries(gradients) },
    },
    () => compile(graph, [...nodes, ...nodes.flatMap((node) => slopesOf(node, { graph, inputs }))]),
  );
  const properties = { texts: { ...texts }, inputs: [...inputs], valueAndGrad };
  return Object.assign(call, properties) as unknown as Expressions<string>;
}

function makeExpression({ text, graph, node, inputs }: Parts): Expression {
  const call = makeCall({ text, inputs, shape: 0 }, () => compile(graph, [node]));
  const valueAndGrad = makeCall({
    text,
    inputs,
    shape: { value: 0, gradient: numberFrom(1, inputs) },
  }, () => compile(graph, [node, ...slopesOf(node, { graph, inputs })]));
  function grad(input: string): Expression {
    const index = inputs.indexOf(input);
    if (index < 0) {
      throw new RangeError(
        `Cannot differentiate ${text}: input must be one of ${inputs.join(", ")}, got ${input}`,
      );
    }
    const name = isPlainName(input) ? input : `"${input}"`;
    const derivative = asSyntaxError(() => differentiate(graph, node, graph.column(index)));
    return makeExpression({ text: `grad(${text}, ${name})`, graph, node: derivative, inputs });
  }
  const compute = (...arrays: FloatArray[]): unknown =>
    call(Object.fromEntries(inputs.map((name, i) => [name, arrays[i]])));
  const result = { columns: [...inputs], compute };
  const properties = { text, inputs: [...inputs], grad, valueAndGrad, result };
  return Object.assign(call, properties) as unknown as Expression;
}

/** The derivatives of a node with respect to each input. */
function slopesOf(
  node: Node,
  { graph, inputs }: { readonly graph: Graph; readonly inputs: readonly string[] },
): readonly Node[] {
  return inputs.map((_, i) => asSyntaxError(() => differentiate(graph, node, graph.column(i))));
}

/** Compiles a program with one output for each node. */
export function compile(graph: Graph, nodes: readonly Node[]): Compiled {
  return compileProgram(nodes.map((node) => graph.substitute(node)));
}

/** The outputs of a program in the form in which they are returned: a number is that of an output. */
type Shape = number | { readonly [name: string]: Shape };

/** Names with the numbers of outputs, from one on. */
function numberFrom(first: number, names: readonly string[]): Shape {
  return Object.fromEntries(names.map((name, i) => [name, first + i]));
}

/** Makes the function that gives results the form in which they are returned. */
function makeArranger(shape: Shape): (results: readonly unknown[]) => unknown {
  if (typeof shape === "number") return (results) => results[shape];
  const names = Object.keys(shape);
  const parts = names.map((name) => makeArranger(shape[name]));
  return (results) => {
    const arranged: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) {
      const value = parts[i](results);
      // This name alone would not become a property.
      if (names[i] === "__proto__") {
        Object.defineProperty(arranged, names[i], { value, enumerable: true });
      } else arranged[names[i]] = value;
    }
    return arranged;
  };
}

/** Lists the arrays that `out` has for outputs, by the numbers of these. */
function listOuts(shape: Shape, out: unknown, what: string): readonly Out[] {
  const outs: Out[] = [];
  function visit(part: Shape, given: unknown, name: string): void {
    if (typeof part === "number") {
      outs[part] = { name, array: given };
      return;
    }
    const keys = Object.keys(part);
    if (given !== undefined && !isOptions(given)) {
      throw new TypeError(
        `Cannot compute ${what}: ${name} must be an object with ${keys.join(", ")}, ` +
          `got ${describe(given)}`,
      );
    }
    if (given !== undefined) checkKeys(`Cannot compute ${what}: ${name}`, given, keys);
    for (const key of keys) {
      visit(part[key], (given as Readonly<Record<string, unknown>>)?.[key], `${name}.${key}`);
    }
  }
  visit(shape, out, "out");
  return outs;
}

/**
 * Makes the function that computes a program, which is compiled when it is first called: some
 * expressions are only needed for their gradients.
 */
function makeCall(
  { text, inputs, shape }: {
    readonly text: string;
    readonly inputs: readonly string[];
    readonly shape: Shape;
  },
  compile: () => Compiled,
): (columns: unknown, options?: unknown) => unknown {
  const names = inputs.map((name) => `column ${name}`);
  const arrange = makeArranger(shape);
  let compiled: Compiled | undefined;
  return (columns, options) => {
    if (typeof columns !== "object" || columns === null) {
      throw new TypeError(
        `Cannot compute ${text}: columns must be an object, got ${describe(columns)}`,
      );
    }
    // All is read before anything is computed: a getter may call this function.
    const given: Column[] = [];
    let isRow = true;
    for (let i = 0; i < inputs.length; i++) {
      const value = Object.hasOwn(columns, inputs[i])
        ? (columns as Readonly<Record<string, unknown>>)[inputs[i]]
        : undefined;
      if (typeof value !== "number") isRow = false;
      given.push(takeColumn(value, text, names[i]));
    }
    const out = options === undefined ? undefined : takeOut(text, options);
    compiled ??= compile();
    if (!isRow) {
      const outs = listOuts(shape, out, text);
      return arrange(evaluate(compiled, given, { what: text, outs, names }));
    }
    if (out === undefined) return arrange(evaluateRow(compiled, given as number[]));
    throw new TypeError(`Cannot compute ${text}: out needs arrays, but all inputs are numbers`);
  };
}

/** `rows.map(f)` passes the index of each row as the options. */
function takeOut(text: string, options: unknown): unknown {
  if (typeof options === "number") return undefined;
  const what = `Cannot compute ${text}`;
  if (!isOptions(options)) {
    throw new TypeError(`${what}: options must be an object, got ${describe(options)}`);
  }
  checkKeys(what, options, ["out"]);
  return (options as ExpressionOptions<unknown>).out;
}

/** In a program, a wrong text is not a wrong command line. */
export function asSyntaxError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof NoDerivative) throw new SyntaxError(error.message);
    if (!(error instanceof UsageError)) throw error;
    throw new SyntaxError([error.message, ...error.details].join("\n"));
  }
}
