import { type Graph, listNodes, type Node } from "./graph.ts";

/** Something that has no derivative. */
export class NoDerivative extends Error {}

/**
 * Differentiates an expression with respect to one of its nodes, which is taken for a variable: a
 * column, or what an earlier name stands for.
 *
 * Where a function has a kink, the derivative is: of `abs` at 0, 0; of `min` and `max` where both are
 * equal, that of the first; of `if`, that of the chosen one; of NaN, NaN; of a comparison, `and`, `or`, `not` and `floor`, 0; of `a ^ b`
 * in b where a is 0, 0; of `i0e` at 0, 0.
 */
export function differentiate(graph: Graph, node: Node, variable: Node): Node {
  const zero = graph.number(0);
  const one = graph.number(1);
  const known = new Map<Node, Node>([[variable, one]]);

  function derive(node: Node): Node {
    const found = known.get(node);
    if (found !== undefined) return found;
    const derivative = deriveNode(node);
    known.set(node, derivative);
    return derivative;
  }

  /** Parts that do not depend on the variable are left out, whatever they would be multiplied by. */
  function plus(a: Node, b: Node): Node {
    return a === zero ? b : b === zero ? a : graph.add(a, b);
  }

  function times(a: Node, b: Node): Node {
    return a === zero || b === zero ? zero : graph.mul(a, b);
  }

  /** outer'(x) x', where the first is only made if the second is not 0. */
  function chain(x: Node, outer: () => Node): Node {
    const inner = derive(x);
    return inner === zero ? zero : times(outer(), inner);
  }

  function fixed(parameter: Node, what: string): void {
    if (derive(parameter) !== zero) throw new NoDerivative(what);
  }

  function deriveNode(node: Node): Node {
    const rule = graph.ruleOf(node);
    if (rule !== undefined) {
      return rule.map(({ of, slope }) => chain(of, slope)).reduce(plus, zero);
    }
    const { operation, args: [a, b, c] } = node;
    switch (operation) {
      case "number":
        // What is undefined has no slope.
        return Number.isNaN(node.value) ? node : zero;
      case "pi":
      case "column":
      case "lt":
      case "le":
      case "eq":
      case "ne":
      case "floor":
      case "and":
        return zero;
      case "parameter":
        return derive(a);
      case "neg":
        return derive(a) === zero ? zero : graph.neg(derive(a));
      case "add":
        return plus(derive(a), derive(b));
      case "sub": {
        const right = derive(b);
        if (right === zero) return derive(a);
        return derive(a) === zero ? graph.neg(right) : graph.sub(derive(a), right);
      }
      case "mul":
        // The square of a part that depends on the variable.
        if (a === b) return times(graph.number(2), times(a, derive(a)));
        return plus(times(derive(a), b), times(a, derive(b)));
      case "div": {
        const right = derive(b);
        if (right === zero) return derive(a) === zero ? zero : graph.div(derive(a), b);
        const drop = graph.div(times(node, right), b);
        return derive(a) === zero
          ? graph.neg(drop)
          : graph.div(graph.sub(derive(a), times(node, right)), b);
      }
      case "pow":
        return plus(
          chain(a, () => graph.mul(b, graph.pow(a, graph.sub(b, one)))),
          chain(
            b,
            () =>
              graph.choose(
                graph.call("eq", a, zero),
                zero,
                graph.mul(node, graph.call("log", a)),
              ),
          ),
        );
      case "min":
      case "max": {
        if (derive(a) === derive(b)) return derive(a);
        const first = operation === "min" ? graph.call("le", a, b) : graph.call("le", b, a);
        return graph.choose(first, derive(a), derive(b));
      }
      case "if":
        if (derive(b) === derive(c)) return derive(b);
        return graph.choose(a, derive(b), derive(c));
      case "abs":
        return chain(a, () =>
          graph.sub(
            graph.call("lt", zero, a),
            graph.call("lt", a, zero),
          ));
      case "sqrt":
        return derive(a) === zero ? zero : graph.div(derive(a), graph.mul(graph.number(2), node));
      case "exp":
        return chain(a, () => node);
      case "expm1":
        return chain(a, () => graph.call("exp", a));
      case "log":
        return derive(a) === zero ? zero : graph.div(derive(a), a);
      case "log1p":
        return derive(a) === zero ? zero : graph.div(derive(a), graph.add(one, a));
      case "sin":
        return chain(a, () => graph.call("cos", a));
      case "cos":
        return chain(a, () => graph.neg(graph.call("sin", a)));
      case "lgamma":
        return chain(a, () => graph.call("digamma", a));
      case "digamma":
        return chain(a, () => graph.call("polygamma", a, one));
      case "polygamma":
        fixed(b, "polygamma has no derivative in its order n");
        return chain(a, () => graph.call("polygamma", a, graph.add(b, one)));
      case "multigammaln":
        fixed(b, "multigammaln has no derivative in its dimension p");
        return chain(a, () => graph.call("multigammalnGrad", a, b, one));
      case "multigammalnGrad":
        return chain(a, () => graph.call(operation, a, b, graph.add(c, one)));
      case "i0":
      case "i1":
      case "i0e":
      case "i1e":
        return chain(a, () => graph.call(operation, a, graph.add(b, one)));
    }
  }

  // Operands come before what is made of them, so that nothing is derived more than a few calls
  // deep: a sum of thousands of terms is as deep as it is long.
  for (const part of partsOf(graph, node, variable)) derive(part);
  return derive(node);
}

/** What has no slope anywhere. */
const FLAT: ReadonlySet<string> = new Set(["lt", "le", "eq", "ne", "floor", "and"]);

/** The nodes whose derivatives a node's derivative is made of, operands first. */
function partsOf(graph: Graph, node: Node, variable: Node): readonly Node[] {
  const found = new Set<Node>();
  const rest = [node];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (found.has(next) || next === variable || FLAT.has(next.operation)) continue;
    found.add(next);
    const rule = graph.ruleOf(next)?.map(({ of }) => of);
    rest.push(...rule ?? (next.operation === "if" ? next.args.slice(1) : next.args));
  }
  return [...found].sort((a, b) => a.id - b.id);
}

/** The columns that a node is made of, in growing order. */
export function columnsOf(node: Node): readonly number[] {
  const columns = listNodes([node]).filter(({ operation }) => operation === "column");
  return columns.map(({ value }) => value).sort((a, b) => a - b);
}
