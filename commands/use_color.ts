/**
 * Whether messages are coloured: as `--color` says, or else if they go to a terminal and NO_COLOR is
 * not set. It is asked when something went wrong, maybe with the options: so it only looks for its own.
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
