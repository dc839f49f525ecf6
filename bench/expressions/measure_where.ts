import { runProgram, specol } from "../program.ts";
import { race, type Runner } from "../race.ts";
import type { Section, SectionRow } from "../section.ts";
import { atMost } from "../verdict.ts";
import { makeCounts } from "./negative_binomial.ts";

/** Keeps a tenth of the rows: counts are from 0 to 200. */
const CONDITION = "n < 20";

/** Times `--where` that keeps a tenth of the rows next to reading all and writing that much. */
export async function measureWhere(
  folder: string,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<Section> {
  await makeCounts(`${folder}/where.csv`, rows);
  await runProgram(specol("convert", "-q", `${folder}/where.csv`, "-o", `${folder}/where.arrow`));
  const measured: SectionRow[] = [];
  for (const format of ["csv", "arrow"]) {
    const [all, kept, output] = ["where", "kept", "chosen"].map((name) =>
      `${folder}/${name}.${format}`
    );
    const choose = ["convert", "-q", "--where", CONDITION, all, "-o"];
    await runProgram(specol(...choose, kept));
    const sums = ["n", "r", "p"].map((column) => `${column} = sum(${column})`);
    const runners: Runner[] = [
      { name: `--where, ${format}`, program: specol(...choose, output) },
      {
        name: `read all, ${format}`,
        program: specol("reduce", "-q", ...sums, all, "-o", output),
      },
      {
        name: `write a tenth, ${format}`,
        program: specol("convert", "-q", kept, "-o", output),
      },
    ];
    const [chosen, read, written] = await race(runners, { output, rounds });
    const times = chosen.seconds / (read.seconds + written.seconds);
    measured.push({
      name: format,
      figures: [chosen.seconds, read.seconds, written.seconds, times],
      verdicts: [atMost(times, { limit: 1, subject: "x both" })],
    });
  }
  return {
    name: "where",
    title: `--where that keeps a tenth of ${rows} rows, best of ${2 * rounds}`,
    columns: [
      { title: "s", digits: 3 },
      { title: "s read", digits: 3 },
      { title: "s write", digits: 3 },
      { title: "x both", digits: 2 },
    ],
    rows: measured,
  };
}
