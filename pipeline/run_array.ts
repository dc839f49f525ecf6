import type { FloatType } from "../kernels/float_types.ts";
import { FLOAT_SIZES } from "../formats/table.ts";
import { formatIndex } from "../formats/npy/header.ts";
import { NpyReader } from "../formats/npy/reader.ts";
import { NpyWriter } from "../formats/npy/writer.ts";
import { gradientKernel, valueKernel } from "../functions/registry.ts";
import { countArrayWorkers } from "./choose_way.ts";
import { DomainCheck } from "./domain_check.ts";
import { type ArrayResult, flowArray } from "./flow_array.ts";
import { openRunEngine } from "./open_run_engine.ts";
import type { ApplyWork } from "../plan/request.ts";
import type { Done, Run } from "./run.ts";
import { UsageError } from "../plan/usage_error.ts";

const TYPES: Readonly<Record<number, FloatType>> = { 2: "float16", 4: "float32", 8: "float64" };

/** Computes an npy array from another, element by element. */
export async function runArray(run: Run): Promise<Done> {
  const { request, input: { source, directInput }, watch } = run;
  const { work, dtype, chunkSize } = request;
  const results = work.kind === "apply" ? resultsOf(work) : [];
  const reader = await NpyReader.open(source);
  const { elementSize, header } = reader;
  if (work.kind === "convert" && dtype === undefined && header.dtype.kind !== "f") {
    return await (await import("./copy_integers.ts")).copyIntegers(run, reader);
  }
  const { shape, fortran, count } = header;
  const type = dtype ?? TYPES[elementSize];
  const columns = Math.max(1, results.length);
  run.tell(`compute ${results.map(({ name }) => name).join(" and ") || "nothing"} in ${type}`);

  using engine = await openRunEngine(run, results.map(() => type));
  using sink = await run.openSink();
  const size = FLOAT_SIZES[type];
  const writer = await NpyWriter.open(sink, { shape, fortran, size, columns });
  const check = new DomainCheck(results, request);
  const room = Math.max(1, Math.floor(chunkSize / (elementSize * columns)));
  const array = {
    ...{ reader, check, type, chunk: Math.min(room, count) },
    locate: (element: number) => `element ${formatIndex(header, element)} of ${source.name}`,
  };
  const { directOutput } = sink;
  let workers = countArrayWorkers(run, {
    bytes: count * elementSize,
    isPlain: isPlain(reader, type),
    results: results.length,
    hasDirectOutput: directOutput !== undefined,
  });
  if (workers > 0) {
    const { shareArray } = await import("./share_array.ts");
    await shareArray(run, {
      ...array,
      kernel: results[0].kernel,
      path: directInput!.path!,
      inode: directInput!.inode,
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
  return { workers, warnings: [check.summary()] };
}

/** Whether the elements are computed with as they lie in the file. */
function isPlain({ header: { dtype } }: NpyReader, type: FloatType): boolean {
  return dtype.kind === "f" && !dtype.bigEndian && dtype.size === FLOAT_SIZES[type];
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
