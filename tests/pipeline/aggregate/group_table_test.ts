import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { CSV_DEFAULTS } from "../../../formats/csv/dialect.ts";
import { compile } from "../../../kernels/compile.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import {
  type ExchangedGroups,
  exchangeGroups,
} from "../../../pipeline/aggregate/exchange_groups.ts";
import {
  type GroupRecordsOptions,
  handOver,
  openGroupTable,
  takeOver,
  WorkerGroups,
} from "../../../pipeline/aggregate/group_records.ts";
import {
  type GroupTable,
  type ListedGroups,
  MAX_ROWS,
} from "../../../pipeline/aggregate/group_table.ts";
import { type GroupText, textOfGroups } from "../../../pipeline/aggregate/group_text.ts";
import { GroupsReader } from "../../../pipeline/aggregate/listed_groups.ts";
import { RowBoxes, shareBoxes } from "../../../pipeline/aggregate/row_boxes.ts";
import { AGGREGATES } from "../../../plan/expression/parse_aggregate.ts";
import { Random } from "../../../support/random.ts";
import { poolOf } from "./pool_of.ts";
import { type Group, groupRows, reduceValues, type Row } from "./oracle.ts";

const ALL = AGGREGATES.map((aggregate) => ({ aggregate, result: 0 }));
const OPTIONS = {
  aggregates: ALL,
  memory: 2 ** 30,
  seed: 0x123456789abcdefn,
  hasKeys: true,
};

function openTable(
  options: Partial<typeof OPTIONS & { hashMask: number | undefined }> = {},
): GroupTable {
  return openGroupTable(makeInstance(compile()), { ...OPTIONS, ...options });
}

/** Instances of tables that are made anew many times, as those of a worker are. */
const INSTANCES = Array.from({ length: 4 }, () => makeInstance(compile()));

function reopenTable(instance: number): GroupTable {
  return openGroupTable(INSTANCES[instance], OPTIONS);
}

/** A key of one text as kernels/assembly/groups/keys.ts has it. */
function keyOf(text: string | null): Uint8Array {
  if (text === null) return Uint8Array.of(255);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < 254) return Uint8Array.of(bytes.length, ...bytes);
  const head = Uint8Array.of(254, 0, 0, 0, 0);
  new DataView(head.buffer).setUint32(1, bytes.length, true);
  const key = new Uint8Array(head.length + bytes.length);
  key.set(head);
  key.set(bytes, head.length);
  return key;
}

/** Adds rows of one key each. Some come later than they are in the data. */
function addRows(table: GroupTable, rows: readonly Row[], position = 0): void {
  for (let first = 0; first < rows.length; first += MAX_ROWS) {
    const some = rows.slice(first, first + MAX_ROWS);
    const keys = some.map(({ keys: [key] }) => keyOf(key));
    const starts = new Uint32Array(some.length + 1);
    keys.forEach(({ length }, i) => starts[i + 1] = starts[i] + length);
    const bytes = new Uint8Array(starts.at(-1)!);
    keys.forEach((key, i) => bytes.set(key, starts[i]));
    table.addRows({ bytes, starts }, [{
      values: some.map(({ value }) => value ?? 1),
      valid: Uint8Array.from(some, ({ value }) => Number(value !== null)),
    }], position + first);
  }
}

function readAll(
  table: GroupTable,
  list: ListedGroups = table.list(),
): Group[] {
  const groups = new GroupsReader(table, list);
  const all: Group[] = [];
  const spec = { name: "k", typeName: "utf8", values: "texts" } as const;
  for (let first = 0, rows; first < groups.count; first += rows) {
    rows = groups.countFitting(first, [spec]);
    const keys = groups.keys(0, spec, first, rows);
    if (keys.kind !== "texts") throw new TypeError("keys are texts");
    const columns = ALL.map((_, i) => groups.numbers(i, first, rows!));
    const isThere = (valid: Uint8Array | undefined, i: number) =>
      valid === undefined || (valid[i >> 3] >> (i & 7) & 1) === 1;
    for (let i = 0; i < rows; i++) {
      const text = keys.bytes.subarray(keys.offsets[i], keys.offsets[i + 1]);
      all.push({
        keys: [isThere(keys.valid, i) ? new TextDecoder().decode(text) : null],
        values: columns.map(({ values, valid }) => isThere(valid, i) ? values[i] : null),
      });
    }
  }
  return all;
}

/** Numbers that cancel, of all sizes, and special ones. */
function oddNumber(random: Random): number | null {
  const special = [
    0,
    -0,
    5e-324,
    -5e-324,
    2 ** -1022,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    1e16,
    1,
  ];
  switch (random.bits() % 8) {
    case 0:
      return null;
    case 1:
      return special[random.bits() % special.length];
    case 2:
      return random.sign() * 2 ** Math.floor(random.between(-1074, 1024));
    case 3:
      return random.between(-1, 1) * 10 ** Math.floor(random.between(-300, 300));
    case 4:
      return random.bits() % 1000;
    default:
      return random.between(-4, 4);
  }
}

function oddRows(random: Random, count: number, keys: number): Row[] {
  return Array.from({ length: count }, () => {
    const number = random.bits() % keys;
    const key = number === 0 ? null : number === 1 ? "" : `${number}`.repeat(1 + number % 40);
    const isSpecial = number === 7 && random.bits() % 9 === 0;
    const value = isSpecial ? [Infinity, -Infinity, NaN][random.bits() % 3] : oddNumber(random);
    return { keys: [key], value };
  });
}

Deno.test("groups are those of a map, and their sums those of integers of any length", () => {
  const random = new Random(4);
  for (const keys of [1, 3, 50, 5000]) {
    const rows = oddRows(random, 9000, keys);
    const table = openTable();
    addRows(table, rows);
    assertEquals(readAll(table), groupRows(rows, AGGREGATES));
    assertEquals(table.nulls, ALL.map(() => rows.filter(({ value }) => value === null).length));
  }
});

Deno.test("a sum is exact for numbers of all sizes, in any order, also where its window moves", () => {
  const cases: number[][] = [
    [],
    [-0],
    [-0, 0],
    [1, -1],
    [0.1, 0.2],
    [1e308, 1e308, -1e308],
    [1e308, 1e308],
    [1e16, 1, -1e16],
    [1, 2 ** -53],
    [1, 2 ** -53, 5e-324],
    [1 + 2 ** -52, 2 ** -53],
    [5e-324, 5e-324],
    [2 ** -1022, -5e-324],
    [Infinity, 1],
    [Infinity, -Infinity],
    [NaN],
    [-1e300, 1e-300, 1e300],
    [Number.MAX_VALUE, 2 ** 969],
    [-1, -(2 ** 64), 2 ** 128, -(2 ** 192), 2 ** 60],
    [2 ** -200, 2 ** -100, 1, 2 ** 100, -1],
    [1, 2 ** 40, 2 ** 80, 2 ** 120, -(2 ** 120)],
  ];
  const random = new Random(8);
  for (let i = 0; i < 400; i++) {
    // Neighbouring sizes move the window, and carries go through all of it.
    const middle = random.between(-900, 900);
    const width = [4, 60, 70, 130, 190, 260][i % 6];
    cases.push(Array.from({ length: 1 + random.bits() % 60 }, () => {
      const size = 2 ** Math.floor(random.between(middle - width / 2, middle + width / 2));
      return random.sign() * size * (random.bits() % 2 === 0 ? 1 : random.between(1, 2));
    }));
  }
  for (const numbers of cases) {
    const expected = AGGREGATES.map((aggregate) => reduceValues(aggregate, numbers));
    for (const ordered of [numbers, numbers.toReversed(), numbers.toSorted((a, b) => a - b)]) {
      const table = reopenTable(0);
      addRows(table, ordered.map((value) => ({ keys: ["k"], value })));
      const [group] = readAll(table);
      assertEquals(group?.values ?? [0, null, null, null, 0], expected, String(ordered));
      // As if threads had added parts of them.
      const parts = [1, 2, 3].map(reopenTable);
      ordered.forEach((value, i) => addRows(parts[i * i % 3], [{ keys: ["k"], value }], i));
      for (const part of parts.slice(1)) takeOver(parts[0], handOver(part));
      const [merged] = readAll(parts[0]);
      assertEquals(merged?.values ?? [0, null, null, null, 0], expected, `parts of ${ordered}`);
    }
  }
});

Deno.test("a sum of many numbers loses no carry", () => {
  for (const value of [4 - 2 ** -51, -(4 - 2 ** -51), 2 ** 62, -0.3]) {
    const table = openTable();
    const rows = 5 * MAX_ROWS + 7;
    addRows(table, Array.from({ length: rows }, () => ({ keys: ["k"], value })));
    const numbers = new Array<number>(rows).fill(value);
    assertEquals(readAll(table)[0].values[0], reduceValues("sum", numbers));
    assertEquals(readAll(table)[0].values[1], value);
  }
});

Deno.test("keys that collide stay apart", () => {
  const random = new Random(5);
  const rows = oddRows(random, 4000, 700);
  for (const hashMask of [0, 3, 0xffff]) {
    const table = openTable({ hashMask });
    addRows(table, rows);
    assertEquals(readAll(table), groupRows(rows, AGGREGATES));
  }
});

Deno.test("keys of all lengths differ if any byte differs", () => {
  const rows: Row[] = [];
  for (let length = 0; length < 70; length++) {
    for (let i = 0; i < length; i++) {
      rows.push({ keys: ["a".repeat(i) + "b" + "a".repeat(length - i - 1)], value: length });
    }
    rows.push({ keys: ["a".repeat(length)], value: 1 });
  }
  for (const length of [253, 254, 255, 256, 70_000, 5_000_000]) {
    rows.push({ keys: ["c".repeat(length)], value: 2 });
    rows.push({ keys: [`${"c".repeat(length - 1)}d`], value: 3 });
  }
  const all = [...rows, ...rows];
  const expected = groupRows(all, AGGREGATES);
  // With a mask of 0 all hashes are the same, so that short keys are compared with very long ones.
  for (const hashMask of [undefined, 0]) {
    const table = openTable({ hashMask });
    addRows(table, all);
    assertEquals(readAll(table), expected);
  }
});

Deno.test("groups for which there is no memory are refused, however little there is", () => {
  // The first rows need no larger table than there is at first. It cannot grow for those that
  // follow, which would fill it, and a full table would be searched without end.
  const first = 2500;
  const rows = Array.from({ length: first + MAX_ROWS }, (_, i) => ({ keys: [`${i}`], value: i }));
  const aggregates = [{ aggregate: "count" as const, result: 0 }];
  for (let memory = 2 ** 15; memory < 170_000; memory += 1000) {
    assertThrows(
      () => {
        const table = openTable({ memory, aggregates });
        addRows(table, rows.slice(0, first));
        addRows(table, rows.slice(first), first);
      },
      RangeError,
      "Cannot group",
    );
  }
});

Deno.test("three million groups grow their table, and stay in their order", () => {
  const table = openTable({ aggregates: [{ aggregate: "sum", result: 0 }] });
  const count = 3_000_000;
  const starts = new Uint32Array(MAX_ROWS + 1).map((_, i) => i * 9);
  const bytes = new Uint8Array(MAX_ROWS * 9);
  const view = new DataView(bytes.buffer);
  const values = new Float64Array(MAX_ROWS);
  // The second time, all are known.
  for (let first = 0; first < 2 * count; first += MAX_ROWS) {
    const rows = Math.min(MAX_ROWS, 2 * count - first);
    for (let i = 0; i < rows; i++) {
      const number = (first + i) % count;
      bytes[i * 9] = 8;
      view.setFloat64(i * 9 + 1, number);
      values[i] = number;
    }
    table.addRows({ bytes, starts: starts.subarray(0, rows + 1) }, [{ values }], first);
  }
  assertEquals(table.count, count);
  assert(table.bytes / count < 150, `${table.bytes / count} bytes for each`);
  const list = table.list();
  const groups = new GroupsReader(table, list);
  for (let first = 0, rows; first < count; first += rows) {
    rows = groups.countFitting(first, []);
    const { values } = groups.numbers(0, first, rows);
    for (let i = 0; i < rows; i++) {
      if (values[i] !== 2 * (first + i)) assertEquals(values[i], 2 * (first + i));
    }
  }
});

Deno.test("a group of one sum takes at most 300 bytes, with its place in the table", () => {
  const table = openTable({ aggregates: [{ aggregate: "sum", result: 0 }] });
  const before = table.bytes;
  const rows = Array.from({ length: 40_000 }, (_, i) => ({
    keys: [`key ${i}`.padEnd(12)],
    value: i * 0.7,
  }));
  addRows(table, rows);
  assertEquals(table.count, rows.length);
  assert((table.bytes - before) / rows.length <= 300);
});

Deno.test("groups that need more than their memory are refused, with advice", () => {
  const table = openTable({ memory: 2 ** 20 });
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ keys: [`key ${i}`], value: 1 }));
  assertThrows(
    () => addRows(table, rows),
    RangeError,
    "do not fit into 1.0 MB of memory; raise --memory",
  );
});

Deno.test("rows that come later than they are in the data do not change the order of groups", () => {
  const table = openTable();
  const rows = (keys: string) => [...keys].map((key) => ({ keys: [key], value: 1 }));
  addRows(table, rows("xab"), 100);
  addRows(table, rows("cxb"), 0);
  assertEquals(readAll(table).map(({ keys }) => keys[0]), ["c", "x", "b", "a"]);
});

/** Groups rows on several tables, as threads do, and joins these. Chunks go to any thread. */
async function exchange(
  rows: readonly Row[],
  { threads, random, groups, minTextGroups }: {
    threads: number;
    random: Random;
    groups: GroupRecordsOptions;
    minTextGroups?: number;
  },
): Promise<ExchangedGroups & { own: GroupTable }> {
  const boxes = groups.boxes && new RowBoxes(groups.boxes);
  const own = openGroupTable(makeInstance(compile()), groups, boxes);
  const workers = Array.from(
    { length: threads - 1 },
    () => new WorkerGroups(() => makeInstance(compile())),
  );
  // The workers come in another order than they are asked in.
  const tables = [...workers.toReversed().map((worker) => worker.open(groups)), own];
  for (let first = 0; first < rows.length; first += 100) {
    const table = tables[random.bits() % threads];
    addRows(table, rows.slice(first, first + 100), first);
  }
  return { own, ...await exchangeGroups(own, { pool: poolOf(workers), groups, minTextGroups }) };
}

Deno.test("threads that exchange their groups give what one thread gives", async () => {
  const random = new Random(9);
  for (const threads of [1, 2, 3, 8]) {
    const rows = oddRows(random, 6000, 900);
    const { own, list } = await exchange(rows, { threads, random, groups: OPTIONS });
    assertEquals(readAll(own, list), groupRows(rows, AGGREGATES), `${threads} threads`);
    assertEquals(own.nulls, ALL.map(() => rows.filter(({ value }) => value === null).length));
  }
});

Deno.test("threads that write the text of a range each give what one thread writes", async () => {
  const random = new Random(11);
  const text: GroupText = {
    by: [{ name: "k", typeName: "utf8", values: "texts" }],
    to: "csv",
    csv: { ...CSV_DEFAULTS, header: false },
    values: AGGREGATES.map((name, reduction) => ({ name, reduction })),
  };
  async function read(groups: ExchangedGroups): Promise<string[]> {
    const following = groups.following?.(text) ?? [];
    const parts = [await textOfGroups(groups, text, 0), ...await Promise.all(following)];
    return parts.map((pieces) => pieces.map((piece) => new TextDecoder().decode(piece)).join(""));
  }
  for (const threads of [2, 3, 8]) {
    for (const boxes of [undefined, shareBoxes(threads)]) {
      const rows = oddRows(random, 9000, 2000);
      const groups = { ...OPTIONS, boxes, minSharedGroups: 200 };
      const table = openTable();
      addRows(table, rows);
      const [expected] = await read({ table, list: table.list() });
      const exchanged = await exchange(rows, { threads, random, groups, minTextGroups: 1 });
      const found = await read(exchanged);
      assertEquals(found.length, threads);
      assert(found.filter((part) => part !== "").length > 1, "several threads have a range");
      assertEquals(found.join(""), expected, `${threads} threads`);
    }
  }
});

Deno.test("groups that fit into the memory of each thread, and not of all, are refused", async () => {
  const rows = Array.from({ length: 9000 }, (_, i) => ({ keys: [`${i}`.padEnd(3000)], value: i }));
  const options = { threads: 3, random: new Random(12) };
  await assertRejects(
    () => exchange(rows, { ...options, groups: { ...OPTIONS, memory: 2 ** 24 } }),
    RangeError,
    "at least 9000 groups do not fit into 17 MB of memory; raise --memory",
  );
  const { list } = await exchange(rows, { ...options, groups: { ...OPTIONS, memory: 2 ** 25 } });
  assertEquals(list.count, rows.length);
});

Deno.test("threads that pass rows to each other give what one thread gives", async () => {
  const random = new Random(10);
  for (const threads of [2, 3, 8]) {
    for (const minSharedGroups of [0, 200]) {
      // Some keys are longer than a box.
      const rows = oddRows(random, 9000, 2000).map((row, i) =>
        i % 997 === 0 ? { ...row, keys: ["long".repeat(2 ** 17 + i)] } : row
      );
      const groups = {
        ...OPTIONS,
        minSharedGroups,
        boxes: shareBoxes(threads),
      };
      const { own, list } = await exchange(rows, { threads, random, groups });
      assertEquals(readAll(own, list), groupRows(rows, AGGREGATES), `${threads} threads`);
      assertEquals(own.nulls, ALL.map(() => rows.filter(({ value }) => value === null).length));
    }
  }
});

Deno.test("adjacent rows with the same key are in one group, wherever a batch or a box ends", async () => {
  const random = new Random(13);
  const rows: Row[] = [];
  for (let run = 0; rows.length < 12000; run++) {
    // Keys of the same length, a key that is the beginning of another, and null; some repeat.
    const key = random.bits() % 5 === 0 ? null : `${"k".repeat(run % 40)}${random.bits() % 90}`;
    const length = 1 + random.bits() % (run % 7 === 0 ? 700 : 5);
    for (let i = 0; i < length; i++) rows.push({ keys: [key], value: oddNumber(random) });
  }
  const expected = groupRows(rows, AGGREGATES);
  const table = openTable();
  addRows(table, rows);
  assertEquals(readAll(table), expected);
  for (const threads of [2, 3]) {
    for (const minSharedGroups of [0, 50]) {
      const boxes = shareBoxes(threads);
      const groups = { ...OPTIONS, minSharedGroups, boxes };
      const { own, list } = await exchange(rows, { threads, random, groups });
      assertEquals(readAll(own, list), expected, `${threads} threads`);
    }
  }
  // All hashes are the same: a run is distinguished from the next by its key alone.
  const colliding = openTable({ hashMask: 0 });
  addRows(colliding, rows);
  assertEquals(readAll(colliding), expected);
});

Deno.test("rows that were sent are in the table of the thread that received them, and only there", () => {
  const shared = shareBoxes(2);
  const groups = { ...OPTIONS, minSharedGroups: 0 };
  const tables = [0, 1].map((i) => openGroupTable(INSTANCES[i], groups, new RowBoxes(shared)));
  const rows = Array.from({ length: 1000 }, (_, i) => ({ keys: [`key ${i}`], value: i }));
  for (const table of tables) addRows(table, rows);
  for (const table of tables) table.receive();
  assertEquals(tables[0].count + tables[1].count, rows.length);
  const [few, many] = tables.map(({ count }) => count).toSorted((a, b) => a - b);
  assert(few > 400 && many < 600, `${few} and ${many} groups`);
});

Deno.test("rows that another thread sends before earlier ones are added do not change the order of groups", () => {
  const shared = shareBoxes(2);
  const groups = { ...OPTIONS, minSharedGroups: 0 };
  const [own, other] = [0, 1].map((i) =>
    openGroupTable(INSTANCES[i], groups, new RowBoxes(shared))
  );
  const rows = Array.from({ length: 1000 }, (_, i) => ({ keys: [`key ${i}`], value: i }));
  addRows(other, rows, 5000);
  addRows(own, rows.toReversed());
  const found = readAll(own).map(({ keys }) => keys[0]!);
  const isFound = new Set(found);
  const expected = rows.toReversed().map(({ keys }) => keys[0]).filter((key) => isFound.has(key));
  assert(found.length > 400);
  assertEquals(found, expected);
});

Deno.test("a box that is full takes nothing until it is emptied", () => {
  const shared = shareBoxes(3);
  const [first, second] = [new RowBoxes(shared), new RowBoxes(shared)];
  assertEquals([0, 1, 2].map((thread) => first.canSend(thread)), [false, true, false]);
  const sent: number[] = [];
  for (let i = 1; first.canSend(1); i++) {
    first.send(1, Uint8Array.of(i));
    sent.push(i);
  }
  const received: number[] = [];
  second.receive(([byte]) => received.push(byte));
  assertEquals(received, sent);
  assertEquals(first.canSend(1), true);
  second.receive(() => {
    throw new Error("nothing was sent");
  });
});
