import { worstPeak } from "../program.ts";
import type { SectionRow } from "../section.ts";
import { type Goal, type Measured, memoryGoal, verdictOf } from "./goal.ts";
import { type CsvFile, repeatCsv } from "./make_csv.ts";
import { type Way, wayProgram } from "./ways.ts";

const RUNS = 2;

/** How many times the larger file has the records of the smaller. */
export const REPEATS = 10;

const WAYS: readonly Way["to"][] = [">", "pipes"];

/** The most memory that lgamma takes over a file and over one ten times as large. */
export async function measureMemory(
  { shape, path, bytes }: CsvFile,
  { folder }: { folder: string },
): Promise<Measured> {
  const large = `${folder}/large.csv`;
  await repeatCsv(path, large, REPEATS);
  const column = shape.columns[shape.of].name;
  const output = `${folder}/out.csv`;
  const rows: SectionRow[] = [];
  const goals: Goal[] = [];
  for (const [from, size] of [[path, bytes], [large, REPEATS * bytes]] as const) {
    for (const to of WAYS) {
      const name = `${(size / 1e6).toFixed(0)} MB ${to}`;
      console.error(`  ${name}`);
      const program = wayProgram({ jobs: 2, to }, { column, from, to: output });
      const goal = memoryGoal(await worstPeak(program, { output, runs: RUNS }), name);
      goals.push(goal);
      rows.push({ name, figures: [goal.value], verdicts: [verdictOf(goal)] });
    }
  }
  await Deno.remove(large);
  const title = `memory, lgamma -j 2, worst of ${RUNS}`;
  const columns = [{ title: "MB memory", digits: 1 }];
  return { section: { name: "memory", title, columns, rows }, goals };
}
