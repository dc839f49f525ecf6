import type { FloatArray } from "../../kernels/float_types.ts";
import type { Instance } from "../../kernels/instance.ts";
import type { Problem, RecordsAnswer, RecordsPlan } from "./transform_plan.ts";
import { Float16Array } from "../../kernels/float16_array.ts";

/** Transforms records in the memory of an instance: they are read into its room, and transformed there. */
export interface Transformer {
  /** Where records are put, with room for so many bytes. What is there stays, and is part of it. */
  room(bytes: number): Uint8Array<ArrayBuffer>;
  /**
   * Where the last record ends in some bytes of the room, or 0 if none does; and the state of quotes behind
   * them, from that before them, which is 0 where a record begins.
   */
  cut(start: number, end: number, quotes: number): { cut: number; quotes: number };
  /**
   * Transforms the records in a part of the room: scans, reads, computes and writes them, some thousand at a
   * time, which stay in the cache. It stops where the text would become longer than the plan allows, and
   * before a problem. The text lies in the memory of the instance: it is lost when that is used again.
   */
  transform(part: Part, options?: TransformOptions): Transformed;
  /** Says what is wrong with the beginning of a record that is too long: a quote is open, if that is it. */
  judge(part: Part): Transformed;
  /**
   * Reads the numbers of records, an array for each of the plan. It stops where the results would take more
   * bytes than a text may have.
   */
  numbers(part: Part): { readonly numbers: FloatArray[]; readonly next: number };
}

/** What was made of records, and where in the room those begin that were left. */
export interface Transformed extends RecordsAnswer {
  readonly next: number;
}

/** How records are transformed. */
export interface TransformOptions {
  /** The results for each record, if they were computed elsewhere. */
  readonly given?: readonly FloatArray[];
  /** The time, by `performance.now`, after which it stops; never if left out. */
  readonly until?: number;
}

/** A part of the room. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Opens a transformer, which is of use until the instance is used for something else.
 */
export function openTransformer(instance: Instance, plan: RecordsPlan): Transformer {
  const { delimiter, decimal, results, type } = plan;
  /** The text of a number, at most. */
  const NUMBER = 25;
  /** The engine reads and writes so many bytes behind a text. */
  const BEHIND = 128;
  // As in records.ts.
  const NO_PLACE = 0xffffffff;
  const [CELL, REQUOTE, RESULT] = [4, 5, 6];
  const { added, copies } = countAdded();
  /**
   * Records at a time: fewer where they are wide, or become long. A multiple of what kernels take at once.
   */
  const width = plan.cells.length + plan.numbers.length + results.length;
  const MOST = Math.max(8, Math.min(2048, 2 ** 18 / width, plan.textSize / 4 / added) & ~7);
  /** Bytes of text to make at a time: those of so many records, though they are long. */
  const textSize = Math.max(plan.textSize, 1.25 * MOST * added);
  const INVALID = { error: 0, null: 1, nan: 2 };
  const TYPES = { float64: 0, float32: 1, float16: 2 };

  const { exports, memory, reserve: ensureMemory } = instance;
  let top = instance.end;
  function reserve(length: number): number {
    const address = top;
    top += Math.ceil(length / 64) * 64;
    return address;
  }
  const counted = plan.numbers.length;
  const wanted = reserve((plan.cells.length + 1) * 4);
  const steps = reserve((plan.steps.length / 3 + 1) * 20);
  const none = reserve(plan.none.length + BEHIND);
  const ends = reserve(MOST * 4);
  const cells = reserve(plan.cells.length * MOST * 8);
  const narrowed = reserve(MOST * 4);
  const numbers = reserve(counted * MOST * 8);
  const valid = reserve(counted * MOST);
  const values = reserve(results.length * MOST * 8);
  const resultValid = reserve(results.length * MOST);
  const input = top;
  /** Bytes that have a place in the room; behind it is the output. */
  let capacity = 0;
  let view = new Uint8Array(memory.buffer as ArrayBuffer);
  ensure(input);
  view.set(plan.none, none);
  new Uint32Array(memory.buffer, wanted).set(plan.cells);
  new Uint32Array(memory.buffer, wanted)[plan.cells.length] = NO_PLACE;
  putSteps();

  const noneEnd = none + plan.none.length;
  /** Of the records that are transformed: where they begin, and what is found out of them. */
  let first = input;
  let problem: Problem | undefined;
  let outside: number[] = [];

  return { room, cut, transform, judge, numbers: readNumbers };

  function room(bytes: number): Uint8Array<ArrayBuffer> {
    capacity = Math.max(capacity, Math.ceil(bytes / 64) * 64);
    // With what is most often written, so that the memory grows once.
    ensure(input + capacity + BEHIND + Math.min(capacity + capacity / 2, textSize) + 65536);
    return view.subarray(input, input + bytes);
  }

  function cut(start: number, end: number, quotes: number): { cut: number; quotes: number } {
    exports.csv_state.value = quotes;
    const cut = exports.csv_cut(input + start, input + end, delimiter);
    return { cut: cut === 0 ? 0 : cut - input, quotes: exports.csv_state.value };
  }

  function transform(
    part: Part,
    { given, until = Infinity }: TransformOptions = {},
  ): Transformed {
    const end = input + part.end;
    const output = input + capacity + BEHIND;
    first = input + part.start;
    let at = first;
    let to = output;
    let lines = 0;
    let records = 0;
    problem = undefined;
    outside = results.map(() => 0);
    while (at < end && problem === undefined) {
      const left = textSize - (to - output);
      // What is scanned is to be written, too, or it is scanned again.
      if (to > output && (left < MOST * added || performance.now() > until)) break;
      const scanned = scan(at, end);
      const most = countFitting(at, scanned, left);
      if (most === 0 && scanned > 0 && to > output) break;
      const isCut = most < scanned;
      // A record that is longer than all that should be written at once is written alone.
      let count = isCut ? Math.max(1, most) : scanned;
      if (isCut) problem = undefined;
      results.forEach((_, i) => compute(i, count, given?.[i].subarray(records, records + count)));
      count = check(count);
      const last = count === 0 ? at : endOf(count);
      ensure(to + (last - at) * copies + count * added + BEHIND);
      to = exports.csv_write(
        steps,
        at,
        ends,
        count,
        to,
        plan.newDelimiter,
        decimal,
        none,
        noneEnd,
      );
      records += count;
      lines += isCut ? countLines(at, last) : count + exports.csv_quoted_lines.value;
      at = isCut ? last : exports.csv_next.value;
    }
    return { text: view.subarray(output, to), lines, outside, problem, next: at - input };
  }

  function judge(part: Part): Transformed {
    const found = look(part);
    const overlong = { kind: "overlong", lines: 0, characters: 0, found: 0, which: 0, text: "" };
    const judged = found?.kind === "unclosed" ? found : overlong as Problem;
    return { text: new Uint8Array(), lines: 0, outside: [], problem: judged, next: part.end };
  }

  /** What is wrong with the first record of a part. */
  function look({ start, end }: Part): Problem | undefined {
    first = input + start;
    problem = undefined;
    scan(first, input + end);
    return problem;
  }

  function readNumbers(part: Part): { numbers: FloatArray[]; next: number } {
    const end = input + part.end;
    const gathered = Array.from(plan.numbers, (): FloatArray[] => []);
    first = input + part.start;
    problem = undefined;
    let at = first;
    let left = Math.max(MOST, textSize / (8 * Math.max(1, results.length)));
    while (at < end && problem === undefined && left > 0) {
      const count = scan(at, end);
      gathered.forEach((parts, i) => parts.push(floatsAt(numbers + i * MOST * 8, count)));
      at = exports.csv_next.value;
      left -= count;
    }
    // Behind a problem nothing is looked at.
    return { numbers: gathered.map(join), next: problem === undefined ? at - input : part.end };
  }

  /**
   * Bytes that a record grows by, at most, beside those of its cells; and how often a cell is written, at most,
   * where quotes may make three bytes of one.
   */
  function countAdded(): { added: number; copies: number } {
    const number = Math.max(NUMBER, plan.none.length);
    const counts = new Uint32Array(plan.cells.length);
    let added = 2;
    let copies = 1;
    for (let i = 0; i < plan.steps.length; i += 3) {
      const step = plan.steps[i];
      const cell = plan.steps[i + 1];
      added += step === RESULT ? number : 1;
      if (step !== CELL && step !== REQUOTE) continue;
      counts[cell] += step === CELL ? 1 : 3;
      copies = Math.max(copies, counts[cell]);
    }
    return { added, copies };
  }

  /** How many of the records that begin at an address have texts that are shorter, together, than a length. */
  function countFitting(at: number, count: number, length: number): number {
    const fits = (count: number): boolean => (endOf(count) - at) * copies + count * added <= length;
    if (count === 0 || fits(count)) return count;
    let [low, high] = [0, count];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Where so many of the records end that were scanned. */
  function endOf(count: number): number {
    return new Uint32Array(memory.buffer, ends + (count - 1) * 4, 1)[0];
  }

  function countLines(start: number, end: number): number {
    let lines = 0;
    for (let at = start; at < end; at++) lines += +(view[at] === 10);
    return lines;
  }

  /** Finds records and reads their numbers; gives how many there are before a problem, if there is one. */
  function scan(at: number, inputEnd: number): number {
    let count = exports.csv_scan(
      at,
      inputEnd,
      MOST,
      plan.columns,
      delimiter,
      wanted,
      cells,
      ends,
    );
    const failed = exports.csv_problem.value;
    if (failed !== 0) {
      const record = exports.csv_next.value;
      const ragged = failed === 1;
      problem = describe(ragged ? "ragged" : "unclosed", {
        start: ragged ? record : exports.csv_found.value,
        end: inputEnd,
        found: ragged ? exports.csv_found.value : 0,
      });
    }
    plan.numbers.forEach((cell, i) => {
      const column = cells + cell * MOST * 8;
      const read = exports.csv_read(
        column,
        count,
        numbers + i * MOST * 8,
        valid + i * MOST,
        decimal,
        TYPES[type],
        INVALID[plan.onInvalid],
        none,
        noneEnd,
      );
      if (read === count) return;
      count = read;
      const [start, end] = new Uint32Array(memory.buffer, column + count * 8, 2);
      problem = describe("invalid", { start, end, which: i });
    });
    if (type !== "float64") {
      for (let i = 0; i < counted; i++) round(numbers + i * MOST * 8, count);
    }
    return count;
  }

  function ensure(size: number): void {
    ensureMemory(size);
    if (view.length === 0) view = new Uint8Array(memory.buffer as ArrayBuffer);
  }

  /** Puts the steps where csv_write finds them, with addresses in the place of numbers. */
  function putSteps(): void {
    const all = new Uint32Array(memory.buffer, steps, plan.steps.length / 3 * 5 + 1);
    for (let i = 0, at = 0; i < plan.steps.length; i += 3, at += 5) {
      const cell = plan.steps[i + 1];
      const result = plan.steps[i + 2];
      all[at] = plan.steps[i];
      all[at + 1] = cell === NO_PLACE ? 0 : cells + cell * MOST * 8;
      all[at + 2] = result === NO_PLACE ? 0 : values + result * MOST * 8;
      all[at + 3] = result === NO_PLACE ? 0 : resultValid + result * MOST;
      all[at + 4] = TYPES[type];
    }
    all[plan.steps.length / 3 * 5] = 0;
  }

  /** A copy of float64 that have been rounded to the type, in the type. */
  function floatsAt(at: number, count: number): FloatArray {
    const wide = new Float64Array(memory.buffer, at, count);
    if (type === "float64") return wide.slice();
    return type === "float32" ? new Float32Array(wide) : new Float16Array(wide);
  }

  function join(parts: readonly FloatArray[]): FloatArray {
    const Floats = { float64: Float64Array, float32: Float32Array, float16: Float16Array }[type];
    const all = new Floats(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
  }

  /** Rounds float64 to the type, where they stay. */
  function round(at: number, count: number): void {
    if (type === "float32") {
      exports.narrow_f32(at, narrowed, count);
      exports.widen_f32(narrowed, at, count);
    } else {
      exports.narrow_f16(at, narrowed, count);
      exports.widen_f16(narrowed, at, count);
    }
  }

  function compute(i: number, count: number, given?: FloatArray): void {
    const { kernel: { name, parameter }, x, upstream } = results[i];
    const from = numbers + x * MOST * 8;
    const y = values + i * MOST * 8;
    const there = valid + x * MOST;
    const usable = resultValid + i * MOST;
    if (given !== undefined) {
      new Float64Array(memory.buffer, y).set(given);
    } else if (type === "float32" && upstream === undefined) {
      exports.narrow_f32(from, narrowed, count);
      exports[`${name}_f32`](narrowed, narrowed, count, parameter);
      exports.widen_f32(narrowed, y, count);
    } else {
      exports[`${name}_f64`](from, y, count, parameter);
      if (upstream !== undefined) exports.multiply_f64(y, numbers + upstream * MOST * 8, count);
      if (type !== "float64") round(y, count);
    }
    exports.csv_both(usable, there, valid + (upstream ?? x) * MOST, count);
  }

  /** Counts what is outside of domains; with `strict`, gives the number of records before the first. */
  function check(count: number): number {
    results.forEach(({ x, upstream }, i) => {
      const from = numbers + x * MOST * 8;
      const factor = upstream === undefined ? 0 : numbers + upstream * MOST * 8;
      const y = values + i * MOST * 8;
      const found = exports.csv_outside(from, factor, y, resultValid + i * MOST, count);
      outside[i] += found;
      if (found === 0 || !plan.strict) return;
      count = exports.csv_first_outside.value;
      const cell = cells + (plan.numbers[x] * MOST + count) * 8;
      const [start, end] = new Uint32Array(memory.buffer, cell, 2);
      problem = describe("outside", { start, end, which: i });
    });
    return count;
  }

  /** Looks at the text around a problem; what was written before is not needed any more. */
  function describe(
    kind: Problem["kind"],
    { start, end, found = 0, which = 0 }: {
      start: number;
      end: number;
      found?: number;
      which?: number;
    },
  ): Problem {
    const MOST_SHOWN = 200;
    const decoder = new TextDecoder();
    const line = view.lastIndexOf(10, start - 1) + 1;
    const shown = decoder.decode(view.subarray(start, Math.min(end, start + MOST_SHOWN)));
    const before = view.subarray(first, start).reduce((sum, byte) => sum + +(byte === 10), 0);
    return {
      kind,
      lines: before,
      characters: [...decoder.decode(view.subarray(Math.max(line, first), start))].length,
      found,
      which,
      text: shown,
    };
  }
}
