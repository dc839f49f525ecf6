import type { Instance } from "../kernels/instance.ts";
import { openTransformer } from "../formats/csv/record_transformer.ts";
import type { RecordsAnswer, RecordsQuestion } from "../formats/csv/transform_plan.ts";
import type { Reply } from "../threads/worker_call.ts";

/**
 * Transforms records of CSV, in a worker or on the calling thread. After the time `until`, by
 * `performance.now`, it returns what is done and what is left.
 */
export function runRecordsService(
  instance: Instance,
  question: unknown,
  until?: number,
): Reply {
  const { plan, bytes, overlong, numbersOnly, given, end } = question as RecordsQuestion;
  const transformer = openTransformer(instance, plan);
  transformer.room(bytes.length).set(bytes);
  const all = { start: 0, end: end ?? bytes.length };
  if (numbersOnly) return { result: transformer.numbers(all), move: [] };
  const { text, next, ...answer } = overlong
    ? transformer.judge(all)
    : transformer.transform(all, { given, until });
  const buffer = bytes.buffer as ArrayBuffer;
  const isDone = next === bytes.length || answer.problem !== undefined;
  // The text goes into the buffer that the records came in, if these are done with and there is room.
  const fits = isDone && text.length <= buffer.byteLength;
  const copy = fits ? new Uint8Array(buffer, 0, text.length) : new Uint8Array(text.length);
  copy.set(text);
  const rest = isDone ? undefined : bytes.subarray(next) as Uint8Array<ArrayBuffer>;
  const result: RecordsAnswer = { ...answer, text: copy, rest };
  return { result, move: rest === undefined ? [copy.buffer] : [copy.buffer, rest.buffer] };
}
