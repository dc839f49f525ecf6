/** How many there are of something in a column. */
interface ColumnCount {
  readonly column: string;
  readonly count: number;
}

/**
 * Puts counts into the order of a table's columns. Batches and threads find them in other orders.
 */
export function inOrder(
  counts: readonly ColumnCount[],
  columns: readonly { readonly name: string }[],
): ColumnCount[] {
  const places = new Map(columns.map(({ name }, i) => [name, i]));
  return [...counts].sort((a, b) => (places.get(a.column) ?? 0) - (places.get(b.column) ?? 0));
}

/** The maximum number of columns that a message lists. */
const MAX_LISTED = 20;

/**
 * Lists how many there are in each column, for a message: `3 in x, 1 in y`. Columns that have none
 * are left out, and where there are many columns, all but the first ones.
 */
export function listCounts(
  counts: readonly ColumnCount[],
): string {
  const found = counts.filter(({ count }) => count > 0);
  const listed = found.slice(0, MAX_LISTED).map(({ column, count }) => `${count} in ${column}`);
  const more = found.length - listed.length;
  return `${listed.join(", ")}${more > 0 ? ` and more in ${more} other columns` : ""}`;
}
