import { CSV_DEFAULTS } from "../formats/csv/dialect.ts";
import { detectFormat } from "../formats/detect.ts";
import { isText } from "../formats/registry.ts";
import { openTableReader } from "../formats/open_table.ts";
import { openInput } from "../io/open_source.ts";
import { didYouMean, UsageError } from "../plan/usage_error.ts";
import { type Arguments, type Command, type Flag, formatOptions, HELP } from "./command.ts";
import { quoteName } from "../plan/columns/quote_name.ts";
import { print, printText } from "../io/say.ts";

const FLAGS: readonly Flag[] = [HELP];

const SHELLS = ["bash", "zsh", "fish"];

/** Makes the command that writes completions for a shell: `specol completions bash`. */
export function completionsCommand(commands: () => Promise<readonly Command[]>): Command {
  const summary = "print tab completion for bash, zsh or fish";
  return {
    name: "completions",
    summary,
    flags: FLAGS,
    operands: 2,
    operand: "one shell",
    operandChoices: SHELLS,
    help: () =>
      `specol completions: ${summary}

Usage: specol completions bash|zsh|fish

Options:
${formatOptions(FLAGS)}

Examples:
  specol completions bash > ~/.local/share/bash-completion/completions/specol
  specol completions zsh > ~/.zfunc/_specol     # a folder in fpath
  specol completions fish > ~/.config/fish/completions/specol.fish

They complete commands, options and their values, files and, after -c, the
columns of the first file on the line.`,
    async run({ operands: [shell, path] }: Arguments): Promise<void> {
      // The completions themselves ask for the columns of the file on the line.
      if (shell === "columns" && path !== undefined) {
        return await printColumns(path);
      }
      if (path !== undefined) {
        throw new UsageError(`Unexpected argument ${path}: specol completions takes one shell`);
      }
      await print(await formatCompletions(shell, await commands()));
    },
  };
}

async function formatCompletions(
  shell: string | undefined,
  commands: readonly Command[],
): Promise<string> {
  if (shell === "bash") return (await import("./shells/bash.ts")).formatBash(commands);
  if (shell === "zsh") return (await import("./shells/zsh.ts")).formatZsh(commands);
  if (shell === "fish") return (await import("./shells/fish.ts")).formatFish(commands);
  throw new UsageError(
    shell === undefined
      ? "Missing shell: specol completions bash, zsh or fish"
      : `Unknown shell ${shell}${didYouMean(shell, SHELLS) || ": use bash, zsh or fish"}`,
  );
}

/** Bytes that are read at a time: the names come first. */
const CHUNK_SIZE = 2 ** 16;

/**
 * Prints the columns of a file as `--columns` takes them. A name may hold a line end, so that each
 * ends with NUL.
 */
async function printColumns(path: string): Promise<void> {
  const names = await listColumnNames(path);
  await printText(names.map((name) => `${quoteName(name)}\0`).join(""));
}

async function listColumnNames(path: string): Promise<string[]> {
  await using input = await openInput(path);
  const { source, directInput } = input;
  const { format } = await detectFormat(source, { path });
  const options = { chunkSize: CHUNK_SIZE, csv: CSV_DEFAULTS, selectColumns: () => [] };
  if (isText(format)) {
    // Only the header is read: to find out what columns hold would take longer.
    const { openCsvInput } = await import("../formats/csv/csv_input.ts");
    const delimiter = format === "tsv" ? 0x09 : 0x2c;
    const { columns } = await openCsvInput(source, { ...options, delimiter });
    return columns.map(({ name }) => name);
  }
  using reader = await openTableReader(format, source, { ...options, ...directInput });
  return reader.columns.map(({ name }) => name);
}
