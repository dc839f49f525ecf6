import { didYouMean } from "../suggest.ts";
import { UsageError } from "../usage_error.ts";

/** What the name of a result can be made of. */
export interface NameParts {
  /** The name of its column. */
  readonly column: string;
  /** What is computed, with its parameter: `lgamma`, `polygamma2`, `lgamma_grad`. */
  readonly function: string;
  /** The parameter alone; missing for a function without one. */
  readonly parameter?: number;
}

/** How results are named unless the user says otherwise: `x_lgamma`. */
export const DEFAULT_TEMPLATE = "{column}_{function}";

const PLACES = ["column", "function", "parameter"] as const;

// A brace that stands for itself is written twice.
const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/** Names a result by a template such as `{column}_{function}`. */
export function formatName(template: string, parts: NameParts): string {
  return template.replace(PART, (text, place?: typeof PLACES[number]) => {
    if (place === undefined) return text[0];
    return String(parts[place] ?? "");
  });
}

/** Throws if a template has a part that is not known, or that the function lacks. */
export function checkTemplate(template: string, { parameter }: Pick<NameParts, "parameter">): void {
  const places = PLACES.filter((place) => place !== "parameter" || parameter !== undefined);
  const known = places.map((place) => `{${place}}`).join(", ");
  for (const [text, place] of template.matchAll(PART)) {
    if (text === "{{" || text === "}}") continue;
    if (place === undefined) {
      throw new UsageError(
        `Option --as: ${text} without its partner in ${template}; a brace is written twice`,
      );
    }
    if (places.some((known) => known === place)) continue;
    throw new UsageError(
      `Option --as knows ${known}, got ${text}${
        didYouMean(text, places.map((name) => `{${name}}`))
      }`,
    );
  }
}
