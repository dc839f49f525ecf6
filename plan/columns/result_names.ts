import { didYouMean, UsageError } from "../usage_error.ts";
import type { OutputColumn } from "../../formats/table.ts";
import { NameMap } from "./find_column.ts";

/** The parts that the name of a result can have. */
export interface NameParts {
  /** The name of the column. */
  readonly column: string;
  /** The number of the column in the table, from 1. */
  readonly index: number;
  /** The function with its parameter: `lgamma`, `polygamma2`, `lgamma_grad`. */
  readonly function: string;
  /** The parameter alone; missing if the function has none. */
  readonly parameter?: number;
}

/** The template for names of results, unless the user gives another: `x_lgamma`. */
export const DEFAULT_TEMPLATE = "{column}_{function}";

const PLACES = ["column", "function", "index", "parameter"] as const;

// A brace that stands for itself is written twice.
const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/** Formats the name of a result from a template such as `{column}_{function}`. */
export function formatName(template: string, parts: NameParts): string {
  return template.replace(PART, (text, place?: typeof PLACES[number]) => {
    if (place === undefined) return text[0];
    return String(parts[place] ?? "");
  });
}

/**
 * Returns whether the name of the function, and so whether it is a gradient, is part of a template.
 */
export function hasFunction(template: string): boolean {
  return Array.from(template.matchAll(PART)).some(([, place]) => place === "function");
}

/** Throws if a template has a part that is unknown or that the function lacks. */
export function checkTemplate(template: string, { parameter }: Pick<NameParts, "parameter">): void {
  const places = PLACES.filter((place) => place !== "parameter" || parameter !== undefined);
  const known = places.map((place) => `{${place}}`).join(", ");
  for (const [text, place] of template.matchAll(PART)) {
    if (text === "{{" || text === "}}") continue;
    if (place === undefined) {
      throw new UsageError(
        `Option --as: unmatched ${text} in ${template}; write ${text}${text} for a literal brace`,
      );
    }
    if (places.some((known) => known === place)) continue;
    throw new UsageError(
      `Option --as accepts ${known}, got ${text}${
        didYouMean(text, places.map((name) => `{${name}}`))
      }`,
    );
  }
}

/**
 * Throws if a new column has the name of another column. Columns of the input that share a name are
 * passed on as they are: the request does not concern them.
 */
export function checkNames(
  outputs: readonly OutputColumn[],
  { isNew, resolve }: {
    /** Whether a column of the output is new, or has a new name. */
    readonly isNew: (output: OutputColumn) => boolean;
    /** Returns how to resolve a clash with an old column or between new ones. */
    readonly resolve: (name: string, clash: "old" | "new") => string;
  },
): void {
  const seen = new NameMap<"old" | "new">();
  for (const output of outputs) if (!isNew(output)) seen.set(output.name, "old");
  for (const output of outputs.filter(isNew)) {
    const { name } = output;
    const clash = seen.get(name);
    if (clash === "old") {
      throw new UsageError(`Column ${name} already exists: ${resolve(name, clash)}`);
    }
    if (clash === "new") {
      throw new UsageError(`Two results would be named ${name}: ${resolve(name, clash)}`);
    }
    seen.set(name, "new");
  }
}
