/**
 * The command line: special functions and their gradients over columns of npy and Arrow files.
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
import { oneLine, say } from "./pipeline/say.ts";
import { UsageError } from "./pipeline/usage_error.ts";

/**
 * Runs a command with the given arguments and gives its exit status: 0 done,
 * 1 bad data or an input/output error, 2 wrong usage. An error is reported on
 * standard error, in one line; one in an expression is followed by the place.
 * A closed pipe is no error.
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
    const { useColor } = await import("./commands/use_color.ts");
    report(error, useColor(args));
    return error instanceof UsageError ? 2 : 1;
  }
}

function report(error: unknown, color: boolean): void {
  const message = error instanceof Error ? error.message : String(error);
  const paint = color ? red : (text: string) => text;
  say(message, paint("specol:"));
  if (!(error instanceof UsageError)) return;
  // What was typed, and below it the mark.
  error.details.forEach((line, i) => {
    console.error(i === 0 ? oneLine(line) : paint(oneLine(line)));
  });
}

function red(text: string): string {
  return `\x1b[31m${text}\x1b[0m`;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
