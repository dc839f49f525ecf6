import type { Numbers } from "../../formats/table.ts";
import { TAKEN_FOR_ZERO, UNDECIDED } from "../../kernels/result_status.ts";
import { isRefused, type Outcome } from "../../kernels/outcome.ts";
import type { GroupOutput, Reduction } from "../../plan/plan_reduce.ts";
import { REFUSED_WORDS } from "../../formats/csv/format_problem.ts";
import { DomainCheck, type OutcomeCounts } from "../report/domain_check.ts";
import type { GroupTable } from "./group_table.ts";
import type { GroupsReader } from "./listed_groups.ts";
import { partsOfSum, type SumParts } from "./sum_parts.ts";
import { areUsual, SumProgram } from "./sum_program.ts";

// Formulas of aggregates, such as exp(-sum(ll) / sum(n)), computed for each group when all rows are
// added up. A sum is exact, so that a float64 does not hold it: it is the sum of several float64,
// its parts, which are inputs of a program of expressions. Only the result is rounded.
//
// Nearly all sums have few parts. A group with a sum of more parts, or one beyond the largest
// float64, is computed by a wider program. So the bits of a result depend on nothing but the
// group's own sums.

/** How values are computed from those that groups keep. */
export interface CombineOptions {
  readonly reductions: readonly Reduction[];
  readonly values: readonly GroupOutput[];
  /** Whether a value outside of a domain is an error. */
  readonly strict: boolean;
}

/** Reads what groups keep, by its index. */
type Read = (reduction: number) => Numbers;

/** Computes formulas of the values that groups keep. */
export class GroupCombiner {
  readonly #table: GroupTable;
  readonly #options: CombineOptions;
  readonly #formulas: readonly GroupOutput[];
  /** What became of the formulas' values. */
  readonly check: DomainCheck;
  /** The values that formulas use. */
  readonly #used: ReadonlySet<number>;
  #usual: SumProgram | undefined;
  #wide: SumProgram | undefined;

  constructor(table: GroupTable, options: CombineOptions) {
    this.#table = table;
    this.#options = options;
    this.#formulas = options.values.filter(({ formula }) => formula !== undefined);
    this.#used = new Set(
      this.#formulas.flatMap(({ formula = [] }) =>
        formula.flatMap(([operation, value]) => operation === "column" ? [Number(value)] : [])
      ),
    );
    this.check = new DomainCheck(this.#formulas.map(({ name }) => ({ name })), options);
  }

  /** The values of some groups that are written. */
  numbers(groups: GroupsReader, first: number, rows: number): readonly Numbers[] {
    const kept = new Map<number, Numbers>();
    function read(reduction: number): Numbers {
      const found = kept.get(reduction) ?? groups.numbers(reduction, first, rows);
      kept.set(reduction, found);
      return found;
    }
    const combined = this.#formulas.length === 0
      ? []
      : this.#compute(groups.records(first, rows).slice(), { first, read });
    let next = 0;
    return this.#options.values.map(({ reduction }) =>
      reduction === undefined ? combined[next++] : read(reduction)
    );
  }

  #compute(
    records: Uint32Array,
    { first, read }: { readonly first: number; readonly read: Read },
  ): readonly Numbers[] {
    const sums = Array.from(records, (record, row) => this.#sumsOf(record, { row, read }));
    const isUsual = sums.map(areUsual);
    const all = this.#formulas.map(() => new Float64Array(records.length));
    const counted = this.#formulas.map((): OutcomeCounts => NONE);
    function count(k: number, outcome: Outcome): void {
      counted[k] = { ...counted[k], [outcome]: counted[k][outcome] + 1 };
    }
    for (const isWanted of [true, false]) {
      const chosen = isUsual.flatMap((isIt, row) => isIt === isWanted ? [row] : []);
      if (chosen.length === 0) continue;
      const program = isWanted
        ? this.#usual ??= this.#makeProgram(false)
        : this.#wide ??= this.#makeProgram(true);
      const results = program.run(chosen.map((row) => sums[row]));
      this.#formulas.forEach((output, k) =>
        chosen.forEach((row, i) => {
          if (!isThere(output, { row, read })) return;
          const { value, status } = results.at(k, i);
          all[k][row] = value;
          if (status === TAKEN_FOR_ZERO) count(k, "zero");
          if (Number.isFinite(value)) return;
          const outcome = status === UNDECIDED ? "undecided" : results.outcome(k, i);
          if (outcome === undefined) return;
          this.#refuse(output, { outcome, row: first + row });
          count(k, outcome);
        })
      );
    }
    this.check.add(counted);
    return this.#formulas.map((output, k) => ({
      values: all[k],
      valid: makeBits(records.length, (row) => isThere(output, { row, read })),
    }));
  }

  #makeProgram(isWide: boolean): SumProgram {
    return new SumProgram({ ...this.#options, formulas: this.#formulas, isWide });
  }

  /** The values that a group keeps, as the parts whose sum each is. */
  #sumsOf(
    record: number,
    { row, read }: { readonly row: number; readonly read: Read },
  ): readonly SumParts[] {
    return this.#options.reductions.map(({ aggregate }, i) => {
      if (!this.#used.has(i)) return { scaled: -0, parts: [] };
      if (aggregate !== "sum") return { scaled: -0, parts: [read(i).values[row]] };
      return partsOfSum(this.#table.stateOf(record, i));
    });
  }

  #refuse(
    { name }: GroupOutput,
    { outcome, row }: { readonly outcome: Outcome; readonly row: number },
  ): void {
    if (!this.#options.strict || !isRefused(outcome)) return;
    throw new RangeError(
      `Cannot compute ${name}: it ${REFUSED_WORDS[outcome]} in row ${row + 1} of the output`,
    );
  }
}

const NONE: OutcomeCounts = { outside: 0, pole: 0, overflow: 0, undecided: 0, zero: 0 };

/** Whether a group has all values that a formula needs, and enough of them. */
function isThere(
  { formula = [], counts = [] }: GroupOutput,
  { row, read }: { readonly row: number; readonly read: Read },
): boolean {
  return counts.every(({ count, least }) => read(count).values[row] >= least) &&
    formula.every(([operation, value]) => {
      if (operation !== "column") return true;
      const { valid } = read(Number(value));
      return valid === undefined || (valid[row >> 3] >> (row & 7) & 1) === 1;
    });
}

function makeBits(rows: number, isSet: (row: number) => boolean): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(Math.ceil(rows / 8));
  for (let row = 0; row < rows; row++) if (isSet(row)) bits[row >> 3] |= 1 << (row & 7);
  return bits;
}
