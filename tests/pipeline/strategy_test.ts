import { assertEquals, assertThrows } from "@std/assert";
import type { Format } from "../../formats/registry.ts";
import {
  batchesInFlight,
  canShareOutput,
  chooseEngine,
  chooseRecordsEngine,
  chooseStrategy,
  countArrayWorkers,
  countRecordThreads,
  countSliceRows,
  countTableThreads,
  sizeRecordChunks,
} from "../../pipeline/strategy.ts";
import {
  ARRAY_BYTES_PER_WORKER,
  CSV_BYTES_PER_THREAD,
  GPU_BATCHES,
  MIN_SHARED_INPUT_BYTES,
  MIN_SHARED_PIPE_CHUNK_BYTES,
  MIN_SHARED_TABLE_BYTES,
  MIN_SLICE_ROWS,
  MIN_WATCHED_TABLE_BYTES,
  USUAL_COMPRESSION,
} from "../../pipeline/thresholds.ts";
import { CSV_DEFAULTS } from "../../formats/csv/dialect.ts";
import type { Run } from "../../pipeline/run.ts";
import { UsageError } from "../../plan/usage_error.ts";
import type { Work } from "../../plan/request.ts";
import { lgammaOf } from "../../support/transform_csv.ts";

/** A run with only the properties that choose a strategy. */
function runOf(
  { work, from = "csv", to = "csv", device = "cpu", jobs = 2, chunkSize = 2 ** 20, ...input }: {
    work?: Work;
    from?: Format;
    to?: Format;
    device?: "cpu" | "webgpu" | "auto";
    jobs?: number;
    chunkSize?: number;
    directInput?: { path: string };
    fileSize?: number;
    compression?: "gzip";
  },
): Run {
  const request = { work, device, chunkSize, csv: CSV_DEFAULTS };
  return { request, input, from, to, jobs, bytes: input.fileSize } as unknown as Run;
}

Deno.test("CSV to CSV goes by records, npy to npy by elements, all else as a table", () => {
  const whole = { ...lgammaOf("x"), columns: undefined };
  const convert = { kind: "convert" } as Work;
  const cases: [Work, Format, Format, string][] = [
    [lgammaOf("x"), "csv", "csv", "records"],
    [lgammaOf("x"), "tsv", "csv", "records"],
    [lgammaOf("x"), "csv", "npy", "table"],
    [whole, "npy", "npy", "array"],
    [convert, "npy", "npy", "array"],
    [lgammaOf("1"), "npy", "npy", "table"],
    [{ ...whole, upstream: "2" }, "npy", "npy", "table"],
    [whole, "npy", "csv", "table"],
    [{ kind: "map" } as Work, "npy", "npy", "table"],
  ];
  for (const [work, from, to, way] of cases) {
    assertEquals(chooseStrategy(runOf({ work, from, to })).kind, way, `${from} to ${to}`);
  }
});

Deno.test("workers share a plain array of a file once there is enough for two", () => {
  const plain = { isPlain: true, results: 1, hasDirectOutput: true };
  const file = { directInput: { path: "x.npy" }, jobs: 4 };
  const bytes = 2 * ARRAY_BYTES_PER_WORKER;
  assertEquals(countArrayWorkers(runOf(file), { ...plain, bytes: bytes - 1 }), 0);
  assertEquals(countArrayWorkers(runOf(file), { ...plain, bytes }), 2);
  assertEquals(countArrayWorkers(runOf(file), { ...plain, bytes: 100 * bytes }), 4);
  assertEquals(countArrayWorkers(runOf({ jobs: 4 }), { ...plain, bytes }), 0);
  assertEquals(countArrayWorkers(runOf({ ...file, device: "auto" }), { ...plain, bytes }), 0);
  for (const other of [{ isPlain: false }, { results: 2 }, { hasDirectOutput: false }]) {
    assertEquals(countArrayWorkers(runOf(file), { ...plain, bytes, ...other }), 0);
  }
});

Deno.test("threads share records of large files, and of pipes with usual chunks", () => {
  const file = { directInput: { path: "x.csv" }, jobs: 4 };
  const fileSize = 2 * CSV_BYTES_PER_THREAD;
  assertEquals(countRecordThreads(runOf({ ...file, fileSize: fileSize - 1 })), 1);
  assertEquals(countRecordThreads(runOf({ ...file, fileSize })), 2);
  assertEquals(countRecordThreads(runOf({ ...file, fileSize: 100 * fileSize })), 4);
  assertEquals(countRecordThreads(runOf({ ...file, fileSize: 1 })), 1);
  const compressed = { compression: "gzip", fileSize: fileSize / USUAL_COMPRESSION } as const;
  assertEquals(countRecordThreads(runOf({ jobs: 4, ...compressed })), 2);
  assertEquals(countRecordThreads(runOf({ jobs: 3 })), 3);
  const chunkSize = MIN_SHARED_PIPE_CHUNK_BYTES - 1;
  assertEquals(countRecordThreads(runOf({ jobs: 3, chunkSize })), 1);
  assertEquals(countRecordThreads(runOf({ jobs: 3, device: "webgpu" })), 1);
  assertEquals(countRecordThreads(runOf({ jobs: 1 })), 1);
});

Deno.test("whether threads share one of several inputs depends on the bytes of all", () => {
  const bytes = 2 * CSV_BYTES_PER_THREAD;
  const one = runOf({ directInput: { path: "x.csv" }, jobs: 4, fileSize: MIN_SHARED_INPUT_BYTES });
  assertEquals(countRecordThreads(one), 1);
  assertEquals(countRecordThreads({ ...one, bytes }), 2);
  assertEquals(countRecordThreads({ ...one, bytes: undefined }), 4);
  const range = { start: 5, end: 4 + MIN_SHARED_INPUT_BYTES };
  assertEquals(countRecordThreads({ ...one, bytes }, { range }), 1);
});

Deno.test("the engine is what was asked for, but a GPU computes no float64 and no text", () => {
  assertEquals(chooseEngine(runOf({ device: "webgpu" }), []), "cpu");
  assertEquals(chooseEngine(runOf({ device: "webgpu" }), ["float32"]), "webgpu");
  assertEquals(chooseEngine(runOf({ device: "auto" }), ["float64"]), "auto");
  assertThrows(() => chooseEngine(runOf({ device: "webgpu" }), ["float64"]), UsageError);
  assertEquals(chooseRecordsEngine(runOf({ device: "auto" }), ["float32"]), "cpu");
  assertEquals(chooseRecordsEngine(runOf({ device: "webgpu" }), ["float32"]), "webgpu");
});

Deno.test("pieces are as many and as large as threads, devices and memory allow", () => {
  assertEquals(batchesInFlight(runOf({ jobs: 1 })), 1);
  assertEquals(batchesInFlight(runOf({ jobs: 2 })), 4);
  assertEquals(batchesInFlight(runOf({ jobs: 1, device: "auto" })), GPU_BATCHES);
  assertEquals(countSliceRows(2 ** 20, 1), 2 ** 17);
  assertEquals(countSliceRows(2 ** 20, 200_000), MIN_SLICE_ROWS);
  const chunkSize = 2 ** 20;
  assertEquals(sizeRecordChunks({ chunkSize, recordSize: 100, results: 1 }), chunkSize);
  assertEquals(sizeRecordChunks({ chunkSize, recordSize: 2, results: 50 }) < chunkSize / 100, true);
  assertEquals(sizeRecordChunks({ chunkSize, recordSize: 1e6, results: 1e5 }), chunkSize);
});

Deno.test("threads share Arrow files whose expressions are written or added up, or that become text", () => {
  const large = {
    ...{ work: { kind: "map" } as Work, from: "arrow", to: "arrows", jobs: 3 } as const,
    directInput: { path: "x" },
    fileSize: MIN_SHARED_TABLE_BYTES,
  };
  const facts = { isLong: true, hasDirectOutput: true };
  assertEquals(countTableThreads(runOf(large), facts), 3);
  assertEquals(countTableThreads(runOf({ ...large, jobs: 1 }), facts), 1);
  const reduce = { work: { kind: "reduce" } as Work, to: "csv" } as const;
  assertEquals(countTableThreads(runOf({ ...large, ...reduce }), facts), 3);
  // Text takes long enough to write.
  const text = { ...facts, isLong: false };
  assertEquals(countTableThreads(runOf({ ...large, to: "csv" }), text), 3);
  for (
    const other of [
      ...[{ from: "npy" }, { to: "parquet" }, { device: "auto" }, {
        directInput: undefined,
      }] as const,
      { fileSize: MIN_SHARED_TABLE_BYTES - 1 },
    ]
  ) {
    assertEquals(countTableThreads(runOf({ ...large, ...other }), facts), 0, JSON.stringify(other));
  }
  for (const other of [{ isLong: false }, { hasDirectOutput: false }]) {
    assertEquals(countTableThreads(runOf(large), { ...facts, ...other }), 0, JSON.stringify(other));
  }
  const run = runOf(large);
  for (const other of [{ part: {} }, { more: [{}] }] as Partial<Run>[]) {
    assertEquals(countTableThreads({ ...run, ...other }, facts), 0, JSON.stringify(other));
  }
});

Deno.test("threads write text to standard output, and leave the main thread free if somebody watches", () => {
  const stdout = { position: 0, wrote(): void {}, explain: (error: unknown) => error as Error };
  const file = { ...stdout, path: "x" };
  const run = runOf({ to: "csv", jobs: 2, fileSize: MIN_WATCHED_TABLE_BYTES });
  const arrow: Run = { ...run, to: "arrow" };
  assertEquals([run, arrow].map((run) => canShareOutput(run, file)), [true, true]);
  assertEquals([run, arrow].map((run) => canShareOutput(run, stdout)), [true, false]);
  assertEquals(canShareOutput(run, undefined), false);
  const watched: Run = { ...run, isWatched: true };
  const short = runOf({ to: "csv", jobs: 2, fileSize: MIN_WATCHED_TABLE_BYTES - 1 });
  assertEquals(canShareOutput(watched, stdout), true);
  assertEquals(canShareOutput({ ...watched, jobs: 1 }, stdout), false);
  assertEquals(canShareOutput({ ...short, isWatched: true }, stdout), false);
  assertEquals(canShareOutput(short, stdout), true);
});
