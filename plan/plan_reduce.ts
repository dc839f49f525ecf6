import type { ColumnSpec } from "../formats/table.ts";
import { checkNames } from "./columns/result_names.ts";
import { selectKeys } from "./columns/select_keys.ts";
import { type Formula, toFormula } from "./expression/formula.ts";
import { Graph, listNodes, type Node } from "./expression/graph.ts";
import {
  type Aggregate,
  type AggregateName,
  AGGREGATES,
  type Call,
  hasAggregate,
  isAggregate,
} from "./expression/parse_aggregate.ts";
import { nameNode, Resolver, type Scope } from "./expression/resolve.ts";
import { errorAt, pointAt, type Span } from "./expression/syntax.ts";
import { MapPlanner, type PlannerOptions } from "./plan_map.ts";
import type { PlanOptions, TablePlan } from "./plan.ts";
import type { ReduceWork } from "./request.ts";
import { didYouMean, UsageError } from "./usage_error.ts";

/** A value that groups keep. */
export interface Reduction {
  /** What messages call it: the name of the result, or the aggregate in it. */
  readonly name: string;
  readonly aggregate: AggregateName;
  /**
   * The result that it is made of, by its index; missing where rows are counted. After the results
   * of the plan come those of its squares, `SQUARE_PARTS` for each.
   */
  readonly result?: number;
}

/** A value of each group that is written: one that is kept, or a formula of some. */
export interface GroupOutput {
  readonly name: string;
  /** The value that groups keep, by its index. */
  readonly reduction?: number;
  /** What is computed of values that groups keep, which are its columns. */
  readonly formula?: Formula;
  /** How many values must be counted for there to be a value. */
  readonly counts?: readonly LeastCount[];
}

/** A count, by its index among the values that groups keep, and how many it must be at least. */
export interface LeastCount {
  readonly count: number;
  readonly least: number;
}

/**
 * Values that make up a square: the float64 next to it and the rest, of numbers of usual size, of
 * large and of small ones. The latter are scaled by 2^600 before they are squared.
 */
export const SQUARE_PARTS = 6;
export const SQUARE_SHIFT = 600;

/** What is computed from a table, and how it is reduced. */
export interface ReducePlan extends Pick<TablePlan, "results" | "program"> {
  /** The columns whose values make the groups, by index. */
  readonly by: readonly number[];
  /** The values that groups keep. */
  readonly reductions: readonly Reduction[];
  /** The results whose squares are added up, by index. */
  readonly squares: readonly number[];
  /** The values that are written. */
  readonly values: readonly GroupOutput[];
}

/** Plans the values of groups of rows. */
export function planReduce(
  columns: readonly ColumnSpec[],
  { aggregates, parameters = [], by: selection }: ReduceWork,
  options: PlanOptions,
): ReducePlan {
  const by = selectKeys(columns, { ...options, by: selection });
  const used = namesIn(aggregates);
  const planner = new ReducePlanner(columns, { ...options, parameters, used });
  const values = aggregates.flatMap((aggregate) => planner.add(aggregate));
  if (values.length === 0) {
    const [{ text }] = aggregates;
    throw new UsageError(
      "There is nothing to write: let only names an intermediate value",
      pointAt(text, { start: 0, end: text.length }),
    );
  }
  const outputs = [
    ...by.map((input) => ({ name: columns[input].name, input })),
    ...values.map(({ name }, result) => ({ name, result, type: "float64" as const })),
  ];
  checkNames(outputs, {
    isNew: () => true,
    resolve: () => "give each a different name",
  });
  return { ...planner.finish(), by, values };
}

/** A value that groups keep, before it is known how many results there are. */
interface Kept extends Reduction {
  /** Which part of the square of the result it is made of. */
  readonly square?: number;
}

/** Turns expressions of aggregates into values that groups keep, and formulas of them. */
class ReducePlanner {
  readonly #rows: MapPlanner;
  readonly #graph = new Graph();
  /** What names mean outside of aggregates. */
  readonly #earlier = new Map<string, Node>();
  /** How many values earlier names need. */
  readonly #counts = new Map<Node, readonly LeastCount[]>();
  readonly #kept: Kept[] = [];
  /** The names that later expressions may use. */
  readonly #used: ReadonlySet<string>;
  /** Whether rows come from batches of a table. The cells of CSV are read by expressions alone. */
  readonly #isTable: boolean;

  constructor(
    columns: readonly ColumnSpec[],
    { used, ...options }: PlannerOptions & { readonly used: ReadonlySet<string> },
  ) {
    this.#used = used;
    this.#isTable = !options.isText;
    this.#rows = new MapPlanner(columns, options);
    for (const { name, text, value } of options.parameters ?? []) {
      this.#earlier.set(name, this.#resolve(text, value));
    }
  }

  /** The value that is written, or none for a `let`. */
  add(aggregate: Aggregate): GroupOutput[] {
    const { text, name, hidden, value } = aggregate;
    if (hidden && !hasAggregate(value) && !this.#isOfValues(value)) {
      this.#rows.add({ text, name, hidden, value });
      if (this.#rows.isConstant(name)) this.#earlier.set(name, this.#resolve(text, value));
      return [];
    }
    const isKept = value.kind === "call" && isAggregate(value) && isKeptName(value.name);
    const reduction = isKept && !hidden ? this.#keepCall(value, { text, name }) : undefined;
    if (reduction !== undefined && !this.#used.has(name)) return [{ name, reduction }];
    const counts: LeastCount[] = [];
    const node = this.#resolve(text, value, { counts, name: hidden ? undefined : name });
    this.#earlier.set(name, node);
    this.#counts.set(node, counts);
    if (hidden) return [];
    if (reduction !== undefined) return [{ name, reduction }];
    return [{ name, formula: toFormula(this.#graph.substitute(node)), counts }];
  }

  finish(): Omit<ReducePlan, "by" | "values"> {
    const { results, program } = this.#rows.finish();
    const squares = [
      ...new Set(this.#kept.flatMap(({ square, result }) => square === undefined ? [] : [result!])),
    ];
    const reductions = this.#kept.map(({ name, aggregate, result, square }): Reduction => ({
      name,
      aggregate,
      result: square === undefined
        ? result
        : results.length + SQUARE_PARTS * squares.indexOf(result!) + square,
    }));
    return { results, program, squares, reductions };
  }

  /** Whether a `let` names something made of earlier values of groups, as `m^2` after `m = mean(x)`. */
  #isOfValues(value: Aggregate["value"]): boolean {
    return value.kind === "name" && !value.quoted && this.#earlier.has(value.name) &&
      !this.#rows.hasColumn(value.name);
  }

  /** Resolves a value, and adds what it must count. An aggregate that is all of it has its name. */
  #resolve(
    text: string,
    value: Aggregate["value"],
    { counts = [], name }: { counts?: LeastCount[]; name?: string } = {},
  ): Node {
    const scope: Scope = {
      find: () => undefined,
      findNumber: (number, at) => {
        throw columnError(text, `$${number}`, at);
      },
      select: (_, at) => {
        throw errorAt('Put this inside an aggregate, as in sum(rowsum("S*", _))', text, at);
      },
      aggregate: (call) =>
        this.#aggregate(call, { text, counts, name: call === value ? name : undefined }),
      earlier: this.#earlier,
      unknown: (name, at) =>
        this.#rows.hasColumn(name)
          ? columnError(text, name, at)
          : errorAt(`Unknown name ${name}${didYouMean(name, this.#earlier.keys())}`, text, at),
    };
    const node = new Resolver(text, this.#graph, scope).resolve(value);
    const parts = new Set(listNodes([node]));
    for (const [earlier, found] of this.#counts) if (parts.has(earlier)) counts.push(...found);
    return nameNode(this.#graph, node);
  }

  /** The node of an aggregate: a column of the formula, or a formula of some. */
  #aggregate(
    call: Call,
    { text, counts, name = text.slice(call.at.start, call.at.end) }: {
      text: string;
      counts: LeastCount[];
      name?: string;
    },
  ): Node {
    const graph = this.#graph;
    const result = this.#resultOf(call, { text, name, isShared: true });
    const keep = (aggregate: AggregateName, square?: number): Node =>
      graph.column(this.#keep({ name, aggregate, result, square }));
    if (call.name !== "mean" && isKeptName(call.name)) return keep(call.name);
    const [n, sum] = [keep("count"), keep("sum")];
    counts.push({ count: n.value, least: call.name === "mean" ? 1 : 2 });
    if (call.name === "mean") return graph.div(sum, n);
    // (n Q - S^2) / (n (n - 1)), of the exact sums S of values and Q of their squares.
    const pair = (first: number) => graph.add(keep("sum", first), keep("sum", first + 1));
    // 2^1200 is beyond float64, and 2^600 twice is not.
    const scaled = (by: number, part: Node) =>
      graph.mul(graph.number(by), graph.mul(graph.number(by), part));
    const large = scaled(2 ** SQUARE_SHIFT, pair(2));
    const small = scaled(2 ** -SQUARE_SHIFT, pair(4));
    const squares = graph.add(graph.add(pair(0), large), small);
    const variance = graph.div(
      graph.sub(graph.mul(n, squares), graph.mul(sum, sum)),
      graph.mul(n, graph.sub(n, graph.number(1))),
    );
    return call.name === "var" ? variance : graph.call("sqrt", variance);
  }

  #keepCall(call: Call, { text, name }: { text: string; name: string }): number {
    const result = this.#resultOf(call, { text, name, isShared: false });
    return this.#keep({ name, aggregate: call.name as AggregateName, result });
  }

  #resultOf(
    { args: [value] }: Call,
    { text, name, isShared }: { text: string; name: string; isShared: boolean },
  ): number | undefined {
    return value &&
      this.#rows.addValue({ text, name, hidden: false, value }, {
        isShared,
        isRead: this.#isTable,
      });
  }

  /** The index of a value that groups keep; one that is there already is not kept twice. */
  #keep(kept: Kept): number {
    const { aggregate, result, square } = kept;
    const found = this.#kept.findIndex((other) =>
      other.aggregate === aggregate && other.result === result && other.square === square
    );
    return found >= 0 ? found : this.#kept.push(kept) - 1;
  }
}

function isKeptName(name: string): name is AggregateName {
  return (AGGREGATES as readonly string[]).includes(name);
}

/** The names that expressions use, apart from those of quoted columns. */
function namesIn(aggregates: readonly Aggregate[]): ReadonlySet<string> {
  const names = new Set<string>();
  const rest = aggregates.map(({ value }) => value);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.kind === "name" && !next.quoted) names.add(next.name);
    if (next.kind === "negation") rest.push(next.operand);
    if (next.kind === "binary") rest.push(next.left, next.right);
    if (next.kind === "call") rest.push(...next.args);
  }
  return names;
}

function columnError(text: string, name: string, at: Span): Error {
  return errorAt(
    `${name} is a column: put it inside an aggregate, as in sum(${name})`,
    text,
    at,
  );
}
