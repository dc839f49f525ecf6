import { runTask, type TaskArgs } from "../support/task_args.ts";
import { measureGroups, measureStarts } from "./groups/measure_shape.ts";
import { GROUPS_PEERS, type GroupsPeer } from "./groups/peers.ts";
import { type GroupFormat, type GroupShape, ROWS, SHAPES } from "./groups/shapes.ts";
import { describeMachine } from "./machine.ts";
import type { Timing } from "./race.ts";
import { headerText } from "./report.ts";
import { measureParts, writeFigures } from "./section.ts";
import { WorkFolder } from "./work_folder.ts";

const HELP =
  `Times sums by key over CSV, beside DuckDB, data.table and xan, and over Parquet and Arrow, beside
DuckDB and polars.

Usage: deno task bench groups [--quick] [--only LIST] [--folder DIR] [--json FILE]

--quick    an eighth of the rows and keys, and fewer rounds
--only     some of the tables: ${SHAPES.map(({ id }) => id).join(",")}
--folder   where to make the files, by default the system's folder for temporary ones; they take
           up to 0.5 GB, and are removed at the end
--json     also write the figures to FILE

Results are verified before they are timed: a difference ends the run with exit status 1. Missed
targets are reported and change nothing: the machine may be busy with something else.

Peers that are not installed are left out:
${GROUPS_PEERS.map(({ name, install }) => `${name.padEnd(10)} ${install}`).join("\n")}
`;

// The best of four runs. Some of data.table take ten seconds.
const FULL = { share: 1, rounds: 2 };
const QUICK = { share: 1 / 8, rounds: 1 };
const DISK_BYTES = 0.5e9;

/** The tables that are measured, by their names. */
function chooseShapes(only: string | undefined): readonly GroupShape[] {
  const ids = only?.split(",");
  const unknown = ids?.find((id) => SHAPES.every((shape) => shape.id !== id));
  if (unknown !== undefined) {
    throw new RangeError(`--only takes ${SHAPES.map(({ id }) => id).join(",")}, got ${unknown}`);
  }
  return SHAPES.filter(({ id }) => ids === undefined || ids.includes(id));
}

async function bench({ flags, texts: { only, folder: parent, json } }: TaskArgs): Promise<void> {
  const shapes = chooseShapes(only);
  const effort = flags.has("quick") ? QUICK : FULL;
  const machine = describeMachine();
  using work = await WorkFolder.make({ parent, bytes: effort.share * DISK_BYTES });
  const versions = new Map<GroupsPeer, string | undefined>();
  for (const peer of GROUPS_PEERS) versions.set(peer, await peer.version());
  const peers = GROUPS_PEERS.filter((peer) => versions.get(peer) !== undefined);
  console.log([
    headerText(machine, []),
    ...GROUPS_PEERS.map((peer) =>
      `${peer.name.padEnd(10)} ${versions.get(peer) ?? `not installed: ${peer.install}`}`
    ),
    "",
    `sum(lgamma(n + 1)) and sum(n) by key over ${
      ROWS * effort.share
    } rows of key,n,x, written to a CSV file.`,
    "The best of runs in turns of two, from the start of a process to its end. The start alone is the",
    "time for a file of one row, and `no start` leaves it out, for every program. All have two threads,",
    "but for -j 1. Sums of specol are exact, and its groups are in the order of the data, as those of",
    "data.table are. With -o it waits until the file is on the disk, which no other program does. xan and",
    "polars have no lgamma: they add up log(n + 1). pyarrow writes the files of Parquet and Arrow.",
  ].join("\n"));
  const given = { folder: work.path, peers, ...effort };
  const starts = new Map<GroupFormat, readonly Timing[]>();
  for (const { format } of shapes) {
    if (!starts.has(format)) starts.set(format, await measureStarts(format, given));
  }
  const options = { ...given, starts };
  const sections = await measureParts(shapes.map((shape) => () => measureGroups(shape, options)));
  const named = Object.fromEntries(peers.map((peer) => [peer.name, versions.get(peer)]));
  await writeFigures(json, { machine, versions: named, effort, sections });
}

if (import.meta.main) {
  const task = { help: HELP, flags: ["quick"], texts: ["only", "folder", "json"], run: bench };
  Deno.exit(await runTask(Deno.args, task));
}
