import type { Command, Flag } from "../command.ts";

/** Makes the completions for fish. */
export function formatFish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, flags, operands, operandChoices }) => {
    const here = `complete -c specol -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c specol -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
      ...(operands === 0 ? [`${here} -f`] : []),
      ...(operandChoices ? [`${here} -f -a ${quote(operandChoices.join(" "))}`] : []),
      ...flags.map((flag) => `${here} ${option(flag)}`),
    ];
  });
  return `# fish completion for specol, made by: specol completions fish
# Lists columns of the first file before the cursor, also after a comma, each ended by NUL. fish quotes the
# names. What follows a tab would be a description, so names with tabs are left out.
function __specol_columns
  set -l typed (commandline -ct | string replace -r '^(--[a-z-]+=|-[a-z](?=.))' '' | string unescape)
  set -l before (string match -r '^(?:[^"]|"[^"]*")*,' -- $typed | string collect)
  for word in (commandline -op)[3..-1]
    if test -f "$word"
      for name in (command specol completions columns -- "$word" 2> /dev/null | string split0)
        string match -q '*'\\t'*' -- $name; or string join0 -- "$before$name"
      end
      return
    end
  end
end
complete -c specol -n __fish_use_subcommand -s h -l help -d 'show help'
complete -c specol -n __fish_use_subcommand -s V -l version -d 'show the version'
${lines.join("\n")}`;
}

function option(flag: Flag): string {
  const { name, short, value, implied, choices, summary, takesColumns } = flag;
  const letter = short === undefined ? "" : `-s ${short} `;
  const description = `-d ${quote(summary)}`;
  if (value === undefined || implied !== undefined) return `${letter}-l ${name} ${description}`;
  if (choices !== undefined) {
    return `${letter}-l ${name} -x -a ${quote(choices.join(" "))} ${description}`;
  }
  if (takesColumns) {
    return `${letter}-l ${name} -x -a '(__specol_columns | string split0)' ${description}`;
  }
  return `${letter}-l ${name} ${value === "FILE" ? "-r -F" : "-x"} ${description}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
