import { closestString } from "@std/text/closest-string";

/** Finds the name that a mistyped one is nearest to. */
export function suggest(typed: string, names: readonly string[]): string {
  return closestString(typed, [...names]);
}
