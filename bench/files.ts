import { measureArrow } from "./files/measure_arrow.ts";
import { measureCores } from "./files/measure_cores.ts";
import { measureMemory } from "./files/measure_memory.ts";
import { measureNpy } from "./files/measure_npy.ts";
import { measureParquet } from "./files/measure_parquet.ts";
import { measureShapes } from "./files/measure_shapes.ts";
import { measureSmall } from "./files/measure_small.ts";
import { numpyVersion } from "./files/numpy.ts";
import { chooseParts, measureParts, writeFigures } from "./section.ts";
import { gigabytes, WorkFolder } from "./work_folder.ts";
import { describeMachine } from "./machine.ts";
import { headerText } from "./report.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";

const HELP = `Times the command line on files, beside cp, numpy with SciPy, and DuckDB.

Usage: deno task bench files [--quick] [--only LIST] [--folder DIR] [--json FILE]

--quick    an eighth of the size, and fewer rounds; the targets are those of the full size
--only     some of the parts: small,npy,arrow,memory,cores,shapes,parquet
--folder   where to make the files, by default the system's folder for temporary ones; they take
           up to 2.5 GB, and are removed at the end
--json     also write the figures to FILE

Results are verified before they are timed: a difference ends the run with exit status 1. Missed
targets are reported and change nothing: the machine may be busy with something else.

The folder should be on a disk that does not copy by reference, as btrfs and xfs do: there cp copies
nothing. numpy is that of /usr/bin/python3, or of the Python that SPECOL_PYTHON names:
apt-get install -y python3-scipy
That Python needs duckdb, too: deno task peers installs it.
`;

interface Effort {
  /** Numbers in the large files. */
  readonly elements: number;
  /** Numbers in the file that shows what a second core brings. */
  readonly coreElements: number;
  /** Rows of the Parquet files. */
  readonly parquetRows: number;
  readonly rounds: number;
  readonly startupRounds: number;
}

const FULL: Effort = {
  elements: 125e6,
  coreElements: 32e6,
  parquetRows: 8e6,
  rounds: 4,
  startupRounds: 10,
};
const QUICK: Effort = {
  elements: 16e6,
  coreElements: 4e6,
  parquetRows: 1e6,
  rounds: 2,
  startupRounds: 5,
};

/**
 * The number of bytes of disk for each byte of a large file: the file itself, and its output with
 * an additional column.
 */
const DISK_TIMES = 2.5;

/**
 * The number of bytes of memory for each byte of a large file: numpy holds two, and the cache
 * should hold two.
 */
const MEMORY_TIMES = 4;

async function bench({ flags, texts: { only, folder: parent, json } }: TaskArgs): Promise<void> {
  const effort = flags.has("quick") ? QUICK : FULL;
  const { elements, coreElements, parquetRows, rounds, startupRounds } = effort;
  const machine = describeMachine();
  using work = await WorkFolder.make({ parent, bytes: DISK_TIMES * 8 * elements });
  const folder = work.path;
  const numpy = await numpyVersion();
  const { available } = Deno.systemMemoryInfo();
  console.log([
    headerText(machine, []),
    `numpy     ${numpy ?? "not installed: apt-get install -y python3-scipy"}`,
    `folder    ${folder}`,
    `memory    ${gigabytes(available)} available` +
    (available < MEMORY_TIMES * 8 * elements ? ": too little to keep the files in the cache" : ""),
    "",
    "The best of runs in turns of two, from the start of the process to its end; of numpy without its",
    "start. specol -o waits until the file is on the disk; cp, numpy and specol > do not.",
    ...(effort === QUICK ? ["Quick: the targets are those of files eight times as large."] : []),
  ].join("\n"));

  const parts = {
    small: () => measureSmall({ folder, rounds: startupRounds }),
    npy: () => measureNpy({ folder, elements, rounds, hasNumpy: numpy !== undefined }),
    arrow: () => measureArrow({ folder, elements, rounds }),
    memory: () => measureMemory({ folder, elements }),
    cores: () => measureCores({ folder, elements: coreElements, rounds }),
    shapes: () => measureShapes({ folder, rounds }),
    parquet: () => measureParquet({ folder, rows: parquetRows, rounds }),
  };
  const sections = await measureParts(chooseParts(parts, only));
  await writeFigures(json, { machine, numpy, effort, sections });
}

if (import.meta.main) {
  const task = { help: HELP, flags: ["quick"], texts: ["only", "folder", "json"], run: bench };
  Deno.exit(await runTask(Deno.args, task));
}
