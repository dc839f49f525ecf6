import { UNDECIDED } from "../../kernels/result_status.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Instance } from "../../kernels/instance.ts";
import type { Kernel } from "../../kernels/job.ts";
import { programClassifier } from "../../kernels/program_classifier.ts";
import {
  type Classifier,
  isRefused,
  kernelClassifier,
  type Outcome,
  type Refused,
} from "../../kernels/outcome.ts";
import type { CellNote } from "../cell_notes.ts";

import { setDialect } from "./split_records.ts";
import { countLines, LINE_FEED } from "./dialect.ts";
import {
  MAX_KNOWN,
  type NumberMemory,
  type RecordMemory,
  type WhereMemory,
} from "./record_memory.ts";
import {
  cellOf,
  type CountPlaces,
  countPlaces,
  findBoth,
  INVALID_NUMBERS,
  isConstant,
  MAX_SHOWN_BYTES,
  outcomePlace,
  type Problem,
  type RecordNumbers,
  type RecordResult,
  type RecordsPlan,
  TYPE_NUMBERS,
} from "./transform_plan.ts";
import { Float16Array } from "../../kernels/float_types.ts";

/** The result of csv_scan for a record that it cannot read. */
const RAGGED = 1;
/** The results of json_scan for an object that it cannot read, from this number on. */
const FIRST_JSON_PROBLEM = 3;
const JSON_PROBLEMS = ["syntax", "duplicate", "taken"] as const;

/**
 * A batch of records in the memory of WebAssembly: their cells are found, their numbers read and
 * computed. What happens for every batch is written plainly, without closures, spreads or arrays:
 * most runs end before the runtime has optimised it.
 */
export class RecordBatch {
  /** What is wrong with the record after those that were found. */
  problem: Problem | undefined;
  /** What is counted, by the places of `countPlaces`. */
  counts: number[] = [];
  /** The first cell of each kind to report. */
  firsts: Partial<Record<CellNote, Problem>> = {};
  readonly #instance: Instance;
  readonly #plan: RecordsPlan;
  readonly #memory: RecordMemory;
  /** For each result, whether it is computed together with the next one, its gradient. */
  readonly #isBoth: readonly boolean[];
  readonly #places: CountPlaces;
  /** The classifier of each result, made when it is needed. */
  readonly #classifiers: Classifier[] = [];
  /** For each result, the records of the batch in which it is undecided, or was taken for 0. */
  readonly #undecided: Set<number>[] = [];
  readonly #zeros: Set<number>[] = [];
  /** Whether some cell of the records that were scanned must be reported, for each kind. */
  readonly #suspected = { invalid: false, rounded: false };
  /** The same for the cells that decide which records are kept. */
  readonly #whereSuspected = { invalid: false, rounded: false };
  /** For each number, whether to report its cells, which decide which records are kept. */
  readonly #isAsked: readonly boolean[];
  /** Records that were looked at, and of these the ones that are kept. */
  #scanned = 0;
  #kept = 0;
  /** Whether records were left because it took too long to decide which are kept. */
  #isCut = false;
  /** Where the records begin that are transformed. */
  #first = 0;

  constructor(instance: Instance, plan: RecordsPlan, memory: RecordMemory) {
    this.#instance = instance;
    this.#plan = plan;
    this.#memory = memory;
    this.#isBoth = findBoth(plan);
    this.#places = countPlaces(plan);
    const asked = new Set(plan.where?.numbers);
    this.#isAsked = Array.from(plan.numbers, (cell) => asked.has(cell));
  }

  /** Begins with records at an address. Others may have used the memory with another dialect. */
  begin(first: number): void {
    const { comment } = this.#memory;
    setDialect(this.#instance.exports, { comment, syntax: this.#plan.syntax });
    this.#first = first;
    this.problem = undefined;
    this.counts = new Array(this.#places.length).fill(0);
    this.firsts = {};
  }

  /**
   * Finds records, leaves out those that are not kept, and reads the numbers of the others. Returns
   * how many there are before a problem, if there is one. It stops soon after the time `until`.
   */
  scan(at: number, end: number, until?: number): number {
    const { exports } = this.#instance;
    const { where } = this.#memory;
    let count = this.#findCells(at, end);
    const failed = exports.csv_problem.value;
    if (failed >= FIRST_JSON_PROBLEM) {
      const [start, found] = [exports.csv_found.value, exports.json_expected.value];
      const kind = JSON_PROBLEMS[failed - FIRST_JSON_PROBLEM];
      this.problem = this.#describe(kind, { start, end, found });
    } else if (failed === RAGGED) {
      const [start, found] = [exports.csv_next.value, exports.csv_found.value];
      this.problem = this.#describe("ragged", { start, end, found });
    } else if (failed !== 0) {
      this.problem = this.#describe("unclosed", { start: exports.csv_found.value, end });
    }
    this.#scanned = count;
    if (where !== undefined) count = this.#select(where, { at, count, until });
    this.#kept = count;
    return this.#readAll(count);
  }

  /** Reads the numbers of records; returns how many records come before one that is wrong. */
  #readAll(count: number): number {
    const { exports } = this.#instance;
    const memory = this.#memory;
    const { numbers, tests, type } = this.#plan;
    this.#suspected.invalid = false;
    this.#suspected.rounded = false;
    for (let i = 0; i < numbers.length; i++) {
      const cells = memory.cells(numbers[i]);
      const read = this.#read(memory.columns, { i, cells, count, narrow: TYPE_NUMBERS[type] });
      if (exports.csv_replaced.value > 0) this.#suspected.invalid = true;
      if (exports.csv_has_large(memory.numbers(i), read)) this.#suspected.rounded = true;
      if (read === count) continue;
      count = read;
      const [start, end] = memory.bounds(cells, count);
      this.problem = this.#describe("invalid", { start, end, which: i });
    }
    if (this.#plan.names !== undefined) count = this.#checkKeys(count);
    if (type !== "float64") numbers.forEach((_, i) => this.#round(memory.numbers(i), count));
    for (let i = 0; i < tests.length; i++) {
      this.#test(memory.columns, {
        plan: this.#plan,
        i,
        cells: memory.cells(tests[i].cell),
        count,
      });
    }
    return count;
  }

  /** Finds records and their cells. Returns how many records there are before a problem. */
  #findCells(at: number, end: number): number {
    const { exports } = this.#instance;
    const { names, cells, columns, delimiter } = this.#plan;
    const memory = this.#memory;
    const { batch, where } = memory;
    // Where records are chosen, those that are kept are put into the places of the others.
    const { closes } = where ?? memory;
    const [to, ends] = where === undefined
      ? [memory.cells(0), memory.ends]
      : [where.cells(0), where.ends];
    if (names === undefined) {
      return exports.csv_scan(at, end, batch, columns, delimiter, memory.wanted, to, ends);
    }
    const { names: list, known } = memory;
    const { length } = cells;
    return exports.json_scan(at, end, batch, length, list, to, ends, closes, known, MAX_KNOWN);
  }

  /** Looks for objects that cannot be grouped. Returns how many come before the first. */
  #checkKeys(count: number): number {
    const { keys, onInvalid } = this.#plan;
    for (let i = 0; i < keys.length; i++) {
      const cells = this.#memory.cells(keys[i]);
      const fine = this.#instance.exports.json_keys(cells, count, onInvalid === "error");
      if (fine === count) continue;
      count = fine;
      const [start, end] = this.#memory.bounds(cells, count);
      this.problem = this.#describe("key", { start, end, which: i });
    }
    return count;
  }

  /** Reads the numbers of a column from its cells; returns how many come before one that is wrong. */
  #read(
    columns: NumberMemory,
    { i, cells, count, narrow }: { i: number; cells: number; count: number; narrow: number },
  ): number {
    const { decimal, onInvalid } = this.#plan;
    const { nulls } = this.#memory;
    return this.#instance.exports.csv_read(
      cells,
      count,
      columns.numbers(i),
      columns.valid(i),
      decimal,
      narrow,
      INVALID_NUMBERS[onInvalid],
      nulls[0],
      nulls[1],
    );
  }

  /** Tests the cells of a column, or its numbers. */
  #test(
    columns: NumberMemory,
    { plan: { numbers, tests }, i, cells, count }: {
      plan: RecordNumbers;
      i: number;
      cells: number;
      count: number;
    },
  ): void {
    const { exports } = this.#instance;
    const [testNulls, testTexts] = this.#plan.names === undefined
      ? [exports.csv_test_nulls, exports.csv_test_texts]
      : [exports.json_test_nulls, exports.json_test_texts];
    const { nulls } = this.#memory;
    const to = columns.numbers(numbers.length + i);
    const valid = columns.valid(numbers.length + i);
    const { number } = tests[i];
    const text = columns.textOf(i);
    if (number !== undefined) exports.csv_test_numbers(columns.valid(number), count, to, valid);
    else if (text === undefined) testNulls(cells, count, to, valid, ...nulls);
    else testTexts(cells, count, to, valid, ...text, ...nulls);
  }

  /**
   * Finds the records that are kept, and puts their ends and cells where those of all records are
   * otherwise. Returns how many they are.
   */
  #select(
    where: WhereMemory,
    { at, count, until }: { at: number; count: number; until?: number },
  ): number {
    const { exports } = this.#instance;
    const memory = this.#memory;
    const plan = this.#plan.where!;
    const suspected = this.#whereSuspected;
    suspected.invalid = false;
    suspected.rounded = false;
    const { columns } = where;
    for (let i = 0; i < plan.numbers.length; i++) {
      const cells = where.cells(plan.numbers[i]);
      const read = this.#read(columns, { i, cells, count, narrow: TYPE_NUMBERS.float64 });
      if (exports.csv_replaced.value > 0) suspected.invalid = true;
      if (exports.csv_has_large(columns.numbers(i), read)) suspected.rounded = true;
      if (read === count) continue;
      count = read;
      const [start, end] = memory.bounds(cells, count);
      const which = this.#plan.numbers.length + i;
      this.problem = this.#describe("invalid", { start, end, which });
    }
    for (let i = 0; i < plan.tests.length; i++) {
      this.#test(columns, { plan, i, cells: where.cells(plan.tests[i].cell), count });
    }
    const done = count === 0 ? 0 : where.run(count, until);
    this.#isCut = done < count;
    if (this.#isCut) this.problem = undefined;
    this.#scanned = done;
    this.#putValid(plan.results[0], { columns, count: done, valid: where.resultValid, where });
    const kept = exports.csv_select(
      at,
      where.ends,
      done,
      where.result,
      where.resultValid,
      where.list,
      where.begins,
      memory.ends,
    );
    if (this.#plan.names !== undefined) {
      exports.json_gather(where.closes, where.list, kept, memory.closes);
    }
    for (const cell of memory.used) {
      exports.csv_gather(where.cells(cell), where.list, kept, memory.cells(cell));
    }
    return kept;
  }

  /** Puts down where there is a condition: where all that it is computed from is there, or by itself. */
  #putValid(
    result: RecordResult,
    { columns, count, valid, where }: {
      columns: NumberMemory;
      count: number;
      valid: number;
      where: WhereMemory;
    },
  ): void {
    const { exports } = this.#instance;
    const { x, others, presence } = result;
    if (presence !== undefined) {
      exports.csv_presence(where.presence, count, valid);
    } else if (isConstant(result)) {
      this.#memory.view.fill(1, valid, valid + count);
    } else {
      exports.csv_both(valid, columns.valid(x), columns.valid(x), count);
      others?.forEach((other) => exports.csv_both(valid, valid, columns.valid(other), count));
    }
  }

  /**
   * Where the records begin that come after the first so many of those that are kept. Records in
   * between that are not kept are done, too.
   */
  nextAfter(count: number, first: number): number {
    const { exports } = this.#instance;
    const memory = this.#memory;
    const { where } = memory;
    if (count < this.#kept) return memory.beginOf(count, first);
    if (!this.#isCut || where === undefined) return exports.csv_next.value;
    return new Uint32Array(memory.view.buffer, where.ends, this.#scanned)[this.#scanned - 1];
  }

  /** Whether records after the first so many of those that are kept are left. */
  isCut(count: number): boolean {
    return count < this.#kept || this.#isCut;
  }

  /** How many records were looked at up to the first so many of those that are kept. */
  lookedAt(count: number): number {
    const { where, view } = this.#memory;
    if (count >= this.#kept || where === undefined) return this.#scanned;
    return new Uint32Array(view.buffer, where.list, this.#kept)[count];
  }

  /** A copy of the numbers of a column, in the type that is computed in. */
  floats(column: number, count: number): FloatArray {
    const { buffer } = this.#memory.view;
    const wide = new Float64Array(buffer, this.#memory.numbers(column), count);
    const { type } = this.#plan;
    if (type === "float64") return wide.slice();
    return type === "float32" ? new Float32Array(wide) : new Float16Array(wide);
  }

  /**
   * Computes the results of records, or takes those that were computed elsewhere. It stops soon after
   * the time `until`, and returns how many records are done.
   */
  compute(
    count: number,
    { given, until }: { given?: readonly FloatArray[]; until?: number } = {},
  ): number {
    const { exports } = this.#instance;
    const memory = this.#memory;
    const { results } = this.#plan;
    count = memory.runProgram(count, until);
    for (let i = 0; i < results.length; i++) {
      const { kernel, x, upstream, others } = results[i];
      const valid = memory.resultValid(i);
      if (results[i].presence !== undefined) {
        exports.csv_presence(memory.presence(i), count, valid);
      } else if (isConstant(results[i])) {
        memory.view.fill(1, valid, valid + count);
      } else {
        exports.csv_both(valid, memory.valid(x), memory.valid(upstream ?? x), count);
        others?.forEach((other) => exports.csv_both(valid, valid, memory.valid(other), count));
      }
      if (given !== undefined) {
        new Float64Array(memory.view.buffer, memory.results(i)).set(given[i]);
      } else if (kernel === undefined) {
        this.#scale(memory.results(i), undefined, count);
      } else if (i === 0 || !this.#isBoth[i - 1]) {
        this.#run(i, kernel, count);
      }
    }
    return count;
  }

  /**
   * Counts results that are infinite or NaN though their numbers are not. With `strict`, returns how
   * many records come before the first that is refused.
   */
  check(count: number): number {
    const memory = this.#memory;
    const { results, strict } = this.#plan;
    let fine = count;
    this.#takeDoubts();
    for (let i = 0; i < results.length; i++) {
      if (isConstant(results[i])) {
        const outcome = strict && fine > 0 ? this.#constantOutcome(i) : undefined;
        if (isRefused(outcome)) fine = this.#refuseAll(i, outcome);
        continue;
      }
      const { x, upstream = x, others } = results[i];
      const isSingle = upstream === x && !others?.length;
      const from = isSingle
        ? memory.numbers(x)
        : memory.markNaNs([x, upstream, ...others ?? []], count);
      fine = this.#countOutcomes(i, from, fine);
    }
    return fine;
  }

  /** Sorts the results of expressions that could not be decided by what they are taken for. */
  #takeDoubts(): void {
    const doubts = this.#memory.doubts();
    this.#undecided.length = 0;
    this.#zeros.length = 0;
    if (doubts.length === 0) return;
    const results = new Map(this.#plan.results.map(({ output }, i) => [output, i]));
    for (const { element, output, status } of doubts) {
      const result = results.get(output);
      if (result === undefined) continue;
      const all = status === UNDECIDED ? this.#undecided : this.#zeros;
      (all[result] ??= new Set()).add(element);
    }
  }

  /**
   * Counts the outcomes of a result, except where the numbers at `from` are NaN; returns how many
   * records come before the first that is refused.
   */
  #countOutcomes(i: number, from: number, count: number): number {
    const { exports } = this.#instance;
    const memory = this.#memory;
    const { results, strict } = this.#plan;
    const at = memory.results(i);
    const valid = memory.resultValid(i);
    let k = exports.next_nonfinite_f64(at, from, valid, 0, count);
    // Usually there are none.
    if (k === count) return count;
    const { x, upstream, others = [] } = results[i];
    const { buffer } = memory.view;
    const y = new Float64Array(buffer, at, count);
    const inputs = [x, ...(upstream === undefined ? [] : [upstream]), ...others]
      .map((column) => new Float64Array(buffer, memory.numbers(column), count));
    const classify = this.#classifiers[i] ??= this.#makeClassifier(i);
    for (; k < count; k = exports.next_nonfinite_f64(at, from, valid, k + 1, count)) {
      const row = inputs.map((input) => input[k]);
      const outcome = this.#undecided[i]?.has(k) ? "undecided" : classify(y[k], row);
      if (outcome === undefined) continue;
      if (strict && isRefused(outcome)) {
        const [start, end] = memory.bounds(memory.cells(cellOf(this.#plan, x)), k);
        const place = this.#describe("outside", { start, end, which: i });
        this.problem = { ...place, refused: { y: y[k], inputs: row, outcome } };
        return k;
      }
      this.counts[outcomePlace(i, outcome)]++;
    }
    return count;
  }

  /** What to report about a result that is the same for all records. */
  #constantOutcome(i: number): Outcome | undefined {
    const [y] = new Float64Array(this.#memory.view.buffer, this.#memory.results(i), 1);
    if (Number.isFinite(y)) return this.#zeros[i]?.has(0) ? "zero" : undefined;
    if (this.#undecided[i]?.has(0)) return "undecided";
    return (this.#classifiers[i] ??= this.#makeClassifier(i))(y, []);
  }

  /** Refuses the first record, because a result is refused in all. */
  #refuseAll(i: number, outcome: Refused): 0 {
    const memory = this.#memory;
    const [y] = new Float64Array(memory.view.buffer, memory.results(i), 1);
    const end = memory.endOf(1);
    const place = this.#describe("outside", {
      start: Math.max(this.#first, end - 1),
      end,
      which: i,
    });
    this.problem = { ...place, characters: 0, refused: { y, inputs: [], outcome } };
    return 0;
  }

  #makeClassifier(i: number): Classifier {
    const { results, program } = this.#plan;
    const { kernel, x, others, output = 0 } = results[i];
    if (kernel !== undefined) return kernelClassifier(kernel, this.#instance);
    const columns = others === undefined ? [] : [x, ...others];
    const inputs = columns.map((number) => program!.inputs.indexOf(number));
    const makeInstance = () => this.#instance.another();
    return programClassifier(program!.program, { output, inputs, makeInstance });
  }

  /** Counts records, including blank lines and comments, and what they lack. */
  count(count: number, skipped: number): void {
    const { exports } = this.#instance;
    const memory = this.#memory;
    const { numbers, results } = this.#plan;
    const { nulls, rows, invalid, rounded } = this.#places;
    // Those of batches before come first.
    const hasInvalid = this.firsts.invalid !== undefined;
    const hasRounded = this.firsts.rounded !== undefined;
    this.counts[rows] += count - skipped;
    for (let i = 0; i < results.length; i++) {
      if (!isConstant(results[i])) {
        this.#countZeros(i, count);
        continue;
      }
      const outcome = this.#constantOutcome(i);
      if (outcome !== undefined) this.counts[outcomePlace(i, outcome)] += count - skipped;
    }
    for (let i = 0; i < numbers.length; i++) {
      this.counts[nulls + i] += exports.csv_missing(memory.valid(i), count) - skipped;
      if (this.#isAsked[i]) continue;
      const cells = memory.cells(numbers[i]);
      if (this.#suspected.invalid) {
        this.#note("invalid", { cells, count, place: invalid + i, isKnown: hasInvalid });
      }
      if (this.#suspected.rounded) {
        this.#note("rounded", { cells, count, place: rounded + i, isKnown: hasRounded });
      }
    }
    if (memory.where !== undefined) {
      this.#countWhere(memory.where, { count, hasInvalid, hasRounded });
    }
  }

  /** Counts the records that are not kept, and what to report about the cells that decide it. */
  #countWhere(
    where: WhereMemory,
    { count: kept, hasInvalid, hasRounded }: {
      count: number;
      hasInvalid: boolean;
      hasRounded: boolean;
    },
  ): void {
    const { numbers, results: [{ output }] } = this.#plan.where!;
    const { dropped, undecided, whereInvalid, whereRounded } = this.#places;
    const count = this.lookedAt(kept);
    this.counts[dropped] += count - kept;
    const doubts = where.doubts();
    for (let i = 0; i < doubts.length; i++) {
      const { element, status } = doubts[i];
      const isUndecided = status === UNDECIDED && doubts[i].output === output;
      if (element < count && isUndecided) this.counts[undecided]++;
    }
    for (let i = 0; i < numbers.length; i++) {
      const cells = where.cells(numbers[i]);
      if (this.#whereSuspected.invalid) {
        this.#note("invalid", { cells, count, place: whereInvalid + i, isKnown: hasInvalid });
      }
      if (this.#whereSuspected.rounded) {
        this.#note("rounded", { cells, count, place: whereRounded + i, isKnown: hasRounded });
      }
    }
  }

  /** Counts the results of records that were taken for 0. */
  #countZeros(i: number, count: number): void {
    const zeros = this.#zeros[i];
    if (zeros === undefined) return;
    const valid = new Uint8Array(this.#memory.view.buffer, this.#memory.resultValid(i), count);
    for (const k of zeros) if (k < count && valid[k] === 1) this.counts[outcomePlace(i, "zero")]++;
  }

  /** Counts the cells of a column to report, and keeps where the first is. */
  #note(
    note: CellNote,
    { cells, count, place, isKnown }: {
      cells: number;
      count: number;
      place: number;
      isKnown: boolean;
    },
  ): void {
    const { exports } = this.#instance;
    const memory = this.#memory;
    const { decimal } = this.#plan;
    const found = exports.csv_count(note === "rounded", cells, count, decimal, ...memory.nulls);
    this.counts[place] += found;
    if (found === 0 || isKnown) return;
    const [start, end] = memory.bounds(cells, exports.csv_first_counted.value);
    const cell = this.#describe("invalid", { start, end });
    const { [note]: first } = this.firsts;
    if (first === undefined || isBefore(cell, first)) this.firsts[note] = cell;
  }

  /** Computes a result, and the next one too if that is its gradient. */
  #run(i: number, { name, parameter }: Kernel, count: number): void {
    const { exports, choose } = this.#instance;
    const memory = this.#memory;
    const { results, type } = this.#plan;
    const { x, upstream } = results[i];
    const isBoth = this.#isBoth[i];
    const { isShort, run, both } = choose(name, type === "float32", upstream !== undefined);
    const from = memory.numbers(x);
    const y = memory.results(i);
    const slope = memory.results(i + 1);
    if (isShort) {
      const [short, shortSlope] = memory.narrowed;
      exports.narrow_f32(from, short, count);
      if (isBoth) both!(short, short, shortSlope, count, parameter);
      else run(short, short, count, parameter);
      exports.widen_f32(short, y, count);
      if (isBoth) exports.widen_f32(shortSlope, slope, count);
      return;
    }
    if (isBoth) both!(from, y, slope, count, parameter);
    else run(from, y, count, parameter);
    this.#scale(y, upstream, count);
    if (isBoth) this.#scale(slope, results[i + 1].upstream, count);
  }

  /** Multiplies float64 results by their upstream, if there is one, and rounds them to the type. */
  #scale(at: number, upstream: number | undefined, count: number): void {
    const { exports } = this.#instance;
    if (upstream !== undefined) exports.multiply_f64(at, this.#memory.numbers(upstream), count);
    if (this.#plan.type !== "float64") this.#round(at, count);
  }

  /** Rounds float64 numbers to the type, in their place. */
  #round(at: number, count: number): void {
    const { exports } = this.#instance;
    const [narrowed] = this.#memory.narrowed;
    if (this.#plan.type === "float32") {
      exports.narrow_f32(at, narrowed, count);
      exports.widen_f32(narrowed, at, count);
    } else {
      exports.narrow_f16(at, narrowed, count);
      exports.widen_f16(narrowed, at, count);
    }
  }

  /** Describes what is wrong, with the text around it. */
  #describe(
    kind: Problem["kind"],
    { start, end, found = 0, which = 0 }: {
      start: number;
      end: number;
      found?: number;
      which?: number;
    },
  ): Problem {
    const { view } = this.#memory;
    const decoder = new TextDecoder();
    const line = Math.max(view.lastIndexOf(LINE_FEED, start - 1) + 1, this.#first);
    return {
      kind,
      lines: countLines(view.subarray(this.#first, start)),
      characters: [...decoder.decode(view.subarray(line, start))].length,
      found,
      which,
      text: decoder.decode(view.subarray(start, Math.min(end, start + MAX_SHOWN_BYTES))),
    };
  }
}

function isBefore(a: Problem, b: Problem): boolean {
  return a.lines < b.lines || a.lines === b.lines && a.characters < b.characters;
}
