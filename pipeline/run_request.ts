import { type Detected, detectFormat } from "../formats/detect.ts";
import { isText, outputFormat } from "../formats/format.ts";
import { countedSink } from "../io/byte_sink.ts";
import { isStandardOutput, openOutput } from "../io/open_sink.ts";
import { type Input, openInput } from "../io/open_source.ts";
import { say } from "../io/say.ts";
import type { Request } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import { StageClock } from "../threads/clock.ts";
import { chooseWay } from "./choose_way.ts";
import type { Progress } from "./progress.ts";
import type { Done, Run } from "./run.ts";

/** Does what a user asked for: reads, computes, writes. */
export async function runRequest(request: Request): Promise<void> {
  const bytes = { read: 0, write: 0 };
  const shown: { progress?: Progress } = {};
  const count = {
    read(read: number): void {
      bytes.read += read;
      shown.progress?.advance(read);
    },
    written: (written: number): void => void (bytes.write += written),
  };
  using input = await openInput(request.input, { count: count.read });
  const run = await openRun(request, { input, count });
  using progress = await showProgress(run);
  progress?.advance(bytes.read);
  shown.progress = progress;
  // Each imported when it is needed: there is more to tables than small arrays should wait for.
  const { workers, warnings } = await (await chooseRun(run))(run);
  progress?.done();
  if (request.verbose) {
    const { formatTimes } = await import("./format_plan.ts");
    formatTimes(run.watch, { bytes, device: request.device, workers }).forEach(run.tell);
  }
  if (request.quiet) return;
  for (const warning of warnings) if (warning !== undefined) say(warning);
}

/** Finds the function that does a run. Each is imported when it is needed. */
export async function chooseRun(run: Run): Promise<(run: Run) => Promise<Done>> {
  switch (chooseWay(run)) {
    case "records":
      return (await import("./run_records.ts")).runRecords;
    case "array":
      return (await import("./run_array.ts")).runArray;
    case "table":
      return (await import("./run_table.ts")).runTable;
  }
}

/** Begins to show progress, where that is wanted and can be seen. */
async function showProgress({ request, input, isWatched }: Run): Promise<Progress | undefined> {
  const { quiet, progress } = request;
  if (!isWatched && (quiet || progress !== "always")) return undefined;
  return (await import("./progress.ts")).openProgress(progress, { total: input.fileSize });
}

/** Finds out the formats, and tells the plan as far as it is known. */
async function openRun(
  request: Request,
  { input, count }: {
    input: Input;
    count: Readonly<Record<"read" | "written", (bytes: number) => void>>;
  },
): Promise<Run> {
  const { from, to, output, quiet, progress } = request;
  const found = await detectFormat(input.source, { from, path: request.input });
  // Who names a delimiter knows better than an ending.
  const isOther = found.format === "tsv" && request.csv.delimiter !== undefined;
  const detected: Detected = isOther ? { ...found, format: "csv" } : found;
  const written = outputFormat({ to, path: output, input: detected.format });
  if (isStandardOutput(output) && !isText(written.format) && Deno.stdout.isTerminal()) {
    throw new UsageError(
      `Cannot write ${written.format} data to a terminal: use -o FILE, or a pipe`,
    );
  }
  const run: Run = {
    request,
    input,
    from: detected.format,
    to: written.format,
    jobs: request.jobs ?? navigator.hardwareConcurrency,
    watch: new StageClock(),
    isWatched: !quiet && progress === "auto" && Deno.stderr.isTerminal(),
    openSink: async () => countedSink(await openOutput(output, written.compression), count.written),
    countRead: count.read,
    tell(line: string): void {
      if (request.verbose) say(line);
    },
  };
  if (request.verbose) {
    const { formatRunPlan } = await import("./format_plan.ts");
    formatRunPlan(run, { detected, written }).forEach(run.tell);
  }
  return run;
}
