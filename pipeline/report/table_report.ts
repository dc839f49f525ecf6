import type { CsvOptions } from "../../formats/csv/dialect.ts";
import type { ColumnSpec, Numbers, TableReader } from "../../formats/table.ts";
import { DomainCheck, summarizeReplaced } from "./domain_check.ts";
import { inOrder } from "./list_counts.ts";
import { RoundedIntegers } from "./rounded_integers.ts";
import { subjectsOf } from "./subjects_of.ts";
import type { SliceCounts } from "../parallel/compute_slice.ts";

/** Collects what the user should know about the numbers of a table and its results. */
export class TableReport {
  readonly check: DomainCheck;
  readonly #columns: readonly ColumnSpec[];
  readonly #rounded = new RoundedIntegers();

  constructor(
    plan: Parameters<typeof subjectsOf>[0],
    { columns, strict }: { readonly columns: readonly ColumnSpec[]; readonly strict: boolean },
  ) {
    this.check = new DomainCheck(subjectsOf(plan, { columns }), { strict });
    this.#columns = columns;
  }

  /** Looks at the numbers of a column, before they are converted. */
  look(column: number, numbers: Numbers): void {
    this.#rounded.look(numbers, this.#columns[column].name);
  }

  /** Adds what another thread has counted. */
  add({ outcomes, rounded }: SliceCounts): void {
    this.check.add(outcomes);
    this.#rounded.addAll(rounded);
  }

  /** What to report about the cells that were read, and the results. */
  warnings(reader: TableReader, csv: CsvOptions): (string | undefined)[] {
    const { invalid, rounded } = reader.noted?.() ?? {};
    return [
      invalid && summarizeReplaced(
        { ...invalid, counts: inOrder(invalid.counts, this.#columns) },
        csv,
      ),
      this.#rounded.add(rounded).summary(csv.quote, this.#columns),
      ...this.check.summaries(),
    ];
  }
}
