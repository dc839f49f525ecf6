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

/** Columns by name: arrays of one length, and numbers that stand for every row. */
export type ExpressionColumns = Readonly<Record<string, FloatArray | number>>;

/** An expression over columns, which can be called. */
export interface Expression {
  /** Computes one number from numbers. */
  (columns: Readonly<Record<string, number>>): number;
  /** Computes an array: of the widest type among the arrays, and of their length. */
  (columns: ExpressionColumns): FloatArray;
  /** What was written. */
  readonly text: string;
  /** The names of the columns that it needs, in the order in which they are written. */
  readonly inputs: readonly string[];
  /** The derivative with respect to one of the inputs, as an expression. */
  grad(input: string): Expression;
  /** A column for the option `results` of `writeTable`. */
  readonly result: {
    readonly columns: readonly string[];
    readonly compute: (...columns: FloatArray[]) => FloatArray;
  };
}

/**
 * Makes a function of an expression: arithmetic around the functions of this module.
 *
 * The language is that of `specol map`, see docs/expressions.md: numbers, `pi`, names of columns,
 * `+ - * / ^`, comparisons and `if(condition, a, b)`, every function here, `log`, `log1p`, `exp`,
 * `expm1`, `sqrt`, `abs`, `sin`, `cos`, `min`, `max`, and `grad(EXPR, x)`. Parts get names with
 * `let`: `let t = n + r; lgamma(t) - lgamma(r)`.
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
export function expression(text: string): Expression {
  if (typeof text !== "string") {
    throw new TypeError(`Cannot make an expression: text must be a string, got ${describe(text)}`);
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
function resolve(text: string, { graph, inputs }: { graph: Graph; inputs: string[] }): Node {
  const { definitions, value } = new ExpressionParser(text).program();
  const earlier = new Map<string, Node>();
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

function makeExpression({ text, graph, node, inputs }: Parts): Expression {
  // The program is made on the first call: some expressions are only needed for their gradients.
  let compiled: Compiled | undefined;
  function call(columns: ExpressionColumns): number | FloatArray {
    if (typeof columns !== "object" || columns === null) {
      throw new TypeError(
        `Cannot compute ${text}: columns must be an object, got ${describe(columns)}`,
      );
    }
    return evaluate(compiled ??= compileProgram([graph.settle(node)]), inputs, { columns, text });
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
  const properties = { text, inputs: [...inputs], grad, result: { columns: [...inputs], compute } };
  return Object.assign(call as Expression, properties);
}

function evaluate(
  { program, columns: used }: Compiled,
  inputs: readonly string[],
  { columns, text }: { columns: ExpressionColumns; text: string },
): number | FloatArray {
  const given = inputs.map((name) => {
    const column: unknown = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (typeof column === "number" || isFloatArray(column)) return column;
    throw new TypeError(
      `Cannot compute ${text}: column ${name} must be a number or an array of floats, ` +
        `got ${describe(column)}`,
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
  const out = new Float64Array(length);
  takeAllSteps(runProgram(openInstance(), { program, inputs: wide }, { out }));
  if (arrays.length === 0) return out[0];
  if (arrays.some((array) => array instanceof Float64Array)) return out;
  const isHalf = arrays.every((array) => array instanceof Float16Array);
  return isHalf ? new Float16Array(out) : new Float32Array(out);
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
