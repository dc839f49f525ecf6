// What a kernel computes, as a graph of float64 operations. Every operation knows its exact
// counterpart and how far from it rounding may take it: a sum of products, each with the rounding
// error of one operation.
//
// With e(s) the rounding error of s = a + b, TwoSum returns -e(s). So the errors that a compensated
// algorithm makes up for cancel in these sums, as they do in its proof on paper.

import { addDyadic, type Dyadic, dyadic, multiplyDyadic, nearDyadic } from "./dyadic.ts";

/** A range of real numbers. */
export type Range = readonly [number, number];

export type Kind =
  | "constant"
  | "input"
  | "sum"
  | "product"
  | "quotient"
  /** Times a power of two, or -1: exact. */
  | "scaled"
  /** Rounded to fewer bits. */
  | "short"
  /** What rounding took from a sum or product: the result of TwoSum, FastTwoSum or TwoProd. */
  | "rest"
  /** Operations without rounding. */
  | "exact sum"
  | "exact product"
  | "exact quotient";

export interface Node {
  id: number;
  kind: Kind;
  args: readonly Node[];
  /** Of a constant, or the factor of what is scaled. */
  value: number;
  /** Of an input, its name; of a short number, Gappa's rounding. */
  name: string;
  range: Range;
}

/** The rounding error of a node, its value, 1 over it, or how far it is from its exact counterpart. */
export type Role = "rounding" | "value" | "inverse" | "error";

export interface Factor {
  node: Node;
  role: Role;
}

export interface Term {
  scale: Dyadic;
  factors: readonly Factor[];
}

/** Products of two sums are multiplied out if they have so few terms. */
const MULTIPLIED_TERMS = 16;

/** A node is its exact counterpart and these terms. */
export interface Form {
  exact: Node;
  terms: Map<string, Term>;
}

const ONE = dyadic(1);
const MINUS_ONE = dyadic(-1);
const UNIT = 2 ** -53;
const SMALLEST = 2 ** -1074;

/** A little wider, so that rounding in the arithmetic of ranges does no harm. */
function widen([low, high]: Range): Range {
  return [
    low - Math.abs(low) * 2 ** -50 - SMALLEST,
    high + Math.abs(high) * 2 ** -50 + SMALLEST,
  ];
}

function addRanges(a: Range, b: Range): Range {
  return widen([a[0] + b[0], a[1] + b[1]]);
}

function multiplyRanges(a: Range, b: Range): Range {
  const all = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]];
  return widen([Math.min(...all), Math.max(...all)]);
}

function invertRange(a: Range): Range {
  if (a[0] <= 0 && a[1] >= 0) throw new Error(`A divisor may be 0: ${a}`);
  return widen([1 / a[1], 1 / a[0]]);
}

export function largest([low, high]: Range): number {
  return Math.max(Math.abs(low), Math.abs(high));
}

export function smallest([low, high]: Range): number {
  return low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high));
}

function isPowerOfTwo(value: number): boolean {
  const top = Math.abs(value);
  return top > 0 && 2 ** Math.round(Math.log2(top)) === top;
}

function keyOf(kind: Kind, args: readonly Node[], value = 0, name = ""): string {
  return `${kind} ${args.map((arg) => arg.id)} ${Object.is(value, -0) ? 0 : value} ${name}`;
}

export class Graph {
  readonly nodes: Node[] = [];
  /**
   * For proofs that have another reason why the operands of a FastTwoSum have the right order than
   * their ranges.
   */
  isOrdered: (larger: Node, smaller: Node) => boolean = () => false;
  readonly #known = new Map<string, Node>();
  readonly #forms = new Map<number, Form>();

  #node(kind: Kind, args: readonly Node[], range: Range, value = 0, name = ""): Node {
    const key = keyOf(kind, args, value, name);
    let node = this.#known.get(key);
    if (node === undefined) {
      node = { id: this.nodes.length, kind, args, value, name, range };
      this.nodes.push(node);
      this.#known.set(key, node);
    }
    return node;
  }

  constant(value: number): Node {
    if (!Number.isFinite(value)) throw new Error(`A constant is ${value}`);
    return this.#node("constant", [], [value, value], value);
  }

  /** Tells the range of an exact node, where it is smaller than those of its parts let it be. */
  narrow(node: Node, range: Range): Node {
    node.range = range;
    return node;
  }

  input(name: string, range: Range): Node {
    return this.#node("input", [], range, 0, name);
  }

  negated(a: Node): Node {
    // Rounding is symmetric, so that all differences can be sums.
    if (a.kind === "sum") return this.sum(this.negated(a.args[0]), this.negated(a.args[1]));
    return this.scaled(a, -1);
  }

  scaled(a: Node, value: number): Node {
    if (a.kind === "constant") return this.constant(a.value * value);
    if (a.kind === "scaled") return this.scaled(a.args[0], a.value * value);
    if (value === 1) return a;
    return this.#node("scaled", [a], multiplyRanges(a.range, [value, value]), value);
  }

  sum(a: Node, b: Node): Node {
    if (a.kind === "constant" && b.kind === "constant") return this.constant(a.value + b.value);
    if (this.#isZero(a)) return b;
    if (this.#isZero(b)) return a;
    if (a === b) return this.scaled(a, 2);
    const found = this.#rest(a, b) ?? this.#rest(b, a);
    if (found !== undefined) return found;
    const args = a.id < b.id ? [a, b] : [b, a];
    return this.#rounded("sum", args, addRanges(a.range, b.range));
  }

  product(a: Node, b: Node): Node {
    if (a.kind === "constant" && b.kind === "constant") return this.constant(a.value * b.value);
    if (this.#isZero(a) || this.#isZero(b)) return this.constant(0);
    if (a.kind === "constant" && isPowerOfTwo(a.value)) return this.scaled(b, a.value);
    if (b.kind === "constant" && isPowerOfTwo(b.value)) return this.scaled(a, b.value);
    const args = a.id < b.id ? [a, b] : [b, a];
    return this.#rounded("product", args, this.#productRange(a, b));
  }

  #productRange(a: Node, b: Node): Range {
    const range = multiplyRanges(a.range, b.range);
    return a === b ? [Math.max(0, range[0]), range[1]] : range;
  }

  quotient(a: Node, b: Node): Node {
    if (a.kind === "constant" && b.kind === "constant") return this.constant(a.value / b.value);
    return this.#rounded("quotient", [a, b], multiplyRanges(a.range, invertRange(b.range)));
  }

  /** a in fewer bits; `rounding` is Gappa's, and `part` the largest part of a that is lost. */
  short(a: Node, rounding: string, part: number): Node {
    const spread = largest(a.range) * part;
    return this.#node("short", [a], addRanges(a.range, [-spread, spread]), part, rounding);
  }

  /**
   * a op b - node, where node is a op b rounded: exactly, or to a part of the node, which is what
   * the masked TwoProd finds.
   */
  rest(node: Node, part = 0): Node {
    if (node.kind !== "sum" && node.kind !== "product") {
      if (node.kind === "scaled" || node.kind === "constant") return this.constant(0);
      throw new Error(`Rounding takes nothing from ${node.kind}`);
    }
    const error = this.#errorRange(node);
    if (part === 0) return this.#node("rest", [node], error);
    const spread = widen([0, largest(node.range) * part])[1];
    const lost = this.input(`lost${node.id}`, [-spread, spread]);
    return this.#node("rest", [node, lost], addRanges(error, lost.range), part);
  }

  #isZero(a: Node): boolean {
    return a.kind === "constant" && a.value === 0;
  }

  #isNegative(a: Node, b: Node): boolean {
    return this.negated(a) === b;
  }

  /**
   * The rest of the sum s that FastTwoSum finds as b + (a - s), or TwoSum as (a - (s - (s - a))) +
   * (b - (s - a)).
   */
  #rest(first: Node, second: Node): Node | undefined {
    if (second.kind !== "sum") return undefined;
    for (const [a, less] of [second.args, [second.args[1], second.args[0]]]) {
      const s = this.negated(less);
      if (s.kind === "sum" && s.args.includes(a)) {
        const b = s.args[0] === a ? s.args[1] : s.args[0];
        // In TwoSum -s takes the place of a, and a that of b: that is no FastTwoSum.
        const isInner = a.kind === "sum" && this.negated(a).args.includes(b);
        if (first === b && !isInner) {
          const isOrdered = smallest(a.range) >= largest(b.range) || this.isOrdered(a, b);
          if (isOrdered) return this.rest(s);
        }
      }
      // second = a + (-s + (s - a)), first = b - (s - a) or what FastTwoSum made of it
      const inner = less;
      if (inner.kind !== "sum") continue;
      for (const [minus, taken] of [inner.args, [inner.args[1], inner.args[0]]]) {
        const sum = this.negated(minus);
        if (sum.kind !== "sum" || !sum.args.includes(a) || taken.kind !== "sum") continue;
        const isTaken = taken.args.includes(sum) &&
          taken.args.some((arg) => this.#isNegative(arg, a));
        if (!isTaken) continue;
        const b = sum.args[0] === a ? sum.args[1] : sum.args[0];
        const isOther = first.kind === "rest" && first.args[0] === sum ||
          first.kind === "sum" && first.args.includes(b) &&
            first.args.includes(this.negated(taken));
        if (isOther) return this.rest(sum);
      }
    }
    return undefined;
  }

  #rounded(kind: Kind, args: readonly Node[], range: Range): Node {
    const before = this.nodes.length;
    const node = this.#node(kind, args, range);
    if (this.nodes.length === before) return node;
    // A sum may be much smaller than its operands: then its exact counterpart shows it.
    if (kind === "sum") {
      const exact = this.#formRange(this.formOf(node), node);
      node.range = [Math.max(range[0], exact[0]), Math.min(range[1], exact[1])];
    }
    const error = this.#errorRange(node);
    node.range = addRanges(node.range, error);
    return node;
  }

  #formRange(form: Form, without: Node): Range {
    let range = form.exact.range;
    for (const term of form.terms.values()) {
      if (!isRoundingOf(term, without)) range = addRanges(range, this.termRange(term));
    }
    return range;
  }

  termRange(term: Term): Range {
    const scale = nearDyadic(term.scale);
    let range = widen([scale, scale]);
    for (const factor of term.factors) range = multiplyRanges(range, this.#factorRange(factor));
    return range;
  }

  #factorRange({ node, role }: Factor): Range {
    if (role === "value") return node.range;
    if (role === "rounding") return this.#errorRange(node);
    if (role === "inverse") return invertRange(node.range);
    let range: Range = [0, 0];
    for (const term of this.formOf(node).terms.values()) {
      range = addRanges(range, this.termRange(term));
    }
    return range;
  }

  /** What rounding can do to a node. */
  #errorRange(node: Node): Range {
    const part = node.kind === "short" ? node.value : UNIT;
    const error = widen([0, largest(node.range) * part])[1];
    return [-error, error];
  }

  exactSum(a: Node, b: Node): Node {
    if (this.#isZero(a)) return b;
    if (this.#isZero(b)) return a;
    if (this.#isNegative(a, b)) return this.constant(0);
    if (a === b) return this.scaled(a, 2);
    const args = a.id < b.id ? [a, b] : [b, a];
    // -z is z with the other sign if z is known: its range may have been narrowed.
    const others = args.map((arg) => this.scaled(arg, -1)).sort((c, d) => c.id - d.id);
    const other = this.#known.get(keyOf("exact sum", others));
    if (other !== undefined) return this.scaled(other, -1);
    return this.#node("exact sum", args, addRanges(a.range, b.range));
  }

  exactProduct(a: Node, b: Node): Node {
    if (a.kind === "exact quotient" && a.args[1] === b) return a.args[0];
    if (b.kind === "exact quotient" && b.args[1] === a) return b.args[0];
    if (this.#isZero(a) || this.#isZero(b)) return this.constant(0);
    if (a.kind === "constant" && isPowerOfTwo(a.value)) return this.scaled(b, a.value);
    if (b.kind === "constant" && isPowerOfTwo(b.value)) return this.scaled(a, b.value);
    const args = a.id < b.id ? [a, b] : [b, a];
    return this.#node("exact product", args, this.#productRange(a, b));
  }

  exactQuotient(a: Node, b: Node): Node {
    if (this.#isZero(a)) return a;
    return this.#node("exact quotient", [a, b], multiplyRanges(a.range, invertRange(b.range)));
  }

  /** Adds the product of the errors of a and b. */
  #addProducts(to: Map<string, Term>, a: Node, b: Node): void {
    const ofA = this.formOf(a).terms;
    const ofB = this.formOf(b).terms;
    if (ofA.size * ofB.size > MULTIPLIED_TERMS) {
      addTerms(to, ofA, ONE, [{ node: b, role: "error" }]);
      return;
    }
    for (const { scale, factors } of ofB.values()) addTerms(to, ofA, scale, factors);
  }

  formOf(node: Node): Form {
    let form = this.#forms.get(node.id);
    if (form === undefined) {
      form = this.#makeForm(node);
      this.#forms.set(node.id, form);
    }
    return form;
  }

  #makeForm(node: Node): Form {
    const terms = new Map<string, Term>();
    const [a, b] = node.args;
    const own: Term = { scale: ONE, factors: [{ node, role: "rounding" }] };
    switch (node.kind) {
      case "scaled": {
        const form = this.formOf(a);
        addTerms(terms, form.terms, dyadic(node.value));
        return { exact: this.scaled(form.exact, node.value), terms };
      }
      case "short":
        addTerms(terms, this.formOf(a).terms, ONE);
        addTerm(terms, own, ONE);
        return { exact: this.formOf(a).exact, terms };
      case "rest":
        addTerm(terms, { scale: ONE, factors: [{ node: a, role: "rounding" }] }, MINUS_ONE);
        if (b !== undefined) {
          addTerm(terms, { scale: ONE, factors: [{ node: b, role: "value" }] }, ONE);
        }
        return { exact: this.constant(0), terms };
      case "sum":
        addTerms(terms, this.formOf(a).terms, ONE);
        addTerms(terms, this.formOf(b).terms, ONE);
        addTerm(terms, own, ONE);
        return { exact: this.exactSum(this.formOf(a).exact, this.formOf(b).exact), terms };
      case "product": {
        // ab - AB = A (b - B) + (a - A) B + (a - A) (b - B)
        const A = this.formOf(a).exact;
        const B = this.formOf(b).exact;
        addTerms(terms, this.formOf(b).terms, ONE, [{ node: A, role: "value" }]);
        addTerms(terms, this.formOf(a).terms, ONE, [{ node: B, role: "value" }]);
        this.#addProducts(terms, a, b);
        addTerm(terms, own, ONE);
        return { exact: this.exactProduct(A, B), terms };
      }
      case "quotient": {
        // a/b - A/B = ((a - A) - (b - B) A/B)/b
        const exact = this.exactQuotient(this.formOf(a).exact, this.formOf(b).exact);
        const inverse: Factor = { node: b, role: "inverse" };
        addTerms(terms, this.formOf(a).terms, ONE, [inverse]);
        addTerms(terms, this.formOf(b).terms, MINUS_ONE, [inverse, { node: exact, role: "value" }]);
        addTerm(terms, own, ONE);
        return { exact, terms };
      }
      default:
        return { exact: node, terms };
    }
  }
}

/** Whether a term is just the rounding error of a node. */
export function isRoundingOf(term: Term, node?: Node): boolean {
  const [{ node: of, role }] = term.factors;
  return term.factors.length === 1 && role === "rounding" && of === node;
}

function addTerms(
  to: Map<string, Term>,
  terms: Map<string, Term>,
  scale: Dyadic,
  factors: Term["factors"] = [],
): void {
  for (const term of terms.values()) {
    addTerm(to, { scale: term.scale, factors: [...term.factors, ...factors] }, scale);
  }
}

function addTerm(to: Map<string, Term>, term: Term, scale: Dyadic): void {
  let all = multiplyDyadic(term.scale, scale);
  const factors: Factor[] = [];
  let distributed: Node | undefined;
  // Products and quotients are taken apart, so that what is in both cancels.
  const multiply = (node: Node, role: "value" | "inverse") => {
    const other = role === "value" ? "inverse" : "value";
    if (node.kind === "exact product") node.args.forEach((arg) => multiply(arg, role));
    else if (node.kind === "exact quotient") {
      multiply(node.args[0], role);
      multiply(node.args[1], other);
    } else if (node.kind === "scaled") {
      all = multiplyDyadic(all, dyadic(role === "inverse" ? 1 / node.value : node.value));
      multiply(node.args[0], role);
    } else if (node.kind === "constant" && (role === "value" || isPowerOfTwo(node.value))) {
      all = multiplyDyadic(all, dyadic(role === "inverse" ? 1 / node.value : node.value));
    } else {
      const at = factors.findIndex((factor) => factor.node === node && factor.role === other);
      if (at >= 0) factors.splice(at, 1);
      else if (role === "value" && distributed === undefined && hasConstant(node)) {
        distributed = node;
      } else factors.push({ node, role });
    }
  };
  for (const { node, role } of term.factors) {
    if (role === "value" || role === "inverse") multiply(node, role);
    else factors.push({ node, role });
  }
  if (all.digits === 0n) return;
  if (distributed !== undefined) {
    for (const node of distributed.args) {
      addTerm(to, { scale: all, factors: [...factors, { node, role: "value" }] }, ONE);
    }
    return;
  }
  factors.sort((a, b) => a.node.id - b.node.id || a.role.localeCompare(b.role));
  const key = `${factors.map(({ node, role }) => `${role} ${node.id}`)}`;
  const before = to.get(key);
  const now = before === undefined ? all : addDyadic(before.scale, all);
  if (now.digits === 0n) to.delete(key);
  else to.set(key, { scale: now, factors });
}

/**
 * Whether a node is a constant plus something, which is multiplied out: 1 - z times an error may
 * cancel that error.
 */
function hasConstant(node: Node): boolean {
  return node.kind === "exact sum" && node.args.some(({ kind }) => kind === "constant") &&
    !node.args.some(({ kind, args }) =>
      kind === "exact product" && args.every((arg) => arg.kind === "input")
    );
}
