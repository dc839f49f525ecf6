/**
 * The command line: special functions and their gradients over npy files.
 *
 * ```sh
 * deno run --allow-read --allow-write jsr:@specol/specol/cli i0e x.npy -o y.npy
 * ```
 *
 * @example
 * ```ts
 * import { main } from "@specol/specol/cli";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await main(["list"]), 0);
 * ```
 *
 * @module
 */
import { runCommand } from "./commands/run_command.ts";
import { UsageError } from "./commands/usage_error.ts";

/**
 * Runs a command with the given arguments and gives its exit status: 0 done,
 * 1 bad data or an input/output error, 2 wrong usage. An error is reported on
 * standard error, in one line. A closed pipe is no error.
 *
 * @example
 * ```ts
 * import { main } from "@specol/specol/cli";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await main(["--version"]), 0);
 * assertEquals(await main(["no-such-function"]), 2);
 * ```
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await runCommand(args);
    return 0;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    report(error);
    return error instanceof UsageError ? 2 : 1;
  }
}

function report(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // Names of files may hold line ends and terminal codes; the report is a line.
  // deno-lint-ignore no-control-regex
  console.error(`specol: ${message.replace(/[\x00-\x1f\x7f-\x9f]/g, "?")}`);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
