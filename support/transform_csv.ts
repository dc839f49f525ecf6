import { CSV_DEFAULTS, type CsvOptions } from "../formats/csv/dialect.ts";
import { registry } from "../functions/registry.ts";
import { PeekedSource } from "../io/byte_source.ts";
import type { ApplyWork, Work } from "../plan/request.ts";
import type { Run } from "../pipeline/run.ts";
import { runRecords } from "../pipeline/run_records.ts";
import { Stopwatch } from "../threads/stopwatch.ts";
import { MemorySink } from "../streams/stream_bytes.ts";
import { memorySource } from "./memory.ts";

/** What is done with a text, besides the usual. */
export interface TransformOptions {
  readonly work?: Work;
  readonly csv?: Partial<CsvOptions>;
  /** Bytes that the source gives at a time. */
  readonly atATime?: number;
  readonly chunkSize?: number;
  readonly jobs?: number;
  readonly to?: "csv" | "tsv";
  readonly dtype?: "float16" | "float32" | "float64";
  readonly strict?: boolean;
}

/** What came out: the text that was written, and the message if there was an error after it. */
export interface Transformed {
  readonly text: string;
  readonly error?: string;
  readonly warnings?: readonly (string | undefined)[];
}

/** The work of `specol lgamma -c COLUMNS`. */
export function lgammaOf(columns: string, more: Partial<ApplyWork> = {}): ApplyWork {
  const spec = registry.find(({ name }) => name === "lgamma")!;
  return { kind: "apply", spec, results: "value", columns, replace: false, only: false, ...more };
}

/** Runs CSV through the pipeline, in this process. */
export async function transform(
  text: string | Uint8Array,
  options: TransformOptions = {},
): Promise<Transformed> {
  const { work = lgammaOf("x"), csv, atATime, chunkSize = 2 ** 20, jobs = 1, to = "csv" } = options;
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const source = new PeekedSource({
    ...memorySource(bytes, atATime),
    name: "in.csv",
    size: undefined,
  });
  const sink = new MemorySink();
  const written: Uint8Array[] = [];
  const run: Run = {
    request: {
      work,
      input: "in.csv",
      output: "-",
      options: [],
      csv: { ...CSV_DEFAULTS, ...csv },
      dtype: options.dtype,
      strict: options.strict ?? false,
      device: "cpu",
      chunkSize,
      verbose: false,
      quiet: false,
      progress: "never",
    },
    input: { source },
    from: "csv",
    to,
    jobs,
    watch: new Stopwatch(),
    isWatched: false,
    openSink: () =>
      Promise.resolve({
        write: (bytes: Uint8Array) => (written.push(bytes.slice()), Promise.resolve()),
        spool: () => sink.spool(),
        finish: () => sink.finish(),
        [Symbol.dispose](): void {},
      }),
    countRead(): void {},
    readAgain(): void {},
    tell(): void {},
  };
  let error: string | undefined;
  let warnings: Transformed["warnings"];
  try {
    ({ warnings } = await runRecords(run));
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  const all = await new Blob(written as BlobPart[]).arrayBuffer();
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(all), error, warnings };
}
