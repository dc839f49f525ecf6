import type { CsvOptions } from "../../formats/csv/dialect.ts";
import { showCell } from "../../formats/csv/format_problem.ts";
import type { CellNotes, NotedCells } from "../../formats/cell_notes.ts";
import type { Numbers } from "../../formats/table.ts";
import { summarizeReplaced } from "./domain_check.ts";
import { inOrder, listCounts } from "./list_counts.ts";

/** From here on, a float64 does not hold every integer, and what it holds may have been another one. */
const FIRST_INEXACT = 2 ** 53;

/** Counts integers that were read as float64 and are so large that digits may be lost. */
export class RoundedIntegers {
  readonly #counts = new Map<string, number>();
  /** Where the first is, if that is known of all. */
  #first?: Pick<NotedCells, "place" | "text">;

  /** Looks at the numbers of a column, if they were integers of 64 bits. */
  look(numbers: Numbers, name: string): void {
    if (!numbers.isWide) return;
    const { values } = numbers;
    let count = 0;
    for (let i = 0; i < values.length; i++) {
      count += +(values[i] >= FIRST_INEXACT || values[i] <= -FIRST_INEXACT);
    }
    if (count > 0) this.#add(name, count);
  }

  /** How many there are in each column that has some. */
  list(): NotedCells["counts"] {
    return Array.from(this.#counts, ([column, count]) => ({ column, count }));
  }

  /** Adds those of another thread. */
  addAll(counts: NotedCells["counts"]): void {
    for (const { column, count } of counts) this.#add(column, count);
  }

  /** Adds the cells of CSV that were rounded. */
  add(noted: NotedCells | undefined): this {
    if (noted === undefined) return this;
    if (this.#counts.size === 0) this.#first = noted;
    for (const { column, count } of noted.counts) if (count > 0) this.#add(column, count);
    return this;
  }

  #add(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** Describes in one line how many there were in which columns; nothing if there were none. */
  summary(
    quote: CsvOptions["quote"],
    columns: readonly { readonly name: string }[] = [],
  ): string | undefined {
    if (this.#counts.size === 0) return undefined;
    const counts = inOrder(this.list(), columns);
    const first = this.#first;
    const where = first && `; the first is ${showCell(first.text, quote)} at ${first.place}`;
    return `integers above 2^53 were rounded to the nearest float64: ${listCounts(counts)}` +
      (where ?? "");
  }
}

/** Reports about cells of CSV, one line for each kind. */
export function describeNotes(
  { invalid, rounded }: CellNotes<NotedCells>,
  csv: Pick<CsvOptions, "onInvalid" | "quote">,
): (string | undefined)[] {
  return [
    invalid && summarizeReplaced(invalid, csv),
    new RoundedIntegers().add(rounded).summary(csv.quote),
  ];
}
