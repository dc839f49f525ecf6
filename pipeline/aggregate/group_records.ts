import type { Instance } from "../../kernels/instance.ts";
import type { Reply } from "../../threads/pool.ts";
import {
  type GroupPart,
  type GroupRange,
  GroupTable,
  type GroupTableOptions,
} from "./group_table.ts";
import { type GroupText, textOfGroups } from "./group_text.ts";
import { type KeptGroups, RowBoxes, type SharedBoxes } from "./row_boxes.ts";

/** How a thread groups records. */
export interface GroupRecordsOptions extends GroupTableOptions {
  /** Whether there are columns of keys; otherwise all rows are one group. */
  readonly hasKeys: boolean;
  /** Where threads pass rows to each other; missing if there is only one. */
  readonly boxes?: SharedBoxes;
}

/**
 * Groups that a thread no longer keeps, as it wrote them, and how many rows had no value, for each
 * aggregate.
 */
export interface HandedOver {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly nulls: readonly number[];
}

/** The groups of a thread: the part that it keeps, and what it wrote for each other part. */
export interface WrittenGroups {
  readonly index: number;
  readonly parts: readonly (readonly Uint8Array<ArrayBuffer>[])[];
}

/** Asks a thread for the groups whose hashes belong to others. */
export interface WriteQuestion {
  /** The part of the thread, unless rows were sent to it. */
  readonly own: number;
  /** How many threads there are. */
  readonly count: number;
  readonly groups: GroupRecordsOptions;
}

/** Gives a thread groups that others have written for it. */
export interface PiecesQuestion {
  readonly pieces: readonly Uint8Array[];
  readonly groups: GroupRecordsOptions;
}

/** Asks a thread for the groups of ranges. It keeps its own range if it has one. */
export interface RangesQuestion {
  readonly own: number;
  readonly ranges: readonly GroupRange[];
  readonly groups: GroupRecordsOptions;
}

/** The groups of other ranges that a thread had, how many of each range, and how many rows had no value. */
export interface WrittenRanges {
  readonly parts: readonly (readonly Uint8Array<ArrayBuffer>[])[];
  readonly counts: readonly number[];
  readonly nulls: readonly number[];
}

/** Asks a thread for the text of its range, after the rows of other threads. */
export interface TextQuestion extends PiecesQuestion {
  readonly text: GroupText;
  readonly rowsBefore: number;
}

/** The only part where groups are not shared. */
const WHOLE: GroupPart = { index: 0, count: 1 };

/** Opens a table of groups in an instance that nothing else uses. */
export function openGroupTable(
  instance: Instance,
  options: GroupTableOptions & Pick<GroupRecordsOptions, "hasKeys">,
  boxes?: RowBoxes,
): GroupTable {
  const table = new GroupTable(instance, options, boxes);
  if (!options.hasKeys) table.makeOnly();
  return table;
}

/** Takes all groups out of a table. */
export function handOver(table: GroupTable): HandedOver {
  return { pieces: [...table.write(WHOLE)], nulls: [...table.nulls] };
}

/** Adds groups that another thread has handed over. */
export function takeOver(table: GroupTable, { pieces, nulls }: HandedOver): void {
  for (const piece of pieces) table.take(piece);
  addNulls(table, nulls);
}

/** Adds how many rows of another thread had no value. */
export function addNulls(table: GroupTable, nulls: readonly number[]): void {
  nulls.forEach((count, i) => table.nulls[i] += count);
}

/** The groups of a worker, which it keeps from one question to the next. */
export class WorkerGroups {
  readonly #open: () => Instance;
  #instance: Instance | undefined;
  #boxes: RowBoxes | undefined;
  #table: GroupTable | undefined;

  constructor(open: () => Instance) {
    this.#open = open;
  }

  /** The table of this thread, which is made when it is first needed. */
  open(groups: GroupRecordsOptions): GroupTable {
    if (groups.boxes !== undefined) this.#boxes ??= new RowBoxes(groups.boxes);
    return this.#table ??= openGroupTable(this.#instance ??= this.#open(), groups, this.#boxes);
  }

  /** Writes the groups whose hashes belong to each other thread, after all rows were read. */
  write({ own, count, groups }: WriteQuestion): Reply<WrittenGroups> {
    const table = this.open(groups);
    table.receive();
    // The thread that rows were sent to keeps them.
    const index = this.#boxes?.thread ?? own;
    const parts = Array.from(
      { length: count },
      (_, other) => other === index ? [] : [...table.write({ index: other, count })],
    );
    return { result: { index, parts }, move: parts.flat().map(({ buffer }) => buffer) };
  }

  /** Takes what other threads have of this thread's part of the hashes. Returns what it has then. */
  take({ pieces, groups }: PiecesQuestion): Reply<KeptGroups> {
    const table = this.open(groups);
    for (const piece of pieces) table.take(piece);
    return { result: table.kept, move: [] };
  }

  /** Writes the groups of each range but its own. Without one, nothing is left here. */
  writeRanges({ own, ranges, groups }: RangesQuestion): Reply<WrittenRanges> {
    const table = this.open(groups);
    const result = writeRanges(table, { own, ranges });
    if (ranges[own] === undefined) this.#table = undefined;
    return { result, move: result.parts.flat().map(({ buffer }) => buffer) };
  }

  /** Adds the groups of this thread's range that others had, and returns the text of all. */
  async text(
    { pieces, groups, text, rowsBefore }: TextQuestion,
  ): Promise<Reply<Uint8Array[]>> {
    const table = this.open(groups);
    this.#table = undefined;
    for (const piece of pieces) table.adopt(piece);
    const result = await textOfGroups({ table, list: table.list() }, text, rowsBefore);
    return { result, move: result.map(({ buffer }) => buffer) };
  }
}

/** Writes the groups of all ranges but one. */
export function writeRanges(
  table: GroupTable,
  { own, ranges }: Pick<RangesQuestion, "own" | "ranges">,
): WrittenRanges {
  const counts: number[] = [];
  const parts = ranges.map((range, i) => {
    const before = table.count;
    const pieces = i === own ? [] : [...table.write(WHOLE, range)];
    counts.push(before - table.count);
    return pieces;
  });
  if (own < ranges.length) counts[own] = table.count;
  return { parts, counts, nulls: table.nulls };
}
