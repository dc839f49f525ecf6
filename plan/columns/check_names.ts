import type { OutputColumn } from "../../formats/table.ts";
import { UsageError } from "../usage_error.ts";
import { NameMap } from "./name_map.ts";

/**
 * Throws if a new column has the name of another column. Columns of the input that share a name are
 * passed on as they are: the request does not concern them.
 */
export function checkNames(
  outputs: readonly OutputColumn[],
  { isNew, resolve }: {
    /** Whether a column of the output is new, or has a new name. */
    readonly isNew: (output: OutputColumn) => boolean;
    /** Tells how to resolve a clash with an old column or between new ones. */
    readonly resolve: (name: string, clash: "old" | "new") => string;
  },
): void {
  const seen = new NameMap<"old" | "new">();
  for (const output of outputs) if (!isNew(output)) seen.set(output.name, "old");
  for (const { name } of outputs.filter(isNew)) {
    const clash = seen.get(name);
    if (clash === "old") {
      throw new UsageError(`There is a column ${name} already: ${resolve(name, clash)}`);
    }
    if (clash === "new") {
      throw new UsageError(`Two results would be named ${name}: ${resolve(name, clash)}`);
    }
    seen.set(name, "new");
  }
}
