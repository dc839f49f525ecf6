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

/**
 * Puts a new content between `<!-- NAME -->` and `<!-- /NAME -->` of a page; one without these
 * stays as it is.
 */
export function replacePart(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) return page;
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}
