/** Rows of a table; the first is its head. Columns after the first may be set to the right. */
export function table(
  rows: readonly (readonly string[])[],
  { right = false }: { right?: boolean } = {},
): string {
  const [head, ...body] = rows;
  const rule = head.map((_, i) => right && i > 0 ? "---:" : "---");
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Code in a line of text. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A list, or a sentence where there is nothing to list. */
export function list(items: readonly string[], nothing: string): string {
  return items.length === 0 ? nothing : items.map((item) => `- ${item}`).join("\n");
}
