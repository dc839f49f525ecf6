import type { MovingCall, Pool } from "../../threads/pool.ts";
import { listen } from "../../threads/cooperative.ts";
import {
  addNulls,
  type GroupRecordsOptions,
  type PiecesQuestion,
  type RangesQuestion,
  type TextQuestion,
  type WriteQuestion,
  writeRanges,
  type WrittenGroups,
  type WrittenRanges,
} from "./group_records.ts";
import { EXCHANGE_BYTES, type GroupRange, type GroupTable } from "./group_table.ts";
import type { GroupText } from "./group_text.ts";
import type { KeptGroups } from "./row_boxes.ts";
import type { OrderedGroups } from "./write_rows.ts";

/** Groups as a thread wrote them. */
type Pieces = readonly Uint8Array<ArrayBuffer>[];

/** The groups of a thread, and those of others that follow them. */
export interface ExchangedGroups extends OrderedGroups {
  /** Asks the workers for the text of the groups that follow, in order. They must not have ended. */
  readonly following?: (text: GroupText) => readonly Promise<readonly Uint8Array[]>[];
}

/** How groups are exchanged. */
export interface ExchangeOptions {
  /** The workers that have groups; missing if there are none. */
  readonly pool?: Pick<Pool, "workers" | "askEach"> & Disposable;
  readonly groups: GroupRecordsOptions;
  /** Groups for each thread from which on all threads write text; never if omitted. */
  readonly minTextGroups?: number;
}

/**
 * Groups for each thread from which on workers write text. Fewer are written here sooner than they
 * are exchanged once more.
 */
export const MIN_TEXT_GROUPS = 2 ** 14;
/**
 * Bytes of a thread's groups up to which workers write text. They keep it in memory until it is their
 * turn, and it is about as long as the groups. This thread writes more as it makes it.
 */
const MAX_TEXT_BYTES = 2 ** 27;

/**
 * Joins the groups of all threads. Each thread gets a part of the hashes, and takes the groups of the
 * others that belong there. Then each gets a range of the output, which is in the order of first
 * rows: it takes the groups of the others again, and writes their text. If there are few groups, or
 * very many, or the output is not text, the only range is that of this thread.
 */
export async function exchangeGroups(
  table: GroupTable,
  { pool, groups, minTextGroups = Infinity }: ExchangeOptions,
): Promise<ExchangedGroups> {
  const count = (pool?.workers ?? 0) + 1;
  table.receive();
  if (pool === undefined || count === 1) return { table, list: table.list() };
  const writing = pool.askEach((worker) =>
    call("writeGroups", { own: worker + 1, count, groups } satisfies WriteQuestion)
  );
  // This thread has the first part, and the first range.
  const own: Pieces[] = [];
  for (let index = 1; index < count; index++) own.push([...table.write({ index, count })]);
  const written = await writing as WrittenGroups[];
  const indices = written.map(({ index }) => index);
  const taking = pool.askEach((worker) => {
    const pieces = [
      ...own[indices[worker] - 1],
      ...written.flatMap(({ parts }) => parts[indices[worker]]),
    ];
    return call("takeGroups", { pieces, groups } satisfies PiecesQuestion, pieces);
  });
  // A failure here leaves that of a worker to nobody.
  taking.catch(() => {});
  for (const piece of written.flatMap(({ parts: [first] }) => first)) {
    table.take(piece);
    await listen();
  }
  checkMemory(table, await taking as KeptGroups[], groups);
  // Hashes are random: the groups of this thread are a sample of all.
  const isText = table.count >= minTextGroups && table.bytes <= MAX_TEXT_BYTES;
  const ranges = isText ? splitRows(table.sample(), count) : [ALL];
  const moving = pool.askEach((worker) =>
    call("writeRanges", { own: indices[worker], ranges, groups } satisfies RangesQuestion)
  );
  moving.catch(() => {});
  const here = writeRanges(table, { own: 0, ranges });
  const moved = await moving as WrittenRanges[];
  // The memory of workers that have nothing left to do makes room for their groups here.
  if (ranges.length === 1) pool[Symbol.dispose]();
  for (const { parts: [pieces], nulls } of moved) {
    addNulls(table, nulls);
    for (const piece of pieces) {
      table.adopt(piece);
      await listen();
    }
  }
  const list = table.list();
  if (ranges.length === 1) return { table, list };
  const all = [here, ...moved];
  const counts = ranges.map((_, i) => all.reduce((sum, { counts }) => sum + counts[i], 0));
  return {
    table,
    list,
    following(text): readonly Promise<readonly Uint8Array[]>[] {
      const answers = pool.askEach((worker) => {
        const index = indices[worker];
        const pieces = all.flatMap(({ parts }) => parts[index]);
        const rowsBefore = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
        const question = { pieces, groups, text, rowsBefore } satisfies TextQuestion;
        return call("groupsText", question, pieces);
      }) as Promise<(readonly Uint8Array[])[]>;
      return ranges.slice(1).map((_, i) => {
        const text = answers.then((texts) => texts[indices.indexOf(i + 1)]);
        // This thread may fail before it waits for it.
        text.catch(() => {});
        return text;
      });
    },
  };
}

/** Throws if the groups of all threads take more memory than groups may, whatever each takes. */
function checkMemory(
  table: GroupTable,
  others: readonly KeptGroups[],
  { memory }: GroupRecordsOptions,
): void {
  const all = [table.kept, ...others];
  const bytes = all.reduce((sum, kept) => sum + kept.bytes - EXCHANGE_BYTES, 0);
  if (bytes > memory) table.refuse(all.reduce((sum, { count }) => sum + count, 0));
}

const ALL: GroupRange = { least: 0, most: Infinity };

/** Splits all rows into ranges that have about as many groups, by the first rows of some. */
function splitRows(firsts: Float64Array, count: number): readonly GroupRange[] {
  const bounds = Array.from(
    { length: count - 1 },
    (_, i) => firsts[Math.floor((i + 1) * firsts.length / count)],
  );
  return [0, ...bounds].map((least, i) => ({ least, most: bounds[i] ?? Infinity }));
}

/** A call of a service, to which pieces are moved. */
function call(service: string, question: unknown, pieces: Pieces = []): MovingCall {
  return { request: { service, question }, move: pieces.map(({ buffer }) => buffer) };
}
