/**
 * What a node computes. `i0`, `i1`, `i0e` and `i1e` have a second operand, a number: how many times
 * the function is differentiated. `multigammalnGrad` has a third, from 1 on.
 */
export type Operation =
  | "number"
  | "pi"
  | "column"
  | "parameter"
  | "neg"
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "pow"
  | "min"
  | "max"
  | "abs"
  | "sqrt"
  | "exp"
  | "expm1"
  | "log"
  | "log1p"
  | "sin"
  | "cos"
  | "lt"
  | "le"
  | "eq"
  | "ne"
  | "if"
  | "floor"
  | "and"
  | "lgamma"
  | "digamma"
  | "polygamma"
  | "multigammaln"
  | "multigammalnGrad"
  | "i0"
  | "i1"
  | "i0e"
  | "i1e";

/** A part of an expression. Equal parts of one graph are one node. */
export interface Node {
  /** Its number: operands come before what is made of them. */
  readonly id: number;
  readonly operation: Operation;
  readonly args: readonly Node[];
  /** The number, the index of the column, or the number of the parameter. */
  readonly value: number;
  /** Whether it is NaN because a function is not defined there, and not what the user wrote. */
  readonly isOutside?: boolean;
}

/** The parts that a node's derivative is made of, and its slope in each of them. */
export type Rule = readonly { readonly of: Node; readonly slope: () => Node }[];

/** Integers up to here are exact in float64, and so are their sums and products below it. */
const EXACT = 2 ** 53;

/** Powers up to this one are products, which are faster and have the same true value. */
const MAX_PRODUCT = 4;

/** Powers of two up to this one, and their inverses, are far from the ends of float64. */
const MAX_EXPONENT = 60;

/**
 * Dimensions of multigammaln up to which it is written out as a sum, and those up to which its
 * second and higher derivatives are.
 */
const MAX_SPREAD = 12;
const MAX_PAIRED = 256;

/**
 * Expressions whose equal parts are computed once. Nodes are simplified where that changes no value,
 * NaN and infinity included. Numbers are only put together where the result is exact: 1/3 stays a
 * quotient, which is computed with more digits than a float64 has.
 */
export class Graph {
  readonly nodes: Node[] = [];
  readonly #known = new Map<string, Node>();
  #parameters = 0;
  readonly #rules = new Map<Node, Rule>();

  number(value: number): Node {
    return this.#node("number", [], value);
  }

  /** NaN where a function is not defined. */
  get outside(): Node {
    return this.#node("number", [], NaN, true);
  }

  get pi(): Node {
    return this.#node("pi", []);
  }

  column(index: number): Node {
    return this.#node("column", [], index);
  }

  /**
   * A named expression, which is a variable for derivatives. It is its operand, but a node of its
   * own: equal ones with other names are other variables, and no simplification looks into it.
   */
  parameter(value: Node): Node {
    return this.#node("parameter", [value], this.#parameters++);
  }

  /** The same with names replaced by what they stand for, as if that were written in their places. */
  substitute(node: Node): Node {
    const substituted = new Map<Node, Node>();
    for (const part of listNodes([node])) {
      const args = part.args.map((arg) => substituted.get(arg)!);
      const isSame = part.operation !== "parameter" && args.every((arg, i) => arg === part.args[i]);
      substituted.set(part, isSame ? part : this.make(part.operation, args));
    }
    return substituted.get(node)!;
  }

  /** Any node that has operands. */
  make(operation: Operation, args: readonly Node[]): Node {
    const [a, b, c] = args;
    switch (operation) {
      case "parameter":
        return a;
      case "neg":
      case "add":
      case "sub":
      case "mul":
      case "div":
      case "pow":
        return this[operation](a, b);
      case "if":
        return this.choose(a, b, c);
      case "and":
        return this.and(a, b);
      default:
        return this.call(operation, ...args);
    }
  }

  neg(a: Node): Node {
    if (a.operation === "number") return this.number(-a.value);
    if (a.operation === "neg") return a.args[0];
    return this.#node("neg", [a]);
  }

  add(a: Node, b: Node): Node {
    // x + 0 is 0 where x is -0; x + -0 is x.
    if (isNumber(a, -0)) return b;
    if (isNumber(b, -0)) return a;
    if (b.operation === "neg") return this.sub(a, b.args[0]);
    if (a.operation === "neg") return this.sub(b, a.args[0]);
    return this.#exact(a, b, (a, b) => a + b) ?? this.#node("add", sorted(a, b));
  }

  sub(a: Node, b: Node): Node {
    if (isNumber(b, 0)) return a;
    if (b.operation === "neg") return this.add(a, b.args[0]);
    return this.#exact(a, b, (a, b) => a - b) ?? this.#node("sub", [a, b]);
  }

  mul(a: Node, b: Node): Node {
    for (const [one, other] of [[a, b], [b, a]]) {
      if (isNumber(one, 1)) return other;
      if (isNumber(one, -1)) return this.neg(other);
      if (one.operation === "neg") return this.neg(this.mul(one.args[0], other));
      // 1/a times b is b/a, at infinity and 0 too.
      if (one.operation === "div" && isNumber(one.args[0], 1)) return this.div(other, one.args[1]);
    }
    return this.#exact(a, b, (a, b) => a * b) ?? this.#node("mul", sorted(a, b));
  }

  div(a: Node, b: Node): Node {
    if (isNumber(b, 1)) return a;
    if (isNumber(b, -1)) return this.neg(a);
    if (isNumber(a, -1)) return this.neg(this.div(this.number(1), b));
    if (isUnscaled(a) && isUnscaled(b) && a.args[0] === b.args[0]) {
      // The quotient of both without their common factor, which overflows.
      return this.#node(
        "div",
        [a, b].map(({ operation, args: [x] }) =>
          this.call(operation === "i0" ? "i0e" : "i1e", x, this.number(0))
        ),
      );
    }
    if (isPowerOfTwo(b)) return this.mul(a, this.number(1 / b.value));
    if (a.operation === "neg") return this.neg(this.div(a.args[0], b));
    if (b.operation === "neg") return this.neg(this.div(a, b.args[0]));
    return this.#node("div", [a, b]);
  }

  pow(a: Node, b: Node): Node {
    if (b.operation !== "number") return this.#node("pow", [a, b]);
    // x^0 is 1 for every number, NaN too; but it is null where x is.
    if (b.value === 0) return isConstant(a) ? this.number(1) : this.#node("pow", [a, b]);
    if (b.value < 0 && b.value >= -MAX_PRODUCT && Number.isInteger(b.value)) {
      return this.div(this.number(1), this.pow(a, this.number(-b.value)));
    }
    if (b.value === 1) return a;
    if (b.value === 2) return this.mul(a, a);
    if (b.value === 3) return this.mul(a, this.mul(a, a));
    if (b.value === MAX_PRODUCT) return this.pow(this.mul(a, a), this.number(2));
    return this.#node("pow", [a, b]);
  }

  /**
   * `if`: the second where the first is not 0, else the third. An operand with a column is never
   * left out, because the result is null where the column is.
   */
  choose(condition: Node, a: Node, b: Node): Node {
    if (condition.operation === "number") {
      const { value } = condition;
      const chosen = Number.isNaN(value) ? condition : value === 0 ? b : a;
      if ([a, b].every((branch) => branch === chosen || isConstant(branch))) return chosen;
    }
    return this.#node("if", [condition, a, b]);
  }

  /**
   * 1 where neither of two is 0; 0 where one is, whatever the other. Otherwise NaN, where one of
   * them is.
   */
  and(a: Node, b: Node): Node {
    for (const [one, other] of [[a, b], [b, a]]) {
      if (one.operation !== "number" || Number.isNaN(one.value)) continue;
      return one.value === 0 ? this.number(0) : this.truth(other);
    }
    return a === b ? this.truth(a) : this.#node("and", sorted(a, b));
  }

  or(a: Node, b: Node): Node {
    return this.not(this.and(this.not(a), this.not(b)));
  }

  /** 1 where a node is 0, 0 where it is not, NaN where it is. */
  not(a: Node): Node {
    const [x, y] = a.args;
    switch (a.operation) {
      case "number":
        return Number.isNaN(a.value) ? a : this.number(Number(a.value === 0));
      case "eq":
        return this.call("ne", x, y);
      case "ne":
        return this.call("eq", x, y);
      case "lt":
        return this.call("le", y, x);
      case "le":
        return this.call("lt", y, x);
      default:
        return this.call("eq", a, this.number(0));
    }
  }

  /** 0 where a node is 0, 1 where it is not, NaN where it is. */
  truth(a: Node): Node {
    return isTruth(a) ? a : this.not(this.not(a));
  }

  /** Any other operation. */
  call(operation: Operation, ...args: Node[]): Node {
    const [x, n] = args;
    if (operation === "abs" && x.operation === "neg") return this.call("abs", x.args[0]);
    if (operation === "polygamma" && isNumber(n, 0)) return this.call("digamma", x);
    if (operation === "multigammaln" && isNumber(n, 1)) {
      return this.#within(x, 1, this.call("lgamma", x));
    }
    if (operation === "multigammaln" && isDimension(n, MAX_SPREAD)) {
      return this.#within(x, n.value, this.#terms(x, n.value));
    }
    if (operation === "log" && isUnscaled(x)) return this.#logBessel(x);
    if (operation === "multigammalnGrad" && isNumber(n, 1)) {
      const slope = this.call("polygamma", x, this.add(args[2], this.number(-1)));
      return this.#within(x, 1, slope);
    }
    if (operation === "multigammalnGrad" && isDimension(n, MAX_PAIRED) && !isNumber(args[2], 1)) {
      return this.#within(x, n.value, this.#pairs(x, { p: n.value, order: args[2].value - 1 }));
    }
    // I0' = I1.
    if (operation === "i0" && n.value > 0) return this.call("i1", x, this.number(n.value - 1));
    return this.#node(operation, args);
  }

  /** The sum of lgamma that multigammaln is: each is computed in lanes, and may be shared. */
  #terms(x: Node, p: number): Node {
    let sum = this.mul(this.number(p * (p - 1) / 4), this.call("log", this.pi));
    for (let i = 0; i < p; i++) {
      sum = this.add(sum, this.call("lgamma", this.sub(x, this.number(i / 2))));
    }
    return sum;
  }

  /**
   * The sum of polygamma(x - i/2, n), i < p, n > 0, with half as many terms: those at x - j and
   * x - j - 1/2 are 2^(n + 1) polygamma(2x - 2j - 1, n) together.
   */
  #pairs(x: Node, { p, order }: { p: number; order: number }): Node {
    const n = this.number(order);
    const doubled = this.mul(this.number(2), x);
    let sum: Node | undefined;
    for (let j = 0; j < Math.floor(p / 2); j++) {
      const term = this.call("polygamma", this.sub(doubled, this.number(2 * j + 1)), n);
      sum = sum === undefined ? term : this.add(sum, term);
    }
    const pairs = this.mul(this.number(2 ** (order + 1)), sum!);
    if (p % 2 === 0) return pairs;
    return this.add(pairs, this.call("polygamma", this.sub(x, this.number((p - 1) / 2)), n));
  }

  /** A sum that stands for a function of dimension p: outside its domain it is NaN. */
  #within(x: Node, p: number, sum: Node): Node {
    return this.choose(this.call("lt", x, this.number((p - 1) / 2)), this.outside, sum);
  }

  /** log i0(x) as |x| + log i0e(x), because i0 soon overflows; likewise i1. */
  #logBessel(bessel: Node): Node {
    const { operation, args: [x] } = bessel;
    const size = this.call("abs", x);
    const scaled = this.call(operation === "i0" ? "i0e" : "i1e", x, this.number(0));
    const isInfinite = this.call("eq", size, this.number(Infinity));
    // The logarithm of a negative number is NaN, at -Infinity too.
    const end = operation === "i0" ? size : this.#node("log", [x]);
    const node = this.choose(isInfinite, end, this.add(size, this.#node("log", [scaled])));
    this.setRule(node, [{ of: bessel, slope: () => this.div(this.number(1), bessel) }]);
    return node;
  }

  /** Sets how a node is differentiated, where that does not follow from how it is computed. */
  setRule(node: Node, rule: Rule): void {
    if (rule.every(({ of }) => of !== node)) this.#rules.set(node, rule);
  }

  /** How a node is differentiated, if `setRule` was called. */
  ruleOf(node: Node): Rule | undefined {
    return this.#rules.get(node);
  }

  #exact(a: Node, b: Node, compute: (a: number, b: number) => number): Node | undefined {
    if (!isInteger(a) || !isInteger(b)) return undefined;
    const value = compute(a.value, b.value);
    // 2^53 itself may be a rounded 2^53 + 1.
    return Math.abs(value) < EXACT ? this.number(value) : undefined;
  }

  #node(operation: Operation, args: readonly Node[], value = 0, isOutside = false): Node {
    // -0 is another number than 0, but String writes both as 0.
    const sign = Object.is(value, -0) ? "-" : "";
    const kind = isOutside ? "outside" : operation;
    const key = `${kind} ${sign}${value} ${args.map(({ id }) => id).join(" ")}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const node = { id: this.nodes.length, operation, args, value, isOutside };
    this.nodes.push(node);
    this.#known.set(key, node);
    return node;
  }
}

/** The nodes that some are made of, operands first. */
export function listNodes(outputs: readonly Node[]): readonly Node[] {
  const needed = new Set<Node>();
  const rest = [...outputs];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (needed.has(node)) continue;
    needed.add(node);
    rest.push(...node.args);
  }
  return [...needed].sort((a, b) => a.id - b.id);
}

/** Whether a node depends on no column. */
function isConstant(node: Node): boolean {
  return listNodes([node]).every(({ operation }) => operation !== "column");
}

/** Whether a node is this number. */
export function isNumber({ operation, value }: Node, wanted: number): boolean {
  return operation === "number" && Object.is(value, wanted);
}

/** Whether a node is a power of two, or minus one, whose inverse is one too: times it, numbers are exact. */
export function isPowerOfTwo({ operation, value }: Node): boolean {
  const exponent = Math.log2(Math.abs(value));
  return operation === "number" && Math.abs(exponent) <= MAX_EXPONENT &&
    2 ** Math.round(exponent) === Math.abs(value);
}

/** Whether a node is i0 or i1, not a derivative that is not one of them. */
function isUnscaled({ operation, args }: Node): boolean {
  return (operation === "i0" || operation === "i1") && isNumber(args[1], 0);
}

/** Whether a node is 0, 1 or NaN everywhere. */
function isTruth({ operation, value }: Node): boolean {
  return operation === "number"
    ? value === 0 || value === 1 || Number.isNaN(value)
    : ["lt", "le", "eq", "ne", "and"].includes(operation);
}

function isInteger({ operation, value }: Node): boolean {
  return operation === "number" && Number.isInteger(value) && Math.abs(value) <= EXACT;
}

/** Whether a node is a dimension of multigammaln up to a limit. */
function isDimension(node: Node, limit: number): boolean {
  return isInteger(node) && node.value > 0 && node.value <= limit;
}

/** Sums and products do not depend on the order of their operands: x + y and y + x are one node. */
function sorted(a: Node, b: Node): Node[] {
  return a.id <= b.id ? [a, b] : [b, a];
}
