import type { Command, Flag } from "../command.ts";

/** Makes the completions for zsh. */
export function formatZsh(commands: readonly Command[]): string {
  const described = commands.map(({ name, summary }) =>
    `    ${quote(`${name}:${escape(summary)}`)}`
  );
  const cases = commands.map(({ name, flags, operands, operandChoices }) => {
    const operand = operandChoices
      ? [quote(`1:argument:(${operandChoices.join(" ")})`)]
      : operands > 0
      ? [quote("*:input:_files")]
      : [];
    return `    ${name}) _arguments -s ${
      [...flags.map(argument), ...operand].join(" \\\n      ")
    } ;;`;
  });
  return `#compdef specol
# zsh completion for specol, made by: specol completions zsh
# Completes columns of the first file on the line, also after a comma. compadd quotes the names.
_specol_columns() {
  local word quoted=0 after=0 i
  local -a names
  for word in \${(Q)words[2,-1]}; do
    [[ $word != '~/'* ]] || word=$HOME/\${word#'~/'}
    [[ -f $word ]] || continue
    names=(\${(0)"$(command specol completions columns -- "$word" 2> /dev/null)"})
    for (( i = 1; i <= $#PREFIX; i++ )); do
      case $PREFIX[i] in
        \\") (( quoted = 1 - quoted )) ;;
        ,) (( quoted )) || after=$i ;;
      esac
    done
    compset -p $after
    compadd -S '' -a names
    return
  done
}
_specol() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'function or command' commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _specol ]]; then
  _specol "$@"
else
  compdef _specol specol
fi`;
}

function argument(flag: Flag): string {
  const { name, short, value, implied, choices, summary, takesColumns } = flag;
  const action = choices
    ? `(${choices.join(" ")})`
    : takesColumns
    ? "_specol_columns"
    : value === "FILE"
    ? "_files"
    : " ";
  const message = value === undefined ? "" : `${implied ? "::" : ":"}${value}:${action}`;
  const text = `[${escape(summary)}]${message}`;
  const long = `--${name}${value === undefined ? "" : implied ? "=-" : "="}`;
  if (short === undefined) return quote(long + text);
  const letter = `-${short}${value === undefined ? "" : "+"}`;
  return `${quote(`(-${short} --${name})`)}{${letter},${long}}${quote(text)}`;
}

function escape(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
