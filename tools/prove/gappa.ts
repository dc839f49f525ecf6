// Proofs of rounding errors by Gappa (Melquiond): a script for a graph, and what Gappa answers.
//
// The script defines every rounded operation, and gives Gappa the error as the sum of products that
// graph.ts found. Gappa checks that identity itself: where it cannot, it warns, which counts as a
// failure here. It bounds each rounding error, and finds those that are 0.

import { dyadicText } from "./dyadic.ts";
import {
  type Form,
  type Graph,
  isRoundingOf,
  largest,
  type Node,
  type Range,
  type Role,
  type Term,
} from "./graph.ts";

export interface Claim {
  /** The result of the kernel is the sum of these. */
  result: readonly Node[];
  /**
   * What the kernel computes, in exact operations on its inputs; by default the exact counterpart
   * of the result.
   */
  target?: Node;
  /** target - the exact counterpart: what the kernel leaves out. */
  missing?: Node;
  /** The error is to be bounded as a part of this. */
  relativeTo?: Node;
  /** Inputs that are multiples of 2 to this power. */
  multiples?: Record<string, number>;
  /** More that is known of the inputs, as Gappa writes it. */
  hypotheses?: readonly string[];
  /** Where to cut the ranges of inputs, such as "x in 16". */
  cuts?: readonly string[];
}

/** A float64 as Gappa reads it, exactly. */
export function exactNumber(value: number): string {
  if (value === 0) return "0";
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  let digits = bits & 0xfffffffffffffn;
  if (exponent > 0) digits |= 1n << 52n;
  let power = Math.max(exponent, 1) - 1075;
  while (digits % 2n === 0n) {
    digits /= 2n;
    power++;
  }
  return `${value < 0 ? "-" : ""}${digits}b${power}`;
}

function nameOf(node: Node): string {
  if (node.kind === "constant") {
    return node.value < 0 ? `(${exactNumber(node.value)})` : exactNumber(node.value);
  }
  return node.kind === "input" ? node.name : `v${node.id}`;
}

function definitionOf(node: Node): string {
  const [a, b] = node.args.map(nameOf);
  switch (node.kind) {
    case "sum":
      return `rnd(${a} + ${b})`;
    case "product":
      return `rnd(${a} * ${b})`;
    case "quotient":
      return `rnd(${a} / ${b})`;
    case "scaled":
      return `(${exactNumber(node.value)}) * ${a}`;
    case "short":
      return `${roundingName(node)}(${a})`;
    case "rest":
      return `(${exactOf(node.args[0])}) - ${a}${b === undefined ? "" : ` + ${b}`}`;
    case "exact sum":
      return `${a} + ${b}`;
    case "exact product":
      return `${a} * ${b}`;
    case "exact quotient":
      return `${a} / ${b}`;
    default:
      throw new Error(`No definition of ${node.kind}`);
  }
}

function roundingName(node: Node): string {
  return "r" + node.name.replaceAll(/[^0-9a-z]/g, "");
}

/** What a node would be if it were not rounded. */
function exactOf(node: Node): string {
  const [a, b] = node.args.map(nameOf);
  if (node.kind === "short") return a;
  return `${a} ${node.kind === "sum" ? "+" : node.kind === "product" ? "*" : "/"} ${b}`;
}

/** How far a node is from its exact counterpart. */
function differenceOf(node: Node, graph: Graph): string {
  const { exact } = graph.formOf(node);
  return `(${nameOf(node)} - ${nameOf(exact)})`;
}

function textOf({ scale, factors }: Term, graph: Graph): string {
  let text = scale.digits === 1n && scale.power === 0 ? "" : `(${dyadicText(scale)})`;
  for (const { node, role } of factors) {
    if (role === "inverse") text = `${text || "1"} / ${nameOf(node)}`;
    else text += `${text ? " * " : ""}${factorText(node, role, graph)}`;
  }
  return text;
}

function factorText(node: Node, role: Role, graph: Graph): string {
  if (role === "value") return nameOf(node);
  return role === "error" ? differenceOf(node, graph) : `(${nameOf(node)} - (${exactOf(node)}))`;
}

function textOfForm(form: Form, graph: Graph, without?: Node): string {
  const terms = [...form.terms.values()].filter((term) => !isRoundingOf(term, without)).map((
    term,
  ) => textOf(term, graph));
  const isNothing = form.exact.kind === "constant" && form.exact.value === 0;
  if (!isNothing || terms.length === 0) terms.push(nameOf(form.exact));
  return terms.join(" + ");
}

/** All that nodes are made of, in the order of their definitions. */
function closure(roots: Iterable<Node>, graph: Graph): Node[] {
  const all = new Set<Node>();
  const visit = (node: Node) => {
    if (all.has(node)) return;
    all.add(node);
    node.args.forEach(visit);
    const { exact, terms } = graph.formOf(node);
    visit(exact);
    for (const term of terms.values()) {
      for (const factor of term.factors) visit(factor.node);
    }
  };
  for (const root of roots) visit(root);
  const done = new Set<Node>();
  const ordered: Node[] = [];
  const order = (node: Node) => {
    if (done.has(node)) return;
    done.add(node);
    node.args.forEach(order);
    ordered.push(node);
  };
  [...all].sort((a, b) => a.id - b.id).forEach(order);
  return ordered;
}

function rangeText([low, high]: Range): string {
  return `[${exactNumber(low)}, ${exactNumber(high)}]`;
}

export function gappaScript(graph: Graph, claim: Claim): string {
  let total: Form = { exact: graph.constant(0), terms: new Map() };
  let sum = claim.result[0];
  total = graph.formOf(sum);
  for (const node of claim.result.slice(1)) {
    sum = graph.sum(sum, node);
    const form = graph.formOf(sum);
    // The last sum is not computed: its own rounding is no error.
    total = { exact: form.exact, terms: withoutErrorOf(form, sum) };
    if (claim.result.length > 2) throw new Error("A result has at most two parts");
  }
  const target = claim.target ?? total.exact;
  const roots = [...claim.result, target, total.exact];
  if (claim.missing) roots.push(claim.missing);
  if (claim.relativeTo) roots.push(claim.relativeTo);
  const nodes = closure(roots, graph);
  const lines = ["@rnd = float<ieee_64, ne>;"];
  const roundings = new Map(
    nodes.filter(({ kind }) => kind === "short").map((n) => [roundingName(n), n.name]),
  );
  for (const [name, rounding] of roundings) lines.push(`@${name} = ${rounding};`);
  for (const node of nodes) {
    if (node.kind === "constant" || node.kind === "input") continue;
    lines.push(`v${node.id} = ${definitionOf(node)};`);
  }
  const result = claim.result.map(nameOf).join(" + ");
  lines.push(`E = (${result}) - ${nameOf(target)};`);
  const hypotheses = nodes.filter(({ kind }) => kind === "input").map((node) =>
    `${node.name} in ${rangeText(node.range)}`
  );
  for (const [name, power] of Object.entries(claim.multiples ?? {})) {
    hypotheses.push(`@FIX(${name}, ${power})`);
  }
  const lost = nodes.filter(({ kind, args }) => kind === "rest" && args.length > 1);
  for (const { args: [of, what], value } of lost) {
    hypotheses.push(`${what.name} / ${nameOf(of)} in ${rangeText([-value, value])}`);
  }
  hypotheses.push(...claim.hypotheses ?? []);
  const goal = claim.relativeTo ? `E / ${nameOf(claim.relativeTo)}` : "E";
  lines.push(`{ ${hypotheses.join(" /\\\n  ")} ->\n  |${goal}| in ? }`);
  const missing = claim.missing ? ` - ${nameOf(claim.missing)}` : "";
  const terms = [...total.terms.values()].map((term) => textOf(term, graph)).join(" + ") || "0";
  lines.push(`E -> ${terms}${missing};`);
  for (const node of nodes) {
    if (node.kind !== "sum") continue;
    // Only where it shows that the sum is smaller than its operands would let it be.
    const [a, b] = node.args.map((arg) => largest(arg.range));
    if (largest(node.range) > 0.8 * (a + b)) continue;
    lines.push(`${exactOf(node)} -> ${textOfForm(graph.formOf(node), graph, node)};`);
  }
  for (const node of differencesIn(nodes, graph)) {
    const text = [...graph.formOf(node).terms.values()].map((term) => textOf(term, graph));
    lines.push(`${differenceOf(node, graph)} -> ${text.join(" + ")};`);
  }
  for (const { args: [of, what] } of lost) {
    lines.push(
      `${what.name} -> ${what.name} / ${nameOf(of)} * ${nameOf(of)} { ${nameOf(of)} <> 0 };`,
    );
  }
  for (const cut of claim.cuts ?? []) lines.push(`$ ${cut};`);
  return lines.join("\n") + "\n";
}

/** The nodes whose distance from their exact counterparts is a factor. */
function differencesIn(nodes: readonly Node[], graph: Graph): Set<Node> {
  const found = new Set<Node>();
  for (const node of nodes) {
    for (const { factors } of graph.formOf(node).terms.values()) {
      for (const factor of factors) {
        // One that has a rounding of its own alone is known already.
        if (factor.role === "error" && graph.formOf(factor.node).terms.size > 1) {
          found.add(factor.node);
        }
      }
    }
  }
  return found;
}

function withoutErrorOf(form: Form, node: Node): Map<string, Term> {
  return new Map([...form.terms].filter(([, term]) => !isRoundingOf(term, node)));
}

/** The bound that Gappa proves for the goal of a script. */
export async function runGappa(script: string): Promise<number> {
  const file = await Deno.makeTempFile({ suffix: ".g" });
  try {
    await Deno.writeTextFile(file, script);
    const command = new Deno.Command("gappa", { args: [file], stdout: "piped", stderr: "piped" });
    const { stdout, stderr } = await command.output();
    const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    if (/not trivially equal|Error|unused/i.test(text)) {
      throw new Error(`Gappa does not accept the script:\n${text}\n${script}`);
    }
    const found = /\|E[^|]*\| in \[[^,]*, (\d+)(?:b(-?\d+))?/.exec(text);
    if (found === null) throw new Error(`Gappa proves no bound:\n${text}\n${script}`);
    return Number(found[1]) * 2 ** Number(found[2] ?? 0);
  } finally {
    await Deno.remove(file);
  }
}

export function proveRounding(graph: Graph, claim: Claim): Promise<number> {
  return runGappa(gappaScript(graph, claim));
}
