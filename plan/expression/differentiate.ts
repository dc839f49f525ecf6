import { type Graph, listNodes, type Node } from "./graph.ts";
import { SLOPES } from "./slopes.ts";

/** Something that has no derivative. */
export class NoDerivative extends Error {}

/**
 * Differentiates an expression with respect to one of its nodes, which is taken for a variable: a
 * column, or what an earlier name stands for.
 *
 * Where a function has a kink, the derivative is: of `abs` at 0, 0; of `min` and `max` where both are
 * equal, that of the first; of `if`, that of the chosen one; of NaN, NaN; of a comparison, `and`, `or`,
 * `not` and `floor`, 0; of `a ^ b` in a where b is 0, and in b where a is 0, 0; of `i0e` at 0, 0.
 *
 * A part that does not depend on the variable adds nothing, even where it is infinite or NaN. That
 * holds for the chosen branch of `if`, `min` and `max` too: `log(y) ^ if(2 < x, x, 4)` has the
 * derivative of `log(y) ^ 4` where x is below 2.
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

  /** The bases and exponents of products of equal factors. The variable has no factors. */
  const powers = new Map<Node, readonly [base: Node, exponent: number]>();

  function powerOf(node: Node): readonly [base: Node, exponent: number] {
    const [a, b] = node.args;
    if (node === variable || node.operation !== "pow" || b.operation !== "number") {
      return powers.get(node) ?? [node, 1];
    }
    return [a, b.value];
  }

  /** Where derivatives that are 0 in some branches are not 0, as conditions. */
  const supports = new Map<Node, Node>([[zero, zero]]);

  function supportOf(derivative: Node): Node {
    return supports.get(derivative) ?? one;
  }

  function supported(derivative: Node, support: Node): Node {
    if (support !== one) supports.set(derivative, support);
    return derivative;
  }

  /** What is made of derivatives, but 0 where no branch that is chosen depends on the variable. */
  function within(support: Node, make: () => Node): Node {
    if (support === zero) return zero;
    return support === one ? make() : supported(graph.choose(support, make(), zero), support);
  }

  function choose(condition: Node, a: Node, b: Node): Node {
    if (a === b) return a;
    const [first, second] = [supportOf(a), supportOf(b)];
    const support = first === second
      ? first
      : first === one && second === zero
      ? graph.truth(condition)
      : first === zero && second === one
      ? graph.not(condition)
      : graph.choose(condition, first, second);
    return supported(graph.choose(condition, a, b), support);
  }

  function plus(a: Node, b: Node): Node {
    if (a === zero || b === zero) return a === zero ? b : a;
    return supported(graph.add(a, b), graph.or(supportOf(a), supportOf(b)));
  }

  function minus(a: Node, b: Node): Node {
    if (b === zero) return a;
    if (a === zero) return times(graph.number(-1), b);
    return supported(graph.sub(a, b), graph.or(supportOf(a), supportOf(b)));
  }

  /** A value times a derivative. */
  function times(value: Node, derivative: Node): Node {
    return inBranch(derivative, (part) => times(value, part)) ??
      within(supportOf(derivative), () => graph.mul(value, derivative));
  }

  /** What is made of a derivative that is 0 in one branch of an `if`: it is made in the other. */
  function inBranch(derivative: Node, make: (branch: Node) => Node): Node | undefined {
    const [condition, first, second] = derivative.args;
    if (derivative.operation !== "if") return undefined;
    if (second === zero && supportOf(first) === one) return choose(condition, make(first), zero);
    if (first === zero && supportOf(second) === one) {
      const made = make(second);
      const rule = graph.ruleOf(derivative);
      if (rule === undefined) return choose(condition, zero, made);
      // The slope of a power in its base has a rule, and so has what is made of it. It is no branch: it
      // has slopes where it is 0.
      const node = graph.choose(condition, zero, made);
      graph.setRule(node, rule.map((part) => ({ ...part, of: made })));
      return node;
    }
  }

  function over(a: Node, b: Node): Node {
    return inBranch(a, (part) => over(part, b)) ?? within(supportOf(a), () => graph.div(a, b));
  }

  /** outer'(x) x', where the first is only made if the second is not 0. */
  function chain(x: Node, outer: () => Node): Node {
    const inner = derive(x);
    if (inner === zero) return zero;
    const slope = outer();
    return inBranch(slope, (branch) => times(branch, inner)) ?? times(slope, inner);
  }

  /**
   * The slope of a^b in a, which is 0 where b is 0. Its own slopes are those of b a^(b - 1), which is
   * 0 there as well, but NaN where a is 0, too.
   */
  function powerSlope(a: Node, b: Node): Node {
    if (b.operation === "number" && b.value === 0) return zero;
    const formula = graph.mul(b, graph.pow(a, graph.sub(b, one)));
    if (b.operation === "number") return formula;
    const isFlat = graph.call("eq", b, zero);
    const slope = graph.choose(isFlat, zero, formula);
    const isUndefined = graph.and(isFlat, graph.call("eq", a, zero));
    graph.setRule(slope, [{ of: formula, slope: () => graph.choose(isUndefined, zero, one) }]);
    return slope;
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
        return minus(zero, derive(a));
      case "add":
        return plus(derive(a), derive(b));
      case "sub":
        return minus(derive(a), derive(b));
      case "mul": {
        const [[base, first], [other, second]] = [powerOf(a), powerOf(b)];
        if (base === other) powers.set(node, [base, first + second]);
        // The square of a part that depends on the variable.
        if (a === b) return times(graph.number(2), times(a, derive(a)));
        return plus(times(b, derive(a)), times(a, derive(b)));
      }
      case "div": {
        // The slope of a power u^k is k u' / u times itself, also where both are infinite.
        const [u, k] = powerOf(b);
        const slope = graph.div(graph.mul(graph.number(k), a), u);
        return over(minus(derive(a), times(slope, derive(u))), b);
      }
      case "pow":
        return plus(
          chain(a, () => powerSlope(a, b)),
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
        const first = operation === "min" ? graph.call("le", a, b) : graph.call("le", b, a);
        return choose(first, derive(a), derive(b));
      }
      case "if":
        // Nor does a function of a part that does not depend on the variable, outside its domain.
        if (b.isOutside && derive(c) === zero) return zero;
        return choose(a, derive(b), derive(c));
      default:
        if (b !== undefined && derive(b) !== zero) {
          throw new NoDerivative(
            operation === "polygamma"
              ? "polygamma has no derivative in its order n"
              : "multigammaln has no derivative in its dimension p",
          );
        }
        return chain(a, () => SLOPES[operation](graph, node));
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
