/** A shell example of a page. */
export interface ShellExample {
  /** The number of its first line in the page. */
  readonly line: number;
  /** The whole block, as it is on the page. */
  readonly text: string;
  /** Commands, each with the output that the page shows. */
  readonly commands: readonly ShellCommand[];
  /** Why it is not run, if the page says so. */
  readonly notRun?: string;
}

/** A command, of one line or several. */
export interface ShellCommand {
  readonly text: string;
  /** What it prints, if the page shows that; `…` stands for anything. */
  readonly output?: string;
}

const PROMPT = "$ ";

/**
 * Finds the shell examples of a Markdown page. A block `sh` holds commands, which must succeed; a
 * block `console` commands after `$ `, each followed by what it prints. A comment `<!-- not run:
 * WHY -->` before a block says that it is only checked for its syntax.
 */
export function shellExamples(page: string): ShellExample[] {
  const lines = page.split("\n");
  const examples: ShellExample[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [, kind] = /^```(\w+)?/.exec(lines[i]) ?? [];
    if (!lines[i].startsWith("```")) continue;
    const end = lines.indexOf("```", i + 1);
    if (end < 0) throw new SyntaxError(`line ${i + 1}: a block without its end`);
    const text = lines.slice(i + 1, end).join("\n");
    const [, notRun] =
      /^<!-- not run: (.+) -->$/.exec(lines[i - 1]?.trim() || lines[i - 2] || "") ?? [];
    if (kind === "sh") examples.push({ line: i + 2, text, commands: [{ text }], notRun });
    if (kind === "console") {
      examples.push({ line: i + 2, text, commands: consoleCommands(text), notRun });
    }
    i = end;
  }
  return examples;
}

/** A command goes on as long as its lines end with a backslash, a pipe, or inside a quotation. */
function consoleCommands(text: string): ShellCommand[] {
  const blocks = text.split(/^(?=\$ )/m);
  return blocks.map((block) => {
    if (!block.startsWith(PROMPT)) throw new SyntaxError(`no "$ " before ${block.split("\n")[0]}`);
    const lines = block.slice(PROMPT.length).trimEnd().split("\n");
    let length = 1;
    while (/[\\|]$/.test(lines[length - 1]) && length < lines.length) length += 1;
    return { text: lines.slice(0, length).join("\n"), output: lines.slice(length).join("\n") };
  });
}
