import { runTask, type TaskArgs } from "../support/task_args.ts";
import {
  LIKELIHOOD_PEERS,
  likelihoodProgram,
  makeCounts,
  RESULTS,
  verifyLikelihoods,
} from "./expressions/negative_binomial.ts";
import { measureArrow } from "./expressions/measure_arrow.ts";
import { measureFit } from "./expressions/measure_fit.ts";
import { measureModule } from "./expressions/measure_module.ts";
import { measureSteps } from "./expressions/measure_steps.ts";
import { measureWhere } from "./expressions/measure_where.ts";
import { race, type Runner } from "./race.ts";
import { chooseParts, type Section, sectionText, writeFigures } from "./section.ts";
import { WorkFolder } from "./work_folder.ts";
import { describeMachine } from "./machine.ts";
import { headerText } from "./report.ts";
import { LIKELIHOOD_TIMES } from "./targets.ts";
import { atLeast } from "./verdict.ts";

const HELP =
  `Times expressions: a likelihood from CSV to CSV beside DuckDB and data.table, and in memory.

Usage: deno task bench expressions [--quick] [--only LIST] [--folder DIR] [--json FILE]

--quick    a tenth of the rows, and fewer rounds
--only     some of the sections: csv,arrow,fit,where,steps,module
--folder   where to make the files, by default the system's folder for temporary ones; they take
           1 GB, and are removed at the end
--json     also write the figures to FILE

Expressions are also timed from Arrow to Arrow, beside reading and writing as many columns, and in
memory beside plain evaluation. Calls of the module are timed with single numbers, and a value with
its gradients beside a call for each. A fit is timed beside reading the file once, MASS::fitdistr and
SciPy, and --where beside reading all rows and writing those that it keeps.

specol computes and writes the value and both gradients; the peers the value alone. Results are
verified before they are timed: a difference ends the run with exit status 1.

Peers that are not installed are left out:
${LIKELIHOOD_PEERS.map(({ name, install }) => `${name.padEnd(10)} ${install}`).join("\n")}
`;

const ROWS = 2_000_000;

async function bench({ flags, texts: { only, folder: parent, json } }: TaskArgs): Promise<void> {
  const isQuick = flags.has("quick");
  const [rows, rounds] = isQuick ? [ROWS / 10, 2] : [ROWS, 5];
  const machine = describeMachine();
  using work = await WorkFolder.make({ parent, bytes: rows * 500 });
  const versions = new Map<string, string | undefined>();
  for (const { name, version } of LIKELIHOOD_PEERS) versions.set(name, await version());
  console.log([
    headerText(machine, []),
    ...LIKELIHOOD_PEERS.map(({ name, install }) =>
      `${name.padEnd(9)} ${versions.get(name) ?? `not installed: ${install}`}`
    ),
  ].join("\n"));
  const parts: Record<string, () => Section | Promise<Section>> = {
    csv: () => measureRace(work.path, { rows, rounds, versions }),
    arrow: () => measureArrow(work.path, { rows, rounds }),
    fit: () => measureFit(work.path, { rows, rounds }),
    where: () => measureWhere(work.path, { rows, rounds }),
    steps: measureSteps,
    module: measureModule,
  };
  const sections: Section[] = [];
  for (const measure of chooseParts(parts, only)) sections.push(await measure());
  for (const section of sections) console.log(sectionText(section));
  await writeFigures(json, { machine, versions: Object.fromEntries(versions), sections });
}

/** Times the negative binomial likelihood from CSV to CSV. */
async function measureRace(
  folder: string,
  { rows, rounds, versions }: {
    rows: number;
    rounds: number;
    versions: ReadonlyMap<string, string | undefined>;
  },
): Promise<Section> {
  const [from, output, expected] = ["in", "out", "expected"].map((name) => `${folder}/${name}.csv`);
  await makeCounts(from, rows);
  const runners: Runner[] = [2, 1].map((jobs) => ({
    name: `specol -j ${jobs}, with gradients`,
    program: likelihoodProgram(from, output, { jobs, results: RESULTS }),
    verify: () => Deno.copyFile(output, expected),
  }));
  runners.push({
    name: "specol -j 2, value",
    program: likelihoodProgram(from, output, { jobs: 2, results: RESULTS.slice(0, 1) }),
    verify: () => verifyLikelihoods(output, expected),
  });
  for (const { name, program } of LIKELIHOOD_PEERS) {
    if (versions.get(name) === undefined) continue;
    runners.push({
      name: `${name}, value`,
      program: program(from, output),
      printsSeconds: true,
      verify: () => verifyLikelihoods(output, expected),
    });
  }
  const timings = await race(runners, { output, rounds });
  const [ours] = timings;
  return {
    name: "negative binomial",
    title: `negative binomial likelihood, CSV to CSV, ${rows} rows, best of ${2 * rounds}`,
    columns: [
      { title: "s", digits: 3 },
      { title: "ns a row", digits: 0 },
      { title: "x first", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: timings.map(({ name, seconds, peak }, i) => ({
      name,
      figures: [
        seconds,
        seconds / rows * 1e9,
        seconds / ours.seconds,
        peak && peak / 1e6,
      ],
      verdicts: runners[i].printsSeconds
        ? [atLeast(seconds / ours.seconds, { limit: LIKELIHOOD_TIMES, subject: "x specol" })]
        : [],
    })),
  };
}

if (import.meta.main) {
  const task = { help: HELP, flags: ["quick"], texts: ["only", "folder", "json"], run: bench };
  Deno.exit(await runTask(Deno.args, task));
}
