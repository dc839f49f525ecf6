import { formatHeader } from "../../formats/npy/header.ts";
import type { FloatType } from "../../kernels/float_types.ts";
import type { Batch } from "../../formats/table.ts";
import { writeTable } from "../../streams/write_table.ts";
import type { Table } from "../../streams/table.ts";
import { Random } from "../../support/random.ts";
import { UNIFORM_RANGE } from "../inputs.ts";
import { runProgram } from "../program.ts";

/** The array types by their names. */
export const ARRAYS = {
  float64: Float64Array,
  float32: Float32Array,
  float16: Float16Array,
} as const satisfies Record<FloatType, unknown>;

/** An array in an npy file. */
export interface NpyFile {
  readonly path: string;
  readonly type: FloatType;
  readonly shape: readonly number[];
}

/** A table of float64 in an Arrow file. */
export interface ArrowFile {
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Rows of a batch of an Arrow file. */
export const BATCH_ROWS = 65_536;

/** Elements that are made at a time. */
const CHUNK = 2 ** 20;

/** How many numbers an array holds. */
export function countOf({ shape }: NpyFile): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** Writes an npy file of random numbers, the same in every run. */
export async function makeNpy(npy: NpyFile): Promise<void> {
  const { path, type, shape } = npy;
  const Floats = ARRAYS[type];
  const header = formatHeader({ size: Floats.BYTES_PER_ELEMENT, fortran: false, shape });
  const count = countOf(npy);
  const draw = drawer();
  function* parts(): Generator<Uint8Array<ArrayBuffer>> {
    yield header;
    for (let i = 0; i < count; i += CHUNK) {
      yield new Uint8Array(new Floats(Math.min(CHUNK, count - i)).map(draw).buffer);
    }
  }
  await write(path, ReadableStream.from(parts()));
}

/** Writes an Arrow file of random numbers, the same in every run. */
export async function makeArrow({ path, columns, rows }: ArrowFile): Promise<void> {
  const draw = drawer();
  function* batches(): Generator<Batch> {
    for (let i = 0; i < rows; i += BATCH_ROWS) {
      const length = Math.min(BATCH_ROWS, rows - i);
      const arrays = columns.map(() => new Float64Array(length).map(draw));
      yield { rows: length, numbers: (column: number) => ({ values: arrays[column] }) };
    }
  }
  const table: Table = {
    columns: columns.map((name) => ({ name, typeName: "float64", type: "float64" })),
    rows,
    batches: ReadableStream.from(batches()),
  };
  await write(path, writeTable(table, { format: "arrow" }));
}

// On the disk before anything is timed: writing back would disturb who comes first.
async function write(path: string, bytes: ReadableStream<Uint8Array>): Promise<void> {
  await bytes.pipeTo((await Deno.create(path)).writable);
  await runProgram({ command: "sync", args: [path] });
}

function drawer(): () => number {
  const random = new Random(1);
  const [low, high] = UNIFORM_RANGE;
  return () => random.between(low, high);
}
