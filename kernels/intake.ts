import type { Ports } from "./ports.ts";
import type { StreamFailure, StreamQuestion } from "./record_stream.ts";
import type { Transformer } from "./record_transformer.ts";
import type { Turns } from "./turns.ts";

/** Whole records of an input that several threads read, for one of them after another. */
export interface Intake {
  /** Puts the next records into the transformer's room; nothing at the end. */
  take(): Taken | undefined;
}

/** Records that were taken, and their place in the order of all. */
export interface Taken {
  readonly chunk: number;
  readonly length: number;
  /** Whether they are the beginning of one that is too long. */
  readonly overlong?: boolean;
  readonly failure?: StreamFailure;
}

/** What a thread takes records with. */
export interface IntakeOptions {
  readonly question: StreamQuestion;
  readonly transformer: Transformer;
  readonly ports: Ports;
  readonly turns: Turns;
  /** Counts the time that something takes. */
  time<T>(action: () => T): T;
}

/**
 * Opens the intake of a thread.
 *
 * A pipe gives 64 KB at a time, which are soon done, and threads that wait for each other so often lose
 * half of their time. But no record may wait in a thread that is reading: nobody knows when more will
 * come. So one thread reads, and puts what it has read where all can take it (`carry`). A thread that has
 * nothing to do takes the records that are there while another is reading; who reads goes on until there
 * are enough, and then takes them. Where one read is enough, as of a file, nothing is put there but what
 * lies behind the last record.
 *
 * Workers run this very function, from its text: all that it uses stands in it, or is the runtime's.
 */
export function openIntake(
  { question, transformer, ports, turns, time }: IntakeOptions,
): Intake {
  const { sizes, fileSize, carry } = question;
  const {
    read: READ,
    carried: CARRIED,
    whole: WHOLE,
    quotes: QUOTES,
    reading: READING,
    ended: ENDED,
  } = question.places;
  const counts = new Float64Array(question.counts);
  const enough = sizes.chunk / 4;
  /** Where in the room bytes are read to, and whether all that is carried was put before it. */
  let start = 0;
  let isAll = false;

  function take(): Taken | undefined {
    for (;;) {
      const news = turns.news;
      const found = turns.alone(look);
      if (found === "wait") {
        turns.awaitNews(news);
      } else if (found === "read") {
        const taken = read();
        // There are records for others, a place for another reader, or the end.
        turns.tell();
        if (taken !== undefined) return taken;
      } else {
        return found;
      }
    }
  }

  /** Takes records, or finds out what there is to do until there are some. */
  function look(): Taken | "read" | "wait" | undefined {
    if (turns.stopped) return undefined;
    const [carried, whole] = [counts[CARRIED], counts[WHOLE]];
    const isOpen = counts[READING] === 0 && counts[ENDED] === 0;
    if (isOpen && whole < enough && carried < sizes.record) {
      counts[READING] = 1;
      // Where that is little, and nobody can take any of it meanwhile.
      isAll = whole === 0 && carried <= sizes.chunk;
      // Shared memory is copied byte by byte unless both sides have the same place in a word.
      start = isAll ? carried : carried % 8;
      const room = transformer.room(start + sizes.chunk);
      if (isAll) room.set(new Uint8Array(carry, 0, carried));
      return "read";
    }
    if (whole > 0) return takeCarried(whole);
    if (isOpen) {
      counts[ENDED] = 1;
      return { ...takeCarried(carried), overlong: true };
    }
    if (counts[ENDED] === 0) return "wait";
    return carried > 0 ? takeCarried(carried) : undefined;
  }

  function takeCarried(length: number): Taken {
    const all = new Uint8Array(carry);
    transformer.room(length).set(all.subarray(0, length));
    all.copyWithin(0, length, counts[CARRIED]);
    counts[CARRIED] -= length;
    counts[WHOLE] = 0;
    return { chunk: turns.take(), length };
  }

  /** Reads once. Only one thread does at a time: the state of quotes is its own. */
  function read(): Taken | undefined {
    const room = transformer.room(start + sizes.chunk);
    try {
      const found = time(() => ports.read(room.subarray(start), counts[READ]));
      if (found === null) return turns.alone(endInput);
      const end = start + found;
      const { cut, quotes } = time(() => transformer.cut(start, end, counts[QUOTES]));
      counts[QUOTES] = quotes;
      return turns.alone(() => {
        counts[READING] = 0;
        counts[READ] += found;
        if (!isAll || cut < enough) {
          if (cut > 0) counts[WHOLE] = counts[CARRIED] + cut - start;
          carryOn(room.subarray(start, end), counts[CARRIED]);
          return undefined;
        }
        carryOn(room.subarray(cut, end), 0);
        return { chunk: turns.take(), length: cut };
      });
    } catch (error) {
      const { name, message } = error as Error;
      return turns.alone(() => fail({ what: "read", name, message }));
    }
  }

  /** Puts bytes behind others that are carried. */
  function carryOn(bytes: Uint8Array, at: number): void {
    const end = at + bytes.length;
    if (end > carry.byteLength) carry.grow(end);
    new Uint8Array(carry).set(bytes, at);
    counts[CARRIED] = end;
  }

  function endInput(): Taken | undefined {
    const bytes = counts[READ];
    if (bytes < (fileSize ?? 0)) return fail({ what: "end", bytes });
    counts[READING] = 0;
    counts[ENDED] = 1;
  }

  function fail(failure: StreamFailure): Taken {
    counts[READING] = 0;
    counts[ENDED] = 1;
    return { chunk: turns.take(), length: 0, failure };
  }

  return { take };
}
