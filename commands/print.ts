import { fileError } from "../io/file_error.ts";
import { writeFull } from "../io/byte_sink.ts";

/** Writes lines of text to standard output. */
export async function print(text: string): Promise<void> {
  try {
    await writeFull(Deno.stdout, new TextEncoder().encode(`${text}\n`));
  } catch (error) {
    throw fileError(error, { verb: "write", name: "standard output" });
  }
}

/**
 * Returns whether messages are coloured: as `--color` says, otherwise if they go to a terminal and
 * NO_COLOR is not set. It is called after an error, which may be in the options themselves, so it
 * looks only for its own option.
 */
export function useColor(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  const when = options.flatMap((arg, i) => {
    if (arg.startsWith("--color=")) return [arg.slice("--color=".length)];
    return arg === "--color" ? [options[i + 1]] : [];
  }).at(-1);
  if (when === "always" || when === "never") return when === "always";
  return !Deno.noColor && Deno.stderr.isTerminal();
}
