import type { Command, Flag } from "../command.ts";

// Bash inserts the replies of a completion function as they are, and with `-o filenames` it expands
// them first. Names of columns come from files: so every reply is quoted with `printf %q`, names of
// files are left to readline, and nothing on the line is expanded.

/** Makes the completions for bash. */
export function formatBash(commands: readonly Command[]): string {
  const names = commands.map((command) => command.name).join(" ");
  const options = commands.map(({ name, flags, operandChoices }) =>
    `    ${name}) options='${flags.flatMap(spellings).join(" ")}'` +
    `${operandChoices ? ` choices='${operandChoices.join(" ")}'` : ""} ;;`
  );
  return `# bash completion for specol, made by: specol completions bash
${FUNCTIONS}
_specol() {
  local IFS=$' \\t\\n' words word quote current previous option='' typed=$2 options='' choices=''
  local -a after all
  COMPREPLY=()
  # The first word after the cursor is the rest of the current one, so that it must not be empty.
  _specol_split "x\${COMP_LINE:COMP_POINT}"
  after=("\${words[@]:1}")
  _specol_split "\${COMP_LINE:0:COMP_POINT}"
  all=("\${words[@]}")
  current=$word
  # Nothing is offered where a word ends in the middle of an escaped character.
  [[ $quote != "$'" && \${COMP_LINE:0:COMP_POINT} != *\\\\ ]] && ((\${#all[@]} > 1)) || return
  previous=\${all[\${#all[@]}-2]}
  if ((\${#all[@]} == 2)); then
    _specol_offer ${names} --help --version
    return
  fi
  all+=("\${after[@]}")
  local program=\${all[0]}
  [[ $program != '~/'* ]] || program=$HOME/\${program:2}
  # --name=value is one word here.
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*} option=\${current%%=*}=
  fi
  case $previous in
${valueCases(commands)}
  esac
  case \${all[1]} in
${options.join("\n")}
  esac
  if [[ $current == -* ]]; then
    _specol_offer $options
  elif [[ -n $choices ]]; then
    _specol_offer $choices
  else
    # readline completes names of files itself.
    compopt -o default
  fi
}
complete -F _specol specol`;
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
  ).map((flag) => `    ${spellings(flag).join("|")}) ${offer(flag)} ;;`).join("\n");
}

/** The command that offers values of an option. Nothing is offered for numbers and free texts. */
function offer({ choices, takesColumns, value }: Flag): string {
  if (choices !== undefined) return `_specol_values ${choices.join(" ")}; return`;
  if (takesColumns) return "_specol_columns; return";
  return value === "FILE" ? "compopt -o default; return" : "return";
}

const FUNCTIONS =
  `# Splits a text into words as bash does, without expanding anything. Sets words, the last of them as
# word, and the quote that is open at the end.
_specol_split() {
  local text=$1 char next part='' i is_word=
  words=() word='' quote=''
  for ((i = 0; i < \${#text}; i++)); do
    char=\${text:i:1} next=\${text:i+1:1}
    if [[ $quote == "$'" ]]; then
      if [[ $char == "'" ]]; then
        printf -v part %b "$part"
        word+=$part quote='' part=''
      elif [[ $char == \\\\ ]]; then
        part+=$char$next i=$((i + 1))
      else
        part+=$char
      fi
    elif [[ $quote == "'" && $char != "'" || $quote == '"' && $char != [\\"\\\\] ]]; then
      is_word=1 word+=$char
    elif [[ $char == "$quote" ]]; then
      quote=''
    elif [[ $char == \\\\ ]]; then
      is_word=1 i=$((i + 1))
      [[ -z $quote || $next == [\\$\\\`\\"\\\\] ]] || word+=$char
      word+=$next
    elif [[ $char == [\\'\\"] ]]; then
      is_word=1 quote=$char
    elif [[ $char$next == "$'" ]]; then
      is_word=1 quote="$'" i=$((i + 1))
    elif [[ $char == [[:space:]] ]]; then
      [[ -z $is_word ]] || words+=("$word")
      word='' is_word=
    else
      is_word=1 word+=$char
    fi
  done
  words+=("$word")
}
# Sets REPLY to a text as it is typed after the current word, where a quote may be open.
_specol_quote() {
  local text=$1 char part i
  REPLY=''
  if [[ -z $quote ]]; then
    [[ -z $text ]] || printf -v REPLY %q "$text"
    return
  fi
  for ((i = 0; i < \${#text}; i++)); do
    char=\${text:i:1}
    if [[ $char == [[:cntrl:]] || $char == [\\$\\\`\\\\!] || $char == "$quote" ]]; then
      # The quote is closed around it. readline closes the last quote, unless a quote comes last.
      printf -v part %q "$char"
      REPLY+=$quote$part
      if ((i + 1 < \${#text})); then
        REPLY+=$quote
      elif [[ $part != *"$quote" ]]; then
        REPLY+=$quote$quote
      fi
    else
      REPLY+=$char
    fi
  done
  # readline takes a first quote for the one that is open.
  [[ -n $typed || $REPLY != "$quote"* ]] || REPLY=$quote$REPLY
}
# Sets REPLY to the longest text that all arguments begin with.
_specol_common() {
  local text
  REPLY=$1
  for text; do
    while [[ $text != "$REPLY"* ]]; do REPLY=\${REPLY%?}; done
  done
}
# Offers those of the arguments that begin with the current word. readline replaces what is typed of
# it after the last quote or word break, so this stays as it is.
_specol_offer() {
  local candidate REPLY common
  local -a rests=()
  for candidate; do
    [[ $candidate != "$current"* ]] || rests+=("\${candidate:\${#current}}")
  done
  ((\${#rests[@]})) || return
  for candidate in "\${rests[@]}"; do
    _specol_quote "$candidate"
    COMPREPLY+=("$typed$REPLY")
  done
  ((\${#rests[@]} > 1)) || return
  # readline inserts what all replies begin with, which must not end within an escaped character.
  _specol_common "\${COMPREPLY[@]}"
  common=$REPLY
  _specol_common "\${rests[@]}"
  _specol_quote "$REPLY"
  [[ $typed$REPLY == "$common" ]] || COMPREPLY+=(' ')
}
# Offers the columns of the first file on the line, also after a comma.
_specol_columns() {
  local file name before=$option i quoted=0
  local -a names=()
  for ((i = \${#option}; i < \${#current}; i++)); do
    case \${current:i:1} in
      '"') quoted=$((1 - quoted)) ;;
      ,) ((quoted)) || before=\${current:0:i+1} ;;
    esac
  done
  for file in "\${all[@]:2}"; do
    [[ $file != '~/'* ]] || file=$HOME/\${file:2}
    [[ -f $file ]] || continue
    while IFS= read -r -d '' name; do
      names+=("$before$name")
    done < <("$program" completions columns -- "$file" 2> /dev/null)
    compopt -o nospace
    _specol_offer "\${names[@]}"
    return
  done
}
# Offers values of the current option, which may be typed before = in the same word.
_specol_values() {
  _specol_offer "\${@/#/$option}"
}`;
