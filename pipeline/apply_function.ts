import { NpyReader } from "../formats/npy/reader.ts";
import { NpyWriter } from "../formats/npy/writer.ts";
import { gradientKernel, valueKernel } from "../functions/registry.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { openSink } from "./open_sink.ts";
import { openSource } from "./open_source.ts";
import { overlap } from "./overlap.ts";
import type { Plan } from "./plan.ts";

interface Chunk {
  readonly input: ArrayBuffer;
  readonly value: ArrayBuffer;
  columns: FloatArray[];
}

/** Reads the plan's input, applies its function and writes its output. */
export async function applyFunction(plan: Plan): Promise<void> {
  using source = await openSource(plan.input);
  // The engine is imported late, since help and errors do not need it.
  const [reader, { compute }] = await Promise.all([
    NpyReader.open(source),
    import("../kernels/engine.ts"),
  ]);
  const { elementSize: size, header: { shape, fortran, count } } = reader;
  const value = valueKernel(plan.spec, plan.parameter);
  const gradient = gradientKernel(plan.spec, plan.parameter);
  const columns = plan.results === "value and gradient" ? 2 : 1;

  using sink = await openSink(plan.output);
  const writer = await NpyWriter.open(sink, { shape, fortran, size, columns });
  const room = Math.max(1, Math.floor(plan.chunkSize / (size * columns)));
  const bytes = Math.min(room, count) * size;
  function makeChunk(): Chunk {
    return {
      input: new ArrayBuffer(bytes),
      value: new ArrayBuffer(columns === 2 ? bytes : 0),
      columns: [],
    };
  }
  await overlap([makeChunk(), makeChunk(), makeChunk()], {
    async read(chunk: Chunk): Promise<boolean> {
      chunk.columns = [await reader.read(chunk.input)];
      return chunk.columns[0].length > 0;
    },
    compute(chunk: Chunk): void {
      const [x] = chunk.columns;
      if (plan.results === "value and gradient") {
        const y = sameTypeAs(x, chunk.value);
        compute(value, x, y);
        chunk.columns.unshift(y);
      }
      compute(plan.results === "value" ? value : gradient, x, x);
    },
    write: (chunk: Chunk): Promise<void> => writer.write(chunk.columns),
  });
  await writer.close();
  await sink.finish();
}

function sameTypeAs(model: FloatArray, buffer: ArrayBuffer): FloatArray {
  const Floats = model.constructor as Float64ArrayConstructor;
  return new Floats(buffer, 0, model.length);
}
