import { Float16Array, type FloatArray, nextNonfinite } from "./float_types.ts";
import { type Job, type Kernel, type KernelName, makeResult, type NumberKernel } from "./job.ts";
import {
  chooseKernel,
  type Entries,
  type Exports,
  findEntries,
  instantiate,
  isGradient,
  type MemoryKernel,
} from "./exports.ts";
import { BLOCK, copy, copyBack, growMemory, makePlace, type Place, PLACE_BYTES } from "./memory.ts";
import { bitsOf, HalfTables, lookUp } from "./half_tables.ts";
import { statusesOf } from "./result_status.ts";
import { runProgram } from "./run_program.ts";

/** An instance of the WebAssembly module, with a memory of its own. */
export interface Instance {
  /** See `compute` of engine.ts. */
  compute(kernel: Kernel, x: FloatArray, out: FloatArray, upstream?: FloatArray): void;
  /** See `computeBoth` of engine.ts. */
  computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void;
  /** See `bindNumber` of engine.ts. */
  bindNumber(name: KernelName): NumberKernel;
  /** Runs jobs in turn, in steps. A job that is not an overwriter gets a new array for its result. */
  run(jobs: readonly Job[], overwriters: readonly boolean[]): Generator<undefined, FloatArray[]>;
  /** Returns memory of the module to compute in. Each call invalidates the array of the last one. */
  lend(bytes: number): Uint8Array<ArrayBuffer>;
  /**
   * Computes the first `count` floats of the lent memory in place. Returns the number of the first
   * result that is infinite or NaN; `count` if there is none.
   */
  computeLent(kernel: Kernel, floats: { size: 2 | 4 | 8; count: number }): number;
  /** Chooses the kernel for float64 numbers in memory, or for float32 numbers without upstream. */
  choose(name: KernelName, isFloat32: boolean, hasUpstream: boolean): MemoryKernel;
  /** Makes another instance of the module. */
  another(): Instance;
  /** The exports of the module. Their addresses are unsigned. */
  readonly exports: Exports;
  readonly memory: WebAssembly.Memory;
  /** Where the memory for programs that stay open begins (kept_programs.ts). */
  readonly kept: number;
  /** The first address that this instance does not use. */
  readonly end: number;
  /** Grows the memory up to an address. Arrays over the old memory become empty. */
  reserve(end: number): void;
}

/** The output of a gradient, and its factors. */
export interface Slope {
  readonly out: FloatArray;
  readonly upstream?: FloatArray;
}

/** The number of bytes of a cache line. Kernels may write that far beyond the last element. */
const LINE = 64;

/**
 * The number of bytes for programs that stay open: enough for about twenty likelihoods with their
 * gradients. Pages that nobody touches take no memory.
 */
export const KEPT_BYTES = 2 ** 22;

/** The minimum length of a float16 array that counts towards a table. */
const WORTH_COUNTING = 1024;

/** Instantiates the module. */
export function makeInstance(module: WebAssembly.Module): Instance {
  const exports = instantiate(module);
  const { memory } = exports;
  const entries: Partial<Record<KernelName, Entries>> = Object.create(null);
  const start = exports.ARENA.value;
  // After the module's tables come three places, each with a block in every type. After them come
  // the programs that stay open, and the lent memory.
  const kept = Math.ceil((start + 3 * PLACE_BYTES) / LINE) * LINE;
  const lent = kept + KEPT_BYTES;
  const halfTables = new HalfTables((kernel, x) => computeBlocks(kernel, x, x));
  let values: Place;
  let factors: Place;
  let slopes: Place;
  reserve(lent);
  makePlaces();

  function reserve(end: number): void {
    growMemory(memory, end);
  }

  function makePlaces(): void {
    const buffer = memory.buffer as ArrayBuffer;
    [values, factors, slopes] = [0, 1, 2].map((i) => makePlace(buffer, start + i * PLACE_BYTES));
  }

  /**
   * Renews the arrays if the memory has grown: it then has a new buffer, and arrays over the old
   * one are empty.
   */
  function renewPlaces(): void {
    if (values.f64.length === 0) makePlaces();
  }

  /** Converts a block of any type into the place's float64 array. */
  function load(place: Place, x: FloatArray): void {
    if (x.BYTES_PER_ELEMENT === 8) {
      copy(x, place.f64);
    } else if (x.BYTES_PER_ELEMENT === 4) {
      copy(x, place.f32);
      exports.widen_f32(place.short, place.wide, x.length);
    } else {
      copy(x, place.f16);
      exports.widen_f16(place.short, place.wide, (x.length + 3) & ~3); // including the padding
    }
  }

  /**
   * Returns the entries of a kernel. They are found once, because building the name of an export
   * takes as long as computing a number.
   */
  function entriesOf(name: KernelName): Entries {
    return entries[name] ??= findEntries(exports, name);
  }

  function computeBlock(
    kernel: Entries,
    parameter: number | undefined,
    x: FloatArray,
    out: FloatArray,
    upstream?: FloatArray,
  ): void {
    const isFloat32 = x.BYTES_PER_ELEMENT === 4;
    const { isShort, run } = chooseKernel(kernel, isFloat32, upstream !== undefined);
    if (isShort) {
      copy(x, values.f32);
      run(values.short, values.short, x.length, parameter);
      copyBack(values.f32, out);
      return;
    }
    load(values, x);
    run(values.wide, values.wide, x.length, parameter);
    if (upstream !== undefined) multiply(values, upstream);
    unload(values, out);
  }

  function multiply(place: Place, upstream: FloatArray): void {
    load(factors, upstream);
    exports.multiply_f64(place.wide, factors.wide, upstream.length);
  }

  /** Converts the place's float64 array into a block of any type. */
  function unload(place: Place, out: FloatArray): void {
    if (out.BYTES_PER_ELEMENT === 8) {
      copyBack(place.f64, out);
    } else if (out.BYTES_PER_ELEMENT === 4) {
      exports.narrow_f32(place.wide, place.short, out.length);
      copyBack(place.f32, out);
    } else {
      exports.narrow_f16(place.wide, place.short, out.length);
      copyBack(place.f16, out);
    }
  }

  function computeBothBlock(
    { name, parameter }: Kernel,
    x: FloatArray,
    out: FloatArray,
    slope: Slope,
  ): void {
    const isFloat32 = x.BYTES_PER_ELEMENT === 4;
    const { isShort, both } = chooseKernel(
      entriesOf(name),
      isFloat32,
      slope.upstream !== undefined,
    );
    if (isShort) {
      copy(x, values.f32);
      both!(values.short, values.short, slopes.short, x.length, parameter);
      copyBack(values.f32, out);
      copyBack(slopes.f32, slope.out);
      return;
    }
    load(values, x);
    both!(values.wide, values.wide, slopes.wide, x.length, parameter);
    if (slope.upstream !== undefined) multiply(slopes, slope.upstream);
    const alone = chooseKernel(entriesOf(name), isFloat32, false);
    if (alone.isShort) {
      // Only products are rounded from float64: values, which have no upstream, would be rounded twice.
      copy(x, values.f32);
      alone.run(values.short, values.short, x.length, parameter);
      copyBack(values.f32, out);
    } else unload(values, out);
    unload(slopes, slope.out);
  }

  function computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void {
    renewPlaces();
    if (x.length <= BLOCK) return computeBothBlock(kernel, x, out, slope);
    for (let start = 0; start < x.length; start += BLOCK) {
      const end = start + BLOCK;
      computeBothBlock(kernel, x.subarray(start, end), out.subarray(start, end), {
        out: slope.out.subarray(start, end),
        upstream: slope.upstream?.subarray(start, end),
      });
    }
  }

  function compute(kernel: Kernel, x: FloatArray, out: FloatArray, upstream?: FloatArray): void {
    const found = entriesOf(kernel.name);
    renewPlaces();
    const count = x.length;
    if (x.BYTES_PER_ELEMENT === 2 && upstream === undefined && count >= WORTH_COUNTING) {
      const results = halfTables.find(kernel, count);
      if (results !== undefined) {
        return lookUp(results, bitsOf(x as Float16Array), bitsOf(out as Float16Array));
      }
    }
    if (count <= BLOCK) computeBlock(found, kernel.parameter, x, out, upstream);
    else computeBlocks(kernel, x, out, upstream);
  }

  function computeBlocks(
    kernel: Kernel,
    x: FloatArray,
    out: FloatArray,
    upstream?: FloatArray,
  ): void {
    const found = entriesOf(kernel.name);
    for (let start = 0; start < x.length; start += BLOCK) {
      const part = (array: FloatArray): FloatArray => array.subarray(start, start + BLOCK);
      computeBlock(found, kernel.parameter, part(x), part(out), upstream && part(upstream));
    }
  }

  function bindNumber(name: KernelName): NumberKernel {
    return entriesOf(name).number;
  }

  function* run(
    jobs: readonly Job[],
    overwriters: readonly boolean[],
  ): Generator<undefined, FloatArray[]> {
    const results = jobs.map((job, i) => overwriters[i] ? job.x : makeResult(job));
    for (let i = 0; i < jobs.length; i++) {
      const { kernel, x, upstream, expressions } = jobs[i];
      if (kernel === undefined) {
        const all = results[i] as Float64Array;
        const count = x.length * expressions!.program.outputs.length;
        const out = all.subarray(0, count);
        yield* runProgram(instance, expressions!, { out, statuses: statusesOf(all, count) });
        continue;
      }
      const next = jobs[i + 1];
      const isBoth = next?.x === x && upstream === undefined && next.kernel !== undefined &&
        isGradient(next.kernel, kernel);
      for (let start = 0; start < x.length; start += BLOCK) {
        const part = <T extends FloatArray>(array: T): T =>
          array.subarray(start, start + BLOCK) as T;
        if (isBoth) {
          const slope = {
            out: part(results[i + 1]),
            upstream: next.upstream && part(next.upstream),
          };
          computeBoth(kernel, part(x), part(results[i]), slope);
        } else {
          compute(kernel, part(x), part(results[i]), upstream && part(upstream));
        }
        yield;
      }
      if (isBoth) i++;
    }
    return results;
  }

  function lend(bytes: number): Uint8Array<ArrayBuffer> {
    reserve(lent + bytes + LINE);
    return new Uint8Array(exports.memory.buffer as ArrayBuffer, lent, bytes);
  }

  /** Pads the lent memory as `copy` pads a block. There is room after it. */
  function padLent(size: number, count: number): void {
    if (count === 0) return;
    const bytes = new Uint8Array(exports.memory.buffer, lent);
    for (let i = count; (i & 3) !== 0; i++) {
      bytes.copyWithin(i * size, (count - 1) * size, count * size);
    }
  }

  // Results are looked at while a block is in the cache, where that costs nothing.
  function computeLent(
    { name, parameter }: Kernel,
    { size, count }: { size: 2 | 4 | 8; count: number },
  ): number {
    renewPlaces();
    if (size === 2) {
      const results = halfTables.find({ name, parameter }, count);
      const halves = new Uint16Array(exports.memory.buffer, lent, count);
      if (results !== undefined) {
        lookUp(results, halves, halves);
        return nextNonfinite(new Float16Array(halves.buffer, lent, count), 0);
      }
    }
    padLent(size, count);
    const { isShort, run } = chooseKernel(entriesOf(name), size === 4, false);
    let first = 0;
    for (let done = 0; done < count; done += BLOCK) {
      const length = Math.min(BLOCK, count - done);
      const block = lent + done * size;
      const at = size === 2 ? values.wide : block;
      if (size === 2) exports.widen_f16(block, at, (length + 3) & ~3);
      run(at, at, length, parameter);
      if (size === 2) exports.narrow_f16(at, block, length);
      if (first < done) continue;
      first = done +
        (size === 2
          ? nextNonfinite(new Float16Array(exports.memory.buffer, block, length), 0)
          : isShort
          ? exports.next_nonfinite_f32(at, 0, length)
          : exports.next_nonfinite_f64(at, 0, 0, 0, length));
    }
    return first;
  }

  const instance: Instance = {
    compute,
    computeBoth,
    bindNumber,
    run,
    another: () => makeInstance(module),
    choose: (name, isFloat32, hasUpstream) => chooseKernel(entriesOf(name), isFloat32, hasUpstream),
    lend,
    computeLent,
    exports,
    memory,
    kept,
    end: lent,
    reserve,
  };
  return instance;
}
