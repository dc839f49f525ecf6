/**
 * Whether a command printed what a page shows. `…` stands for anything in a line, and alone in a
 * line for any number of lines.
 */
export function matchesOutput(printed: string, shown: string): boolean {
  const pattern = shown.trimEnd().split("\n").map((line) =>
    line.trim() === "…"
      ? "(?:.*\n)*"
      : `${line.trimEnd().split("…").map(RegExp.escape).join(".*")}[ \t]*\n`
  );
  return new RegExp(`^${pattern.join("")}$`).test(`${printed.trimEnd()}\n`);
}
