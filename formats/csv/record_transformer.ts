import type { FloatArray } from "../../kernels/float_types.ts";
import type { Instance } from "../../kernels/instance.ts";
import { BEHIND } from "../../kernels/exports.ts";
import { type Cut, splitRecords } from "./split_records.ts";
import { countLines } from "./dialect.ts";
import { RecordBatch } from "./record_batch.ts";
import { RecordMemory } from "./record_memory.ts";
import {
  type Problem,
  type RecordsAnswer,
  type RecordsPlan,
  type RecordsQuestion,
  type ResultNumbers,
  type TakenRecords,
  TYPE_NUMBERS,
} from "./transform_plan.ts";
import { Float16Array } from "../../kernels/float_types.ts";

/**
 * Transforms records in the memory of an instance: they are read into its room, and transformed
 * there.
 */
export interface Transformer {
  /** The room that records are read into, with at least so many bytes. What is in it stays. */
  room(bytes: number): Uint8Array<ArrayBuffer>;
  /**
   * Finds where the last record ends in a part of the room. The end is a byte of the room, or 0 if
   * none does.
   */
  cut(part: Part, state: { readonly before: number; readonly quotes: number }): Cut;
  /**
   * Transforms the records in a part of the room: scans, reads, computes and writes them, some
   * thousand at a time, which stay in the cache. It stops where the text would become longer than
   * the plan allows, and before a problem. The text lies in the memory of the instance, and is lost
   * when that is used again.
   */
  transform(part: Part, options?: TransformOptions): Transformed;
  /**
   * Describes what is wrong with the beginning of a record that is too long: often a quote was left
   * open.
   */
  explainOverlong(part: Part): Transformed;
  /**
   * Reads the numbers of records, an array for each of the plan. It stops where the results would
   * take more bytes than a text may have.
   */
  numbers(part: Part): { readonly numbers: FloatArray[]; readonly next: number };
}

/** What was made of records. */
export interface Transformed extends RecordsAnswer {
  /** The byte of the room at which the records begin that were left. */
  readonly next: number;
}

/** How records are transformed. */
export interface TransformOptions {
  /** The results for each record, if they were computed elsewhere. */
  readonly given?: readonly FloatArray[];
  /** Takes the results and keys of records. Then no text is made. */
  readonly take?: (records: TakenRecords) => void;
  /** The time, by `performance.now`, after which it stops; never if omitted. */
  readonly until?: number;
}

/** Bytes in front of the text of a key, at most. */
const KEY_BYTES = 5;

/** A part of the room. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Opens a transformer, which is of use until the instance is used for something else. */
export function openTransformer(instance: Instance, plan: RecordsPlan): Transformer {
  const { exports } = instance;
  const memory = new RecordMemory(instance, plan);
  const batch = new RecordBatch(instance, plan, memory);
  const { room: input, added, copies, textSize } = memory;
  /** Where the records begin that are transformed. */
  let first = input;

  function cut(
    { start, end }: Part,
    { before, quotes }: { before: number; quotes: number },
  ): Cut {
    const text = { from: input + start, to: input + end, before, quotes };
    const { delimiter, syntax } = plan;
    const cut = splitRecords(exports, { ...text, delimiter, comment: memory.comment, syntax });
    return cut.end === 0 ? cut : { ...cut, end: cut.end - input };
  }

  function transform(
    part: Part,
    { given, take, until }: TransformOptions = {},
  ): Transformed {
    const end = input + part.end;
    const { output } = memory;
    let at = input + part.start;
    let to = output;
    let lines = 0;
    let records = 0;
    first = at;
    batch.begin(at);
    while (at < end && batch.problem === undefined) {
      const left = textSize - (to - output);
      if (take !== undefined && records > 0 && isLate(until)) break;
      // What is scanned should be written, too: otherwise it is scanned again.
      if (to > output && (left < memory.batch * added || isLate(until))) break;
      const scanned = batch.scan(at, end, until);
      const fitting = countFitting(at, scanned, left);
      if (fitting === 0 && scanned > 0 && to > output) break;
      // A record that is longer than all that should be written at once is written alone.
      let count = fitting < scanned ? Math.max(1, fitting) : scanned;
      const floats = given?.map((floats) => floats.subarray(records, records + count));
      count = batch.compute(count, { given: floats, until });
      const isLeft = count < scanned;
      if (isLeft) batch.problem = undefined;
      count = batch.check(count);
      const last = count === 0 ? at : memory.endOf(count);
      if (take === undefined) {
        memory.ensure(to + (last - at) * copies + count * added + BEHIND);
        putResults(count);
        to = write(at, count, to);
        batch.count(count, exports.csv_skipped.value);
      } else {
        take(takenRecords(at, count, last - at));
        batch.count(count, exports.keys_skipped.value);
      }
      const failed = take === undefined ? exports.csv_unwritable.value : 0;
      if (failed > 0) batch.problem = unwritable(memory.beginOf(failed - 1, at));
      records += count;
      const isCut = isLeft || batch.isCut(count);
      const next = batch.nextAfter(count, at);
      lines += isCut
        ? countLines(memory.view.subarray(at, next))
        : batch.lookedAt(count) + exports.csv_quoted_lines.value;
      at = next;
    }
    const { counts, firsts, problem } = batch;
    const text = memory.view.subarray(output, to);
    return { text, lines, counts, firsts, problem, next: at - input };
  }

  /** The results and keys of records of so many bytes, where otherwise their text would be. */
  function takenRecords(at: number, count: number, length: number): TakenRecords {
    const { keys: { length: width } } = plan;
    const { output: starts, keys: cells, ends, nulls } = memory;
    const keys = starts + (count + 1) * 4;
    memory.ensure(keys + length + count * (1 + width * KEY_BYTES) + BEHIND);
    const begins = memory.where?.begins ?? 0;
    const end = plan.names !== undefined && width === 0
      ? exports.keys_of_one(memory.closes, count, starts, keys)
      : exports.keys_of_cells(cells, width, at, ends, count, starts, keys, ...nulls, begins);
    const { buffer } = memory.view;
    return {
      count,
      results: plan.results.map((_, i): ResultNumbers => ({
        values: new Float64Array(buffer, memory.results(i), count),
        valid: new Uint8Array(buffer, memory.resultValid(i), count),
      })),
      keys: new Uint8Array(buffer, keys, end - keys),
      starts: new Uint32Array(buffer, starts, count + 1),
    };
  }

  /** Writes the records of the batch; returns where their text ends. */
  function write(at: number, count: number, to: number): number {
    const { steps, ends, closes, nulls, none, noneEnd } = memory;
    const begins = memory.where?.begins ?? 0;
    if (plan.names !== undefined) {
      for (let i = 0; i < plan.results.length; i++) {
        exports.json_words(memory.resultCells(i), count);
      }
      return exports.json_write(steps, at, ends, closes, count, to, begins);
    }
    for (let i = 0; plan.replacesNulls && i < memory.used.length; i++) {
      exports.csv_replace_nulls(memory.cells(memory.used[i]), count, ...nulls, none, noneEnd);
    }
    return exports.csv_write(steps, at, ends, count, to, plan.newDelimiter, begins);
  }

  /** Writes the results of records as texts, from which the records are then joined. */
  function putResults(count: number): void {
    let to = memory.texts;
    for (let i = 0; i < plan.results.length; i++) {
      to = exports.csv_put_results(
        memory.results(i),
        memory.resultValid(i),
        count,
        memory.resultCells(i),
        to,
        plan.newDecimal,
        TYPE_NUMBERS[plan.type],
        plan.digits,
        memory.none,
        memory.noneEnd,
      );
    }
  }

  /** Reports that the record at an address would be an empty line, and can have no quotes. */
  function unwritable(at: number): Problem {
    const lines = countLines(memory.view.subarray(first, at));
    return { kind: "unwritable", lines, characters: 0, found: 0, which: 0, text: "" };
  }

  /** How many of the records at an address have texts that are together no longer than a length. */
  function countFitting(at: number, count: number, length: number): number {
    const fits = (count: number): boolean =>
      (memory.endOf(count) - at) * copies + count * added <= length;
    if (count === 0 || fits(count)) return count;
    let [low, high] = [0, count];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  function explainOverlong({ start, end }: Part): Transformed {
    batch.begin(input + start);
    // No quote makes a line of JSON longer than it is.
    if (plan.names === undefined) batch.scan(input + start, input + end);
    // Nobody knows whether a quote that is open at the limit is closed later.
    const problem: Problem = batch.problem?.kind === "unclosed"
      ? { ...batch.problem, kind: "longCell" }
      : { kind: "overlong", lines: 0, characters: 0, found: 0, which: 0, text: "" };
    return { text: new Uint8Array(), lines: 0, counts: [], problem, next: end };
  }

  function numbers(part: Part): { numbers: FloatArray[]; next: number } {
    const end = input + part.end;
    const gathered = Array.from(plan.numbers, (): FloatArray[] => []);
    let at = input + part.start;
    let left = Math.max(memory.batch, textSize / (8 * Math.max(1, plan.results.length)));
    batch.begin(at);
    while (at < end && batch.problem === undefined && left > 0) {
      const count = batch.scan(at, end);
      gathered.forEach((parts, i) => parts.push(batch.floats(i, count)));
      at = exports.csv_next.value;
      left -= count;
    }
    // Nothing after a problem is looked at.
    const next = batch.problem === undefined ? at - input : part.end;
    return { numbers: gathered.map((parts) => joinFloats(parts, plan)), next };
  }

  return { room: (bytes) => memory.makeRoom(bytes), cut, transform, explainOverlong, numbers };
}

/** Whether a time by `performance.now` has passed, if there is one. */
function isLate(until: number | undefined): boolean {
  return until !== undefined && performance.now() > until;
}

/** Reads the numbers of records, an array for each of the plan, to compute elsewhere. */
export function readNumbers(
  instance: Instance,
  { plan, bytes }: Pick<RecordsQuestion, "plan" | "bytes">,
): ReturnType<Transformer["numbers"]> {
  const transformer = openTransformer(instance, plan);
  transformer.room(bytes.length).set(bytes);
  return transformer.numbers({ start: 0, end: bytes.length });
}

/**
 * Transforms records to text, or gives their results to `take`. After the time `until`, by
 * `performance.now`, it returns what is done and what is left.
 */
export function answerRecords(
  instance: Instance,
  { plan, bytes, overlong, given, end }: RecordsQuestion,
  { take, until }: Pick<TransformOptions, "take" | "until">,
): RecordsAnswer {
  const transformer = openTransformer(instance, plan);
  transformer.room(bytes.length).set(bytes);
  const all = { start: 0, end: end ?? bytes.length };
  const { text, next, ...answer } = overlong
    ? transformer.explainOverlong(all)
    : transformer.transform(all, { given, take, until });
  const buffer = bytes.buffer as ArrayBuffer;
  const isDone = next === bytes.length || answer.problem !== undefined;
  // The text goes into the buffer of the records, if these are done with and there is room.
  const fits = isDone && text.length <= buffer.byteLength;
  const copy = fits ? new Uint8Array(buffer, 0, text.length) : new Uint8Array(text.length);
  copy.set(text);
  return { ...answer, text: copy, rest: isDone ? undefined : bytes.subarray(next) };
}

function joinFloats(parts: readonly FloatArray[], { type }: RecordsPlan): FloatArray {
  const Floats = { float64: Float64Array, float32: Float32Array, float16: Float16Array }[type];
  const all = new Floats(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
