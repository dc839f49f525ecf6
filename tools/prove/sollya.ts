// Approximation errors and values of functions by Sollya (Chevillard, Joldes, Lauter). `supnorm`
// returns an interval that contains the largest error of a polynomial, proved; constant expressions
// are evaluated with as many bits as they need.

import { exactNumber } from "./gappa.ts";
import type { Node } from "./graph.ts";

/** A float64 as Sollya reads it, exactly. */
export function sollyaNumber(value: number): string {
  const [digits, power = "0"] = exactNumber(value).split("b");
  return `(${digits} * 2^(${power}))`;
}

/** The exact operations of a node, as an expression in the names of its inputs. */
export function sollyaText(node: Node): string {
  const [a, b] = node.args;
  switch (node.kind) {
    case "constant":
      return sollyaNumber(node.value);
    case "input":
      return node.name;
    case "scaled":
      return `(${sollyaNumber(node.value)} * ${sollyaText(a)})`;
    case "exact sum":
      return `(${sollyaText(a)} + ${sollyaText(b)})`;
    case "exact product":
      return `(${sollyaText(a)} * ${sollyaText(b)})`;
    case "exact quotient":
      return `(${sollyaText(a)} / ${sollyaText(b)})`;
    default:
      throw new Error(`${node.kind} is rounded`);
  }
}

/** Runs a script; the numbers that it prints. */
export async function runSollya(script: string): Promise<number[]> {
  const child = new Deno.Command("sollya", {
    args: ["--warnonstderr", "/dev/stdin"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(
    new TextEncoder().encode(`prec = 300!; display = decimal!;\n${script}\nquit;\n`),
  );
  await writer.close();
  const { stdout, stderr } = await child.output();
  const text = new TextDecoder().decode(stdout);
  const numbers = text.split("\n").filter((line) => /^-?[\d.]/.test(line)).map(Number);
  if (numbers.length === 0 || numbers.some(Number.isNaN) || /error/.test(text)) {
    throw new Error(`Sollya fails:\n${text}\n${new TextDecoder().decode(stderr)}\n${script}`);
  }
  return numbers;
}

/** The largest of the absolute values of constant expressions, rounded up. */
export async function largestValue(expressions: readonly string[]): Promise<number> {
  const lines = ["worst = 0;"];
  for (const expression of expressions) {
    lines.push(
      `value = abs(round(${expression}, 200, RN));`,
      "if (value > worst) then worst = value;",
    );
  }
  // The relative error of the evaluation is below 2^-199.
  lines.push("print(round(worst * (1 + 2^-190), D, RU));");
  return (await runSollya(lines.join("\n")))[0];
}

export interface Approximation {
  polynomial: string;
  /** In x. */
  of: string;
  range: readonly [number, number];
  kind: "absolute" | "relative";
}

/** A bound of the largest error of a polynomial, proved by `supnorm`. */
export async function supnorm({ polynomial, of, range, kind }: Approximation): Promise<number> {
  const [from, to] = range.map(sollyaNumber);
  const script =
    `print(round(sup(supnorm(${polynomial}, ${of}, [${from}; ${to}], ${kind}, 2^(-8))), D, RU));`;
  return (await runSollya(script))[0];
}
