import type { Detected } from "../../formats/detect.ts";
import type { Format } from "../../formats/registry.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import type { Compression } from "../../io/compression/decompress.ts";
import { formatBytes } from "../../io/say.ts";
import type { TablePlan } from "../../plan/plan.ts";
import type { DeviceName } from "../../plan/request.ts";
import { OUTCOMES } from "../../kernels/outcome.ts";
import { OUTCOME_WORDS } from "./domain_check.ts";
import type { Done, Run } from "../run.ts";
import type { Stage, Stopwatch } from "../../threads/stopwatch.ts";

/**
 * The memory that a run takes with chunks of the default size, whatever the size of the input and
 * the number of results. Measured 2026-11-17 (Deno 2.9.6, AMD EPYC, 2 cores): 20 MB of short
 * integers with 1 to 50 results 67 to 212 MB; 200,000 columns of CSV 1.6 KB each, from CSV to Arrow
 * 3 KB, of Arrow 5.5 to 6.7 KB; the files in which a kilobyte became gigabytes 134 to 148 MB. Threads
 * have memory of their own: Arrow to CSV with 60 results takes 90 MB with one, 153 with two, 215
 * with eight, and with 200 results 95 and 280; a column appended to 8 million rows of Parquet 159 MB
 * with one, 230 to 296 with two (2026-11-18). Each computed column of Arrow leaves objects until they
 * are collected: 2,000 columns in batches of 16 or 200 rows take 280 MB with one thread and 380 to
 * 430 with two, 20,000 take 770 and 1,280; 20,000 of CSV 396 (2026-11-19).
 */
export const MEMORY_RULE =
  "up to 250 MB, 50 MB more for Parquet, 30 MB for each thread beyond the second, " +
  "2 to 7 kB per column, up to 90 kB per computed column of Arrow, and twice its largest batch or " +
  "dictionary";

/** What the plan shows about how the format of an input was found. */
const DETECTED = {
  "--from": "set by --from",
  extension: "detected from the extension",
  "first bytes": "detected from the first bytes",
} as const;

/** Describes what is read, what is written and which engine is used, a line for each. */
export function formatRunPlan(
  { request, input, jobs }: Run,
  { detected, written }: {
    detected: Detected;
    written: { format: Format; compression?: Compression };
  },
): string[] {
  const output = request.output === "-" ? "standard output" : request.output;
  const packed = (compression?: string) => compression === undefined ? "" : ` in ${compression}`;
  return [
    ...(detected.note === undefined ? [] : [detected.note]),
    `read ${input.source.name}: ${detected.format}${packed(input.compression)}, ${
      DETECTED[detected.by]
    }`,
    `write ${output}: ${written.format}${packed(written.compression)}`,
    `engine ${formatEngine(request.device, jobs)}, chunks of ${formatBytes(request.chunkSize)}`,
    `memory ${MEMORY_RULE}; more with larger chunks`,
  ];
}

/** Names the engine. The name of a GPU is printed when it is opened. */
function formatEngine(device: DeviceName, jobs: number): string {
  return device === "cpu" ? `cpu, up to ${jobs} ${jobs === 1 ? "worker" : "workers"}` : device;
}

/** Describes how long the stages took, a line for each. */
export function formatTimes(
  watch: Stopwatch,
  { bytes, device, workers }: {
    bytes: Readonly<Record<"read" | "write", number>>;
    device: DeviceName;
    workers: number;
  },
): string[] {
  const took = (stage: Stage) => `${stage} ${watch.times[stage].toFixed(0)} ms`;
  return [
    `${took("read")}, ${formatBytes(bytes.read)}`,
    `${took("compute")}, ${device === "webgpu" ? "batches in flight added up" : words(workers)}`,
    `${took("write")}, ${formatBytes(bytes.write)}`,
    `total ${watch.total.toFixed(0)} ms; the stages overlap`,
  ];
}

function words(workers: number): string {
  return `${workers === 0 ? "without" : workers} ${workers === 1 ? "worker" : "workers"}`;
}

/**
 * Describes what is computed and which columns are written, in a line each. There may be a million
 * lines.
 */
export function* formatTablePlan(
  { results, outputs }: TablePlan,
  columns: readonly ColumnSpec[],
): Generator<string> {
  let passed = 0;
  for (const output of outputs) {
    if (!("result" in output)) {
      passed++;
      continue;
    }
    const { input, type, computation, upstream, expression } = results[output.result];
    if (expression !== undefined) {
      yield `compute ${output.name} (${type}): ${expression.text}`;
      continue;
    }
    const { name, typeName } = columns[input];
    const from = `${name} (${typeName})`;
    if (computation === undefined) {
      yield `convert ${from} to ${output.name} (${type})`;
      continue;
    }
    const { name: kernel, parameter } = computation.kernel;
    const times = upstream === undefined ? "" : ` times ${columns[upstream].name}`;
    const order = parameter === undefined ? "" : `, ${parameter}`;
    yield `compute ${output.name} (${type}) = ${kernel}(${from}${order})${times}`;
  }
  yield `write ${outputs.length} columns, ${passed} unchanged`;
}

/** Describes what was counted in each column, a line for each. */
export function formatCounts(
  { rows = 0, dropped, nulls = [], invalid = [], rounded = [], outcomes = [] }: Done,
): string[] {
  const inputs = nulls.map(({ column, count, isResult }, i) => {
    const others = invalid[i] === undefined ? "" : `, ${invalid[i].count} not numbers`;
    const lossy = rounded[i]?.count > 0 ? `, ${rounded[i].count} rounded integers` : "";
    return `${isResult ? "result" : "column"} ${column}: ${plural(count, "null")}${others}${lossy}`;
  });
  const results = outcomes.map(({ column, counts }) => {
    const { outside, undecided } = counts;
    const open = undecided > 0 ? ` (${undecided} ${OUTCOME_WORDS.undecided.short})` : "";
    const others = OUTCOMES.filter((outcome) =>
      outcome !== "outside" && outcome !== "undecided" && counts[outcome] > 0
    ).map((outcome) => `, ${counts[outcome]} ${OUTCOME_WORDS[outcome].short}`);
    // NaN of an input is not counted: it was there before.
    return `result ${column}: ${outside + undecided} new NaN${open}${others.join("")}`;
  });
  const kept = dropped === undefined
    ? []
    : [`--where: kept ${rows} of ${plural(rows + dropped, "row")}`];
  return [...kept, ...inputs, ...results];
}

/**
 * Describes in one line what a run has done: `1000 rows in 0.21 s, 3 new NaN, 12 nulls`, or with `--where`
 * `kept 100 of 1000 rows in …`.
 */
export function formatSummary(
  { rows = 0, dropped, nulls = [], outcomes = [] }: Done,
  milliseconds: number,
): string {
  const missing = nulls.reduce((sum, { count }) => sum + count, 0);
  const undefinedOnes = outcomes.reduce(
    (sum, { counts }) => sum + counts.outside + counts.undecided,
    0,
  );
  const kept = dropped === undefined
    ? plural(rows, "row")
    : `kept ${rows} of ${plural(rows + dropped, "row")}`;
  return `${kept} in ${(milliseconds / 1000).toFixed(2)} s, ${undefinedOnes} new NaN, ${
    plural(missing, "null")
  }`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
