import { BEHIND } from "../../kernels/exports.ts";
import type { Instance } from "../../kernels/instance.ts";
import { type Doubt, openProgram } from "../../kernels/run_program.ts";
import type { Range } from "./split_records.ts";
import { NO_PLACE, type RecordNumbers, type RecordsPlan, STEPS } from "./transform_plan.ts";

/** Bytes of a number's text, at most. */
const NUMBER_BYTES = 25;
/** Bytes of a step as csv_write has it. */
const STEP_BYTES = 12;
/**
 * Records of a batch, at most. A batch of records of usual length takes half a megabyte, which stays
 * in the cache. Half as many records would take 2 to 4 % longer, for JavaScript between batches.
 */
const MAX_BATCH = 4096;
/** Names that are known by their places in objects, at most, and bytes of each. */
export const MAX_KNOWN = 1024;
export const KNOWN_BYTES = 12;
/** Cells, numbers and results of a batch, at most. */
const MAX_BATCH_NUMBERS = 2 ** 18;
/** Bytes beyond the text that is usually written, so that the memory seldom grows twice. */
const SPARE_BYTES = 2 ** 16;

/**
 * The memory of WebAssembly while records are transformed: addresses of what a batch of records
 * needs, then the room that records are read into, then the text that is made of them. It is of use
 * until the instance is used for something else.
 */
export class RecordMemory {
  /** Records that are transformed at a time. */
  readonly batch: number;
  /** Bytes that a record grows by, at most, in addition to its cells. */
  readonly added: number;
  /** How often a byte of a record is written, at most. */
  readonly copies: number;
  /** Bytes of text to make at a time. */
  readonly textSize: number;
  /** Addresses of the list of cells to find, of the steps, and of the text of a missing value. */
  readonly wanted: number;
  readonly steps: number;
  readonly none: number;
  readonly noneEnd: number;
  /** Addresses of the list of texts that mean null, and of the prefix of comments. */
  readonly nulls: Range;
  readonly comment: Range;
  /** Address of the ends of the records of a batch. */
  readonly ends: number;
  /**
   * Addresses for JSON lines: of the braces that close objects, of names to find, and of those that
   * were found.
   */
  readonly closes: number;
  readonly names: number;
  readonly known: number;
  /** The cells that are used of records that are kept, by their places. */
  readonly used: readonly number[];
  /** Address of the list of the cells that are keys. */
  readonly keys: number;
  /** Addresses of a column of float32 or float16, and of another. */
  readonly narrowed: readonly [number, number];
  /** Address of the texts of results. */
  readonly texts: number;
  /** Address of the room. */
  readonly room: number;
  /**
   * Computes the expressions of so many records of the batch, if the plan has any, until a time or a
   * little longer; returns how many records are done.
   */
  readonly runProgram: (count: number, until?: number) => number = (count) => count;
  /** The results of these expressions that could not be decided. */
  readonly doubts: () => readonly Doubt[] = () => [];
  /** What decides which records of the batch are kept, if the plan filters. */
  readonly where?: WhereMemory;
  readonly #instance: Instance;
  readonly #text: Range;
  readonly #cells: number;
  readonly #columns: NumberMemory;
  readonly #results: number;
  readonly #resultValid: number;
  readonly #presence: number;
  readonly #resultCells: number;
  readonly #marked: number;
  /** Bytes of the room. */
  #capacity = 0;
  #view: Uint8Array<ArrayBuffer>;
  /** The ends of the records of a batch. */
  #ends: Uint32Array<ArrayBuffer>;

  constructor(instance: Instance, plan: RecordsPlan) {
    const {
      cells,
      numbers,
      tests,
      keys,
      results,
      steps,
      none,
      nulls,
      comment,
      text,
      names,
      where,
    } = plan;
    this.#instance = instance;
    this.#view = new Uint8Array(instance.memory.buffer as ArrayBuffer);
    this.#ends = new Uint32Array();
    this.used = where === undefined ? [...cells.keys()] : usedCells(plan);
    ({ added: this.added, copies: this.copies } = countAdded(plan));
    const asked = where === undefined
      ? 0
      : cells.length + where.numbers.length + where.tests.length;
    const width = cells.length + numbers.length + tests.length + results.length + asked;
    // Fewer where records are wide, or become long; a multiple of the numbers that kernels compute at once.
    const most = Math.min(MAX_BATCH, MAX_BATCH_NUMBERS / width, plan.textSize / 4 / this.added);
    this.batch = Math.max(8, most & ~7);
    this.textSize = Math.max(plan.textSize, 1.25 * this.batch * this.added);

    let top = instance.end;
    function reserve(length: number): number {
      const address = top;
      top += Math.ceil(length / 64) * 64;
      return address;
    }
    this.wanted = reserve((cells.length + 1) * 4);
    this.steps = reserve((steps.length / 3 + 1) * STEP_BYTES);
    this.none = reserve(none.length + BEHIND);
    this.noneEnd = this.none + none.length;
    this.nulls = rangeOf(reserve(nulls.length + BEHIND), nulls);
    this.#text = rangeOf(reserve(text.length + BEHIND), text);
    this.comment = rangeOf(reserve(comment.length + BEHIND), comment);
    this.ends = reserve(this.batch * 4);
    this.closes = reserve(names === undefined ? 0 : this.batch * 4);
    this.names = reserve(names?.length ?? 0);
    this.known = reserve(names === undefined ? 0 : MAX_KNOWN * KNOWN_BYTES);
    this.keys = reserve(keys.length * 4);
    this.#cells = reserve(cells.length * this.batch * 8);
    this.narrowed = [reserve(this.batch * 4), reserve(this.batch * 4)];
    this.#columns = new NumberMemory(plan, { batch: this.batch, reserve });
    this.#results = reserve(results.length * this.batch * 8);
    this.#resultValid = reserve(results.length * this.batch);
    const isTold = results.some(({ presence }) => presence !== undefined);
    this.#presence = reserve(isTold ? results.length * this.batch * 8 : 0);
    this.#resultCells = reserve(results.length * this.batch * 8);
    this.texts = reserve(results.length * this.batch * NUMBER_BYTES + BEHIND);
    this.#marked = reserve(this.batch * 8);
    if (plan.program !== undefined) {
      const { program, inputs } = plan.program;
      const opened = openProgram(instance, program, top);
      top = opened.end;
      const from = inputs.map((x) => this.numbers(x));
      const to: number[] = [];
      results.forEach(({ output, presence }, i) => {
        if (output !== undefined) to[output] = this.results(i);
        if (presence !== undefined) to[presence] = this.presence(i);
      });
      this.runProgram = (count, until) => opened.run(count, { inputs: from, outputs: to }, until);
      this.doubts = () => opened.doubts;
    }
    if (where !== undefined) {
      const { batch } = this;
      this.where = new WhereMemory(instance, { plan, where, batch, reserve, top: () => top });
      top = this.where.end;
    }
    this.room = top;
    this.ensure(top);
    this.#columns.put(this.view);
    this.where?.columns.put(this.view);
    this.view.set(none, this.none);
    this.view.set(nulls, this.nulls[0]);
    this.view.set(comment, this.comment[0]);
    this.view.set(text, this.#text[0]);
    if (names !== undefined) this.view.set(names, this.names);
    const wanted = new Uint32Array(this.view.buffer, this.wanted, cells.length + 1);
    wanted.set(cells);
    wanted[cells.length] = NO_PLACE;
    const keyCells = new Uint32Array(this.view.buffer, this.keys, keys.length);
    for (let i = 0; i < keys.length; i++) keyCells[i] = this.cells(keys[i]);
    this.#putSteps(plan);
  }

  /** All of the memory. It is another array after the memory has grown. */
  get view(): Uint8Array<ArrayBuffer> {
    if (this.#view.length === 0) {
      this.#view = new Uint8Array(this.#instance.memory.buffer as ArrayBuffer);
    }
    return this.#view;
  }

  /** Where the text begins, after the room. */
  get output(): number {
    return this.room + this.#capacity + BEHIND;
  }

  /** Address of the cells of a column in the batch: where each begins, and where it ends. */
  cells(column: number): number {
    return this.#cells + column * this.batch * 8;
  }

  /** What is read from the cells of a batch. */
  get columns(): NumberMemory {
    return this.#columns;
  }

  /** Address of the float64 numbers of a column. */
  numbers(column: number): number {
    return this.#columns.numbers(column);
  }

  /** Address of the bytes that say whether there is a number. */
  valid(column: number): number {
    return this.#columns.valid(column);
  }

  /** Address of the numbers that are 1 where there is a result, if the program computes that. */
  presence(column: number): number {
    return this.#presence + column * this.batch * 8;
  }

  /** Address of the float64 results of a column. */
  results(column: number): number {
    return this.#results + column * this.batch * 8;
  }

  /** Address of the bytes that say whether there is a result. */
  resultValid(column: number): number {
    return this.#resultValid + column * this.batch;
  }

  /** Address of the cells of a column of results: where the text of each begins and ends. */
  resultCells(column: number): number {
    return this.#resultCells + column * this.batch * 8;
  }

  /** Address of numbers that are NaN where a number of one of several columns is. */
  markNaNs(columns: readonly number[], count: number): number {
    this.view.fill(0, this.#marked, this.#marked + count * 8);
    for (const column of columns) {
      this.#instance.exports.expression_mark(this.#marked, this.numbers(column), count);
    }
    return this.#marked;
  }

  /** Where a cell of the batch begins and ends, given the address of its column's cells. */
  bounds(cells: number, record: number): readonly [start: number, end: number] {
    const [start, end] = new Uint32Array(this.view.buffer, cells + record * 8, 2);
    return [start, end];
  }

  /** Where a record of the batch begins that is not the first, which begins at `first`. */
  beginOf(record: number, first: number): number {
    if (this.where === undefined) return record === 0 ? first : this.endOf(record);
    return new Uint32Array(this.view.buffer, this.where.begins, this.batch)[record];
  }

  /** Where the first so many records of the batch end. */
  endOf(count: number): number {
    if (this.#ends.length === 0) {
      this.#ends = new Uint32Array(this.view.buffer, this.ends, this.batch);
    }
    return this.#ends[count - 1];
  }

  /** The room, with at least so many bytes. What is in it stays. */
  makeRoom(bytes: number): Uint8Array<ArrayBuffer> {
    this.#capacity = Math.max(this.#capacity, Math.ceil(bytes / 64) * 64);
    // With what is most often written, so that the memory grows once.
    this.ensure(this.output + Math.min(1.5 * this.#capacity, this.textSize) + SPARE_BYTES);
    return this.view.subarray(this.room, this.room + bytes);
  }

  /** Makes the memory reach up to an address. */
  ensure(end: number): void {
    this.#instance.reserve(end);
  }

  /** Puts the steps where csv_write finds them, with addresses instead of places. */
  #putSteps({ steps }: RecordsPlan): void {
    const all = new Uint32Array(this.view.buffer, this.steps, steps.length + 1);
    for (let at = 0; at < steps.length; at += 3) {
      const step = steps[at];
      all[at] = step;
      all[at + 1] = steps[at + 1] === NO_PLACE ? 0 : this.cells(steps[at + 1]);
      if (step === STEPS.member) {
        all[at + 1] = this.#text[0] + steps[at + 1];
        all[at + 2] = this.#text[0] + steps[at + 2];
      } else if (step === STEPS.skip && steps[at + 2] !== NO_PLACE) {
        all[at + 2] = this.resultCells(steps[at + 2]);
      } else if (step === STEPS.text) {
        all.set(this.#text, at + 1);
      } else if (step === STEPS.number) {
        all[at + 1] = this.resultCells(steps[at + 2]);
      }
    }
    all[steps.length] = 0;
  }
}

/** How memory is reserved for batches of so many records. */
interface Reserved {
  readonly batch: number;
  readonly reserve: (bytes: number) => number;
}

/** Addresses of the numbers that are read from the cells of a batch, and of the tests after them. */
export class NumberMemory {
  readonly #plan: RecordNumbers;
  readonly #batch: number;
  readonly #numbers: number;
  readonly #valid: number;
  /** Where the text of each test is, if it has one. */
  readonly #texts: readonly (Range | undefined)[];

  constructor(plan: RecordNumbers, { batch, reserve }: Reserved) {
    const { numbers, tests } = plan;
    const count = numbers.length + tests.length;
    this.#plan = plan;
    this.#batch = batch;
    this.#numbers = reserve(count * batch * 8);
    this.#valid = reserve(count * batch);
    this.#texts = tests.map(({ text }) => text && rangeOf(reserve(text.length + BEHIND), text));
  }

  /** Address of the float64 numbers of a column. */
  numbers(column: number): number {
    return this.#numbers + column * this.#batch * 8;
  }

  /** Address of the bytes that say whether there is a number. */
  valid(column: number): number {
    return this.#valid + column * this.#batch;
  }

  /** Where the text of a test is. */
  textOf(test: number): Range | undefined {
    return this.#texts[test];
  }

  /** Puts the texts of tests into the memory. */
  put(view: Uint8Array): void {
    this.#plan.tests.forEach(({ text }, i) => {
      if (text !== undefined) view.set(text, this.#texts[i]![0]);
    });
  }
}

/** Addresses used to find the records of a batch that are kept. */
export class WhereMemory {
  readonly columns: NumberMemory;
  /** Addresses of the condition, and of the bytes that say whether there is one. */
  readonly result: number;
  readonly resultValid: number;
  /** Addresses of the numbers of the records that are kept, and of where they begin. */
  readonly list: number;
  readonly begins: number;
  /** Addresses of where all records end, and in JSON lines of the braces that close them. */
  readonly ends: number;
  readonly closes: number;
  /** Where memory begins that it does not use. */
  readonly end: number;
  /** Computes the condition, as `runProgram` of `RecordMemory` does. */
  readonly run: (count: number, until?: number) => number = (count) => count;
  /** The conditions that could not be decided. */
  readonly doubts: () => readonly Doubt[] = () => [];
  /** Address of the numbers that are 1 where there is a condition, if the program computes that. */
  readonly presence: number;
  readonly #batch: number;
  readonly #cells: number;

  constructor(
    instance: Instance,
    { plan, where, batch, reserve, top }: Reserved & {
      readonly plan: RecordsPlan;
      readonly where: RecordNumbers;
      readonly top: () => number;
    },
  ) {
    this.#batch = batch;
    this.columns = new NumberMemory(where, { batch, reserve });
    this.result = reserve(batch * 8);
    this.resultValid = reserve(batch);
    this.presence = reserve(batch * 8);
    this.list = reserve(batch * 4);
    this.begins = reserve(batch * 4);
    this.ends = reserve(batch * 4);
    this.closes = reserve(plan.names === undefined ? 0 : batch * 4);
    this.#cells = reserve(plan.cells.length * batch * 8);
    this.end = top();
    const [{ output, presence }] = where.results;
    if (where.program === undefined) return;
    const { program, inputs } = where.program;
    const opened = openProgram(instance, program, this.end);
    this.end = opened.end;
    const from = inputs.map((x) => this.columns.numbers(x));
    const to: number[] = [];
    to[output!] = this.result;
    if (presence !== undefined) to[presence] = this.presence;
    this.run = (count, until) => opened.run(count, { inputs: from, outputs: to }, until);
    this.doubts = () => opened.doubts;
  }

  /** Address of the cells of a column, of all records. */
  cells(column: number): number {
    return this.#cells + column * this.#batch * 8;
  }
}

/** The cells that are used of records that are kept, by their places. */
function usedCells({ numbers, tests, keys, steps }: RecordsPlan): number[] {
  const written = Array.from(
    { length: steps.length / 3 },
    (_, i) => steps[3 * i] === STEPS.member ? NO_PLACE : steps[3 * i + 1],
  );
  const used = [...numbers, ...tests.map(({ cell }) => cell), ...keys, ...written];
  return [...new Set(used)].filter((cell) => cell !== NO_PLACE);
}

/** How much longer a record becomes, at most: quotes may make three bytes of one. */
function countAdded(plan: RecordsPlan): { added: number; copies: number } {
  const { steps, none, cells, text, replacesNulls } = plan;
  const copied = plan.delimiter === plan.newDelimiter ? 1 : 3;
  const number = Math.max(NUMBER_BYTES, none.length);
  const counts = new Uint32Array(cells.length);
  let added = 2;
  let copies = 1;
  for (let i = 0; i < steps.length; i += 3) {
    const step = steps[i];
    // The rest of an object is copied in one piece, and then some of its values once more.
    if (step === STEPS.rest) counts.fill(1);
    const cell = steps[i + 1];
    if (step === STEPS.member) {
      // With its comma.
      added += 1 + steps[i + 2] - cell;
      continue;
    }
    const isNumber = step === STEPS.number || step === STEPS.skip && steps[i + 2] !== NO_PLACE;
    added += isNumber ? number : step === STEPS.text ? text.length : 1;
    if (cell === NO_PLACE || step === STEPS.skip) continue;
    if (replacesNulls) added += none.length;
    counts[cell] += copied;
    copies = Math.max(copies, counts[cell]);
  }
  return { added, copies };
}

function rangeOf(start: number, { length }: Uint8Array): Range {
  return [start, start + length];
}
