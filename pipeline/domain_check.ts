import type { FunctionSpec } from "../functions/registry.ts";
import type { FloatArray } from "../kernels/float_types.ts";

/** A result that may be outside the domain of its function. */
export interface Subject {
  /** Its function; missing where there is none, which has no domain. */
  readonly spec?: FunctionSpec;
  /** What the count of them calls it. */
  readonly name: string;
}

/** What a result is computed from. */
export interface Inputs {
  readonly x: FloatArray;
  readonly upstream?: FloatArray;
  /** One bit for each element, 0 where there is none; missing: all are there. */
  readonly valid?: Uint8Array;
}

/** What is to be known of the inputs when they are gone: results are computed in their place. */
export interface Before {
  /** Elements that are NaN already. */
  readonly nans: number;
  /** Copies, where an element must be named. */
  readonly inputs?: Inputs;
  readonly valid?: Uint8Array;
}

/** How elements outside a domain are treated. */
export interface DomainOptions {
  /** Whether one is an error. */
  readonly strict: boolean;
  /** What messages call an element, by its number among all from 0. */
  readonly locate: (subject: number, element: number) => string;
}

/** Counts the results that are NaN though what they are computed from is not, or refuses them. */
export class DomainCheck {
  readonly #subjects: readonly Subject[];
  readonly #options: DomainOptions;
  readonly #counts: number[];

  constructor(subjects: readonly Subject[], options: DomainOptions) {
    this.#subjects = subjects;
    this.#options = options;
    this.#counts = subjects.map(() => 0);
  }

  /** Looks at the inputs of a result before it is computed. */
  before({ x, upstream, valid }: Inputs): Before {
    const nans = countNaNs({ x, upstream, valid });
    if (!this.#options.strict) return { nans, valid };
    return { nans, valid, inputs: { x: x.slice(), upstream: upstream?.slice(), valid } };
  }

  /** Looks at a result; its first element has the given number. */
  after(
    subject: number,
    { before, y, first }: { before: Before; y: FloatArray; first: number },
  ): void {
    const { nans, inputs, valid } = before;
    const outside = countNaNs({ x: y, valid }) - nans;
    if (outside === 0) return;
    if (inputs === undefined) this.add(subject, outside);
    else this.#refuse(subject, { inputs, y, first });
  }

  /** Counts results that others found to be outside. */
  add(subject: number, outside: number): void {
    this.#counts[subject] += outside;
  }

  /** Says in one line how many there were; nothing if there were none. */
  summary(): string | undefined {
    return summarizeOutside(this.#counts, this.#subjects.map(({ name }) => name));
  }

  #refuse(
    subject: number,
    { inputs, y, first }: { inputs: Inputs; y: FloatArray; first: number },
  ): never {
    const { x, upstream, valid } = inputs;
    const i = y.findIndex((value, i) =>
      Number.isNaN(value) && !isNaN(x[i]) && !isNaN(upstream?.[i] ?? 0) && isValid(valid, i)
    );
    const { name = "", domain = "" } = this.#subjects[subject].spec ?? {};
    throw new RangeError(
      `Cannot compute ${name}: ${this.#options.locate(subject, first + i)} is ${
        x[i]
      }, outside the ` +
        `domain, ${domain}; without --strict the result is NaN`,
    );
  }
}

/** Says in one line how many results are outside a domain, by their names; nothing if none are. */
export function summarizeOutside(
  counts: readonly number[],
  names: readonly string[],
): string | undefined {
  const parts = counts.flatMap((count, i) => count > 0 ? [`${count} in ${names[i]}`] : []);
  if (parts.length === 0) return undefined;
  return `NaN was written where a value is outside the domain: ${parts.join(", ")}; ` +
    `--strict makes that an error`;
}

/** Counts elements that are there and are NaN, in one or the other. */
function countNaNs({ x, upstream, valid }: Inputs): number {
  if (upstream === undefined && valid === undefined) return countAll(x);
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    if ((isNaN(x[i]) || isNaN(upstream?.[i] ?? 0)) && isValid(valid, i)) count++;
  }
  return count;
}

// Apart, so that the usual case is a loop with nothing in it: a third of a nanosecond for each element.
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
