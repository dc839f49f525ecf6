import type { Graph, Node, Operation } from "./graph.ts";

/** The slope of a node in its first operand. */
type Slope = (graph: Graph, node: Node) => Node;

/** The second operand of a Bessel function is how many times it is differentiated. */
const bessel: Slope = (graph, { operation, args: [x, n] }) =>
  graph.call(operation, x, graph.add(n, graph.number(1)));

/** The slopes of functions of one number. Other operands are orders and dimensions. */
export const SLOPES = {
  abs: (graph, { args: [x] }) => {
    const zero = graph.number(0);
    return graph.sub(graph.call("lt", zero, x), graph.call("lt", x, zero));
  },
  sqrt: (graph, node) => inverse(graph, graph.mul(graph.number(2), node)),
  exp: (_, node) => node,
  expm1: (graph, { args: [x] }) => graph.call("exp", x),
  log: (graph, { args: [x] }) => inverse(graph, x),
  log1p: (graph, { args: [x] }) => inverse(graph, graph.add(graph.number(1), x)),
  sin: (graph, { args: [x] }) => graph.call("cos", x),
  cos: (graph, { args: [x] }) => graph.neg(graph.call("sin", x)),
  lgamma: (graph, { args: [x] }) => graph.call("digamma", x),
  digamma: (graph, { args: [x] }) => graph.call("polygamma", x, graph.number(1)),
  polygamma: (graph, { args: [x, n] }) => {
    const slope = graph.call("polygamma", x, graph.add(n, graph.number(1)));
    // An order of -1 is none, and that of the slope would be 0.
    if (n.operation === "number") return slope;
    return graph.choose(graph.call("lt", n, graph.number(0)), graph.outside, slope);
  },
  multigammaln: (graph, { args: [x, p] }) => graph.call("multigammalnGrad", x, p, graph.number(1)),
  multigammalnGrad: (graph, { args: [x, p, k] }) =>
    graph.call("multigammalnGrad", x, p, graph.add(k, graph.number(1))),
  i0: bessel,
  i1: bessel,
  i0e: bessel,
  i1e: bessel,
} satisfies Partial<Record<Operation, Slope>>;

function inverse(graph: Graph, x: Node): Node {
  return graph.div(graph.number(1), x);
}
