import type { OutputColumn } from "../../formats/table.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Throws if a new column has the name of another. Columns of the input that share a name are passed on
 * as they are: nothing was asked of them.
 */
export function checkNames(
  outputs: readonly OutputColumn[],
  { isNew, resolve }: {
    /** Whether a column of the output is new, or has a new name. */
    readonly isNew: (output: OutputColumn) => boolean;
    /** Says how to resolve a clash, with an old column or between new ones. */
    readonly resolve: (name: string, clash: "old" | "new") => string;
  },
): void {
  const old = new Set(outputs.filter((output) => !isNew(output)).map(({ name }) => name));
  const seen = new Set<string>();
  for (const { name } of outputs.filter(isNew)) {
    if (old.has(name)) {
      throw new UsageError(`There is a column ${name} already: ${resolve(name, "old")}`);
    }
    if (seen.has(name)) {
      throw new UsageError(`Two results would be named ${name}: ${resolve(name, "new")}`);
    }
    seen.add(name);
  }
}
