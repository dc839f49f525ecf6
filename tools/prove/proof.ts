// What a proof is, and how a claim is found in the sources.

// deno-lint-ignore no-import-prefix -- a tool for development, with its own lock
import ts from "npm:typescript@5.9.3";
import type { Module, Sources } from "./sources.ts";

/** One row of the table that `deno task prove` prints. */
export interface Bound {
  /** What the bound is of, such as "product of double-doubles". */
  name: string;
  phase: "arithmetic" | "fast" | "accurate" | "both";
  /** Where the claim is: a constant, or the tag of a function. */
  source: string;
  claimed: number;
  proved: number;
  by: string;
}

/** How much is proved. */
export interface Effort {
  /** A part that takes a few seconds, what takes minutes, or every order and many dimensions. */
  level: "quick" | "usual" | "every";
  /** Of what `every` has: share k of n. */
  share: readonly [k: number, n: number];
}

/** The share of a list. */
export function shareOf<T>(all: readonly T[], { share: [k, n] }: Effort): T[] {
  return all.filter((_, i) => i % n === k - 1);
}

export interface Proof {
  /** Whether it takes a few seconds, or has a part that does: the tests run such proofs. */
  isQuick: boolean;
  prove(sources: Sources, effort: Effort): Promise<readonly Bound[]>;
}

/** "3 2^-106", "2^-77", "2.5e-30" or "0" as a number. */
export function parseBound(text: string): number {
  const found = /^(?:(\d[\d.e-]*) )?2\^(-?\d+(?:\.\d+)?)$/.exec(text.trim());
  const value = found ? Number(found[1] ?? 1) * 2 ** Number(found[2]) : Number(text);
  if (Number.isNaN(value)) throw new Error(`${text} is no bound`);
  return value;
}

/** The bound in the comment of a function: `@error 2^-104 of the product`. */
export function claimOf(sources: Sources, path: string, name: string): number {
  const module: Module = sources.open(path);
  const declaration = module.functions.get(name);
  if (declaration === undefined) throw new Error(`${path} has no function ${name}`);
  for (const tag of ts.getJSDocTags(declaration)) {
    if (tag.tagName.text !== "error") continue;
    const text = ts.getTextOfJSDocComment(tag.comment) ?? "";
    return parseBound(text.replace(/ of .*$/s, "").replace(/;.*$/s, ""));
  }
  throw new Error(`${name} in ${path} has no @error`);
}
