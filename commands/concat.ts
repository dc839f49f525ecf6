import type { Format } from "../formats/registry.ts";
import { UsageError } from "../plan/usage_error.ts";
import { type Arguments, type Command, type Flag, formatGroups } from "./command.ts";
import { parseCsvFlags } from "./csv_flags.ts";
import { FILE_FLAGS, MEMORY, parseMemory, RUN_FLAGS } from "./data_flags.ts";
import { checkUtf8 } from "./option_values.ts";
import { print } from "../io/say.ts";

/**
 * The options of other commands that concat takes. Those about CSV are only for the check of its
 * columns.
 */
const TAKEN = ["output", "from", "to"];
const FOR_CHECK = ["delimiter", "quote", "no-header", "skip", "comment"];

const FLAGS: readonly Flag[] = [
  ...FILE_FLAGS.filter(({ name }) => TAKEN.includes(name)),
  ...FILE_FLAGS.filter(({ name }) => FOR_CHECK.includes(name)).map((flag) => ({
    ...flag,
    rare: true,
  })),
  {
    name: "missing",
    summary: "print the numbers of the pieces that are missing",
    group: "Running",
  },
  MEMORY,
  {
    name: "allow-outside",
    summary: "let manifests refer to files outside their folder",
    group: "Input",
    rare: true,
  },
  ...RUN_FLAGS.filter(({ name }) => ["quiet", "color", "help"].includes(name)),
];

/** Joins the outputs of `--part`: `specol concat out.1.csv out.2.csv -o out.csv`. */
export const concatCommand: Command = {
  name: "concat",
  summary: "join the outputs of --part",
  flags: FLAGS,
  lacks: {
    where:
      "use --where when you make the pieces, or filter tables with specol convert --where EXPR",
  },
  operands: Infinity,
  help: ({ all } = { all: false }) =>
    `specol concat: ${concatCommand.summary}

Usage: specol concat [options] PIECE ...
       specol concat [options] MANIFEST ...

PIECE is the output of a run with --part; give the pieces in order. The result
is byte for byte the file that a single run would have written; for Parquet, it
has the same rows. Partial sums of reduce may come in any order. MANIFEST is the
file that --manifest wrote for a piece: given manifests, concat finds the order
itself and rejects missing, duplicate, truncated and unrelated pieces.

${formatGroups({ name: "concat", flags: FLAGS }, { all })}

To join CSV tables that each have a header, use specol convert A B.
Memory: a few MB; more for Arrow dictionaries and for groups of reduce.

Examples:
  specol lgamma -c n in.csv --part 2/8 -o out.2.csv --manifest out.2.json
  specol concat out.*.json -o out.csv
  specol concat --missing out.*.json     # prints 3 and 7, one per line`,
  async run(args: Arguments): Promise<void> {
    const { options, operands } = args;
    if (operands.length === 0) throw new UsageError("Missing pieces: specol concat PIECE ...");
    if (operands.includes("-")) {
      throw new UsageError("Pieces must be files, not standard input: name them");
    }
    if (options.has("missing")) return await printMissing(args);
    const output = options.get("output") ?? "-";
    checkUtf8("The name of the output", output);
    const [{ runConcat }, { cleanUpOnInterrupt }] = await Promise.all([
      import("../pipeline/concat/run_concat.ts"),
      import("../io/signals.ts"),
    ]);
    using _ = cleanUpOnInterrupt();
    await runConcat({
      inputs: operands,
      output,
      from: options.get("from") as Format | undefined,
      to: options.get("to") as Format | undefined,
      options: [...options.keys()],
      csv: parseCsvFlags(args),
      memory: parseMemory(args),
      allowOutside: options.has("allow-outside"),
      quiet: options.has("quiet"),
    });
  },
};

/** The options that `--missing` can be combined with. */
const WITH_MISSING = ["missing", "allow-outside", "quiet", "color"];

async function printMissing({ options, operands }: Arguments): Promise<void> {
  const other = [...options.keys()].find((name) => !WITH_MISSING.includes(name));
  if (other !== undefined) {
    throw new UsageError(
      `Options --missing and --${other} cannot be used together: --missing only reads manifests`,
    );
  }
  const { readManifests } = await import("../pipeline/concat/check_parts.ts");
  const { missing } = await readManifests(operands, {
    allowOutside: options.has("allow-outside"),
  });
  if (missing.length > 0) await print(missing.join("\n"));
}
