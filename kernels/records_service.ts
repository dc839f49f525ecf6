import type { Instance } from "./instance.ts";
import type { Problem, RecordsAnswer, RecordsQuestion, Step } from "./records.ts";
import type { Reply } from "./worker_source.ts";

/**
 * Transforms records of CSV: scans, reads, computes and writes them, some thousand at a time, which stay
 * in the cache. Where there is a problem, the records before it are done.
 *
 * Workers run this very function, from its text: all that it uses stands in it, or is the runtime's.
 */
export function runRecordsService(instance: Instance, question: unknown): Reply {
  const { plan, bytes } = question as RecordsQuestion;
  const { delimiter, decimal, results, type } = plan;
  /** Records at a time: fewer where they are so wide that they would not stay in the cache. */
  let MOST = 2048;
  while (MOST > 16 && MOST * (plan.cells.length + results.length) > 2 ** 21) MOST /= 2;
  /** The text of a number, at most, with what is written past its end. */
  const NUMBER = 48;
  /** The engine reads so many bytes behind a text. */
  const BEHIND = 128;
  const CODES = { skip: 1, rest: 2, split: 3, cell: 4, requote: 5, number: 6 };
  const INVALID = { error: 0, null: 1, nan: 2 };
  const TYPES = { float64: 0, float32: 1, float16: 2 };

  const { exports, memory } = instance;
  let top = instance.end;
  function reserve(length: number): number {
    const address = top;
    top += Math.ceil(length / 64) * 64;
    return address;
  }
  const counted = plan.numbers.length;
  const wanted = reserve((plan.cells.length + 1) * 4);
  const steps = reserve((plan.steps.length + 1) * 20);
  const none = reserve(plan.none.length + BEHIND);
  const ends = reserve(MOST * 4);
  const cells = reserve(plan.cells.length * MOST * 8);
  const narrowed = reserve(MOST * 4);
  const numbers = reserve(counted * MOST * 8);
  const valid = reserve(counted * MOST);
  const values = reserve(results.length * MOST * 8);
  const resultValid = reserve(results.length * MOST);
  const input = reserve(bytes.length + BEHIND);
  const inputEnd = input + bytes.length;
  const output = top;
  let view = new Uint8Array(memory.buffer);
  ensure(output + bytes.length + bytes.length / 2 + 65536);
  view.set(bytes, input);
  view.set(plan.none, none);
  new Uint32Array(memory.buffer, wanted).set([...plan.cells, 0xffffffff]);
  new Uint32Array(memory.buffer, steps).set([...plan.steps.flatMap(encode), 0]);

  const noneEnd = none + plan.none.length;
  const outside = results.map(() => 0);
  const requotes = plan.steps.some(({ step }) => step === "requote");
  const added = plan.steps.length * (NUMBER + plan.none.length);
  let at = input;
  let to = output;
  let lines = 0;
  let problem: Problem | undefined;
  while (at < inputEnd && problem === undefined) {
    const found = exports.csv_scan(
      at,
      inputEnd,
      MOST,
      plan.columns,
      delimiter,
      wanted,
      cells,
      ends,
    );
    let count = found;
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
      const first = cells + cell * MOST * 8;
      const read = exports.csv_read(
        first,
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
      const [start, end] = new Uint32Array(memory.buffer, first + count * 8, 2);
      problem = describe("invalid", { start, end, which: i });
    });
    if (type !== "float64") {
      for (let i = 0; i < counted; i++) round(numbers + i * MOST * 8, count);
    }
    results.forEach((_, i) => compute(i, count));
    count = check(count);
    const end = count === 0 ? at : new Uint32Array(memory.buffer, ends + (count - 1) * 4, 1)[0];
    const length = end - at;
    ensure(to + length * (requotes ? 3 : 1) + count * added + BEHIND);
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
    lines += count + exports.csv_quoted_lines.value;
    at = exports.csv_next.value;
  }
  const text = giveText(view.subarray(output, to), bytes.buffer as ArrayBuffer);
  const result: RecordsAnswer = { text, lines, outside, problem };
  return { result, move: [text.buffer] };

  /** What was written, in the buffer that the records came in if there is room. */
  function giveText(text: Uint8Array, buffer: ArrayBuffer): Uint8Array<ArrayBuffer> {
    if (text.length > buffer.byteLength) return new Uint8Array(text);
    const given = new Uint8Array(buffer, 0, text.length);
    given.set(text);
    return given;
  }

  function ensure(size: number): void {
    const missing = size - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / 65536));
    view = new Uint8Array(memory.buffer);
  }

  function encode(step: Step): number[] {
    const cell = "cell" in step && step.cell !== undefined ? cells + step.cell * MOST * 8 : 0;
    if (step.step !== "number") return [CODES[step.step], cell, 0, 0, 0];
    const { result } = step;
    return [
      CODES.number,
      cell,
      values + result * MOST * 8,
      resultValid + result * MOST,
      TYPES[type],
    ];
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

  function compute(i: number, count: number): void {
    const { kernel: { name, parameter }, x, upstream } = results[i];
    const from = numbers + x * MOST * 8;
    const y = values + i * MOST * 8;
    const there = valid + x * MOST;
    const usable = resultValid + i * MOST;
    if (type === "float32" && upstream === undefined) {
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
    const before = view.subarray(input, start).reduce((sum, byte) => sum + +(byte === 10), 0);
    return {
      kind,
      lines: before,
      characters: [...decoder.decode(view.subarray(Math.max(line, input), start))].length,
      found,
      which,
      text: shown,
    };
  }
}
