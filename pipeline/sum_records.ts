import { openTransformer, type RecordsReply } from "../formats/csv/record_transformer.ts";
import type {
  RecordsAnswer,
  RecordsQuestion,
  ResultNumbers,
} from "../formats/csv/transform_plan.ts";
import type { Instance } from "../kernels/instance.ts";
import type { Reduction } from "../plan/plan_reduce.ts";
import { Tally, type TallyState } from "./tally.ts";

/** Whole records, and what is made of all their results together. */
export interface SumsQuestion extends RecordsQuestion {
  readonly reductions: readonly Pick<Reduction, "aggregate" | "result">[];
}

/** What is known of records: the states of tallies instead of a text. */
export interface SumsAnswer extends RecordsAnswer {
  readonly tallies: readonly TallyState[];
}

/**
 * Answers what is known of the results of records. After the time `until`, by `performance.now`, it
 * returns what is done and what is left.
 */
export function answerSums(
  instance: Instance,
  { plan, bytes, overlong, reductions }: SumsQuestion,
  until?: number,
): RecordsReply {
  const transformer = openTransformer(instance, plan);
  transformer.room(bytes.length).set(bytes);
  const all = { start: 0, end: bytes.length };
  const tallies = reductions.map((reduction) => new Tally(reduction));
  function take(
    results: readonly ResultNumbers[],
    { count, skipped }: { count: number; skipped: number },
  ): void {
    reductions.forEach(({ result }, i) => {
      if (result === undefined) tallies[i].count += count - skipped;
      else addResults(tallies[i], results[result], skipped);
    });
  }
  const { next, text: _, ...answer } = overlong
    ? transformer.judge(all)
    : transformer.transform(all, { take, until });
  const isDone = next === bytes.length || answer.problem !== undefined;
  // The caller uses the buffer of the records again.
  const text = new Uint8Array(bytes.buffer as ArrayBuffer, 0, 0);
  const rest = isDone ? undefined : bytes.slice(next) as Uint8Array<ArrayBuffer>;
  const states = tallies.map(({ state }) => state);
  const result: SumsAnswer = { ...answer, text, rest, tallies: states };
  return { result, move: rest === undefined ? [text.buffer] : [text.buffer, rest.buffer] };
}

/** Adds the results of records. Of those that have none, so many are blank lines or comments. */
function addResults(
  tally: Tally,
  { values, valid, isConstant }: ResultNumbers,
  skipped: number,
): void {
  if (isConstant) {
    for (let i = skipped; i < values.length; i++) tally.add(values[i]);
    return;
  }
  let missing = 0;
  for (let i = 0; i < values.length; i++) {
    if (valid[i] === 1) tally.add(values[i]);
    else missing++;
  }
  tally.nulls += missing - skipped;
}
