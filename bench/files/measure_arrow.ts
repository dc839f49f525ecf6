import { atMost } from "../verdict.ts";
import { type ArrowFile, BATCH_ROWS, makeArrow } from "./make_files.ts";
import { copy, copyAndSync, type Program, redirect, specol } from "../program.ts";
import { race } from "../race.ts";
import type { Section } from "../section.ts";
import { ARROW_TIMES_COPY } from "../targets.ts";
import { verifyArrow } from "./verify_arrow.ts";

/** The columns of the table; the first is transformed. */
export const COLUMNS: readonly string[] = ["a", "b", "c", "d"];

const KERNEL = { name: "lgamma" } as const;

/** lgamma of one column of four, from Arrow file to Arrow file, compared with `cp`. */
export async function measureArrow(
  { folder, elements, rounds }: { folder: string; elements: number; rounds: number },
): Promise<Section> {
  const rows = elements / COLUMNS.length;
  const input: ArrowFile = { path: `${folder}/x.arrow`, columns: COLUMNS, rows };
  const output = `${folder}/y.arrow`;
  await makeArrow(input);
  const lgamma = (...args: readonly string[]): Program =>
    specol("lgamma", "-c", COLUMNS[0], input.path, ...args);
  const given = COLUMNS.map((name, of) => ({ name, of, computed: false }));
  const replaced = given.with(0, { ...given[0], computed: true });
  const added = [...given, { name: `${COLUMNS[0]}_lgamma`, of: 0, computed: true }];
  const verify = { input, kernel: KERNEL };
  const verifyReplaced = () => verifyArrow(output, { ...verify, columns: replaced });
  const verifyAdded = () => verifyArrow(output, { ...verify, columns: added });
  const timings = await race([
    { name: "cp", program: copy(input.path, output) },
    { name: "cp, sync", program: copyAndSync(input.path, output) },
    {
      name: "specol -j 2 --replace -o",
      program: lgamma("-j2", "--replace", "-o", output),
      verify: verifyReplaced,
    },
    {
      name: "specol -j 1 --replace -o",
      program: lgamma("-j1", "--replace", "-o", output),
      verify: verifyReplaced,
    },
    {
      name: "specol -j 2 --replace >",
      program: redirect(lgamma("-j2", "--replace", "--to", "arrow"), output),
      verify: verifyReplaced,
    },
    {
      name: "specol -j 2 -o",
      program: lgamma("-j2", "-o", output),
      verify: verifyAdded,
    },
  ], { output, rounds });
  await Deno.remove(input.path);

  const [copied, synced] = timings;
  return {
    name: "Arrow",
    title: `lgamma of a column, Arrow file to Arrow file, ${elements * 8 / 1e6} MB in ` +
      `${COLUMNS.length} columns of float64, batches of ${BATCH_ROWS} rows, best of ${rounds} turns`,
    columns: [
      { title: "s", digits: 2 },
      { title: "GB/s", digits: 2 },
      { title: "x cp", digits: 2 },
      { title: "x cp,sync", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: timings.map(({ name, seconds, peak }) => ({
      name,
      figures: [
        seconds,
        elements * 8 / 1e9 / seconds,
        seconds / copied.seconds,
        seconds / synced.seconds,
        peak && peak / 1e6,
      ],
      verdicts: name.includes("-j 2")
        ? [atMost(seconds / copied.seconds, { limit: ARROW_TIMES_COPY, subject: "x cp" })]
        : [],
    })),
  };
}
