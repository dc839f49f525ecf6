import { assert, assertEquals } from "@std/assert";
import { EntryNumbers } from "../../../formats/entry_numbers.ts";
import type { Batch, Entries, Numbers, Texts } from "../../../formats/table.ts";
import { compile } from "../../../kernels/compile.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import { takeAllSteps } from "../../../kernels/job.ts";
import { exchangeGroups } from "../../../pipeline/aggregate/exchange_groups.ts";
import { BatchGroups } from "../../../pipeline/aggregate/group_batches.ts";
import { openGroupTable, WorkerGroups } from "../../../pipeline/aggregate/group_records.ts";
import type { GroupTable, ListedGroups } from "../../../pipeline/aggregate/group_table.ts";
import { GroupsReader } from "../../../pipeline/aggregate/listed_groups.ts";
import { RowBoxes, shareBoxes } from "../../../pipeline/aggregate/row_boxes.ts";
import { AGGREGATES } from "../../../plan/expression/parse_aggregate.ts";
import { Random } from "../../../support/random.ts";
import { groupRows, type Row } from "./oracle.ts";
import { poolOf } from "./pool_of.ts";

const COLUMNS = [
  { name: "text", typeName: "utf8", values: "texts" },
  { name: "entry", typeName: "dictionary<utf8>", values: "texts" },
  { name: "x", typeName: "float64", type: "float64" },
] as const;
const SUMS = AGGREGATES.map((aggregate) => ({ aggregate, result: 0 }));

function bitsOf(there: readonly boolean[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil(there.length / 8));
  there.forEach((is, i) => bits[i >> 3] |= Number(is) << (i & 7));
  return bits;
}

function textsOf(texts: readonly (string | null)[]): Texts {
  const encoded = texts.map((text) => new TextEncoder().encode(text ?? ""));
  const offsets = new Int32Array(texts.length + 1);
  encoded.forEach(({ length }, i) => offsets[i + 1] = offsets[i] + length);
  const bytes = new Uint8Array(offsets[texts.length]);
  encoded.forEach((text, i) => bytes.set(text, offsets[i]));
  return { kind: "texts", offsets, bytes, valid: bitsOf(texts.map((text) => text !== null)) };
}

/** A batch of a text, an entry of a dictionary, and a number. Entries repeat, and one is null. */
function batchOf(rows: readonly Row[], dictionary: number, random: Random): Batch {
  const different = [...new Set(rows.map(({ keys }) => keys[1]))];
  const entries = [...different, ...different, null];
  const places = Int32Array.from(rows, ({ keys: [, key] }) => {
    const all = entries.flatMap((entry, i) => entry === key ? [i] : []);
    if (key === null) all.push(-1);
    return all[random.bits() % all.length];
  });
  const valid = bitsOf(rows.map(({ value }) => value !== null));
  const columns = [0, 1].map((i) => textsOf(rows.map(({ keys }) => keys[i])));
  return {
    rows: rows.length,
    numbers: (): Numbers => ({ values: Float64Array.from(rows, ({ value }) => value ?? 0), valid }),
    values: (column) => columns[column],
    entries(column): Entries | undefined {
      if (column !== 1) return undefined;
      const texts = textsOf(entries);
      return { kind: "entries", places, texts, longest: texts.bytes.length, dictionary };
    },
  };
}

/** The same numbers as entries of a dictionary. */
function entryNumbers({ values, valid }: Numbers): Numbers {
  const known = [...new Set(values)];
  const places = Int32Array.from(
    values,
    (value, i) => valid === undefined || valid[i >> 3] >> (i & 7) & 1 ? known.indexOf(value) : -1,
  );
  return new EntryNumbers({ places, values: Float64Array.from(known) }, { valid });
}

function makeRows(random: Random, count: number, keys: number): Row[] {
  const texts = ["", null, "a", "é", "q".repeat(253), "q".repeat(254), "r".repeat(400)];
  const key = () => texts[random.bits() % texts.length];
  return Array.from({ length: count }, () => ({
    keys: [key(), random.bits() % 5 === 0 ? key() : `key ${random.bits() % keys}`],
    value: random.bits() % 9 === 0 ? null : (random.bits() % 2000 - 1000) / 8,
  }));
}

function readGroups(table: GroupTable, list: ListedGroups, by: readonly number[]): unknown {
  const reader = new GroupsReader(table, list);
  const keys = by.map((column, i) => {
    const found = reader.keys(i, COLUMNS[column], 0, list.count) as Texts;
    return Array.from({ length: list.count }, (_, row) => {
      const isThere = found.valid === undefined || found.valid[row >> 3] >> (row & 7) & 1;
      const text = found.bytes.subarray(found.offsets[row], found.offsets[row + 1]);
      return isThere ? new TextDecoder().decode(text) : null;
    });
  });
  const values = AGGREGATES.map((_, i) => reader.numbers(i, 0, list.count));
  return Array.from({ length: list.count }, (_, row) => ({
    keys: keys.map((column) => column[row]),
    values: values.map(({ values, valid }) =>
      valid === undefined || valid[row >> 3] >> (row & 7) & 1 ? values[row] : null
    ),
  }));
}

Deno.test("batches give the same groups on this thread and on others, by texts and by entries", async () => {
  const random = new Random(31);
  for (const by of [[1], [0], [0, 1], []]) {
    for (const threads of [1, 2, 4]) {
      const rows = makeRows(random, 6000, 700);
      const groups = {
        aggregates: SUMS,
        memory: 2 ** 24,
        seed: 5n,
        hasKeys: by.length > 0,
        boxes: by.length > 0 ? shareBoxes(threads) : undefined,
        minSharedGroups: 200,
      };
      const boxes = groups.boxes && new RowBoxes(groups.boxes);
      const table = openGroupTable(makeInstance(compile()), groups, boxes);
      const workers = Array.from(
        { length: threads - 1 },
        () => new WorkerGroups(() => makeInstance(compile())),
      );
      const tables = [table, ...workers.map((worker) => worker.open(groups))];
      const added = tables.map((table) => new BatchGroups(table, COLUMNS, by));
      for (let position = 0, next; position < rows.length; position = next) {
        next = position + 1 + random.bits() % 1000;
        // A dictionary stays for some batches, or is replaced by another one.
        const some = rows.slice(position, next);
        const batch = batchOf(some, position, random);
        const numbers = random.bits() % 2 === 0 ? batch.numbers(2) : entryNumbers(batch.numbers(2));
        const groups = added[random.bits() % threads];
        takeAllSteps(groups.add(batch, [numbers], position));
      }
      const { list } = await exchangeGroups(table, { pool: poolOf(workers), groups });
      const chosen = rows.map(({ keys, value }) => ({ keys: by.map((i) => keys[i]), value }));
      const expected = groupRows(chosen, AGGREGATES);
      assertEquals(readGroups(table, list, by), expected, `by ${by} on ${threads} threads`);
    }
  }
});

Deno.test("a group of a dictionary is in one thread only once memory is short", () => {
  const [threads, dictionaries, entries] = [2, 28, 5000];
  const options = {
    aggregates: [{ aggregate: "sum", result: 0 }] as const,
    memory: 2 ** 26,
    seed: 5n,
    hasKeys: true,
    minSharedGroups: 200,
  };
  const shared = shareBoxes(threads);
  const tables = Array.from(
    { length: threads },
    () => openGroupTable(makeInstance(compile()), options, new RowBoxes(shared)),
  );
  const added = tables.map((table) => new BatchGroups(table, COLUMNS, [1]));
  // In both threads, all groups would take 88 MB.
  for (let number = 0; number < dictionaries; number++) {
    const texts = textsOf(Array.from({ length: entries }, (_, i) => `${number} ${i}`.padEnd(200)));
    const batch: Batch = {
      rows: entries,
      numbers: () => ({ values: new Float64Array(entries) }),
      entries: () => ({
        kind: "entries",
        places: Int32Array.from({ length: entries }, (_, i) => i),
        texts,
        longest: 200,
        dictionary: number,
      }),
    };
    for (const [i, groups] of added.entries()) {
      takeAllSteps(groups.add(batch, [batch.numbers(2)], (2 * number + i) * entries));
    }
  }
  for (const table of tables) table.receive();
  const kept = tables.map(({ count }) => count);
  assert(kept[0] + kept[1] < 1.7 * dictionaries * entries, `${kept}`);
  const [first, second] = tables;
  for (const piece of second.write({ index: 0, count: 1 })) first.take(piece);
  assertEquals(first.list().count, dictionaries * entries);
});
