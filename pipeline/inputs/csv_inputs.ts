import { type CellNotes, mapNotes, mergeNotes, type NotedCells } from "../../formats/cell_notes.ts";
import { countPlaces, type NotedCell, outcomesOf } from "../../formats/csv/transform_plan.ts";
import { explainDamage } from "../../io/compression/explain_damage.ts";
import { type Input, openInput } from "../../io/open_source.ts";
import type { OutcomeCounts } from "../report/domain_check.ts";
import { type CsvTable, openCsvTable, type PlanColumns } from "./csv_table.ts";
import { checkAssumed } from "./multi_input.ts";
import type { ColumnCount, Run } from "../run.ts";

/** What became of the records of an input. */
export interface Transformed {
  readonly workers: number;
  /** What was counted, by the places of `countPlaces`. */
  readonly counts: readonly number[];
  /** The first cell of each kind to report. */
  readonly noted: CellNotes<NotedCell>;
}

/** An input whose records are transformed. */
export interface CsvInput {
  readonly table: CsvTable;
  /** The run, whose input this is. */
  readonly run: Run;
  /** Whether no input follows. */
  readonly isLast: boolean;
}

/** What became of the records of all inputs. */
export interface CsvTotals {
  readonly workers: number;
  readonly rows: number;
  /** How many records are not kept, and for how many that could not be decided; missing without `--where`. */
  readonly dropped?: number;
  readonly undecided?: number;
  /** For each column that is computed from, how many cells of each kind there were. */
  readonly nulls: readonly ColumnCount[];
  readonly invalid: readonly ColumnCount[];
  readonly rounded: readonly ColumnCount[];
  /** How many results are infinite or NaN though their inputs are not, for each. */
  readonly outcomes: readonly OutcomeCounts[];
  readonly noted: CellNotes<NotedCells>;
}

/** Transforms the records of all inputs, one input after another, or those of a piece of them. */
export async function transformInputs(
  run: Run,
  { first, isJoined, makePlan, transform }: {
    readonly first: CsvTable;
    /** Whether the text of an input follows that of the input before. */
    readonly isJoined: boolean;
    /** Makes the plan of columns, if it is not that of a table. */
    readonly makePlan?: PlanColumns;
    readonly transform: (input: CsvInput) => Promise<Transformed>;
  },
): Promise<CsvTotals> {
  const { more = [], part } = run;
  const { columns, recordsPlan } = first;
  const places = countPlaces(recordsPlan);
  const counts = new Array<number>(places.length).fill(0);
  let noted: CellNotes<Omit<NotedCells, "counts">> = {};
  let workers = 0;
  async function add(table: CsvTable, index: number, input: Input): Promise<void> {
    await using _ = await part?.narrow({
      index,
      input,
      wrap: table.endLine,
      narrow: async (piece) => ({ bytes: await table.records.narrow(piece) }),
    });
    const isLast = index === more.length;
    const done = await explainDamage(
      input,
      () => transform({ table, run: { ...run, input }, isLast }),
    );
    done.counts.forEach((count, i) => counts[i] += count);
    workers = Math.max(workers, done.workers);
    const located = mapNotes(done.noted, ({ problem, lines }) => table.locate(problem, lines));
    noted = mergeNotes(noted, located);
  }
  await add(first, 0, run.input);
  for (const [i, next] of more.entries()) {
    if (part?.has(i + 1) === false) continue;
    const { path, format, identity } = next;
    await using input = await openInput(path, { count: run.countRead, identity });
    await checkAssumed(next, input);
    const table = await openCsvTable({ ...run, from: format }, {
      source: input.source,
      path,
      isLast: !isJoined || i === more.length - 1,
      before: first,
      makePlan,
    });
    await add(table, i + 1, input);
  }
  const { numbers, cells, where } = recordsPlan;
  const named = (list: Uint32Array, at: number): ColumnCount[] =>
    Array.from(list, (cell, i) => ({ column: columns[cells[cell]].name, count: counts[at + i] }));
  /** The cells of a column that decides which records are kept are counted there alone. */
  function all(at: number, askedAt: number): ColumnCount[] {
    const own = named(numbers, at);
    if (where === undefined) return own;
    const asked = named(where.numbers, askedAt);
    return [
      ...own.map((count, i) => asked[where.numbers.indexOf(numbers[i])] ?? count),
      ...asked.filter((_, i) => !numbers.includes(where.numbers[i])),
    ];
  }
  const notes = {
    invalid: all(places.invalid, places.whereInvalid),
    rounded: all(places.rounded, places.whereRounded),
  };
  return {
    workers,
    rows: counts[places.rows],
    ...(where !== undefined && {
      dropped: counts[places.dropped],
      undecided: counts[places.undecided],
    }),
    nulls: named(numbers, places.nulls),
    ...notes,
    outcomes: outcomesOf(counts, recordsPlan),
    noted: mapNotes(noted, (cell, note) => ({ ...cell, counts: notes[note] })),
  };
}
