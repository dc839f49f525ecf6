import { convertFloats, FLOAT_SIZES } from "../formats/table.ts";
import { formatHeader, formatIndex } from "../formats/npy/header.ts";
import { NpyReader } from "../formats/npy/reader.ts";
import { NpyWriter } from "../formats/npy/writer.ts";
import { type FunctionSpec, gradientKernel, valueKernel } from "../functions/registry.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { batchesInFlight, countArrayWorkers } from "./strategy.ts";
import { bindNumber } from "../kernels/engine.ts";
import { kernelClassifier } from "../kernels/outcome.ts";
import { DomainCheck, type Subject } from "./report/domain_check.ts";
import { openRunEngine } from "./open_run_engine.ts";
import type { ApplyWork } from "../plan/request.ts";
import type { Done, Run } from "./run.ts";
import { UsageError } from "../plan/usage_error.ts";
import type { Engine, Kernel } from "../kernels/job.ts";
import { runSequential } from "./sequential.ts";
import { RoundedIntegers } from "./report/rounded_integers.ts";
import { overflowHint } from "./report/overflow_hint.ts";

const TYPES: Readonly<Record<number, FloatType>> = { 2: "float16", 4: "float32", 8: "float64" };

/** Computes an npy array from another, element by element. */
export async function runArray(run: Run): Promise<Done> {
  const { request, input: { source, directInput }, watch } = run;
  const { work, dtype, chunkSize } = request;
  const results = work.kind === "apply" ? resultsOf(work) : [];
  const whole = await NpyReader.open(source);
  if (run.part !== undefined) checkCuttable(whole, { name: source.name, results: results.length });
  await using piece = await run.part?.narrow({
    index: 0,
    input: run.input,
    narrow: (piece) => Promise.resolve(whole.narrow(piece)),
  });
  const { reader, elementsBefore } = piece ?? { reader: whole, elementsBefore: 0 };
  const { elementSize, header } = reader;
  if (work.kind === "convert" && dtype === undefined && header.dtype.kind !== "f") {
    return await copyIntegers(run, reader);
  }
  const { shape, fortran, count } = header;
  const type = dtype ?? TYPES[elementSize];
  const columns = Math.max(1, results.length);
  run.log(`compute ${results.map(({ name }) => name).join(" and ") || "nothing"} in ${type}`);

  using engine = await openRunEngine(run, results.map(() => type));
  using sink = await run.openSink();
  const size = FLOAT_SIZES[type];
  const writer = await NpyWriter.open(sink, { shape, fortran, size, columns });
  const check = new DomainCheck(results.map((result) => subjectOf(result, type)), request);
  const rounded = new RoundedIntegers();
  const room = Math.max(1, Math.floor(chunkSize / (elementSize * columns)));
  const array = {
    reader,
    check,
    rounded,
    type,
    chunk: Math.min(room, count),
    locate: (element: number) =>
      `element ${formatIndex(whole.header, elementsBefore + element)} of ${source.name}`,
  };
  const { directOutput } = sink;
  let workers = countArrayWorkers(run, {
    bytes: count * elementSize,
    isPlain: isPlain(reader, type),
    results: results.length,
    hasDirectOutput: directOutput !== undefined,
  });
  if (workers > 0) {
    const { shareNpy } = await import("./parallel/share_npy.ts");
    await shareNpy(run, {
      ...array,
      kernel: results[0].kernel,
      path: directInput!.path,
      identity: directInput!.identity,
      directOutput: directOutput!,
      workers,
    });
  } else {
    await flowArray(run, { ...array, results, writer, engine });
    workers = engine.workers;
  }
  await watch.time("write", async () => {
    await writer.close();
    await sink.finish();
  });
  return {
    workers,
    rows: count,
    outcomes: check.outcomes,
    warnings: [rounded.summary(request.csv.quote), ...check.summaries()],
  };
}

/** Throws where pieces of an array could not be joined in order. */
function checkCuttable(
  { header: { shape, fortran } }: NpyReader,
  { name, results }: { name: string; results: number },
): void {
  if (shape.length === 0) {
    throw new UsageError(`Cannot split ${name} with --part: it holds a single number`);
  }
  if (!fortran || shape.length === 1 || results <= 1) return;
  throw new UsageError(
    `Cannot split ${name} with --part and --grad: it is in Fortran order, in which all gradients ` +
      `follow all values; save it in C order, or compute the gradient alone, with --grad=only`,
  );
}

/** Returns whether the elements of the file are floats that can be computed without conversion. */
function isPlain({ header: { dtype } }: NpyReader, type: FloatType): boolean {
  return dtype.kind === "f" && !dtype.bigEndian && dtype.size === FLOAT_SIZES[type];
}

function resultsOf({ spec, parameter, results }: ApplyWork): ArrayResult[] {
  const name = `${spec.name}${parameter ?? ""}`;
  const value = { spec, name, kernel: valueKernel(spec, parameter) };
  const gradient = { spec, name: `${name}_grad`, kernel: gradientKernel(spec, parameter) };
  if (results === "value") return [value];
  return results === "gradient" ? [gradient] : [value, gradient];
}

/** A result for each element. */
export interface ArrayResult {
  readonly name: string;
  readonly spec: FunctionSpec;
  readonly kernel: Kernel;
}

function subjectOf({ name, spec, kernel }: ArrayResult, type: FloatType): Subject {
  const hint = () => overflowHint({ type, names: new Set([spec.name]) });
  return { name, spec, hint, classify: kernelClassifier(kernel, { bindNumber }) };
}

/** An array that flows through this thread, and its results. */
export interface FlowingArray {
  readonly reader: NpyReader;
  readonly writer: NpyWriter;
  readonly engine: Engine;
  /** The results; none where elements are only converted. */
  readonly results: readonly ArrayResult[];
  readonly check: DomainCheck;
  readonly rounded: RoundedIntegers;
  /** Names an element by its number, for messages. */
  readonly locate: (element: number) => string;
  /** The type to compute in and to write. */
  readonly type: FloatType;
  /** Elements of a chunk. */
  readonly chunk: number;
}

/** The results of some elements, and the elements. */
interface Chunk {
  readonly columns: readonly FloatArray[];
  /** The elements. */
  readonly x?: FloatArray;
}

/** Takes an array from its reader through the engine to its writer. */
async function flowArray(run: Run, array: FlowingArray): Promise<void> {
  const { watch } = run;
  const { reader, writer, engine, results, check, rounded, locate, type, chunk } = array;
  const bytes = chunk * reader.elementSize;
  const inFlight = batchesInFlight(run);
  // Buffers that were written are read into again, and copies that were checked are overwritten:
  // new memory takes longer than a copy. There are as many as chunks in flight.
  const free: ArrayBuffer[] = [];
  const checked: FloatArray[] = [];
  let first = 0;
  await runSequential<FloatArray, Chunk>({
    isLive: run.input.source.live !== undefined,
    async next(): Promise<FloatArray | undefined> {
      const buffer = free.pop() ?? new ArrayBuffer(bytes);
      const floats = await watch.time("read", () => reader.read(buffer));
      return floats.length > 0 ? floats : undefined;
    },
    transform(floats: FloatArray): Chunk | Promise<Chunk> {
      rounded.look({ values: floats, isWide: isWide(reader.header) }, "the array");
      const x = convertFloats(floats, type);
      if (results.length === 0) return { columns: [x] };
      // Results overwrite the elements, and only elements distinguish a pole from an overflow.
      const kept = copyTo(checked.pop(), x);
      const jobs = results.map(({ kernel }) => ({ kernel, x }));
      const done = watch.time("compute", () => engine.run(jobs));
      if (!(done instanceof Promise)) return { columns: done, x: kept };
      return done.then((columns) => ({ columns, x: kept }));
    },
    async emit({ columns, x }: Chunk): Promise<void> {
      if (x !== undefined) {
        const found = columns.map((y, subject) => ({ subject, inputs: { columns: [x] }, y }));
        check.check(found, (_, element) => locate(first + element));
        checked.push(x);
      }
      first += columns[0].length;
      await watch.time("write", () => writer.write(columns));
      for (const { buffer } of columns) {
        if (buffer.byteLength === bytes && free.length <= inFlight) {
          free.push(buffer as ArrayBuffer);
        }
      }
    },
  }, { inFlight });
}

/** Copies elements into an array of their type, which is as long or longer, or into a new one. */
function copyTo(array: FloatArray | undefined, x: FloatArray): FloatArray {
  if (array === undefined) return x.slice();
  const copy = array.subarray(0, x.length);
  copy.set(x);
  return copy;
}

/**
 * Copies an npy array of integers unchanged, except that it becomes little-endian. Users who only
 * change the compression of a file should not find floats in it, which do not have all the digits
 * of 64-bit integers.
 */
async function copyIntegers(run: Run, reader: NpyReader): Promise<Done> {
  const { request: { chunkSize }, watch } = run;
  const { dtype: { kind, size }, shape, fortran, count } = reader.header;
  run.log("compute nothing, copy integers");
  using sink = await run.openSink();
  await sink.write(formatHeader({ kind, size, fortran, shape }));
  const room = Math.max(1, Math.min(Math.floor(chunkSize / size), count)) * size;
  await runSequential<Uint8Array, Uint8Array>({
    isLive: run.input.source.live !== undefined,
    async next(): Promise<Uint8Array | undefined> {
      const bytes = await watch.time("read", () => reader.readBytes(new ArrayBuffer(room)));
      return bytes.length > 0 ? bytes : undefined;
    },
    transform: (bytes) => bytes,
    emit: (bytes) => watch.time("write", () => sink.write(bytes)),
  }, { inFlight: batchesInFlight(run) });
  await watch.time("write", () => sink.finish());
  return { workers: 0, rows: count, warnings: [] };
}

/** Whether an array has integers that a float64 may not hold. */
function isWide({ dtype: { kind, size } }: NpyReader["header"]): boolean {
  return kind !== "f" && size === 8;
}
