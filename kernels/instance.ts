import type { FloatArray } from "./float_types.ts";
import type { Job } from "./job.ts";
import type { Kernel, KernelName, NumberKernel } from "./kernel.ts";

/** An instance of the WebAssembly module, with a memory of its own. */
export interface Instance {
  /** See `compute` of engine.ts. */
  compute(kernel: Kernel, x: FloatArray, out: FloatArray, upstream?: FloatArray): void;
  /** See `computeBoth` of engine.ts. */
  computeBoth(kernel: Kernel, x: FloatArray, out: FloatArray, slope: Slope): void;
  /** See `bindNumber` of engine.ts. */
  bindNumber(name: KernelName): NumberKernel;
  /** Does jobs in turn; those that are not overwriters get a new array for their result. */
  run(jobs: readonly Job[], overwriters: readonly boolean[]): FloatArray[];
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

type Conversion = (from: number, to: number, count: number) => void;
type Run = (from: number, to: number, count: number, parameter?: number) => void;
// deno-fmt-ignore
type RunBoth = (from: number, to: number, slope: number, count: number, parameter?: number) => void;

/** What the module exports. */
export interface Exports
  extends
    Record<`${KernelName}_${"f32" | "f64"}`, Run>,
    Record<`${KernelName}_both_${"f32" | "f64"}`, RunBoth | undefined>,
    Record<`${KernelName}_number`, NumberKernel> {
  readonly memory: WebAssembly.Memory;
  readonly ARENA: WebAssembly.Global;
  readonly widen_f32: Conversion;
  readonly widen_f16: Conversion;
  readonly narrow_f32: Conversion;
  readonly narrow_f16: Conversion;
  multiply_f64(to: number, by: number, count: number): void;
  nans_f64(from: number, count: number): number;
  nans_f32(from: number, count: number): number;
  csv_cut(from: number, end: number, delimiter: number): number;
  // deno-fmt-ignore
  csv_scan(from: number, end: number, most: number, columns: number, delimiter: number, wanted: number, cells: number, ends: number): number;
  // deno-fmt-ignore
  csv_read(cells: number, count: number, values: number, valid: number, decimal: number, narrow: number, invalid: number, none: number, noneEnd: number): number;
  csv_both(to: number, a: number, b: number, count: number): void;
  csv_outside(x: number, upstream: number, y: number, valid: number, count: number): number;
  // deno-fmt-ignore
  csv_write(steps: number, from: number, ends: number, count: number, to: number, delimiter: number, decimal: number, none: number, noneEnd: number): number;
  csv_kinds(cells: number, count: number, decimal: number, none: number, noneEnd: number): number;
  csv_first_lossy(cells: number, count: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_integers(cells: number, count: number, values: number, valid: number, strict: boolean, refused: boolean, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_texts(cells: number, count: number, offsets: number, to: number, valid: number, none: number, noneEnd: number): number;
  csv_drop_blank(cells: number, count: number, columns: number, stride: number): number;
  csv_pack(bytes: number, count: number, to: number): number;
  // deno-fmt-ignore
  csv_put_floats(values: number, valid: number, count: number, cells: number, to: number, decimal: number, narrow: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_put_integers(values: number, size: number, signed: boolean, valid: number, count: number, cells: number, to: number, none: number, noneEnd: number): number;
  // deno-fmt-ignore
  csv_put_texts(cells: number, valid: number, count: number, to: number, delimiter: number, none: number, noneEnd: number): number;
  csv_join(lists: number, columns: number, count: number, to: number, delimiter: number): number;
  readonly csv_state: WebAssembly.Global;
  readonly csv_problem: WebAssembly.Global;
  readonly csv_found: { readonly value: number };
  readonly csv_next: { readonly value: number };
  readonly csv_quoted_lines: WebAssembly.Global;
  readonly csv_first_outside: WebAssembly.Global;
}

/** What computes a kernel: of float64, of float32, with its gradient if it is a function, and of one number. */
interface Entries {
  readonly f64: Run;
  readonly f32: Run;
  readonly both64?: RunBoth;
  readonly both32?: RunBoth;
  readonly number: NumberKernel;
}

/** A block of the module's memory, in each type. */
interface Place {
  readonly short: number;
  readonly wide: number;
  readonly f16: Float16Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
}

/**
 * Instantiates the module.
 */
export function makeInstance(module: WebAssembly.Module): Instance {
  /** Elements that cross into the module's memory at a time: calls cost little, and they fit the cache. */
  const BLOCK = 16384;
  /** Bytes of a cache line: the kernels may write that far beyond the last element. */
  const LINE = 64;

  const PAGE = 65536;
  /** Addresses have 32 bits. The last page stays free, so that reading on behind an end cannot wrap around. */
  const MAX_MEMORY = 2 ** 32 - PAGE;
  /** Up to so many elements a loop copies sooner than `set` and `subarray` do, which are calls. */
  const SHORT = 32;
  /** There are so many float16. */
  const HALVES = 65536;
  /** Arrays of float16 that are shorter are not worth counting. */
  const WORTH_COUNTING = 1024;
  /** Tables of float16 that are kept, of 128 KB each. */
  const MOST_TABLES = 8;

  const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  // By name, once: building the name of an export costs as much as computing a number.
  const entries: Record<string, Entries> = Object.create(null);
  for (const key of Object.keys(exports)) {
    const [name, suffix] = key.split("_") as [KernelName, string];
    if (suffix !== "number") continue;
    entries[name] = {
      f64: exports[`${name}_f64`],
      f32: exports[`${name}_f32`],
      both64: exports[`${name}_both_f64`],
      both32: exports[`${name}_both_f32`],
      number: exports[`${name}_number`],
    };
  }
  const start = exports.ARENA.value;
  // Beyond the module's tables: a block in each type, three times; and then what is lent.
  const size = 3 * 2 * BLOCK * 8;
  const lent = Math.ceil((start + size) / LINE) * LINE;
  /** As the registry has them, which workers do not know. */
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
  const halfTables = new Map<string, { computed: number; results?: Uint16Array }>();
  let values: Place;
  let factors: Place;
  let slopes: Place;
  reserve(lent);
  makePlaces();

  function reserve(end: number): void {
    const missing = end - exports.memory.buffer.byteLength;
    if (missing <= 0) return;
    if (end > MAX_MEMORY) throw shortage(end, "WebAssembly can address 4 GB");
    try {
      exports.memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw shortage(end, "the system does not give as much", cause);
    }
  }

  function shortage(bytes: number, limit: string, cause?: unknown): RangeError {
    const gigabytes = (bytes / 2 ** 30).toFixed(1);
    return new RangeError(
      `Cannot compute: one thread needs ${gigabytes} GB of memory at once, and ${limit}; ` +
        `read smaller chunks, or compute fewer results at a time`,
      { cause },
    );
  }

  /** WebAssembly's integers are signed to JavaScript. */
  function unsigned<Args extends unknown[]>(call: (...args: Args) => number) {
    return (...args: Args): number => call(...args) >>> 0;
  }

  function unsignedGlobal(global: { readonly value: number }): { readonly value: number } {
    return {
      get value(): number {
        return global.value >>> 0;
      },
    };
  }

  function makePlaces(): void {
    values = makePlace(start);
    factors = makePlace(start + size / 3);
    slopes = makePlace(start + 2 * size / 3);
  }

  function makePlace(start: number): Place {
    const { buffer } = exports.memory;
    const wide = start + BLOCK * 8;
    return {
      short: start,
      wide,
      f16: new Float16Array(buffer, start, BLOCK),
      f32: new Float32Array(buffer, start, BLOCK),
      f64: new Float64Array(buffer, wide, BLOCK),
    };
  }

  /** Memory that has grown has another buffer, and arrays over the old one are empty. */
  function renewPlaces(): void {
    if (values.f64.length > 0) return;
    makePlaces();
  }

  /** Puts a block, of any type, into the place's float64. */
  function load(place: Place, x: FloatArray): void {
    if (x instanceof Float64Array) {
      copy(x, place.f64);
    } else if (x instanceof Float32Array) {
      copy(x, place.f32);
      exports.widen_f32(place.short, place.wide, x.length);
    } else {
      copy(x, place.f16);
      exports.widen_f16(place.short, place.wide, (x.length + 3) & ~3); // with what pads it
    }
  }

  /** Copies a block to the beginning of a place, and pads it to the four lanes that kernels work on. */
  function copy<T extends FloatArray>(x: T, to: T): void {
    const { length } = x;
    if (length > SHORT) {
      to.set(x);
    } else {
      for (let i = 0; i < length; i++) to[i] = x[i];
    }
    // What was there before might go a slower way than all of x.
    for (let i = length; (i & 3) !== 0; i++) to[i] = to[length - 1];
  }

  /** Copies results from the beginning of a place. */
  function copyBack<T extends FloatArray>(from: T, out: T): void {
    const { length } = out;
    if (length > SHORT) {
      out.set(from.subarray(0, length));
    } else {
      for (let i = 0; i < length; i++) out[i] = from[i];
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
    if (x instanceof Float32Array && upstream === undefined) {
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
    if (out instanceof Float64Array) {
      copyBack(place.f64, out);
    } else if (out instanceof Float32Array) {
      exports.narrow_f32(place.wide, place.short, out.length);
      copyBack(place.f32, out);
    } else {
      exports.narrow_f16(place.wide, place.short, out.length);
      copyBack(place.f16, out);
    }
  }

  /**
   * The results of a kernel for all float16, by their bits: once as many have been computed as there are,
   * making it costs no more than they did, and from then on an element costs 1 ns instead of 6 to 50.
   */
  function halfTable({ name, parameter }: Kernel, count: number): Uint16Array | undefined {
    const key = `${name} ${parameter}`;
    let table = halfTables.get(key);
    if (table === undefined) {
      if (halfTables.size >= MOST_TABLES) halfTables.delete(halfTables.keys().next().value!);
      halfTables.set(key, table = { computed: 0 });
    }
    if (table.results === undefined) {
      table.computed += count;
      if (table.computed <= HALVES) return undefined;
      const x = new Float16Array(Uint16Array.from({ length: HALVES }, (_, i) => i).buffer);
      for (let start = 0; start < HALVES; start += BLOCK) {
        const block = x.subarray(start, start + BLOCK);
        computeBlock({ name, parameter }, block, block);
      }
      table.results = bitsOf(x);
    }
    return table.results;
  }

  function bitsOf({ buffer, byteOffset, length }: FloatArray): Uint16Array {
    return new Uint16Array(buffer, byteOffset, length);
  }

  /** Looks up results, and gives how many became NaN. */
  function lookUp(results: Uint16Array, from: Uint16Array, to: Uint16Array): number {
    let nans = 0;
    for (let i = 0; i < from.length; i++) {
      const before = from[i];
      const after = results[before];
      to[i] = after;
      nans += +((after & 0x7fff) > 0x7c00) - +((before & 0x7fff) > 0x7c00);
    }
    return nans;
  }

  function computeBothBlock(
    { name, parameter }: Kernel,
    x: FloatArray,
    out: FloatArray,
    slope: Slope,
  ): void {
    const { both32, both64 } = entries[name];
    if (x instanceof Float32Array && slope.upstream === undefined) {
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
    if (x instanceof Float16Array && upstream === undefined && count >= WORTH_COUNTING) {
      const results = halfTable(kernel, count);
      if (results !== undefined) return void lookUp(results, bitsOf(x), bitsOf(out));
    }
    if (count <= BLOCK) return computeBlock(kernel, x, out, upstream);
    for (let start = 0; start < count; start += BLOCK) {
      const end = Math.min(start + BLOCK, count);
      const [from, to] = [x.subarray(start, end), out.subarray(start, end)];
      computeBlock(kernel, from, to, upstream?.subarray(start, end));
    }
  }

  function bindNumber(name: KernelName): NumberKernel {
    return entries[name].number;
  }

  function run(jobs: readonly Job[], overwriters: readonly boolean[]): FloatArray[] {
    const results = jobs.map(({ x }, i) =>
      overwriters[i] ? x : new (x.constructor as Float64ArrayConstructor)(x.length)
    );
    for (let i = 0; i < jobs.length; i++) {
      const { kernel, x, upstream } = jobs[i];
      const next = jobs[i + 1];
      if (next?.x === x && upstream === undefined && isGradient(next.kernel, kernel)) {
        computeBoth(kernel, x, results[i], { out: results[++i], upstream: next.upstream });
      } else {
        compute(kernel, x, results[i], upstream);
      }
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
      const results = halfTable({ name, parameter }, count);
      const halves = new Uint16Array(exports.memory.buffer, lent, count);
      if (results !== undefined) return lookUp(results, halves, halves);
    }
    padLent(size, count);
    const type = size === 4 ? "f32" : "f64";
    const compute = exports[`${name}_${type}`];
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

  const { memory } = exports;
  // All that give an address.
  const shown: Exports = {
    ...exports,
    csv_cut: unsigned(exports.csv_cut),
    csv_write: unsigned(exports.csv_write),
    csv_put_floats: unsigned(exports.csv_put_floats),
    csv_put_integers: unsigned(exports.csv_put_integers),
    csv_put_texts: unsigned(exports.csv_put_texts),
    csv_join: unsigned(exports.csv_join),
    csv_found: unsignedGlobal(exports.csv_found),
    csv_next: unsignedGlobal(exports.csv_next),
  };
  return {
    compute,
    computeBoth,
    bindNumber,
    run,
    lend,
    computeLent,
    exports: shown,
    memory,
    end: lent,
    reserve,
  };
}
