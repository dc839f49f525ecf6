import { assertEquals, assertRejects } from "@std/assert";
import { CSV_DEFAULTS, syntaxOf } from "../../../formats/csv/dialect.ts";
import { seekRecords } from "../../../formats/csv/seek_records.ts";
import type { RandomAccessFile } from "../../../io/random_access_file.ts";
import { NASTY_FILES } from "./nasty_files.ts";
import { splitRecords } from "./oracle.ts";
import { makeRandom, randomCsv } from "./random_csv.ts";

/** A file in memory, which says how much of it was looked at. */
function memoryFile(text: string): RandomAccessFile {
  const bytes = new TextEncoder().encode(text);
  let looked = 0;
  return {
    name: "x.csv",
    size: bytes.length,
    read(into: Uint8Array, position: number): Promise<void> {
      this.readSync(into, position);
      return Promise.resolve();
    },
    readSync(into: Uint8Array, position: number): void {
      into.set(bytes.subarray(position, position + into.length));
      looked += into.length;
    },
    source: () => {
      throw new Error("Nothing is read in order to find records");
    },
    get looked(): number {
      return looked;
    },
    [Symbol.dispose](): void {},
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** The places after line ends of records, by the oracle. */
function recordEnds(text: string): number[] {
  let at = 0;
  const ends: number[] = [];
  for (const { cells, lineEnd } of splitRecords(text)) {
    at += new TextEncoder().encode(cells.join(",") + lineEnd).length;
    if (lineEnd.endsWith("\n")) ends.push(at);
  }
  return ends;
}

const OPTIONS = {
  begin: 0,
  delimiter: 44,
  comment: new Uint8Array(0),
  chunkSize: 1,
  syntax: syntaxOf(CSV_DEFAULTS),
};

/** Finds the ends of records at every byte of a text, by windows of several sizes. */
async function checkEveryByte(text: string, where: string): Promise<void> {
  const file = memoryFile(text);
  const ends = recordEnds(text);
  const longest = Math.max(...[0, ...ends].map((end, i, all) => (all[i + 1] ?? file.size) - end));
  for (const windows of [undefined, [1, 2, longest + 1], [3, 17, longest + 1], [longest + 1]]) {
    for (let at = 0; at <= file.size; at++) {
      const piece = { file, from: 0, to: at, keepsBatches: false };
      const expected = at === file.size ? at : ends.findLast((end) => end <= at) ?? 0;
      const { end } = await seekRecords(piece, { ...OPTIONS, windows });
      assertEquals(end, expected, `${where}, byte ${at}, windows ${windows}`);
    }
  }
}

Deno.test("the end of a record is found before every byte of nasty files, by windows of any size", async () => {
  for (const [name, text] of Object.entries(NASTY_FILES)) await checkEveryByte(text, name);
  // From either state of quotes these records look the same: only the beginning decides.
  await checkEveryByte('"\n"\n'.repeat(20), "records that are the same the other way round");
  await checkEveryByte("x\n" + '"a,"\n'.repeat(20), "cells that end in a delimiter");
});

Deno.test("the end of a record is found before every byte of random CSV", async () => {
  const random = makeRandom(20261117);
  for (let i = 0; i < 60; i++) await checkEveryByte(randomCsv(random, 8), `random ${i}`);
});

Deno.test("comments are no records, and quotes in them open nothing", async () => {
  const text = 'a,b\n# it\'s "\n1,"#\n#"\n#"""\n2,3\n"\n# in quotes\n",4\n##\n5,"#"\n';
  const file = memoryFile(text);
  // Behind each of these a line begins that is not in quotes.
  const ends = [
    "a,b\n",
    "# it's \"\n",
    '1,"#\n#"\n',
    '#"""\n',
    "2,3\n",
    '"\n# in quotes\n",4\n',
    "##\n",
    '5,"#"\n',
  ]
    .map((_, i, lines) => lines.slice(0, i + 1).join("").length);
  assertEquals(ends.at(-1), text.length);
  for (const windows of [undefined, [1, 30], [5, 30], [30]]) {
    for (let at = 0; at < file.size; at++) {
      const piece = { file, from: 0, to: at, keepsBatches: false };
      const comment = new TextEncoder().encode("#");
      const { end } = await seekRecords(piece, { ...OPTIONS, comment, windows });
      assertEquals(end, ends.findLast((end) => end <= at) ?? 0, `byte ${at}, windows ${windows}`);
    }
  }
});

Deno.test("where quotes are bytes, every line is a record", async () => {
  const text = 'a,b\n"1,2\n3,"\n""\n",4\n';
  const file = memoryFile(text);
  const syntax = syntaxOf({ ...CSV_DEFAULTS, quote: "none" });
  for (const windows of [undefined, [1, 30], [5, 30]]) {
    for (let at = 0; at < file.size; at++) {
      const piece = { file, from: 0, to: at, keepsBatches: false };
      const { end } = await seekRecords(piece, { ...OPTIONS, syntax, windows });
      assertEquals(end, text.lastIndexOf("\n", at - 1) + 1, `byte ${at}, windows ${windows}`);
    }
  }
});

Deno.test("after many records with quotes, few bytes are scanned", async () => {
  const file = memoryFile("id,t\n" + '1,"a, ""b"""\n'.repeat(100_000));
  const at = file.size - 5;
  const { end } = await seekRecords(
    { file, from: at, to: at, keepsBatches: false },
    { ...OPTIONS, begin: 5 },
  );
  assertEquals([end, file.looked < 300_000], [file.size - 13, true]);
});

Deno.test("a piece that keeps batches begins and ends where chunks of a single run do", async () => {
  const file = memoryFile("x\n" + "12345\n".repeat(100));
  const place = async (from: number, chunkSize = 100): Promise<number> => {
    const piece = { file, from, to: file.size, keepsBatches: true };
    const { start, end } = await seekRecords(piece, { ...OPTIONS, begin: 2, chunkSize });
    assertEquals(end, file.size);
    return start;
  };
  // The multiples of 100, and the last record that does not end after them.
  assertEquals(await Promise.all([0, 49, 50, 100, 149, 150, 551].map((from) => place(from))), [
    2,
    2,
    98,
    98,
    98,
    200,
    596,
  ]);
  // A file that is smaller than a chunk is not cut, and ends where it does.
  assertEquals(await Promise.all([0, 300, 602].map((from) => place(from, 10_000))), [2, 2, 602]);
});

Deno.test("a file that becomes shorter while it is looked at is refused", async () => {
  const file = {
    ...memoryFile("x\n1\n2\n"),
    readSync: () => {
      throw new RangeError("shorter");
    },
  };
  await assertRejects(
    () => seekRecords({ file, from: 3, to: 5, keepsBatches: false }, { ...OPTIONS, begin: 2 }),
    RangeError,
  );
});
