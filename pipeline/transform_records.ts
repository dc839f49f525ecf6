import { openInstance } from "../kernels/engine.ts";
import type { Engine } from "../kernels/job.ts";
import { answerRecords, readNumbers } from "../formats/csv/record_transformer.ts";
import type {
  RecordsAnswer,
  RecordsQuestion,
  TakenRecords,
} from "../formats/csv/transform_plan.ts";
import { MAX_SILENCE_MS } from "../threads/cooperative.ts";

/**
 * Transforms records to text on the calling thread, or gives their results to `take`. The caller
 * gives up the buffer of their bytes: the text may be written into it.
 */
export function transformHere(
  question: RecordsQuestion,
  take?: (records: TakenRecords) => void,
): RecordsAnswer {
  const until = performance.now() + MAX_SILENCE_MS;
  return answerRecords(openInstance(), question, { take, until });
}

/** Transforms records whose results an engine computes, such as that of a GPU. */
export async function transformOn(
  engine: Engine,
  question: RecordsQuestion,
): Promise<RecordsAnswer> {
  const { numbers, next } = readNumbers(openInstance(), question);
  const given = await engine.run(
    question.plan.results.map(({ kernel, x, upstream }) => ({
      kernel: kernel!,
      x: numbers[x],
      upstream: upstream === undefined ? undefined : numbers[upstream],
    })),
  );
  return transformHere({ ...question, given, end: next });
}
