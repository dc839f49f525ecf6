import type { Command, Flag } from "../command.ts";

/** Makes the completions for bash. */
export function formatBash(commands: readonly Command[]): string {
  const names = commands.map((command) => command.name).join(" ");
  const options = commands.map(({ name, flags, operandChoices }) =>
    `    ${name}) options='${flags.flatMap(spellings).join(" ")}'` +
    `${operandChoices ? ` words='${operandChoices.join(" ")}'` : ""} ;;`
  );
  return `# bash completion for specol, made by: specol completions bash
# Completes names of columns, behind commas too, from the first file on the line.
_specol_columns() {
  local word name before=''
  [[ $cur == *,* ]] && before=\${cur%,*},
  for word in "\${COMP_WORDS[@]:2}"; do
    [[ -f $word ]] || continue
    while IFS= read -r name; do
      [[ $before$name == "$cur"* ]] && COMPREPLY+=("$before$name")
    done < <("\${COMP_WORDS[0]}" completions columns "$word" 2> /dev/null)
    return
  done
}
_specol() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} options='' words=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$cur"))
    return
  fi
  # --name=value comes as three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  case $prev in
${valueCases(commands)}
  esac
  case \${COMP_WORDS[1]} in
${options.join("\n")}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _specol specol`;
}

function spellings({ name, short, implied, choices }: Flag): string[] {
  const long = [
    `--${name}`,
    ...(implied ? choices ?? [] : []).map((value) => `--${name}=${value}`),
  ];
  return short === undefined ? long : [`-${short}`, ...long];
}

/**
 * Lists what may follow an option that takes a value. An option has the same meaning in all
 * commands.
 */
function valueCases(commands: readonly Command[]): string {
  const flags = new Map(
    commands.flatMap((command) => command.flags.map((flag) => [flag.name, flag])),
  );
  return [...flags.values()].filter(({ value, implied }) =>
    value !== undefined && implied === undefined
  )
    .map((flag) => {
      const pattern = spellings(flag).join("|");
      if (flag.choices !== undefined) {
        return `    ${pattern}) COMPREPLY=($(compgen -W '${
          flag.choices.join(" ")
        }' -- "$cur")); return ;;`;
      }
      if (flag.takesColumns) return `    ${pattern}) _specol_columns; return ;;`;
      return flag.value === "FILE"
        ? `    ${pattern}) COMPREPLY=($(compgen -f -- "$cur")); return ;;`
        : `    ${pattern}) return ;;`;
    }).join("\n");
}
