import type { Graph, Node } from "./graph.ts";

/** Makes one value of those of several columns. */
type Combine = (graph: Graph, terms: Iterable<Node>) => Node;

function reduce(terms: Iterable<Node>, combine: (a: Node, b: Node) => Node): Node {
  let total: Node | undefined;
  // A term is made when it is needed, after what comes before it is combined: the program then needs
  // room for few terms at a time.
  for (const term of terms) total = total === undefined ? term : combine(total, term);
  return total!;
}

function sum(graph: Graph, terms: Iterable<Node>): Node {
  return reduce(terms, (a, b) => graph.add(a, b));
}

/** What is computed across the columns of a row, by name. */
const ACROSS: ReadonlyMap<string, Combine> = new Map<string, Combine>([
  ["rowsum", sum],
  [
    "rowmean",
    (graph, terms) => {
      const all = [...terms];
      return graph.div(sum(graph, all), graph.number(all.length));
    },
  ],
  ["rowmin", (graph, terms) => reduce(terms, (a, b) => graph.call("min", a, b))],
  ["rowmax", (graph, terms) => reduce(terms, (a, b) => graph.call("max", a, b))],
  ["rowlogsumexp", logSumExp],
]);

/** Finds what is computed across columns, by its name. */
export function findAcross(name: string): Combine | undefined {
  return ACROSS.get(name);
}

/** max + log(sum of exp(term - max)), which does not overflow. */
function logSumExp(graph: Graph, terms: Iterable<Node>): Node {
  const all = [...terms];
  const most = reduce(all, (a, b) => graph.call("max", a, b));
  const parts = all.map((term) => graph.call("exp", graph.sub(term, most)));
  const isInfinite = graph.call("eq", graph.call("abs", most), graph.number(Infinity));
  const total = graph.add(most, graph.call("log", sum(graph, parts)));
  const node = graph.choose(isInfinite, most, total);
  const slope = (term: Node) => graph.call("exp", graph.sub(term, node));
  graph.setRule(node, all.map((term) => ({ of: term, slope: () => slope(term) })));
  return node;
}
