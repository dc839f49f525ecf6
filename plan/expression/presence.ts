import { type Graph, listNodes, type Node } from "./graph.ts";

/** What is known of the columns of a graph. */
export interface Presence {
  readonly graph: Graph;
  /** Whether a column is 1 where another is null, and so is never null itself. */
  isNullTest(column: number): boolean;
  /** Makes a node that is 1 where a column is null, else 0. */
  isNull(column: number): Node;
}

/**
 * Whether it takes a look at the operands to know where an expression is null. Any other expression
 * is null where one of its columns is.
 */
export function mayIgnoreNulls(node: Node, { isNullTest }: Pick<Presence, "isNullTest">): boolean {
  return listNodes([node]).some(({ operation, value }) =>
    operation === "and" || operation === "column" && isNullTest(value)
  );
}

/**
 * Makes a node that is 1 where an expression is not null, else 0. A null in any operand gives null,
 * but for these, which follow the three-valued logic of SQL (Kleene 1938):
 *
 * - `a and b` is 0 where one operand is 0, even if the other is null; `or` likewise with 1.
 * - `isnull(x)` is never null.
 * - `if` is null where the chosen value is, if its condition uses `isnull`. So `if(isnull(x), 0, x)`
 *   replaces nulls. Where its condition is NaN, it is NaN, and so are functions that are made of it.
 */
export function presenceOf(node: Node, { graph, isNullTest, isNull }: Presence): Node {
  /** For each part, a node that is 1 where it is null. */
  const known = new Map<Node, Node>();
  const testsNulls = new Set<Node>();
  for (const part of listNodes([node])) {
    if (
      part.operation === "column" && isNullTest(part.value) ||
      part.args.some((arg) => testsNulls.has(arg))
    ) testsNulls.add(part);
    known.set(part, absence(part));
  }
  return graph.not(known.get(node)!);

  function absence({ operation, args, value }: Node): Node {
    const [a, b, c] = args;
    const [first, second, third] = args.map((arg) => known.get(arg)!);
    if (operation === "column") return isNullTest(value) ? graph.number(0) : isNull(value);
    if (operation === "and") {
      return graph.and(
        graph.or(first, second),
        graph.and(graph.or(first, a), graph.or(second, b)),
      );
    }
    if (operation === "if" && testsNulls.has(a)) {
      const chosen = b === c ? second : graph.or(
        graph.and(a, second),
        graph.and(graph.not(a), third),
      );
      return graph.or(first, chosen);
    }
    return args.reduce((any: Node, arg) => graph.or(any, known.get(arg)!), graph.number(0));
  }
}
