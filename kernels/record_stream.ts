import type { Instance } from "./instance.ts";
import type { PortFailure, PortNames } from "./ports.ts";
import type { Problem, RecordsPlan } from "./records.ts";
import type { Parts } from "./worker_source.ts";

/** Records of a file or of standard input, which several threads transform. All are asked the same. */
export interface StreamQuestion {
  readonly plan: RecordsPlan;
  readonly ports: PortNames;
  /** Bytes of a file, where it is one. */
  readonly fileSize?: number;
  /** Bytes of a chunk, and of a record at most. */
  readonly sizes: { readonly chunk: number; readonly record: number };
  /** What they take turns with (turns.ts). */
  readonly turns: SharedArrayBuffer;
  /** How far they are, a float64 for each of `STREAM_COUNTS`. */
  readonly counts: SharedArrayBuffer;
  /** What was read and belongs to no chunk yet; it can grow by a record. */
  readonly carry: SharedArrayBuffer;
}

/**
 * What threads count together: bytes that were read and that were written, the lines of what was written,
 * the bytes that are carried to the next chunk, and whether there is no more to read.
 */
export const STREAM_COUNTS = { read: 0, written: 1, lines: 2, carried: 3, ended: 4 } as const;

/** What a thread has done. */
export interface StreamAnswer {
  /** For each result, how many are NaN though what they were computed from is not. */
  readonly outside: readonly number[];
  /** Milliseconds. */
  readonly times: Readonly<Record<"read" | "compute" | "write", number>>;
  /** Why it stopped, if it did: all before that is written, and nothing after. */
  readonly failure?: StreamFailure;
}

/** Why a thread stopped. */
export type StreamFailure =
  | PortFailure
  /** The file ends after so many bytes, and had more. */
  | { readonly what: "end"; readonly bytes: number }
  /** What is wrong with a record, behind so many lines of all that was read. */
  | { readonly what: "record"; readonly problem: Problem; readonly lines: number };

/** The part of a thread in a stream. */
export interface RecordStream {
  /** Takes some records from the input to the output; false when there is nothing more to do. */
  step(): boolean;
  /** What was done. Nothing can be done after that. */
  end(): StreamAnswer;
}

/** Records that were read, and their place in the order of all. */
interface Taken {
  readonly chunk: number;
  readonly length: number;
  /** Whether they are the beginning of one that is too long. */
  readonly overlong?: boolean;
  readonly failure?: StreamFailure;
}

/**
 * Opens the part of a thread in a stream. In each step it reads the next records into the memory of
 * WebAssembly, transforms them there, and writes them from there when all before them are written. While
 * one thread reads or writes, others compute; nothing is copied or waits for another thread.
 *
 * What comes from a pipe is taken as it comes, so that whoever waits for results gets them at once; of a
 * file a whole chunk is read. Bytes behind the last record are carried to the next chunk.
 *
 * Workers run this very function, from its text: all that it uses stands in it, or is the runtime's.
 */
export function openStream(
  instance: Instance,
  question: StreamQuestion,
  { openPorts, openTransformer, openTurns }: Parts,
): RecordStream {
  const { plan, ports: names, fileSize, sizes, turns: sharedTurns, counts: sharedCounts, carry } =
    question;
  const [READ, WRITTEN, LINES, CARRIED, ENDED] = [0, 1, 2, 3, 4];
  const isFile = names.input !== undefined;
  const turns = openTurns(sharedTurns);
  const ports = openPorts(names);
  const transformer = openTransformer(instance, plan);
  // Only whoever is alone reads and changes what is counted of reading, and of writing whose turn it is.
  const counts = new Float64Array(sharedCounts);
  const times = { read: 0, compute: 0, write: 0 };
  const outside = plan.results.map(() => 0);
  let failure: StreamFailure | undefined;

  function time<T>(stage: keyof typeof times, action: () => T): T {
    const start = performance.now();
    try {
      return action();
    } finally {
      times[stage] += performance.now() - start;
    }
  }

  function explain(what: "read" | "write", error: unknown): PortFailure {
    const { name, message } = error as Error;
    return { what, name, message };
  }

  function take(): Taken | undefined {
    if (counts[ENDED] !== 0 || turns.stopped) return undefined;
    const chunk = turns.take();
    try {
      return { chunk, ...readRecords() };
    } catch (error) {
      counts[ENDED] = 1;
      return { chunk, length: 0, failure: explain("read", error) };
    }
  }

  function readRecords(): Omit<Taken, "chunk"> {
    let filled = counts[CARRIED];
    let room = transformer.room(Math.max(sizes.chunk, filled));
    room.set(new Uint8Array(carry, 0, filled));
    let whole = filled > 0 ? transformer.cut(0, filled) : 0;
    while (whole === 0 || isFile && filled < room.length) {
      if (whole === 0 && filled >= sizes.record) {
        counts[ENDED] = 1;
        return { length: filled, overlong: true };
      }
      if (filled === room.length) room = transformer.room(2 * filled);
      const found = ports.read(room.subarray(filled), counts[READ]);
      if (found === null) {
        counts[ENDED] = 1;
        const [bytes, size] = [counts[READ], fileSize ?? 0];
        if (bytes < size) return { length: 0, failure: { what: "end", bytes } };
        return { length: filled };
      }
      counts[READ] += found;
      const cut = transformer.cut(filled, filled + found);
      if (cut > 0) whole = cut;
      filled += found;
    }
    const rest = room.subarray(whole, filled);
    if (rest.length > carry.byteLength) carry.grow(rest.length);
    new Uint8Array(carry).set(rest);
    counts[CARRIED] = rest.length;
    return { length: whole };
  }

  function step(): boolean {
    const taken = turns.alone(() => time("read", take));
    if (taken === undefined) return false;
    const { chunk, length, overlong } = taken;
    failure = taken.failure;
    const { text, lines, outside: found, problem } = time(
      "compute",
      () => overlong ? transformer.judge(length) : transformer.transform(length),
    );
    if (!turns.await(chunk)) return false;
    try {
      time("write", () => ports.write(text, counts[WRITTEN]));
    } catch (error) {
      failure ??= explain("write", error);
    }
    if (problem !== undefined) failure ??= { what: "record", problem, lines: counts[LINES] };
    if (failure !== undefined) {
      turns.stop();
      return false;
    }
    counts[WRITTEN] += text.length;
    counts[LINES] += lines;
    found.forEach((count, i) => outside[i] += count);
    turns.pass();
    return true;
  }

  function end(): StreamAnswer {
    ports.close();
    return { outside, times, failure };
  }

  return { step, end };
}
