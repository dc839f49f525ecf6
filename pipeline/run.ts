import { endingOf, type Format, isReadable, isText, outputFormat } from "../formats/registry.ts";
import { type ByteSink, countedSink } from "../io/byte_sink.ts";
import { explainDamage } from "../io/compression/explain_damage.ts";
import { type Input, type InputOptions, isPipe, openInput } from "../io/open_source.ts";
import type { Request } from "../plan/request.ts";
import type { MoreInput } from "./inputs/multi_input.ts";
import { Stopwatch } from "../threads/stopwatch.ts";
import { type Detected, detectFormat } from "../formats/detect.ts";
import { isStandardOutput, openOutput } from "../io/open_sink.ts";
import { refuseOwnOutput } from "../io/refuse_own_output.ts";
import { say } from "../io/say.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkScopes } from "./check_scopes.ts";
import { chooseStrategy, copiesRecords } from "./strategy.ts";
import type { DomainCheck } from "./report/domain_check.ts";
import type { Progress } from "./report/progress.ts";
import type { RunPart } from "./inputs/partition.ts";

/** A request whose input is open, and whose formats are known. */
export interface Run {
  readonly request: Request;
  readonly input: Input;
  /** The input's format. */
  readonly from: Format;
  /** The inputs that are read after it, as one table; none if omitted. */
  readonly more?: readonly MoreInput[];
  /** The piece of the inputs to read; all of them if omitted. */
  readonly part?: RunPart;
  /** Bytes of all inputs on the disk, or of the piece of them, if that is known. */
  readonly bytes?: number;
  /** The output's format. */
  readonly to: Format;
  /** The maximum number of batches that are computed at the same time. */
  readonly jobs: number;
  readonly watch: Stopwatch;
  /** Whether progress is shown on a terminal, where an interrupt must clear its line. */
  readonly isWatched: boolean;
  /** Opens the output. It is called when there is something to write. */
  openSink(): Promise<ByteSink>;
  /** Counts bytes of the input that other threads have read. */
  countRead(bytes: number): void;
  /** Shows on the line of progress that the input is read once more, and what for. */
  readAgain(text: string): void;
  /** Shows the user a part of the plan, with --verbose. */
  log(line: string): void;
}

/** What is known when a run is done. */
export interface Done {
  /** How many workers were used. */
  readonly workers: number;
  /** What the user should know about the input and the results. */
  readonly warnings: readonly (string | undefined)[];
  /** How many rows or elements there were; of these, the ones that `--where` keeps. */
  readonly rows?: number;
  /** How many rows `--where` has omitted, and how many of these because it could not be decided. */
  readonly dropped?: number;
  readonly undecided?: number;
  /** For each column that was computed from, how many nulls it has, and cells that were not numbers. */
  readonly nulls?: readonly ColumnCount[];
  readonly invalid?: readonly ColumnCount[];
  /** For each of these columns, how many integers are beyond 2^53, and were rounded. */
  readonly rounded?: readonly ColumnCount[];
  /** For each result, how many are infinite or NaN though their inputs are not, by the reason. */
  readonly outcomes?: DomainCheck["outcomes"];
}

/** A count of something in a column. */
export interface ColumnCount {
  readonly column: string;
  readonly count: number;
  /** Whether the column is a result, of several columns perhaps. */
  readonly isResult?: boolean;
}

/** Does what a user asked for: reads, computes and writes. */
export async function runRequest(asked: Request): Promise<void> {
  const request = await withoutEmptyInputs(asked);
  const bytes = { read: 0, write: 0 };
  const shown: { progress?: Progress } = {};
  const guard = refuseOwnOutput(asked.output, [asked.input, ...asked.moreInputs ?? []]);
  const count = {
    read(read: number): void {
      bytes.read += read;
      shown.progress?.advance(read);
      guard.read(read);
    },
    written(written: number): void {
      bytes.write += written;
      guard.written(written);
    },
    again: (text: string): void => shown.progress?.restart(text),
  };
  const log = (line: string): void => void (request.verbose && say(line));
  if (request.manifest !== undefined) await checkManifestPlace(asked);
  const part = request.part && (await import("./inputs/partition.ts"))
    .openPart(request, { count: count.read, log });
  await using input = await openNamed(request, request.input, { count: count.read });
  const run = await openRun(request, { input, part, count, log });
  const record = request.manifest === undefined
    ? undefined
    : await (await import("./concat/manifest.ts")).beginManifest(request, run.to);
  using progress = await showProgress(run);
  progress?.advance(bytes.read);
  shown.progress = progress;
  // Small arrays do not wait until the code for tables is imported.
  const done = await explainDamage(run.input, () => doRun(run));
  const { workers, warnings } = done;
  await record?.write(done);
  progress?.done();
  if (request.verbose) {
    const { formatCounts, formatTimes } = await import("./report/plan_text.ts");
    formatTimes(run.watch, { bytes, device: request.device, workers }).forEach(run.log);
    formatCounts(done).forEach(run.log);
  }
  if (request.quiet) return;
  for (const warning of warnings) if (warning !== undefined) say(warning);
  if (done.undecided) {
    say(
      `rows dropped because --where could not be decided within the precision limit: ` +
        `${done.undecided}`,
    );
  }
  if (run.isWatched || request.verbose) {
    const { formatSummary } = await import("./report/plan_text.ts");
    say(formatSummary(done, run.watch.total));
  }
}

/**
 * Leaves out empty files of JSON lines if other inputs remain. They have no rows, and unlike empty
 * files of other formats no columns that could differ.
 */
async function withoutEmptyInputs(request: Request): Promise<Request> {
  const { from, input, moreInputs = [] } = request;
  if (moreInputs.length === 0) return request;
  const kept: string[] = [];
  for (const path of [input, ...moreInputs]) {
    const format = from ?? endingOf(path).format;
    if (format !== "jsonl" || !await isEmptyFile(path)) kept.push(path);
  }
  const [first = input, ...more] = kept;
  return { ...request, input: first, moreInputs: more };
}

/** Whether a file, once decompressed, has no bytes. */
async function isEmptyFile(path: string): Promise<boolean> {
  if (isPipe(path)) return false;
  try {
    await using opened = await openInput(path);
    return (await opened.source.peek(1)).length === 0;
  } catch {
    // Whoever opens the file to read it meets the same failure, and reports it.
    return false;
  }
}

/** Throws if the manifest would replace an input or the output, under whatever name. */
async function checkManifestPlace(
  { manifest = "", output, input, moreInputs = [] }: Request,
): Promise<void> {
  const { findSame } = await import("../io/file_place.ts");
  const same = findSame(manifest, [input, ...moreInputs, output]);
  if (same === undefined) return;
  const role = same === output ? "output" : "input";
  const name = same === manifest ? "" : ` ${same}`;
  throw new UsageError(
    `Option --manifest: ${manifest} is the ${role}${name}: choose another name`,
  );
}

/** Opens an input. What is not a file may be a column, the output, or a command. */
async function openNamed(
  { work, input, output }: Request,
  path: string,
  options?: InputOptions,
): Promise<Input & AsyncDisposable> {
  try {
    return await openInput(path, options);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof Deno.errors.NotFound)) throw error;
    const isName = work.kind === "apply" && /^[\w*]+$/.test(path);
    const columns = work.kind === "apply" ? work.columns : undefined;
    // A second column after the first one, or a column without -c.
    const isColumn = isName && (columns === undefined || path === input);
    const hint = path === "help"
      ? "; for help use --help"
      : isColumn
      ? `; if it is a column, use -c ${columns === undefined ? path : `'${columns},${path}'`}`
      : path !== input && output === "-"
      ? `; to write it, use -o ${path}`
      : "";
    throw new Error((error as Error).message + hint, { cause });
  }
}

/** Does a run by the strategy for its input. The code of each is imported when it is needed. */
export async function doRun(run: Run): Promise<Done> {
  const strategy = chooseStrategy(run);
  switch (strategy.kind) {
    case "records":
      return await (await import("./run_records.ts")).runRecords(run);
    case "array":
      return await (await import("./run_array.ts")).runArray(run);
    case "reduce":
      return await (await import("./aggregate/run_reduce.ts")).runReduce(run, strategy.work);
    case "fit":
      return await (await import("./fit/run_fit.ts")).runFit(run, strategy.work);
    case "table":
      return await (await import("./run_table.ts")).runTable(run, strategy);
  }
}

/** The bytes of all inputs, if each is known. */
function sumSizes(inputs: readonly Pick<Input, "fileSize">[]): number | undefined {
  // An unknown size is not a number, and neither is the sum.
  const sum = inputs.reduce((sum, { fileSize = NaN }) => sum + fileSize, 0);
  return isNaN(sum) ? undefined : sum;
}

/** Begins to show progress, if it is wanted and can be seen. */
async function showProgress(
  { request: { quiet, progress }, isWatched, bytes }: Run,
): Promise<Progress | undefined> {
  if (!isWatched && (quiet || progress !== "always")) return undefined;
  return (await import("./report/progress.ts")).openProgress(progress, { total: bytes });
}

/** Detects the formats, and shows the plan as far as it is known. */
async function openRun(
  request: Request,
  { input, part, count, log }: {
    input: Input;
    part: RunPart | undefined;
    count: Readonly<Record<"read" | "written", (bytes: number) => void>> & {
      readonly again: (text: string) => void;
    };
    log: (line: string) => void;
  },
): Promise<Run> {
  const { from, to, output, quiet, progress } = request;
  const found = await detectFormat(input.source, { from, path: request.input });
  // A delimiter that the user names counts more than the extension of the file.
  const isOther = found.format === "tsv" && request.csv.delimiter !== undefined;
  const detected: Detected = isOther ? { ...found, format: "csv" } : found;
  // Partial sums are JSON, whatever the format of the joined output, so their name may end in .json.
  const isPartial = part !== undefined && request.work.kind === "reduce";
  const path = isPartial && output.endsWith(".json") ? "" : output;
  const written = outputFormat({ to, path, input: detected.format });
  if (isStandardOutput(output) && !isReadable(written.format) && Deno.stdout.isTerminal()) {
    throw new UsageError(
      `Cannot write ${written.format} data to a terminal: use -o FILE, or a pipe`,
    );
  }
  const more = (request.moreInputs ?? []).length === 0
    ? []
    : await (await import("./inputs/multi_input.ts")).detectMore(request, {
      first: detected.format,
      open: (path) => openNamed(request, path),
    });
  const formats = { from: detected.format, to: written.format, more };
  checkScopes(request.options, {
    reads: [detected.format, ...more.map(({ format }) => format)],
    writes: written.format,
    hasNames: isText(written.format) ? request.csv.header : written.format !== "npy",
    isCopy: copiesRecords({ request, ...formats }),
    hasResults: request.work.kind !== "convert",
    hasWhere: request.where !== undefined,
  });
  part?.check(0, input.compression);
  more.forEach(({ compression }, i) => part?.check(i + 1, compression));
  const run: Run = {
    request,
    input,
    ...formats,
    part,
    bytes: part?.bytes ?? sumSizes([input, ...more]),
    jobs: request.jobs ?? navigator.hardwareConcurrency,
    watch: new Stopwatch(),
    isWatched: !quiet && progress === "auto" && Deno.stderr.isTerminal(),
    openSink: async () => countedSink(await openOutput(output, written.compression), count.written),
    countRead: count.read,
    readAgain: count.again,
    log,
  };
  if (request.verbose) {
    const { formatRunPlan } = await import("./report/plan_text.ts");
    formatRunPlan(run, { detected, written }).forEach(run.log);
  }
  return run;
}
