// What specol reports about cells. Each batch, thread and input has notes of its own, which are
// merged here: the first cell of each kind is shown, and the cells are counted.

/**
 * What is reported about cells: they were not numbers, and read as null or NaN; or integers that no
 * float64 holds.
 */
export const CELL_NOTES = ["invalid", "rounded"] as const;
export type CellNote = typeof CELL_NOTES[number];
/** Something for each kind of cells that occurs. */
export type CellNotes<T> = Readonly<Partial<Record<CellNote, T>>>;

/** Makes something of each note, or nothing. */
export function mapNotes<T, U>(
  notes: CellNotes<T>,
  make: (value: T, note: CellNote) => U | undefined,
): CellNotes<U> {
  return Object.fromEntries(CELL_NOTES.flatMap((note) => {
    const value = notes[note];
    const made = value === undefined ? undefined : make(value, note);
    return made === undefined ? [] : [[note, made]];
  }));
}

/** Cells of one kind. */
export interface NotedCells {
  /** How many there are in each column that has some. */
  readonly counts: readonly { readonly column: string; readonly count: number }[];
  /** What messages call the place of the first: `in.csv:3:1`. */
  readonly place: string;
  /** The text of the first. */
  readonly text: string;
}

/**
 * Merges notes. Where both have one of a kind, the first stays, unless `merge` makes another of the
 * two.
 */
export function mergeNotes<T>(
  first: CellNotes<T>,
  second: CellNotes<T>,
  merge: (first: T, second: T) => T = (first) => first,
): CellNotes<T> {
  const both = mapNotes(first, (value, note) => {
    const other = second[note];
    return other === undefined ? value : merge(value, other);
  });
  return { ...second, ...both };
}

/** Merges notes of two inputs, in sequence: the first place stays, and counts are added up. */
export function addNotes(
  first: CellNotes<NotedCells>,
  second: CellNotes<NotedCells>,
): CellNotes<NotedCells> {
  return mergeNotes(first, second, (cells, more) => {
    const counts = new Map(cells.counts.map(({ column, count }) => [column, count]));
    for (const { column, count } of more.counts) {
      counts.set(column, (counts.get(column) ?? 0) + count);
    }
    return { ...cells, counts: Array.from(counts, ([column, count]) => ({ column, count })) };
  });
}
