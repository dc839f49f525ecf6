import { aloneIf, WAIT_HELP } from "./alone.ts";
import { CSV_PEERS, type CsvPeer } from "./csv/peers.ts";
import { type Goal, goalsSection, type Measured } from "./csv/goal.ts";
import { csvLossesText } from "./losses.ts";
import { type CsvFile, makeCsv } from "./csv/make_csv.ts";
import { measureMemory, REPEATS } from "./csv/measure_memory.ts";
import { measureNumbers } from "./csv/measure_numbers.ts";
import { measureShape, type ShapeResult } from "./csv/measure_shape.ts";
import { MAIN, OTHERS, type Shape } from "./csv/shapes.ts";
import { MAIN_WAYS, OTHER_WAYS, type Way } from "./csv/ways.ts";
import { type Section, sectionText, writeFigures } from "./section.ts";
import { WorkFolder } from "./work_folder.ts";
import { describeMachine } from "./machine.ts";
import { headerText } from "./report.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";

const HELP =
  `Times the command line on CSV, beside DuckDB, data.table, polars, xan, qsv, mawk, Miller and pandas.

Usage: deno task bench csv [--quick] [--wait] [--folder DIR] [--json FILE]

--quick    an eighth of the size, and fewer rounds; the targets are those of the full size
${WAIT_HELP}
--folder   where to make the files, by default the system's folder for temporary ones; they take
           up to 3 GB, and are removed at the end
--json     also write the figures to FILE

Results are verified before they are timed: a difference ends the run with exit status 1. Missed
targets are reported and change nothing: the machine may be busy with something else.

Peers that are not installed are left out:
${CSV_PEERS.map(({ name, install }) => `${name.padEnd(10)} ${install}`).join("\n")}
`;

interface Effort {
  /** The share of the rows of each shape. */
  readonly share: number;
  readonly rounds: number;
  readonly slowRounds: number;
}

const FULL: Effort = { share: 1, rounds: 5, slowRounds: 2 };
const QUICK: Effort = { share: 1 / 8, rounds: 2, slowRounds: 1 };

/**
 * The number of bytes of disk for the full size: the main file, its expected output, and two files
 * for memory.
 */
const DISK_BYTES = 0.25e9 + 2.4 * REPEATS * 0.103e9;

async function bench({ flags, texts: { folder: parent, json } }: TaskArgs): Promise<void> {
  const effort = flags.has("quick") ? QUICK : FULL;
  const alone = aloneIf(flags.has("wait"));
  const machine = describeMachine();
  using work = await WorkFolder.make({ parent, bytes: effort.share * DISK_BYTES });
  const folder = work.path;
  const versions = new Map<CsvPeer, string | undefined>();
  for (const peer of CSV_PEERS) versions.set(peer, await peer.version());
  const peers = CSV_PEERS.filter((peer) => versions.get(peer) !== undefined);
  console.log([
    headerText(machine, []),
    ...CSV_PEERS.map((peer) => {
      const { name, install, computes } = peer;
      const version = versions.get(peer) ?? `not installed: ${install}`;
      return `${name.padEnd(9)} ${version}${computes === "lgamma" ? "" : `, ${computes}`}`;
    }),
    `folder    ${folder}`,
    "",
    "The best of runs in turns of two, from the start of the process to its end; of DuckDB,",
    "data.table, polars and pandas without their start. DuckDB, data.table, polars and xan have two",
    "threads; data.table reads quoted text right only with one. polars is given the lgamma of SciPy.",
    "xan, qsv, mawk and Miller have no lgamma: xan computes log, the others exp. mawk knows no quotes.",
    "data.table writes 15 digits, the others all. specol -o waits until the file is on the disk;",
    "> and the peers do not. cp, pipes is cat | cat | cat.",
    ...(effort === QUICK ? ["Quick: the targets are those of files eight times as large."] : []),
  ].join("\n"));

  const sections: Section[] = [];
  const results: ShapeResult[] = [];
  const goals: Goal[] = [];
  const show = (section: Section): void => {
    sections.push(section);
    console.log(sectionText(section));
  };
  const take = (measured: Measured): void => {
    goals.push(...measured.goals);
    show(measured.section);
  };
  const make = async (shape: Shape): Promise<CsvFile> => {
    console.error(shape.name);
    return await makeCsv(shape, { folder, rows: shape.rows * effort.share });
  };
  const measure = async (input: CsvFile, ways: readonly Way[]): Promise<void> => {
    const result = await measureShape(input, { folder, ways, peers, alone, ...effort });
    results.push(result);
    take(result);
  };
  console.error("numbers");
  take(await alone(() => measureNumbers(effort)));
  const input = await make(MAIN);
  await measure(input, MAIN_WAYS);
  console.error("memory");
  take(await measureMemory(input, { folder }));
  for (const shape of OTHERS) await measure(await make(shape), OTHER_WAYS);
  show(goalsSection(goals));
  console.log(csvLossesText(results));
  const named = Object.fromEntries(peers.map((peer) => [peer.name, versions.get(peer)]));
  await writeFigures(json, { machine, versions: named, effort, sections });
}

if (import.meta.main) {
  const task = { help: HELP, flags: ["quick", "wait"], texts: ["folder", "json"], run: bench };
  Deno.exit(await runTask(Deno.args, task));
}
