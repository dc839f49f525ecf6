import { convertFloats, FLOAT_SIZES } from "../formats/convert_floats.ts";
import { formatIndex } from "../formats/npy/format_index.ts";
import { NpyReader } from "../formats/npy/reader.ts";
import { NpyWriter } from "../formats/npy/writer.ts";
import { gradientKernel, valueKernel } from "../functions/registry.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { batchesInFlight } from "./batches_in_flight.ts";
import { type Before, DomainCheck, type Subject } from "./domain_check.ts";
import { flow } from "./flow.ts";
import { openRunEngine } from "./open_run_engine.ts";
import type { ApplyWork } from "./request.ts";
import type { Done, Run } from "./run.ts";
import { UsageError } from "./usage_error.ts";

/** A result for each element. */
interface ArrayResult extends Subject {
  readonly kernel: Kernel;
}

/** The results for some elements, and what is known of these. */
interface Chunk {
  readonly columns: readonly FloatArray[];
  readonly before?: Before;
}

const TYPES: Readonly<Record<number, FloatType>> = { 2: "float16", 4: "float32", 8: "float64" };

/** Computes an npy array from another, element by element. */
export async function runArray(run: Run): Promise<Done> {
  const { request, input: { source }, watch } = run;
  const { work, dtype, chunkSize } = request;
  const results = work.kind === "apply" ? resultsOf(work) : [];
  const reader = await NpyReader.open(source);
  const { elementSize, header } = reader;
  const { shape, fortran, count } = header;
  const type = dtype ?? TYPES[elementSize];
  const columns = Math.max(1, results.length);
  run.tell(`compute ${results.map(({ name }) => name).join(" and ") || "nothing"} in ${type}`);

  using engine = await openRunEngine(run, results.map(() => type));
  using sink = await run.openSink();
  const writer = await NpyWriter.open(sink, {
    shape,
    fortran,
    size: FLOAT_SIZES[type],
    columns,
  });
  const check = new DomainCheck(results, {
    strict: request.strict,
    locate: (_, element) => `element ${formatIndex(header, element)} of ${source.name}`,
  });
  const room = Math.max(1, Math.floor(chunkSize / (elementSize * columns)));
  const bytes = Math.min(room, count) * elementSize;
  const inFlight = batchesInFlight(run);
  // Buffers that were written are read into again: they are as many as there are chunks on the way.
  const free: ArrayBuffer[] = [];
  let first = 0;
  await flow<FloatArray, Chunk>({
    async read(): Promise<FloatArray | undefined> {
      const buffer = free.pop() ?? new ArrayBuffer(bytes);
      const floats = await watch.time("read", () => reader.read(buffer));
      return floats.length > 0 ? floats : undefined;
    },
    compute(floats: FloatArray): Chunk | Promise<Chunk> {
      const x = convertFloats(floats, type);
      if (results.length === 0) return { columns: [x] };
      const before = check.before({ x });
      const jobs = results.map(({ kernel }) => ({ kernel, x }));
      const done = watch.time("compute", () => engine.run(jobs));
      if (!(done instanceof Promise)) return { columns: done, before };
      return done.then((columns) => ({ columns, before }));
    },
    async write({ columns, before }: Chunk): Promise<void> {
      if (before !== undefined) columns.forEach((y, i) => check.after(i, { before, y, first }));
      first += columns[0].length;
      await watch.time("write", () => writer.write(columns));
      for (const { buffer } of columns) {
        if (buffer.byteLength === bytes && free.length <= inFlight) {
          free.push(buffer as ArrayBuffer);
        }
      }
    },
  }, { inFlight });
  const { workers } = engine;
  await watch.time("write", async () => {
    await writer.close();
    await sink.finish();
  });
  return { workers, warning: check.summary() };
}

function resultsOf({ spec, parameter, results, template }: ApplyWork): ArrayResult[] {
  if (template !== undefined) {
    throw new UsageError("Option --as names columns, and an npy array has no names: leave it out");
  }
  const name = `${spec.name}${parameter ?? ""}`;
  const value = { spec, name, kernel: valueKernel(spec, parameter) };
  const gradient = { spec, name: `${name}_grad`, kernel: gradientKernel(spec, parameter) };
  if (results === "value") return [value];
  return results === "gradient" ? [gradient] : [value, gradient];
}
