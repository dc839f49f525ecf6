import { assertEquals, assertStringIncludes } from "@std/assert";
import { allCommands } from "../../commands/commands.ts";
import { formatBash } from "../../commands/shells/bash.ts";
import { formatFish } from "../../commands/shells/fish.ts";
import { formatZsh } from "../../commands/shells/zsh.ts";
import { Workdir } from "../workdir.ts";

const COMMANDS = await allCommands();
const SHELLS: readonly [string, string][] = [
  ["bash", formatBash(COMMANDS)],
  ["zsh", formatZsh(COMMANDS)],
  ["fish", formatFish(COMMANDS)],
];

/** Runs a shell in a folder whose programs it finds, or gives nothing where it is not installed. */
async function run(shell: string, cwd: string, ...args: string[]): Promise<string | undefined> {
  try {
    const env = { PATH: `${cwd}:${Deno.env.get("PATH")}` };
    const { code, stdout, stderr } = await new Deno.Command(shell, { args, cwd, env }).output();
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""], args.join(" "));
    return new TextDecoder().decode(stdout);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** A line, and the words that its last word can become. */
const CASES: readonly [string, string[]][] = [
  ["specol dig", ["digamma"]],
  ["specol lgamma --upst", ["--upstream"]],
  ["specol lgamma --from n", ["npy"]],
  ["specol lgamma --quote ", ["double", "none"]],
  ["specol lgamma --ord", []],
  ["specol polygamma --ord", ["--order"]],
  ["specol lgamma -j ", []],
  ["specol completions ", ["bash", "fish", "zsh"]],
  ["specol lgamma t.csv -c x", ["x_1", "x_2"]],
  ["specol lgamma t.csv --columns id,x", ["id,x_1", "id,x_2"]],
  ["specol lgamma t.csv --upstream n", ["name"]],
  ["specol lgamma 't.csv' -c i", ["id"]],
  ["specol lgamma ./t\\.csv -c i", ["id"]],
  ["specol lgamma none.csv -c i", []],
];

// zsh completes only what is typed. So a zsh types into another one, which writes what it would offer.
const ZSH_TYPES = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ./offer'
zpty -w -n shell "$1"$'\\C-x'
while zpty -r shell seen; do :; done
[[ ! -e offered ]] || sort offered
rm -f offered
`;
const ZSH_OFFERS = `autoload -U compinit
compinit -u -D
source ./script
compadd() {
  if (( $@[(I)-[OAD]*] )); then builtin compadd "$@"; return; fi
  local -a found
  builtin compadd -O found "$@"
  (( $#found )) && print -rl -- $IPREFIX$^found >> offered
  return 0
}
complete-and-exit() { zle complete-word; BUFFER=' exit'; zle accept-line }
zle -N complete-and-exit
bindkey '^X' complete-and-exit
`;

// Bash calls the function with what readline would replace, and compopt works only while it does.
const BASH_OFFERS = `source ./script
compopt() { :; }
COMP_LINE=$1 COMP_POINT=\${#1}
_specol specol "\${1##*[ =]}"
for reply in "\${COMPREPLY[@]}"; do echo "$reply"; done
`;

/** The command line that lets a shell complete a line, in the folder that has its script. */
function completion(shell: string, line: string): string[] {
  if (shell === "zsh") return ["-f", "type", line];
  if (shell === "bash") return ["--norc", "-c", BASH_OFFERS, "bash", line];
  return ["-c", `source ./script; complete -C ${JSON.stringify(line)}`];
}

for (const [shell, script] of SHELLS) {
  const missing = await run(shell, ".", "--version").then(
    (found) => found === undefined,
    () => false,
  );
  Deno.test({
    name: `${shell} accepts its completions${missing ? " (skipped: not installed)" : ""}`,
    ignore: missing,
    async fn(test) {
      await using dir = await Workdir.create();
      await dir.write("script", `${script}\n`);
      await run(shell, dir.path("."), "-n", dir.path("script"));
      await dir.write("type", ZSH_TYPES);
      await dir.write("offer", ZSH_OFFERS);
      await dir.write("t.csv", "id,x_1,x_2,name\n1,2,3,4\n");
      // A program of that name replaces specol: what it lists is tested below.
      await dir.write("specol", "#!/bin/sh\nprintf 'id\\0x_1\\0x_2\\0name\\0'\n");
      await Deno.chmod(dir.path("specol"), 0o755);
      for (const [line, expected] of CASES) {
        await test.step(line, async () => {
          const output = await run(shell, dir.path("."), ...completion(shell, line));
          const words = output!.split("\n").map((line) => line.split("\t")[0]);
          assertEquals(words.filter((word) => word !== "").sort(), expected);
        });
      }
    },
  });
}

Deno.test("completions name every command and option, and are what the program writes", async () => {
  await using dir = await Workdir.create();
  for (const [shell, script] of SHELLS) {
    for (const { name, flags } of COMMANDS) {
      assertStringIncludes(script, name);
      for (const flag of flags) {
        assertStringIncludes(script, shell === "fish" ? `-l ${flag.name} ` : `--${flag.name}`);
      }
    }
  }
  const { status, stdout } = await dir.specol("completions", "fish");
  assertEquals([status, stdout], [0, `${formatFish(COMMANDS)}\n`]);
});

Deno.test("bash completes the value of an option after =", async () => {
  await using dir = await Workdir.create();
  await dir.write("script", `${formatBash(COMMANDS)}\n`);
  for (
    const [line, expected] of [
      ["specol lgamma --from=arrow", "arrow arrows "],
      ["specol lgamma --quote=", "double none "],
      ["specol lgamma --grad=", "only "],
    ]
  ) {
    const output = await run("bash", dir.path("."), ...completion("bash", line));
    assertEquals(output?.replaceAll("\n", " "), expected);
  }
});

Deno.test("columns of a file are listed as -c takes them, in every format", async () => {
  await using dir = await Workdir.create();
  await dir.write("t.csv", 'id,"a, b",the x,3,"q"""\n1,2,3,4,5\n');
  await dir.specol("convert", "t.csv", "-o", "t.arrow");
  await dir.specol("convert", "t.csv", "-o", "t.npy");
  const names = 'id\0"a, b"\0the x\0"3"\0"q"""\0';
  for (
    const [file, expected] of [["t.csv", names], ["t.arrow", names], [
      "t.npy",
      "x0\0x1\0x2\0x3\0x4\0",
    ]]
  ) {
    const { status, stdout } = await dir.specol("completions", "columns", file);
    assertEquals([status, stdout], [0, expected]);
  }
  assertEquals((await dir.specol("completions", "columns", "none.csv")).status, 1);
});
