/**
 * Puts a new content between `<!-- NAME -->` and `<!-- /NAME -->` of a page; one without these stays as
 * it is.
 */
export function replacePart(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) return page;
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}
