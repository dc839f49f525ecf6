import type { Section, SectionRow } from "../files/section.ts";
import { LOG_UNIFORM_EXPONENTS, UNIFORM_RANGE } from "../inputs.ts";
import { localContender, timeRounds } from "../time_rounds.ts";
import { Random } from "../../tools/accuracy/random.ts";
import { type Goal, type Measured, verdictOf } from "./goal.ts";
import { loadNumbers } from "./load_numbers.ts";
import { READ_NS, WRITE_FLOAT32_NS, WRITE_NS } from "./targets.ts";

/** Numbers of each kind: text and values stay in the cache, as those of a chunk do. */
const COUNT = 2 ** 15;

/** Passes in a turn: enough for the compiler of the runtime to do its best. */
const PASSES = 20;

interface Kind {
  readonly name: string;
  readonly draw: (random: Random) => number;
  /** Whether the targets hold for it. */
  readonly isTarget: boolean;
  /** Whether they are float32. */
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

/** Reading and writing numbers, one thread, in the engine alone. */
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
