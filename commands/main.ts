import { runCommand } from "./run_command.ts";
import { oneLine, say, sayLine } from "../io/say.ts";
import { UsageError } from "../plan/usage_error.ts";

/** Runs a command and returns its exit status. This is `main` of cli.ts, which documents it. */
export async function main(args: readonly string[]): Promise<number> {
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) {
    throw new TypeError("Cannot run specol: its arguments must be an array of strings");
  }
  try {
    await runCommand(args);
    return 0;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    const { useColor } = await import("./print.ts");
    report(error, useColor(args));
    return error instanceof UsageError ? 2 : 1;
  }
}

function report(error: unknown, color: boolean): void {
  const message = error instanceof Error ? error.message : String(error);
  const paint = color ? red : (text: string) => text;
  say(message, paint("specol:"));
  if (!(error instanceof UsageError)) return;
  // These lines show what was typed and, below it, a mark at the wrong place.
  error.details.forEach((line, i) => {
    sayLine(i === 0 ? oneLine(line) : paint(oneLine(line)));
  });
}

function red(text: string): string {
  return `\x1b[31m${text}\x1b[0m`;
}
