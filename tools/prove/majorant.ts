// Bounds of rounding errors that hold for every table entry at once: polynomials with positive
// coefficients in the absolute values of the inputs, found from the graph of what a kernel
// computes.
//
// Gappa proves a bound for given ranges. An entry has coefficients of its own, of which there are
// tens of thousands, so here the coefficients stay symbols: the error of an operation is at most
// 2^-53 of the sizes of its operands, and both are polynomials. Put in the coefficients of an entry
// and the largest |d| of a piece of it, and the error there is bounded. Results must be normal
// numbers.

import type { Graph, Node } from "./graph.ts";

const UNIT = 2 ** -53;
/** Room for the rounding of coefficients here. */
const ROOM = 1 + 2 ** -48;

/** A polynomial in absolute values: the coefficients of products of names, such as "c2 d d". */
export type Majorant = ReadonlyMap<string, number>;

/** The size of what is computed, and its distance from the exact result. */
export interface Bounded {
  size: Majorant;
  error: Majorant;
}

const NOTHING: Majorant = new Map();

function constant(value: number): Majorant {
  return value === 0 ? NOTHING : new Map([["", Math.abs(value)]]);
}

function plus(a: Majorant, b: Majorant): Majorant {
  const sum = new Map(a);
  for (const [product, c] of b) sum.set(product, ((sum.get(product) ?? 0) + c) * ROOM);
  return sum;
}

function times(a: Majorant, b: Majorant): Majorant {
  const result = new Map<string, number>();
  for (const [left, x] of a) {
    for (const [right, y] of b) {
      const product = [...left.split(" "), ...right.split(" ")].filter(Boolean).sort().join(" ");
      result.set(product, ((result.get(product) ?? 0) + x * y) * ROOM);
    }
  }
  return result;
}

function scaled(a: Majorant, factor: number): Majorant {
  return times(a, constant(factor));
}

export interface Assumptions {
  /** Operations whose results are exact, for reasons that the caller checks. */
  isExact?: (node: Node) => boolean;
  /** What is known of nodes otherwise. */
  known?: ReadonlyMap<Node, Bounded>;
}

/** Bounds the error of high + low, where rest of high, if it has one, is a part of low. */
export class Majorants {
  readonly #found = new Map<Node, Bounded>();
  readonly #isExact: (node: Node) => boolean;
  /** Sums whose rounding errors are found by TwoSum: they count as exact, and their rests carry the error. */
  readonly #opaque = new Set<Node>();

  constructor(roots: readonly Node[], { isExact = () => false, known = new Map() }: Assumptions) {
    this.#isExact = isExact;
    for (const [node, bounded] of known) this.#found.set(node, bounded);
    const visit = (node: Node, seen: Set<Node>) => {
      if (seen.has(node)) return;
      seen.add(node);
      if (node.kind === "rest") this.#opaque.add(node.args[0]);
      node.args.forEach((arg) => visit(arg, seen));
    };
    const seen = new Set<Node>();
    for (const root of roots) visit(root, seen);
  }

  of(node: Node): Bounded {
    let found = this.#found.get(node);
    if (found === undefined) {
      found = this.#make(node);
      this.#found.set(node, found);
    }
    return found;
  }

  #make(node: Node): Bounded {
    if (node.kind === "constant") return { size: constant(node.value), error: NOTHING };
    if (node.kind === "input") return { size: new Map([[node.name, 1]]), error: NOTHING };
    const [a, b] = node.args.map((arg) => this.of(arg));
    switch (node.kind) {
      case "scaled":
        return { size: scaled(a.size, node.value), error: scaled(a.error, node.value) };
      case "short": // The upper bits are a number of their own, and the lower ones carry the error.
        return { size: a.size, error: NOTHING };
      case "sum": {
        const cut = cutOf(node);
        if (cut !== undefined) {
          const whole = this.of(cut.args[0]);
          return { size: scaled(whole.size, cut.value), error: whole.error };
        }
        return this.#rounded(node, plus(a.size, b.size), plus(a.error, b.error));
      }
      case "product":
        return this.#rounded(
          node,
          times(a.size, b.size),
          plus(times(a.size, b.error), times(b.size, a.error)),
        );
      case "quotient": {
        const divisor = node.args[1];
        if (divisor.kind !== "constant") break;
        const inverse = (1 + 2 ** -50) / divisor.value;
        return this.#rounded(node, scaled(a.size, inverse), scaled(a.error, inverse));
      }
      case "rest": {
        const [of] = node.args;
        const [x, y] = of.args.map((arg) => this.of(arg));
        const lost = scaled(a.size, node.value);
        const carried = of.kind === "sum"
          ? plus(x.error, y.error)
          : plus(times(x.size, y.error), times(y.size, x.error));
        return { size: plus(scaled(a.size, UNIT), lost), error: plus(carried, lost) };
      }
    }
    throw new Error(`No majorant of ${node.kind}`);
  }

  #rounded(node: Node, size: Majorant, error: Majorant): Bounded {
    if (this.#opaque.has(node)) return { size: scaled(size, 1 + UNIT), error: NOTHING };
    if (this.#isExact(node)) return { size, error };
    return { size: scaled(size, 1 + UNIT), error: plus(error, scaled(size, UNIT)) };
  }
}

/** x - the upper bits of x: the short node. */
function cutOf({ args }: Node): Node | undefined {
  for (const [whole, less] of [args, [args[1], args[0]]]) {
    const short = less.kind === "scaled" && less.value === -1 ? less.args[0] : undefined;
    if (short?.kind === "short" && short.args[0] === whole) return short;
  }
  return undefined;
}

/**
 * What the sum of nodes is without rounding, at whole numbers that are so small that float64 is exact: shows that a kernel means
 * the polynomial that its entry is taken for.
 */
export function meaningOf(
  graph: Graph,
  roots: readonly Node[],
  inputs: Readonly<Record<string, number>>,
): number {
  const valueOf = (node: Node): number => {
    const args = node.args.map(valueOf);
    switch (node.kind) {
      case "constant":
        return node.value;
      case "input":
        return inputs[node.name];
      case "scaled":
        return node.value * args[0];
      case "exact sum":
        return args[0] + args[1];
      case "exact product":
        return args[0] * args[1];
      default:
        throw new Error(`No meaning of ${node.kind}`);
    }
  };
  const all = roots.map((node) => valueOf(graph.formOf(node).exact));
  const sum = all.reduce((a, b) => a + b);
  if (!all.every(Number.isSafeInteger) || !Number.isSafeInteger(sum)) {
    throw new Error("These numbers are too large");
  }
  return sum;
}

/** The coefficients of what is computed as a polynomial, without rounding, in something that is no sum or product. */
export function coefficientsOf(node: Node): number[] {
  const [a, b] = node.args;
  switch (node.kind) {
    case "constant":
      return [node.value];
    case "scaled":
      return coefficientsOf(a).map((c) => c * node.value);
    case "exact sum": {
      const [x, y] = [coefficientsOf(a), coefficientsOf(b)];
      const length = Math.max(x.length, y.length);
      return Array.from({ length }, (_, k) => {
        if (x[k] && y[k]) throw new Error("Two terms of a power");
        return x[k] || y[k] || 0;
      });
    }
    case "exact product": {
      const [x, y] = [coefficientsOf(a), coefficientsOf(b)];
      const product = new Array<number>(x.length + y.length - 1).fill(0);
      // One of the factors is a power of t, or a constant.
      for (let j = 0; j < x.length; j++) {
        for (let k = 0; k < y.length; k++) {
          if (x[j] * y[k] === 0) continue;
          if (product[j + k] !== 0 || x[j] !== 1 && y[k] !== 1) throw new Error("No power of t");
          product[j + k] = x[j] * y[k];
        }
      }
      return product;
    }
    default:
      return [0, 1];
  }
}

/** The polynomial at absolute values of its inputs. */
export function evaluateMajorant(majorant: Majorant, sizes: Readonly<Record<string, number>>) {
  let total = 0;
  for (const [product, c] of majorant) {
    let term = c;
    for (const name of product.split(" ")) {
      if (name === "") continue;
      if (!(name in sizes)) throw new Error(`No size of ${name}`);
      term *= sizes[name];
    }
    total += term;
  }
  return total * (1 + 2 ** -40);
}

/** The same as a polynomial in one of the inputs: its coefficients, from that of its power 0 on. */
export function polynomialIn(
  name: string,
  majorant: Majorant,
  sizes: Readonly<Record<string, number>>,
): number[] {
  const powers: Map<string, number>[] = [];
  for (const [product, c] of majorant) {
    const names = product.split(" ");
    const others = names.filter((other) => other !== name);
    const power = names.length - others.length;
    (powers[power] ??= new Map()).set(others.join(" "), c);
  }
  return Array.from(powers, (power) => power ? evaluateMajorant(power, sizes) : 0);
}

/** A polynomial with positive coefficients at a number, rounded up. */
export function evaluateAt(x: number, coefficients: readonly number[]): number {
  return coefficients.reduceRight((sum, c) => sum * x + c, 0) * (1 + 2 ** -40);
}
