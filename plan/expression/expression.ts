import { describe, isFloatArray } from "../../functions/arguments.ts";
import { openInstance } from "../../kernels/engine.ts";
import { Float16Array, type FloatArray } from "../../kernels/float_types.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import { runProgram } from "../../kernels/run_program.ts";
import { type Compiled, compileProgram } from "./compile_program.ts";
import { differentiate, NoDerivative } from "./differentiate.ts";
import { Graph, type Node } from "./graph.ts";
import { ExpressionParser } from "./parse_expression.ts";
import { CONSTANTS, nameNode, Resolver } from "./resolve.ts";
import { errorAt } from "./syntax.ts";
import { UsageError } from "../usage_error.ts";

/** Numbers of a column: an array of floats or integers, or a list of numbers. */
export type ExpressionArray =
  | FloatArray
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | readonly number[];

/** Columns by name: arrays of one length, and numbers that stand for every row. */
export type ExpressionColumns = Readonly<Record<string, ExpressionArray | number>>;

/** The values of an expression, and its derivatives with respect to its inputs, by their names. */
export interface ExpressionGradients<T> {
  /** The values. */
  readonly value: T;
  /** The derivatives. */
  readonly gradient: Readonly<Record<string, T>>;
}

/** An expression over columns, which can be called. */
export interface Expression {
  /** Computes one number from numbers. */
  (columns: Readonly<Record<string, number>>): number;
  /**
   * Computes an array: of the widest type among the arrays, and of their length. Integers and lists
   * count as float64.
   */
  (columns: ExpressionColumns): FloatArray;
  /** What was written. */
  readonly text: string;
  /** The names of the columns that it needs, in the order in which they are written. */
  readonly inputs: readonly string[];
  /** The derivative with respect to one of the inputs, as an expression. */
  grad(input: string): Expression;
  /** Computes one number, and its derivatives with respect to all inputs, in one pass. */
  valueAndGrad(columns: Readonly<Record<string, number>>): ExpressionGradients<number>;
  /** Computes an array, and the derivatives with respect to all inputs, in one pass. */
  valueAndGrad(columns: ExpressionColumns): ExpressionGradients<FloatArray>;
  /** A column for the option `results` of `writeTable`. */
  readonly result: {
    readonly columns: readonly string[];
    readonly compute: (...columns: FloatArray[]) => FloatArray;
  };
}

/** Several expressions over columns, which can be called. */
export interface Expressions<Name extends string> {
  /** Computes numbers from numbers. */
  (columns: Readonly<Record<string, number>>): Record<Name, number>;
  /** Computes arrays, as a single expression does. */
  (columns: ExpressionColumns): Record<Name, FloatArray>;
  /** What was written. */
  readonly texts: Readonly<Record<Name, string>>;
  /** The names of the columns that they need, in the order in which they are written. */
  readonly inputs: readonly string[];
}

/**
 * Makes a function of an expression: arithmetic around the functions of this module.
 *
 * The language is that of `specol map`, see docs/expressions.md: numbers, `pi`, names of columns,
 * `+ - * / ^`, comparisons, the functions that `specol help EXPRESSIONS` lists, and `grad(EXPR, x)`.
 * Parts get names with `let`: `let t = n + r; lgamma(t) - lgamma(r)`.
 *
 * Accuracy: at most 1 ulp from the true value of the whole expression for the given numbers,
 * whatever cancels. Where the arguments are outside a domain the result is NaN.
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
 *
 * const table = await readTable(new Blob(["n,k\n3,1\n4,\n5,2\n"]).stream());
 * const bytes = writeTable(table, {
 *   format: "csv",
 *   results: { choose: expression("exp(lchoose(n, k))").result },
 * });
 * assertEquals(await new Response(bytes).text(), "n,k,choose\n3,1,3\n4,,\n5,2,10\n");
 * ```
 *
 * @param text What to compute.
 * @returns A function of columns.
 * @throws {SyntaxError} If the text is not an expression; the message shows the place.
 */
export function expression(text: string): Expression;
/**
 * Makes a function of several expressions, which are computed in one pass. Each may use the names of
 * those before it. Parts that they have in common are computed once.
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
export function expression<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Expressions<Name>;
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
function resolve(
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
      `${clash} is an input and a result: give one of them another name, or define the result first`,
    );
  }
  const names = [...results.keys()];
  if (names.length === 0) {
    throw new TypeError("Cannot make an expression: there is nothing to compute");
  }
  let compiled: Compiled | undefined;
  function call(columns: ExpressionColumns): Record<string, number | FloatArray> {
    compiled ??= compileProgram([...results.values()].map((node) => graph.settle(node)));
    const found = evaluate(compiled, inputs, { columns, text: names.join(", ") });
    return Object.fromEntries(names.map((name, i) => [name, found[i]]));
  }
  return Object.assign(call as Expressions<string>, { texts: { ...texts }, inputs: [...inputs] });
}

function makeExpression({ text, graph, node, inputs }: Parts): Expression {
  // The program is made on the first call: some expressions are only needed for their gradients.
  let compiled: Compiled | undefined;
  let withGradients: Compiled | undefined;
  function call(columns: ExpressionColumns): number | FloatArray {
    compiled ??= compileProgram([graph.settle(node)]);
    return evaluate(compiled, inputs, { columns, text })[0];
  }
  function valueAndGrad(columns: ExpressionColumns): ExpressionGradients<number | FloatArray> {
    withGradients ??= asSyntaxError(() =>
      compileProgram([
        graph.settle(node),
        ...inputs.map((_, i) => graph.settle(differentiate(graph, node, graph.column(i)))),
      ])
    );
    const [value, ...slopes] = evaluate(withGradients, inputs, { columns, text });
    return { value, gradient: Object.fromEntries(inputs.map((name, i) => [name, slopes[i]])) };
  }
  function grad(input: string): Expression {
    const index = inputs.indexOf(input);
    if (index < 0) {
      throw new RangeError(
        `Cannot differentiate ${text}: input must be one of ${inputs.join(", ")}, got ${input}`,
      );
    }
    const name = /^[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$.]*$/u.test(input) ? input : `"${input}"`;
    const derivative = asSyntaxError(() => differentiate(graph, node, graph.column(index)));
    return makeExpression({ text: `grad(${text}, ${name})`, graph, node: derivative, inputs });
  }
  const compute = (...arrays: FloatArray[]): FloatArray =>
    call(Object.fromEntries(inputs.map((name, i) => [name, arrays[i]]))) as FloatArray;
  const result = { columns: [...inputs], compute };
  const properties = { text, inputs: [...inputs], grad, valueAndGrad, result };
  return Object.assign(call as Expression, properties);
}

/** Computes each output of a program. */
function evaluate(
  { program, columns: used }: Compiled,
  inputs: readonly string[],
  { columns, text }: { columns: ExpressionColumns; text: string },
): (number | FloatArray)[] {
  if (typeof columns !== "object" || columns === null) {
    throw new TypeError(
      `Cannot compute ${text}: columns must be an object, got ${describe(columns)}`,
    );
  }
  const given = inputs.map((name) => {
    const column: unknown = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (typeof column === "number" || isNumbers(column)) return column;
    throw new TypeError(
      `Cannot compute ${text}: column ${name} must be a number, a list of numbers or an array of ` +
        `floats or integers, got ${describe(column)}`,
    );
  });
  const arrays = given.filter((column) => typeof column !== "number");
  const length = arrays[0]?.length ?? 1;
  inputs.forEach((name, i) => {
    const column = given[i];
    if (typeof column === "number" || column.length === length) return;
    throw new RangeError(
      `Cannot compute ${text}: columns must have one length, got ${length} and, ` +
        `in column ${name}, ${column.length}`,
    );
  });
  const wide = used.map((index) => {
    const column = given[index];
    if (typeof column === "number") return new Float64Array(length).fill(column);
    return column instanceof Float64Array ? column : Float64Array.from(column);
  });
  const outputs = program.outputs.length;
  const out = new Float64Array(length * outputs);
  takeAllSteps(runProgram(openInstance(), { program, inputs: wide }, { out }));
  if (arrays.length === 0) return [...out];
  const Results = arrays.every((array) => array instanceof Float16Array)
    ? Float16Array
    : arrays.every((array) => array instanceof Float16Array || array instanceof Float32Array)
    ? Float32Array
    : Float64Array;
  return Array.from(
    { length: outputs },
    (_, i) => new Results(out.slice(i * length, (i + 1) * length)),
  );
}

/** Whether a value holds numbers: an array of floats or integers that float64 holds, or a list. */
function isNumbers(value: unknown): value is ExpressionArray {
  if (Array.isArray(value)) return value.every((item) => typeof item === "number");
  if (isFloatArray(value)) return true;
  return ArrayBuffer.isView(value) && !(value instanceof DataView) &&
    !(value instanceof BigInt64Array) && !(value instanceof BigUint64Array);
}

/** In a program, a wrong text is not a wrong command line. */
function asSyntaxError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof NoDerivative) throw new SyntaxError(error.message);
    if (!(error instanceof UsageError)) throw error;
    throw new SyntaxError([error.message, ...error.details].join("\n"));
  }
}
