import { parseArgs } from "@std/cli/parse-args";

/** What a benchmark of files is told. */
export interface BenchFlags {
  /** Whether the files are small and the rounds few. */
  readonly quick: boolean;
  /** Where to keep the figures. */
  readonly json?: string;
  /** Where to make the files. */
  readonly folder?: string;
}

/** Runs a benchmark as its arguments say, and gives the exit status. */
export async function runMain(
  args: readonly string[],
  { help, bench }: { help: string; bench: (flags: BenchFlags) => Promise<void> },
): Promise<number> {
  const unknown: string[] = [];
  const flags = parseArgs([...args], {
    boolean: ["quick", "help"],
    string: ["json", "folder"],
    alias: { h: "help" },
    unknown: (arg: string) => void unknown.push(arg),
  });
  if (flags.help) {
    console.log(help);
    return 0;
  }
  if (unknown.length > 0) {
    console.error(`Cannot understand ${unknown.join(", ")}`);
    return 2;
  }
  try {
    await bench(flags);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
