import type { Section, SectionRow } from "../section.ts";
import { LOG_UNIFORM_EXPONENTS, UNIFORM_RANGE } from "../inputs.ts";
import { localContender, timeRounds } from "../time_rounds.ts";
import { Random } from "../../support/random.ts";
import { type Goal, type Measured, verdictOf } from "./goal.ts";
import { READ_NS, WRITE_FLOAT32_NS, WRITE_NS } from "../targets.ts";
import { openInstance } from "../../kernels/engine.ts";
import { assertSame } from "../assert_same.ts";

/**
 * The number of numbers of each kind. Text and values stay in the cache, as those of a chunk do.
 */
const COUNT = 2 ** 15;

/** The number of passes in a turn: enough for the runtime's compiler to do its best. */
const PASSES = 20;

interface Kind {
  readonly name: string;
  readonly draw: (random: Random) => number;
  /** Whether the targets hold for it. */
  readonly isTarget: boolean;
  /** Whether the numbers are float32. */
  readonly isShort?: boolean;
}

const KINDS: readonly Kind[] = [
  { name: "floats, all digits", draw: (r) => r.between(...UNIFORM_RANGE), isTarget: true },
  {
    name: "float32, all digits",
    draw: (r) => Math.fround(r.between(...UNIFORM_RANGE)),
    isTarget: true,
    isShort: true,
  },
  { name: "decimals, 12.34", draw: (r) => (r.bits() % 10_000) / 100, isTarget: true },
  { name: "integers to 999", draw: (r) => r.bits() % 1000, isTarget: true },
  { name: "integers to 2^31", draw: (r) => r.bits() >>> 1, isTarget: true },
  {
    name: "floats with exponents",
    draw: (r) => r.sign() * 10 ** r.between(...LOG_UNIFORM_EXPONENTS),
    isTarget: false,
  },
];

/** Measures reading and writing numbers in the engine alone, on one thread. */
export async function measureNumbers({ rounds }: { rounds: number }): Promise<Measured> {
  const rows: SectionRow[] = [];
  const goals: Goal[] = [];
  for (const { name, draw, isTarget, isShort = false } of KINDS) {
    console.error(`  ${name}`);
    const random = new Random(1);
    const numbers = new Float64Array(COUNT).map(() => draw(random));
    const { characters, read, write } = loadNumbers(numbers, { isShort });
    const contenders = [localContender(read), localContender(write)];
    const best = await timeRounds(contenders, { rounds, passes: PASSES });
    const [readNs, writeNs] = contenders.map((contender) => 1e9 * best.get(contender)! / COUNT);
    const ours = isTarget
      ? [
        { what: "reading numbers", where: name, subject: "ns read", value: readNs, most: READ_NS },
        {
          what: "writing numbers",
          where: name,
          subject: "ns written",
          value: writeNs,
          most: isShort ? WRITE_FLOAT32_NS : WRITE_NS,
        },
      ]
      : [];
    goals.push(...ours);
    rows.push({
      name,
      figures: [characters / COUNT, readNs, writeNs],
      verdicts: ours.map(verdictOf),
    });
  }
  const section: Section = {
    name: "numbers",
    title: `numbers, one thread, in the engine: ns each, best of ${rounds * PASSES}`,
    columns: [
      { title: "bytes", digits: 1 },
      { title: "read", digits: 1 },
      { title: "write", digits: 1 },
    ],
    rows,
  };
  return { section, goals };
}

/** Numbers in the engine's memory. */
export interface LoadedNumbers {
  /** The number of characters of all texts. */
  readonly characters: number;
  /** Reads all of them from their texts. */
  readonly read: () => void;
  /** Writes all of them. */
  readonly write: () => void;
}

/** The number of bytes after a text that the engine may read. */
const BEHIND = 128;

/** The maximum number of bytes of a number's text, with what is written past its end. */
const ROOM = 48;

const POINT = 0x2e;
const LINE_FEED = 0x0a;

/** Puts numbers where the engine finds them, and verifies that it reads and writes them all. */
function loadNumbers(
  numbers: Float64Array,
  { isShort }: { isShort: boolean },
): LoadedNumbers {
  const { exports, memory, end } = openInstance();
  const count = numbers.length;
  const lines = Array.from(numbers, (x) => `${isShort ? shortestFloat32(x) : textOf(x)}\n`);
  const text = new TextEncoder().encode(lines.join(""));
  let top = end;
  const reserve = (length: number): number => {
    const address = top;
    top += Math.ceil(length / 64) * 64;
    return address;
  };
  const input = reserve(text.length + BEHIND);
  const [cells, newCells, values, valid] = [8 * count, 8 * count, 8 * count, count].map(reserve);
  const output = reserve(ROOM * count + BEHIND);
  const missing = top - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  const { buffer } = memory;
  new Uint8Array(buffer).set(text, input);
  let at = input;
  const bounds = lines.map(({ length }) => [at, (at += length) - 1]);
  new Uint32Array(buffer, cells).set(bounds.flat());

  const read = (): number =>
    exports.csv_read(cells, count, values, valid, POINT, +isShort, 0, 0, 0);
  const write = (): number =>
    exports.csv_put_results(values, valid, count, newCells, output, POINT, +isShort, 0, 0, 0);
  read();
  const found = new Float64Array(buffer, values, count);
  if (isShort) found.set(new Float32Array(found));
  assertSame(found, numbers, "reading numbers");
  const written = new Uint8Array(buffer, output, write() - output);
  assertSame(written, text.filter((byte) => byte !== LINE_FEED), "writing numbers");
  return { characters: text.length - count, read, write };
}

/** Returns a number as specol writes it: from 1e16 on with an exponent, JavaScript from 1e21. */
function textOf(x: number): string {
  return Math.abs(x) >= 1e16 ? x.toExponential() : String(x);
}

/** Returns the text with the fewest digits that reads back as the same float32. */
function shortestFloat32(x: number): string {
  for (let digits = 1;; digits++) {
    const text = String(Number(x.toPrecision(digits)));
    if (Math.fround(Number(text)) === x) return text;
  }
}
