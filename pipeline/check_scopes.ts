import { type Format, specOf } from "../formats/registry.ts";
import { OPTION_SCOPES, type OptionScope } from "../plan/option_scopes.ts";
import { UsageError } from "../plan/usage_error.ts";

/** What a run reads and writes, once its formats are known. */
export interface ScopeFacts {
  readonly reads: readonly Format[];
  readonly writes: Format;
  /** Whether the output has names of columns. */
  readonly hasNames: boolean;
  /** Whether records are copied from a text to one of the same kind, and only results are new. */
  readonly isCopy: boolean;
  /** Whether there are results; if not, whether rows are filtered by their numbers. */
  readonly hasResults: boolean;
  readonly hasWhere: boolean;
}

/** Throws if an option that the user gave does not apply to this run. */
export function checkScopes(options: readonly string[], facts: ScopeFacts): void {
  for (const name of options) {
    if (!Object.hasOwn(OPTION_SCOPES, name)) continue;
    const why = explain(OPTION_SCOPES[name], facts);
    if (why !== undefined) throw new UsageError(`Option --${name} ${why}`);
  }
}

/** Explains why an option does not apply, and what to do; nothing if it applies. */
function explain(scope: OptionScope, facts: ScopeFacts): string | undefined {
  return explainFormats(scope, facts) ?? explainCopy(scope, facts) ?? explainNames(scope, facts);
}

function explainFormats(
  { reads, writes, either = false }: OptionScope,
  { reads: inputs, writes: output }: ScopeFacts,
): string | undefined {
  const isRead = reads === undefined || reads.some((format) => inputs.includes(format));
  const isWritten = writes === undefined || writes.includes(output);
  if (isRead && isWritten || either && (isRead || isWritten)) return undefined;
  const input = listWords([...new Set(inputs)], "and");
  const written = specOf(output).words;
  if (either) {
    return `applies only to ${listWords(reads ?? [], "or")}, but the input is ${input} and the ` +
      `output is ${written}: leave it out, or use --to csv`;
  }
  return isRead
    ? `applies only if the output is ${listWords(writes ?? [], "or")}, but it is ${written}: ` +
      `leave it out, or use --to`
    : `applies only if the input is ${
      listWords(reads ?? [], "or")
    }, but it is ${input}: leave it out`;
}

function explainCopy(
  { copies }: OptionScope,
  { writes, isCopy, hasResults, hasWhere }: ScopeFacts,
): string | undefined {
  if (copies === undefined || !isCopy) return undefined;
  if (copies === "nothing") {
    return `sets the types of columns in other formats, but ${specOf(writes).words} to ` +
      `${specOf(writes).words} is copied as it is: leave it out, or use --to`;
  }
  if (hasResults || copies === "numbers" && hasWhere) return undefined;
  return `applies to numbers that are read or computed, but ${specOf(writes).words} to ` +
    `${specOf(writes).words} is copied as it is: leave it out, or compute columns with specol map`;
}

function explainNames(
  { names }: OptionScope,
  { hasNames, writes }: ScopeFacts,
): string | undefined {
  if (!names || hasNames) return undefined;
  return writes === "npy"
    ? "names columns, but npy arrays have no column names: leave it out"
    : "names columns, but --no-header leaves the names out: leave one of them out";
}

function listWords(formats: readonly Format[], last: string): string {
  const words = formats.map((format) => specOf(format).words);
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((text) => text !== "")
    .join(` ${last} `);
}
