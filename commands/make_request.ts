import { brokenRule } from "../functions/check_integer.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Format } from "../formats/format.ts";
import type { DeviceName, Request, When, Work } from "../pipeline/request.ts";
import { UsageError } from "../pipeline/usage_error.ts";
import { DEFAULT_CHUNK_SIZES } from "./data_flags.ts";
import type { Arguments } from "./flags.ts";
import { parseSize } from "./parse_size.ts";

const MOST_JOBS = 256;

/** Fills in what a user did not say, and checks what can be checked before the input is opened. */
export function makeRequest(
  { options }: Arguments,
  { work, input = "-" }: { work: Work; input?: string },
): Request {
  if (options.has("quiet") && options.has("verbose")) {
    throw new UsageError("Options --quiet and --verbose contradict each other: choose one");
  }
  const device = (options.get("device") ?? "cpu") as DeviceName;
  const request: Request = {
    work,
    input,
    output: options.get("output") ?? "-",
    from: format(options.get("from"), "read"),
    to: format(options.get("to"), "written"),
    dtype: options.get("dtype") as FloatType | undefined,
    strict: options.has("strict"),
    device,
    jobs: parseJobs(options.get("jobs")),
    chunkSize: parseSize(options.get("chunk-size") ?? DEFAULT_CHUNK_SIZES[device], "chunk-size"),
    verbose: options.has("verbose"),
    quiet: options.has("quiet"),
    progress: (options.get("progress") ?? "auto") as When,
  };
  if (input === "-" && Deno.stdin.isTerminal()) {
    throw new UsageError("Missing input: name a file, or pipe one in");
  }
  return request;
}

/** Runs a request; the pipeline is imported late, since help and errors do not need it. */
export async function runLate(request: Request): Promise<void> {
  const [{ runRequest }, { cleanUpOnInterrupt }] = await Promise.all([
    import("../pipeline/run_request.ts"),
    import("../pipeline/interrupt.ts"),
  ]);
  using _ = cleanUpOnInterrupt();
  await runRequest(request);
}

function format(text: string | undefined, done: "read" | "written"): Format | undefined {
  if (text === "csv" || text === "tsv") {
    throw new UsageError(`${text.toUpperCase()} is not ${done} yet: choose arrow, arrows or npy`);
  }
  return text as Format | undefined;
}

function parseJobs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const jobs = text.trim() === "" ? NaN : Number(text);
  const broken = brokenRule(jobs, { least: 1, most: MOST_JOBS });
  if (broken !== undefined) throw new UsageError(`Option --jobs ${broken}, got ${text}`);
  return jobs;
}
