import type { FunctionSpec } from "../functions/registry.ts";
import { showCell } from "../formats/csv/format_problem.ts";
import type { CsvOptions } from "../formats/csv/dialect.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import type { Kernel } from "../kernels/job.ts";
import type { NotedCells } from "../formats/table.ts";
import { type IsPole, polesOf } from "../kernels/poles.ts";

/** A result that may be outside the domain of its function. */
export interface Subject {
  /** The function; missing where numbers are only converted, which has no domain. */
  readonly spec?: FunctionSpec;
  /** What computes it, which tells its poles. */
  readonly kernel?: Kernel;
  /** The name of the result in the summary. */
  readonly name: string;
}

/** The numbers that a result is computed from. */
export interface Inputs {
  readonly x: FloatArray;
  readonly upstream?: FloatArray;
  /** The other columns of an expression. */
  readonly others?: readonly FloatArray[];
  /** One bit for each element, 0 where it is null. If this is missing, no element is null. */
  readonly valid?: Uint8Array;
}

/** What must be kept of the inputs, since results are computed in their place. */
export interface Before {
  /** How many of the elements that count are NaN already. */
  readonly nans: number;
  /** Copies of the inputs, if an element must be named. */
  readonly inputs?: Inputs;
  /** One bit for each element, 0 where it does not count. */
  readonly valid?: Uint8Array;
}

/** A result, and what was known of its inputs. */
export interface Checked {
  /** The number of the subject. */
  readonly subject: number;
  readonly before: Before;
  readonly y: FloatArray;
}

/** The error of an element that is outside the domain. */
export class DomainError extends RangeError {
  /**
   * The row of the element in the batch. Of several errors, the one in the first row is reported.
   */
  readonly row: number;

  constructor(message: string, row: number) {
    super(message);
    this.row = row;
  }
}

/**
 * Counts the results that are outside the domain, or refuses them: those that are NaN although what
 * they are computed from is not. Counts that threads have found themselves (`nans_f64` of
 * WebAssembly, by the same rule) are added, so that every run has one count and one summary.
 */
export class DomainCheck {
  readonly #subjects: readonly Subject[];
  /** Whether a result outside the domain is an error. */
  readonly strict: boolean;
  readonly #counts: number[];
  /** What tells the poles of each subject, if it has any. */
  readonly #poles: readonly (IsPole | undefined)[];

  constructor(subjects: readonly Subject[], { strict }: { readonly strict: boolean }) {
    this.#subjects = subjects;
    this.strict = strict;
    this.#counts = subjects.map(() => 0);
    this.#poles = subjects.map(({ kernel }) => kernel && polesOf(kernel));
  }

  /** Looks at the inputs of a result before it is computed. */
  before(inputs: Inputs): Before {
    const { x, upstream, others, valid } = inputs;
    const nans = countNaNs(inputs);
    // A function of NaN is NaN. An expression need not be, if it has an alternative: then its rows
    // are told apart.
    const counted = others !== undefined && nans > 0
      ? { nans: 0, valid: validNumbers(inputs) }
      : { nans, valid };
    if (!this.strict) return counted;
    return {
      ...counted,
      inputs: {
        ...{ x: x.slice(), upstream: upstream?.slice(), valid },
        others: others?.map((other) => other.slice()),
      },
    };
  }

  /**
   * Looks at the results of some elements. The element that is refused is the first one outside a
   * domain, and of several results of it the first. `locate` names an element for messages.
   */
  after(
    results: readonly Checked[],
    locate: (subject: number, element: number) => string,
  ): void {
    let first = Infinity;
    let refused: Checked | undefined;
    for (const result of results) {
      const { subject, before: { nans, inputs, valid }, y } = result;
      const outside = countNaNs({ x: y, valid }) - nans;
      const isPole = inputs && this.#poles[subject];
      if (outside === 0 && isPole === undefined) continue;
      if (inputs === undefined) {
        this.add(subject, outside);
        continue;
      }
      const element = firstRefused(inputs, { y, isPole });
      if (element < 0 || element >= first) continue;
      first = element;
      refused = result;
    }
    if (refused !== undefined) {
      throw this.#refusal(refused, { element: first, place: locate(refused.subject, first) });
    }
  }

  /** Adds results outside the domain that other threads have counted. */
  add(subject: number, outside: number): void {
    this.#counts[subject] += outside;
  }

  /** How many results were outside the domain so far, by name. */
  get counts(): { readonly column: string; readonly count: number }[] {
    return this.#subjects.map(({ name }, i) => ({ column: name, count: this.#counts[i] }));
  }

  /** Says in one line how many results are outside the domain; nothing if none are. */
  summary(): string | undefined {
    return summarizeOutside(this.#counts, this.#subjects.map(({ name }) => name));
  }

  #refusal(
    { subject, before }: Checked,
    { element, place }: { element: number; place: string },
  ): DomainError {
    const { spec, name: result } = this.#subjects[subject];
    const x = before.inputs?.x[element];
    if (spec === undefined) {
      return new DomainError(
        `Cannot compute ${result}: it has no value where ${place} is ${x}; ` +
          `without --strict the result is NaN`,
        element,
      );
    }
    const { name, domain } = spec;
    return new DomainError(
      `Cannot compute ${name}: ${place} is ${x}, outside the domain, ${domain}; ` +
        `without --strict the result is infinite or NaN`,
      element,
    );
  }
}

/**
 * Finds the first result that is NaN although what it is computed from is not, or infinite at a
 * pole. Returns -1 if there is none.
 */
function firstRefused(
  { x, upstream, others = [], valid }: Inputs,
  { y, isPole }: { y: FloatArray; isPole?: IsPole },
): number {
  return y.findIndex((value, i) => {
    if (Number.isFinite(value) || !isValid(valid, i)) return false;
    if (Number.isNaN(value)) {
      return !isNaN(x[i]) && !isNaN(upstream?.[i] ?? 0) && !isAnyNaN(others, i);
    }
    return isPole !== undefined && isPole(x[i]);
  });
}

/**
 * Says in one line how many results are outside the domain, by their names; nothing if none are.
 */
function summarizeOutside(
  counts: readonly number[],
  names: readonly string[],
): string | undefined {
  const parts = counts.flatMap((count, i) => count > 0 ? [`${count} in ${names[i]}`] : []);
  if (parts.length === 0) return undefined;
  return `NaN was written where a value is outside the domain: ${parts.join(", ")}; ` +
    `--strict makes that an error`;
}

/** Says in one line how many cells were not numbers, and what became of them; nothing if all were. */
export function summarizeReplaced(
  { counts, place, text }: NotedCells,
  { onInvalid, quote }: Pick<CsvOptions, "onInvalid" | "quote">,
): string | undefined {
  const parts = counts.flatMap(({ column, count }) => count > 0 ? [`${count} in ${column}`] : []);
  if (parts.length === 0) return undefined;
  return `cells that are not numbers were read as ${onInvalid === "nan" ? "NaN" : "null"}: ` +
    `${parts.join(", ")}; the first is ${showCell(text, quote)} at ${place}`;
}

/** Counts elements that are not null, and NaN in one array or another. */
function countNaNs({ x, upstream, others = [], valid }: Inputs): number {
  const isPlain = upstream === undefined && others.length === 0;
  if (isPlain && valid === undefined) return countAll(x);
  // Usually there is none, which is found out three times as fast array by array.
  if ([x, ...others].every((array) => countAll(array) === 0) && upstream === undefined) return 0;
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    const isNone = isNaN(x[i]) || isNaN(upstream?.[i] ?? 0) || !isPlain && isAnyNaN(others, i);
    if (isNone && isValid(valid, i)) count++;
  }
  return count;
}

/** One bit for each element: 1 where it is neither null nor NaN, in any of the arrays. */
function validNumbers({ x, upstream, others = [], valid }: Inputs): Uint8Array {
  const arrays = [x, ...(upstream === undefined ? [] : [upstream]), ...others];
  const bits = new Uint8Array(Math.ceil(x.length / 8));
  for (let i = 0; i < x.length; i++) {
    if (isValid(valid, i) && !isAnyNaN(arrays, i)) bits[i >> 3] |= 1 << (i & 7);
  }
  return bits;
}

function isAnyNaN(arrays: readonly FloatArray[], i: number): boolean {
  for (const array of arrays) if (isNaN(array[i])) return true;
  return false;
}

// The usual case is a function of its own, whose loop takes a third of a nanosecond for each
// element.
function countAll(x: FloatArray): number {
  let count = 0;
  if (x instanceof Float16Array) {
    const words = new Uint16Array(x.buffer, x.byteOffset, x.length);
    for (let i = 0; i < words.length; i++) if ((words[i] & 0x7fff) > 0x7c00) count++;
  } else if (x instanceof Float32Array) {
    for (let i = 0; i < x.length; i++) if (x[i] !== x[i]) count++;
  } else {
    for (let i = 0; i < x.length; i++) if (x[i] !== x[i]) count++;
  }
  return count;
}

function isValid(valid: Uint8Array | undefined, i: number): boolean {
  return valid === undefined || (valid[i >> 3] >> (i & 7) & 1) === 1;
}
