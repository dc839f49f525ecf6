import { assert, assertEquals } from "@std/assert";
import { makeInstance } from "../../kernels/instance.ts";
import { compile } from "../../kernels/compile.ts";
import { makeRandom } from "../formats/csv/random_csv.ts";

const COMMA = 0x2c;
const [FINE, RAGGED, UNCLOSED] = [0, 1, 2];
const NO_MORE = 0xffffffff;

/** What scanning finds. Places are those of the text. */
interface Scanned {
  /** Where the record after each one begins. */
  ends: number[];
  /** For each column that is wanted, where the cells of all records begin and end. */
  cells: [start: number, end: number][][];
  problem: number;
  next: number;
  quotedLines: number;
}

interface Options {
  columns: number;
  most: number;
  wanted: readonly number[];
}

/** The rule of records, one cell after another. */
function scanPlainly(text: string, { columns, most, wanted }: Options): Scanned {
  const found: Scanned = {
    ends: [],
    cells: wanted.map(() => []),
    problem: FINE,
    next: 0,
    quotedLines: 0,
  };
  while (found.next < text.length && found.ends.length < most) {
    const record: [number, number][] = [];
    let at = found.next;
    let lines = 0;
    for (let isOpen = true; isOpen;) {
      const start = at;
      if (text[at] === '"') {
        const [quoted] = /^"(?:[^"]|"")*"/.exec(text.slice(at)) ?? [];
        if (quoted === undefined) return { ...found, problem: UNCLOSED };
        lines += quoted.split("\n").length - 1;
        at += quoted.length;
      }
      while (at < text.length && text[at] !== "," && text[at] !== "\n") at++;
      isOpen = text[at] === ",";
      // A carriage return belongs to the line end, unless it belongs to the line before.
      const hasReturn = !isOpen && at > found.next && text[at - 1] === "\r";
      record.push([start, hasReturn ? at - 1 : at]);
      at = Math.min(at + 1, text.length);
    }
    const isBlank = record.length === 1 && record[0][1] <= found.next;
    if (!isBlank && record.length !== columns) return { ...found, problem: RAGGED };
    wanted.forEach((column, i) => found.cells[i].push(isBlank ? [0, 0] : record[column]));
    found.ends.push(at);
    found.quotedLines += lines;
    found.next = at;
  }
  return found;
}

const INSTANCE = makeInstance(compile());
const ROOM = 2 ** 18;

function scanByKernel(text: string, { columns, most, wanted }: Options): Scanned {
  const { exports, memory, end, reserve } = INSTANCE;
  const list = end;
  const ends = list + ROOM;
  const cells = ends + ROOM;
  const from = cells + ROOM;
  reserve(from + text.length + 256);
  // Bytes before and after the text must not matter, and quotes and line ends there would.
  new Uint8Array(memory.buffer, from - 64, text.length + 128).fill(text.length % 2 ? 0x22 : 0x0d);
  new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, from, text.length));
  new Uint32Array(memory.buffer, list).set([...wanted, NO_MORE]);
  exports.csv_comment.value = exports.csv_comment_end.value = 0;
  const count = exports.csv_scan(
    ...[from, from + text.length, most, columns, COMMA] as const,
    ...[list, cells, ends] as const,
  );
  const place = (address: number) => address === 0 ? 0 : address - from;
  return {
    ends: Array.from(new Uint32Array(memory.buffer, ends, count), place),
    cells: wanted.map((_, i) => {
      const pairs = new Uint32Array(memory.buffer, cells + i * most * 8, 2 * count);
      return Array.from(
        { length: count },
        (_, k): [number, number] => [place(pairs[2 * k]), place(pairs[2 * k + 1])],
      );
    }),
    problem: exports.csv_problem.value as number,
    next: exports.csv_next.value - from,
    quotedLines: exports.csv_quoted_lines.value as number,
  };
}

/** A table in which some things are rare, and one of them comes at a random place. */
function randomTable(random: () => number, columns: number): string {
  const pick = (count: number) => Math.floor(random() * count);
  const lineEnd = random() < 0.3 ? "\r\n" : "\n";
  const longest = [3, 12, 90][pick(3)];
  const cell = () => random() < 0.05 ? "" : "1".repeat(1 + pick(longest));
  const record = (columns: number) => Array.from({ length: columns }, cell).join(",");
  const lines = Array.from({ length: pick(60) }, () => record(columns));
  const oddities = [
    ...[
      "",
      "",
      "\r",
      record(columns + 1),
      record(columns - 1),
      `"a\n,""b"${",".repeat(columns - 1)}`,
    ],
    ...[
      `${record(columns)}"`,
      `a"b${",".repeat(columns - 1)}`,
      `"open`,
      "\r\r",
      ",".repeat(columns - 1),
    ],
  ];
  // As many line ends as a record has marks.
  oddities.push(Array.from({ length: columns }, () => "1").join("\n"));
  if (random() < 0.6) lines.splice(pick(lines.length + 1), 0, oddities[pick(oddities.length)]);
  return lines.join(lineEnd) + (random() < 0.7 ? lineEnd : "");
}

Deno.test("csv_scan finds records and cells as the plain rule does", () => {
  const random = makeRandom(20261117);
  const seen = new Set<number>();
  for (let i = 0; i < 8_000; i++) {
    const columns = 1 + Math.floor(random() * 5);
    const wanted = Array.from({ length: columns }, (_, i) => i).filter(() => random() < 0.6);
    const most = [1, 3, 8, 2048][Math.floor(random() * 4)];
    const text = randomTable(random, columns);
    const options = { columns, most, wanted };
    const expected = scanPlainly(text, options);
    seen.add(expected.problem);
    assertEquals(scanByKernel(text, options), expected, JSON.stringify({ ...options, text }));
  }
  assertEquals(seen.size, 3);
});

Deno.test("csv_scan finds records of many columns, and many records", () => {
  for (const columns of [1, 2, 63, 64, 65, 1000, 1024, 1025, 3000]) {
    const record = Array.from({ length: columns }, (_, i) => `${i % 7}`).join(",");
    const wanted = [0, columns - 1].slice(columns === 1 ? 1 : 0);
    for (const records of [1, 5, Math.ceil(9000 / columns)]) {
      const text = `${record}\n`.repeat(records);
      for (const most of [records, records + 1, Math.ceil(records / 2)]) {
        const options = { columns, most, wanted };
        const found = scanByKernel(text, options);
        assertEquals(found, scanPlainly(text, options), JSON.stringify(options));
        assert(found.ends.length > 0);
      }
    }
  }
});
