import type { FloatArray } from "./float_types.ts";
import type { Job } from "./job.ts";
import { type Exports, findEntries, instantiate } from "./exports.ts";
import { growMemory } from "./grow_memory.ts";
import { bitsOf, HalfTables, lookUp } from "./half_tables.ts";
import { BLOCK, copy, copyBack, makePlace, type Place, PLACE_BYTES } from "./place.ts";
import type { Kernel, KernelName, NumberKernel } from "./kernel.ts";

/** An instance of the WebAssembly module, with a memory of its own. */
export interface Instance {
  /** See `compute` of engine.ts. */
  compute(kernel: Kernel, x: FloatArray, out: FloatArray, upstream?: FloatArray): void;
  /** See `computeBoth` of engine.ts. */
  computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void;
  /** See `bindNumber` of engine.ts. */
  bindNumber(name: KernelName): NumberKernel;
  /**
   * Does jobs in turn, in steps of some thousand elements. Jobs that are not overwriters get a new array for
   * their result.
   */
  run(jobs: readonly Job[], overwriters: readonly boolean[]): Generator<undefined, FloatArray[]>;
  /** Memory of the module itself, to read bytes into and to compute them there; one at a time. */
  lend(bytes: number): Uint8Array<ArrayBuffer>;
  /** Computes so many floats that the lent memory begins with, in place; gives how many became NaN. */
  computeLent(kernel: Kernel, floats: { size: 2 | 4 | 8; count: number }): number;
  /** What the module exports. Its addresses are unsigned: WebAssembly gives those above 2 GB as negative. */
  readonly exports: Exports;
  readonly memory: WebAssembly.Memory;
  /** Where memory begins that this instance does not use. */
  readonly end: number;
  /** Makes the memory reach up to an address. Growing moves it, and arrays over the old one become empty. */
  reserve(end: number): void;
}

/** Where the gradient goes, and what it is multiplied by. */
export interface Slope {
  readonly out: FloatArray;
  readonly upstream?: FloatArray;
}

/** Bytes of a cache line: the kernels may write that far beyond the last element. */
const LINE = 64;

/** Shorter arrays of float16 are not worth counting for a table. */
const WORTH_COUNTING = 1024;

/** The kernels of gradients, as in functions/registry.ts, which workers do not load. */
const GRADIENTS: Readonly<Partial<Record<KernelName, KernelName>>> = {
  i0: "i1",
  i0e: "i0eGrad",
  i1: "i1Grad",
  i1e: "i1eGrad",
  lgamma: "digamma",
  digamma: "polygamma",
  polygamma: "polygamma",
  multigammaln: "multigammalnGrad",
};

/** Instantiates the module. */
export function makeInstance(module: WebAssembly.Module): Instance {
  const exports = instantiate(module);
  const { memory } = exports;
  const entries = findEntries(exports);
  const start = exports.ARENA.value;
  // Beyond the module's tables: a block in each type, three times; and then what is lent.
  const lent = Math.ceil((start + 3 * PLACE_BYTES) / LINE) * LINE;
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

  /** Memory that has grown has another buffer, and arrays over the old one are empty. */
  function renewPlaces(): void {
    if (values.f64.length > 0) return;
    makePlaces();
  }

  /** Puts a block, of any type, into the place's float64. */
  function load(place: Place, x: FloatArray): void {
    if (x.BYTES_PER_ELEMENT === 8) {
      copy(x, place.f64);
    } else if (x.BYTES_PER_ELEMENT === 4) {
      copy(x, place.f32);
      exports.widen_f32(place.short, place.wide, x.length);
    } else {
      copy(x, place.f16);
      exports.widen_f16(place.short, place.wide, (x.length + 3) & ~3); // with what pads it
    }
  }

  function computeBlock(
    { name, parameter }: Kernel,
    x: FloatArray,
    out: FloatArray,
    upstream?: FloatArray,
  ): void {
    const { f32, f64 } = entries[name];
    const count = x.length;
    if (x.BYTES_PER_ELEMENT === 4 && upstream === undefined) {
      copy(x, values.f32);
      f32(values.short, values.short, count, parameter);
      copyBack(values.f32, out);
      return;
    }
    load(values, x);
    f64(values.wide, values.wide, count, parameter);
    if (upstream !== undefined) multiply(values, upstream);
    unload(values, out);
  }

  function multiply(place: Place, upstream: FloatArray): void {
    load(factors, upstream);
    exports.multiply_f64(place.wide, factors.wide, upstream.length);
  }

  /** Takes a block, of any type, from the place's float64. */
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
    const { both32, both64 } = entries[name];
    if (x.BYTES_PER_ELEMENT === 4 && slope.upstream === undefined) {
      copy(x, values.f32);
      both32!(values.short, values.short, slopes.short, x.length, parameter);
      copyBack(values.f32, out);
      copyBack(slopes.f32, slope.out);
      return;
    }
    load(values, x);
    both64!(values.wide, values.wide, slopes.wide, x.length, parameter);
    if (slope.upstream !== undefined) multiply(slopes, slope.upstream);
    unload(values, out);
    unload(slopes, slope.out);
  }

  function computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void {
    renewPlaces();
    for (let start = 0; start < x.length; start += BLOCK) {
      const end = start + BLOCK;
      computeBothBlock(kernel, x.subarray(start, end), out.subarray(start, end), {
        out: slope.out.subarray(start, end),
        upstream: slope.upstream?.subarray(start, end),
      });
    }
  }

  function compute(kernel: Kernel, x: FloatArray, out: FloatArray, upstream?: FloatArray): void {
    if (!(kernel.name in entries)) {
      throw new TypeError(`Cannot compute: no kernel is called ${kernel.name}`);
    }
    renewPlaces();
    const count = x.length;
    if (x.BYTES_PER_ELEMENT === 2 && upstream === undefined && count >= WORTH_COUNTING) {
      const results = halfTables.find(kernel, count);
      if (results !== undefined) {
        return void lookUp(results, bitsOf(x as Float16Array), bitsOf(out as Float16Array));
      }
    }
    if (count <= BLOCK) computeBlock(kernel, x, out, upstream);
    else computeBlocks(kernel, x, out, upstream);
  }

  function computeBlocks(
    kernel: Kernel,
    x: FloatArray,
    out: FloatArray,
    upstream?: FloatArray,
  ): void {
    for (let start = 0; start < x.length; start += BLOCK) {
      const end = start + BLOCK;
      const [from, to] = [x.subarray(start, end), out.subarray(start, end)];
      computeBlock(kernel, from, to, upstream?.subarray(start, end));
    }
  }

  function bindNumber(name: KernelName): NumberKernel {
    return entries[name].number;
  }

  function* run(
    jobs: readonly Job[],
    overwriters: readonly boolean[],
  ): Generator<undefined, FloatArray[]> {
    const results = jobs.map(({ x }, i) =>
      overwriters[i] ? x : new (x.constructor as Float64ArrayConstructor)(x.length)
    );
    for (let i = 0; i < jobs.length; i++) {
      const { kernel, x, upstream } = jobs[i];
      const next = jobs[i + 1];
      const isBoth = next?.x === x && upstream === undefined && isGradient(next.kernel, kernel);
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

  /** Whether a kernel is that of another's gradient, and both can be computed in one pass. */
  function isGradient(kernel: Kernel, { name, parameter }: Kernel): boolean {
    if (kernel.name !== GRADIENTS[name]) return false;
    return kernel.parameter === (kernel.name === "polygamma" ? (parameter ?? 0) + 1 : parameter);
  }

  function lend(bytes: number): Uint8Array<ArrayBuffer> {
    reserve(lent + bytes + LINE);
    return new Uint8Array(exports.memory.buffer as ArrayBuffer, lent, bytes);
  }

  /** As `copy` pads a block: there is room behind what is lent. */
  function padLent(size: number, count: number): void {
    if (count === 0) return;
    const bytes = new Uint8Array(exports.memory.buffer, lent);
    for (let i = count; (i & 3) !== 0; i++) {
      bytes.copyWithin(i * size, (count - 1) * size, count * size);
    }
  }

  // NaN is counted while a block is in the cache, where that costs nothing.
  function computeLent(
    { name, parameter }: Kernel,
    { size, count }: { size: 2 | 4 | 8; count: number },
  ): number {
    renewPlaces();
    if (size === 2) {
      const results = halfTables.find({ name, parameter }, count);
      const halves = new Uint16Array(exports.memory.buffer, lent, count);
      if (results !== undefined) return lookUp(results, halves, halves);
    }
    padLent(size, count);
    const type = size === 4 ? "f32" : "f64";
    const { [type]: compute } = entries[name];
    const countNaNs = exports[`nans_${type}`];
    let nans = 0;
    for (let done = 0; done < count; done += BLOCK) {
      const length = Math.min(BLOCK, count - done);
      const block = lent + done * size;
      const at = size === 2 ? values.wide : block;
      if (size === 2) exports.widen_f16(block, at, (length + 3) & ~3);
      nans -= countNaNs(at, length);
      compute(at, at, length, parameter);
      nans += countNaNs(at, length);
      if (size === 2) exports.narrow_f16(at, block, length);
    }
    return nans;
  }

  return {
    compute,
    computeBoth,
    bindNumber,
    run,
    lend,
    computeLent,
    exports,
    memory,
    end: lent,
    reserve,
  };
}
