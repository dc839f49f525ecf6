/** The maximum number of columns that a message lists. */
const MAX_LISTED = 20;

/**
 * Lists how many there are in each column, for a message: `3 in x, 1 in y`. Columns that have none
 * are left out, and where there are many columns, all but the first ones.
 */
export function listCounts(
  counts: readonly { readonly column: string; readonly count: number }[],
): string {
  const found = counts.filter(({ count }) => count > 0);
  const listed = found.slice(0, MAX_LISTED).map(({ column, count }) => `${count} in ${column}`);
  const more = found.length - listed.length;
  return `${listed.join(", ")}${more > 0 ? ` and more in ${more} other columns` : ""}`;
}
