import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { convertFloats } from "../formats/table.ts";
import type { NpyReader } from "../formats/npy/reader.ts";
import type { NpyWriter } from "../formats/npy/writer.ts";
import type { Engine, Kernel } from "../kernels/job.ts";
import { batchesInFlight } from "./choose_way.ts";
import type { Before, DomainCheck, Subject } from "./domain_check.ts";
import { flow } from "./flow.ts";
import type { Run } from "./run.ts";

/** A result for each element. */
export interface ArrayResult extends Subject {
  readonly kernel: Kernel;
}

/** An array, and what is made of it. */
export interface FlowingArray {
  readonly reader: NpyReader;
  readonly writer: NpyWriter;
  readonly engine: Engine;
  /** None where elements are only converted. */
  readonly results: readonly ArrayResult[];
  readonly check: DomainCheck;
  /** What messages call an element, by its number. */
  readonly locate: (element: number) => string;
  /** The type to compute in and to write. */
  readonly type: FloatType;
  /** Elements of a chunk. */
  readonly chunk: number;
}

/** The results for some elements, and what is known of these. */
interface Chunk {
  readonly columns: readonly FloatArray[];
  readonly before?: Before;
}

/** Takes an array from its reader through the engine to its writer. */
export async function flowArray(run: Run, array: FlowingArray): Promise<void> {
  const { watch } = run;
  const { reader, writer, engine, results, check, locate, type, chunk } = array;
  const bytes = chunk * reader.elementSize;
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
      if (before !== undefined) {
        const checked = columns.map((y, subject) => ({ subject, before, y }));
        check.after(checked, (_, element) => locate(first + element));
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
