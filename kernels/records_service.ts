import type { Instance } from "./instance.ts";
import type { RecordsAnswer, RecordsQuestion } from "./records.ts";
import type { Parts, Reply } from "./worker_source.ts";

/** Runs in a worker (worker_source.ts), or on the calling thread: transforms records of CSV. */
export function runRecordsService(
  instance: Instance,
  question: unknown,
  { openTransformer }: Parts,
): Reply {
  const { plan, bytes, overlong, numbersOnly, given } = question as RecordsQuestion;
  const transformer = openTransformer(instance, plan);
  transformer.room(bytes.length).set(bytes);
  const all = { start: 0, end: bytes.length };
  if (overlong) return { result: transformer.judge(all), move: [] };
  if (numbersOnly) return { result: transformer.numbers(bytes.length), move: [] };
  const { text, ...rest } = transformer.transform(all, given);
  const copy = copyInto(bytes.buffer as ArrayBuffer, text);
  const result: RecordsAnswer = { ...rest, text: copy };
  return { result, move: [copy.buffer] };

  /** What was written, in the buffer that the records came in if there is room. */
  function copyInto(buffer: ArrayBuffer, text: Uint8Array): Uint8Array<ArrayBuffer> {
    if (text.length > buffer.byteLength) return new Uint8Array(text);
    const copy = new Uint8Array(buffer, 0, text.length);
    copy.set(text);
    return copy;
  }
}
