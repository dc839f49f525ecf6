import { assertEquals } from "@std/assert";
import { allCommands } from "../../commands/commands.ts";
import { formatBash } from "../../commands/shells/bash.ts";
import { formatFish } from "../../commands/shells/fish.ts";
import { formatZsh } from "../../commands/shells/zsh.ts";
import { parseSelection } from "../../plan/columns/parse_selection.ts";
import { quoteName } from "../../plan/columns/quote_name.ts";
import { type Shell, SHELLS, ShellSession } from "../shell_session.ts";
import { hasTerminal } from "../terminal.ts";
import { Workdir } from "../workdir.ts";

/** Names that a shell would run or change if it saw them without quotes. Each would make a file P. */
const NAMES: readonly string[] = [
  "`touch P`",
  "$(touch P)",
  "$[a[`touch P`]]",
  "${a[$(touch P)]}",
  "$((a[$(touch P)]))",
  "a;touch P",
  "a&touch P|touch P",
  "<(touch P)",
  "a > P",
  "!touch",
  "wow!touch P",
  "it's",
  'say "it"',
  "back\\slash \\",
  "a\ntouch P\n",
  "a\tb",
  "a\x1b[31mb\x07",
  "-o",
  "--output=P",
  "~",
  "~root/x",
  "=ls",
  "*",
  "[a-z]?",
  "{a,b}",
  "a:b@c=d",
  "#no comment",
  "a, b",
  " spaces  ",
  "größe ☃ 𝕏",
  "3",
  "$'\\n'",
];

const FORMATS = { bash: formatBash, zsh: formatZsh, fish: formatFish };

/**
 * A program of that name replaces specol: it prints what specol would list, which tests of
 * completions compare with specol, and otherwise writes down its arguments.
 */
const PROGRAM = `#!/bin/sh
if [ "$1 $2" = 'completions columns' ]; then exec cat names; fi
printf '%s\\0' "$@" > args
`;

async function isInstalled(shell: Shell): Promise<boolean> {
  try {
    return (await new Deno.Command(shell, { args: ["--version"], stdout: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

for (const shell of SHELLS) {
  const missing = !hasTerminal ? "script of util-linux" : await isInstalled(shell) ? "" : shell;
  const name = `${shell} runs nothing that is in a file when TAB is pressed, and inserts its names`;
  Deno.test({
    name: missing === "" ? name : `${name} (skipped: there is no ${missing})`,
    ignore: missing !== "",
    async fn() {
      await using dir = await Workdir.create();
      await Deno.mkdir(dir.path("bin"));
      await dir.write("bin/specol", PROGRAM);
      await Deno.chmod(dir.path("bin/specol"), 0o755);
      await dir.write("script", `${FORMATS[shell](await allCommands())}\n`);
      await using session = await ShellSession.start(shell, dir);

      /** Types keys and Enter where a file has these columns, and returns what the program got. */
      async function press(keys: string, columns: readonly string[]): Promise<string[]> {
        await dir.write("names", columns.map((column) => `${quoteName(column)}\0`).join(""));
        await dir.write("args", "");
        await session.type(`${keys}\r`);
        return new TextDecoder().decode(await dir.read("args")).split("\0").slice(0, -1);
      }

      await dir.write("t.csv", "");
      const back = "\x02".repeat(" t.csv".length);
      // fish does not show completions what comes after the cursor.
      assertEquals(
        await press(`specol lgamma -c  t.csv${back}\t`, ["the x"]),
        ["lgamma", "-c", ...shell === "fish" ? [] : ["the x"], "t.csv"],
      );
      for (const name of NAMES) {
        const typed = quoteName(name);
        // What follows a tab is a description in fish, so that it is not offered.
        const isOffered = shell !== "fish" || !name.includes("\t");
        assertEquals(
          await press("specol lgamma t.csv -c \t", [name]),
          ["lgamma", "t.csv", "-c", ...isOffered ? [typed] : []],
        );
        if (isOffered && typed.startsWith('"')) {
          assertEquals(
            await press('specol lgamma t.csv -c id,\\"\t', ["id", name]),
            ["lgamma", "t.csv", "-c", `id,${typed}`],
          );
          // zsh leaves the quote open, so that another column can follow.
          assertEquals(
            await press(`specol lgamma t.csv -c '"\t${shell === "zsh" ? "'" : ""}`, ["id", name]),
            ["lgamma", "t.csv", "-c", typed],
          );
        }
        for (const quote of typed.startsWith('"') || !isOffered ? [] : ["'", '"']) {
          assertEquals(
            await press(`specol lgamma t.csv -c ${quote}\t${shell === "zsh" ? quote : ""}`, [name]),
            ["lgamma", "t.csv", "-c", typed],
          );
        }
        // A list of several, and a line that is cleared.
        await press("specol lgamma t.csv -c \t\t\x15", [name, `${name}x`, "id"]);
      }
      assertEquals((await dir.list()).includes("P"), false);
    },
  });
}

Deno.test("a name in quotes is read back as the same name", () => {
  for (const name of NAMES) {
    const [{ what, excluded }, ...more] = parseSelection(quoteName(name), "--columns");
    assertEquals([what, excluded, more], [{ kind: "name", name }, false, []]);
  }
});
