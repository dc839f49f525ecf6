import type { MovingCall, Pool } from "../../threads/pool.ts";
import { listen } from "../../threads/cooperative.ts";
import {
  addNulls,
  type GroupRecordsOptions,
  type HandedOver,
  type WrittenGroups,
} from "./group_records.ts";
import type { GroupTable, ListedGroups } from "./group_table.ts";

/** Groups as a thread wrote them. */
type Pieces = readonly Uint8Array<ArrayBuffer>[];

/**
 * Joins the groups of all threads. Each thread gets a part of the hashes: it takes the groups of the
 * others that belong there, at the same time as they do, and hands its part over to this thread,
 * where it is only listed. So no thread does all of the work.
 */
export async function exchangeGroups(
  table: GroupTable,
  { pool, groups }: {
    /** The workers that have groups; missing if there are none. */
    readonly pool?: Pick<Pool, "workers" | "askEach">;
    readonly groups: GroupRecordsOptions;
  },
): Promise<ListedGroups> {
  const count = (pool?.workers ?? 0) + 1;
  table.receive();
  if (pool === undefined || count === 1) return table.list({ index: 0, count: 1 });
  const writing = pool.askEach((worker): MovingCall => ({
    request: { service: "writeGroups", question: { own: worker + 1, count, groups } },
    move: [],
  }));
  // This thread has the first part.
  const own: Pieces[] = [];
  for (let index = 1; index < count; index++) own.push([...table.write({ index, count })]);
  const written = await writing as WrittenGroups[];
  const joining = pool.askEach((worker): MovingCall => {
    const { index } = written[worker];
    const part = { index, count };
    const pieces = [...own[index - 1], ...written.flatMap(({ parts }) => parts[index])];
    const question = { part, pieces, groups };
    return {
      request: { service: "joinGroups", question },
      move: pieces.map(({ buffer }) => buffer),
    };
  });
  // A failure here leaves that of a worker to nobody.
  joining.catch(() => {});
  for (const piece of written.flatMap(({ parts: [first] }) => first)) {
    table.take(piece);
    await listen();
  }
  for (const { pieces, nulls } of await joining as HandedOver[]) {
    addNulls(table, nulls);
    for (const piece of pieces) {
      table.adopt(piece);
      await listen();
    }
  }
  return table.list({ index: 0, count });
}
