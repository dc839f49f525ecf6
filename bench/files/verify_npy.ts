import { compute, type Kernel } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { readFull } from "../../io/byte_source.ts";
import { emptyLike } from "../inputs.ts";
import { assertSame } from "../assert_same.ts";
import { ARRAYS, type NpyFile } from "./make_files.ts";

/** What a file must hold. */
export interface Expectation {
  /** The file that the results are of. */
  readonly input: NpyFile;
  readonly kernel: Kernel;
  /**
   * How near the results must be, relative to the larger of them and 1; without it, the same bits.
   */
  readonly tolerance?: number;
}

/** Bytes that are compared at a time; a multiple of every element's. */
const CHUNK_BYTES = 2 ** 23;

/**
 * Throws unless a file is what numpy would write of the results: the header, which has the type and
 * the shape, and all values.
 */
export async function verifyNpy(
  path: string,
  { input, kernel, tolerance }: Expectation,
): Promise<void> {
  const Floats = ARRAYS[input.type];
  using theirs = await Deno.open(input.path);
  using ours = await Deno.open(path);
  const [{ size }, { size: expected }] = [await ours.stat(), await theirs.stat()];
  if (size !== expected) {
    throw new Error(`Cannot time ${path}: it has ${size} bytes, ${expected} were expected`);
  }
  const headerLength = await headerLengthOf(input.path);
  const header = await read(theirs, headerLength);
  assertSame(await read(ours, headerLength), header, `${path}: header`);
  for (let at = 0;; at += CHUNK_BYTES) {
    const x = new Floats((await read(theirs, CHUNK_BYTES)).buffer);
    const y = new Floats((await read(ours, CHUNK_BYTES)).buffer);
    if (x.length === 0) return;
    const expected = emptyLike(x);
    compute(kernel, x, expected);
    const title = `${path}: results from byte ${headerLength + at}`;
    if (tolerance) assertNear(y, expected, { title, tolerance });
    else assertSame(y, expected, title);
  }
}

async function headerLengthOf(path: string): Promise<number> {
  using file = await Deno.open(path);
  const start = await read(file, 10);
  return 10 + new DataView(start.buffer).getUint16(8, true); // version 1.0
}

async function read(file: Deno.FsFile, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const found = await readFull({ name: "", read: (into) => file.read(into) }, bytes);
  return found === length ? bytes : bytes.slice(0, found);
}

function assertNear(
  actual: FloatArray,
  expected: FloatArray,
  { title, tolerance }: { title: string; tolerance: number },
): void {
  const near = (value: number, i: number): boolean =>
    Math.abs(actual[i] - value) <= tolerance * Math.max(Math.abs(value), 1);
  if (actual.length === expected.length && (expected as Float64Array).every(near)) return;
  throw new Error(`Cannot time ${title}: they differ by more than ${tolerance}`);
}
