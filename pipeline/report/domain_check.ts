import { formatNumber, REFUSED_WORDS, showCell } from "../../formats/csv/format_problem.ts";
import type { CsvOptions } from "../../formats/csv/dialect.ts";
import type { NotedCells } from "../../formats/cell_notes.ts";
import type { FunctionSpec } from "../../functions/registry.ts";
import { type FloatArray, nextNonfinite } from "../../kernels/float_types.ts";
import { TAKEN_FOR_ZERO, UNDECIDED } from "../../kernels/result_status.ts";
import {
  type Classifier,
  isRefused,
  type Outcome,
  OUTCOMES,
  type Refused,
} from "../../kernels/outcome.ts";
import { listCounts } from "./list_counts.ts";

/** A result that may be infinite or NaN. */
export interface Subject {
  /** The name of the result in messages. */
  readonly name: string;
  /** The function; missing for an expression, and where numbers are only converted. */
  readonly spec?: FunctionSpec;
  /** Explains why a result is infinite or NaN; missing where numbers are only converted. */
  readonly classify?: Classifier;
  /** The names of the inputs, for messages. */
  readonly inputs?: readonly string[];
  /** Describes what helps where the result overflows, if anything does. */
  readonly hint?: () => string | undefined;
}

/** The numbers that a result is computed from. */
export interface Inputs {
  /** A number and its upstream gradient if there is one, or the columns of an expression. */
  readonly columns: readonly FloatArray[];
  /** One bit for each element, 0 where it is null. If this is missing, no element is null. */
  readonly valid?: Uint8Array;
}

/** A result, and what it was computed from. */
export interface Checked {
  /** The number of the subject. */
  readonly subject: number;
  readonly inputs: Inputs;
  readonly y: FloatArray;
  /** What the last phase made of each result (kernels/result_status.ts); missing if it is no expression. */
  readonly statuses?: Uint8Array;
}

/** A result of an element that is refused, and why. */
interface Refusal {
  readonly result: Checked;
  readonly element: number;
  readonly outcome: Refused;
}

/** How many results have each outcome. */
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** What a summary says about an outcome, if anything, and what `--verbose` calls it after the count. */
interface Words {
  readonly summary?: string;
  readonly short: string;
}

/** The words for each outcome. Those that `--strict` refuses say so. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, Words>> = {
  outside: { summary: "NaN was written where a value is outside the domain", short: "NaN" },
  pole: { summary: "infinity was written at poles", short: "at poles" },
  overflow: {
    summary: "infinity was written where a result is too large for its type",
    short: "overflowed",
  },
  undecided: {
    summary: "NaN was written where a result could not be decided within the precision limit",
    short: "undecided",
  },
  zero: { short: "indistinguishable from 0" },
};

/** Inputs that a message names, at most. */
const MAX_SHOWN_INPUTS = 5;

/** The error of an element that `--strict` refuses. */
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
 * Counts by reason the results that are infinite or NaN although their inputs are not, or refuses
 * them, and counts those that are indistinguishable from 0. The counts of other threads are added, so
 * that every run has one count and one summary.
 */
export class DomainCheck {
  readonly #subjects: readonly Subject[];
  /** Whether poles, results outside the domain and undecided ones are errors. */
  readonly strict: boolean;
  readonly #counts: Record<Outcome, number>[];

  constructor(subjects: readonly Subject[], { strict }: { readonly strict: boolean }) {
    this.#subjects = subjects;
    this.strict = strict;
    this.#counts = subjects.map(() => ({
      outside: 0,
      pole: 0,
      overflow: 0,
      undecided: 0,
      zero: 0,
    }));
  }

  /**
   * Looks at the results of some elements. The element that is refused is the first one, and of
   * several results of it the first. `locate` names an element for messages.
   */
  check(
    results: readonly Checked[],
    locate: (subject: number, element: number) => string,
  ): void {
    let first: Refusal | undefined;
    for (const result of results) {
      this.#countZeros(result);
      first = this.#countOutcomes(result, first?.element ?? result.y.length) ?? first;
    }
    if (first !== undefined) throw this.#refusal(first, locate);
  }

  #countZeros({ subject, inputs: { valid }, statuses }: Checked): void {
    if (statuses === undefined) return;
    for (
      let i = statuses.indexOf(TAKEN_FOR_ZERO);
      i >= 0;
      i = statuses.indexOf(TAKEN_FOR_ZERO, i + 1)
    ) {
      if (isValid(valid, i)) this.#counts[subject].zero++;
    }
  }

  /** Counts the outcomes of the first so many elements; returns the first one that is refused. */
  #countOutcomes(result: Checked, count: number): Refusal | undefined {
    const { subject, inputs: { columns, valid }, y, statuses } = result;
    const { classify } = this.#subjects[subject];
    if (classify === undefined) return undefined;
    const counts = this.#counts[subject];
    const x = columns.length === 1 ? columns[0] : undefined;
    for (let i = nextNonfinite(y, 0, x); i < count; i = nextNonfinite(y, i + 1, x)) {
      if (!isValid(valid, i)) continue;
      const outcome = statuses?.[i] === UNDECIDED
        ? "undecided"
        : classify(y[i], columns.map((column) => column[i]));
      if (outcome === undefined) continue;
      if (this.strict && isRefused(outcome)) return { result, element: i, outcome };
      counts[outcome]++;
    }
  }

  /** Adds what other threads have counted: for each subject, how many results have an outcome. */
  add(counts: readonly OutcomeCounts[]): void {
    counts.forEach((more, subject) => {
      for (const outcome of OUTCOMES) this.#counts[subject][outcome] += more[outcome];
    });
  }

  /** What was counted so far, for each subject. */
  get counts(): readonly OutcomeCounts[] {
    return this.#counts;
  }

  /** What was counted so far, by name. */
  get outcomes(): { readonly column: string; readonly counts: OutcomeCounts }[] {
    return this.#subjects.map(({ name }, i) => ({ column: name, counts: this.#counts[i] }));
  }

  /** Describes how many results have each outcome, a line for each that occurs. */
  summaries(): string[] {
    return OUTCOMES.flatMap((outcome) => {
      const { summary } = OUTCOME_WORDS[outcome];
      if (summary === undefined) return [];
      const found = this.#subjects.flatMap((subject, i) => {
        const count = this.#counts[i][outcome];
        return count > 0 ? [{ ...subject, column: subject.name, count }] : [];
      });
      if (found.length === 0) return [];
      const hints = isRefused(outcome)
        ? ["--strict makes that an error"]
        : new Set(found.flatMap(({ hint }) => hint?.() ?? []));
      return [[`${summary}: ${listCounts(found)}`, ...hints].join("; ")];
    });
  }

  #refusal(
    { result: { subject, inputs: { columns }, y }, element, outcome }: Refusal,
    locate: (subject: number, element: number) => string,
  ): DomainError {
    const { spec, name, inputs = [] } = this.#subjects[subject];
    const place = locate(subject, element);
    const values = columns.map((column) => column[element]);
    const instead = `without --strict ${name} is ${formatNumber(y[element])}`;
    const message = spec === undefined
      ? `Cannot compute ${name}: ${describeExpression(outcome, { place, values, inputs })}`
      : `Cannot compute ${spec.name}: ${place} is ${values[0]}, outside the domain, ${spec.domain}`;
    return new DomainError(`${message}; ${instead}`, element);
  }
}

/** Explains why and where the result of an expression is refused. */
function describeExpression(
  outcome: Refused,
  { place, values, inputs }: {
    place: string;
    values: readonly number[];
    inputs: readonly string[];
  },
): string {
  const what = `it ${REFUSED_WORDS[outcome]}`;
  if (values.length === 0) return `${what} in ${place}`;
  const others = values.slice(1, MAX_SHOWN_INPUTS).map((value, i) =>
    ` and ${inputs[i + 1] ?? "another input"} is ${formatNumber(value)}`
  );
  return `${what} where ${place} is ${formatNumber(values[0])}${others.join("")}`;
}

/** Says in one line how many cells were not numbers, and what became of them; nothing if all were. */
export function summarizeReplaced(
  { counts, place, text }: NotedCells,
  { onInvalid, quote }: Pick<CsvOptions, "onInvalid" | "quote">,
): string | undefined {
  const listed = listCounts(counts);
  if (listed === "") return undefined;
  return `cells that are not numbers were read as ${onInvalid === "nan" ? "NaN" : "null"}: ` +
    `${listed}; the first is ${showCell(text, quote)} at ${place}`;
}

function isValid(valid: Uint8Array | undefined, i: number): boolean {
  return valid === undefined || (valid[i >> 3] >> (i & 7) & 1) === 1;
}
