import { runCommand } from "./run_command.ts";
import { oneLine, say, sayLine } from "../io/say.ts";
import { UsageError } from "../plan/usage_error.ts";

/** Runs a command and gives its exit status; `main` of cli.ts, which has its documentation. */
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
  // What was typed, and below it the mark.
  error.details.forEach((line, i) => {
    sayLine(i === 0 ? oneLine(line) : paint(oneLine(line)));
  });
}

function red(text: string): string {
  return `\x1b[31m${text}\x1b[0m`;
}
