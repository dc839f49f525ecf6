import { OPERATIONS } from "../../kernels/program.ts";
import { type Graph, listNodes, type Node, type Operation } from "./graph.ts";

/**
 * An expression as data, which can be posted to a thread or written to a file. A part is its
 * operation, its number as text, and the places of its operands before it.
 */
export type Formula = readonly (readonly [Operation, string, ...number[]])[];

/** Makes data of an expression. */
export function toFormula(node: Node): Formula {
  const nodes = listNodes([node]);
  const places = new Map(nodes.map((part, i) => [part, i]));
  return nodes.map(({ operation, value, args }) => [
    operation,
    Object.is(value, -0) ? "-0" : String(value),
    ...args.map((arg) => places.get(arg)!),
  ]);
}

/** Makes an expression of data. `leaf` makes what a column stands for. */
export function fromFormula(
  formula: Formula,
  { graph, leaf }: { readonly graph: Graph; readonly leaf: (column: number) => Node },
): Node {
  const nodes: Node[] = [];
  for (const [operation, value, ...places] of formula) {
    const args = places.map((place) => nodes[place]);
    // It may come from a file.
    if (!isOperation(operation) || args.includes(undefined!)) {
      throw new SyntaxError("this is not a formula of aggregates");
    }
    nodes.push(
      operation === "column"
        ? leaf(Number(value))
        : operation === "number"
        ? graph.number(Number(value))
        : operation === "pi"
        ? graph.pi
        : graph.make(operation, args),
    );
  }
  return nodes[nodes.length - 1];
}

function isOperation(operation: string): boolean {
  return operation === "column" || operation === "pi" || Object.hasOwn(OPERATIONS, operation);
}
