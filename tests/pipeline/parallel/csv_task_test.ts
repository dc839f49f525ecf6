import { assert, assertEquals, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { CSV_DEFAULTS } from "../../../formats/csv/dialect.ts";
import { openCsvInput } from "../../../formats/csv/csv_input.ts";
import { planRecords } from "../../../pipeline/inputs/plan_records.ts";
import { compile } from "../../../kernels/compile.ts";
import { makeInstance } from "../../../kernels/instance.ts";
import type { SyncFileNames, SyncFiles } from "../../../threads/sync_files.ts";
import {
  type CsvAnswer,
  type CsvFailure,
  type CsvQuestion,
  openCsvTask,
} from "../../../pipeline/parallel/csv_task.ts";
import {
  openThread,
  openWorkerLoop,
  runWorkerLoop,
  type Thread,
  type WorkerLoop,
} from "../../../pipeline/parallel/worker_loop.ts";
import type { NotedCell } from "../../../formats/csv/transform_plan.ts";
import type { CellNotes } from "../../../formats/cell_notes.ts";

import type { Instance } from "../../../kernels/instance.ts";
import { openSequencer } from "../../../threads/sequencer.ts";
import { openInput } from "../../../io/open_source.ts";
import { openFeeder } from "../../../pipeline/parallel/fed_queue.ts";
import { QUEUE_COUNTS } from "../../../pipeline/parallel/queue_counts.ts";
import { planTable } from "../../../plan/plan_table.ts";
import { makeQuestion } from "../../../pipeline/parallel/share_csv.ts";
import { NASTY_FILES } from "../../formats/csv/nasty_files.ts";
import { appendLgamma, splitRecords } from "../../formats/csv/oracle.ts";
import { makeRandom, randomCsv } from "../../formats/csv/random_csv.ts";
import { lgammaOf, transform } from "../../../support/transform_csv.ts";
import { Random } from "../../../support/random.ts";
import { mutate } from "../../../tools/fuzz/mutate.ts";
import { samplesOf } from "../../../tools/fuzz/samples.ts";
import { MAX_SILENCE_MS } from "../../../threads/cooperative.ts";
import { fastClock } from "../../fast_clock.ts";
import { Workdir } from "../../workdir.ts";

const COMMA = 44;
const SEED = 20261116;
const INSTANCE = makeInstance(compile());
const OTHER_INSTANCE = makeInstance(compile());

/** What came of a file. */
interface Streamed {
  readonly answer: CsvAnswer;
  /** The records; the header is not written by workers. */
  readonly text: string;
  /** Lines before them. */
  readonly lines: number;
}

/** What threads are asked of a file after its header; nothing where that is all there is. */
async function ask(
  dir: Workdir,
  { chunkSize, files, shorten = 0, columns: chosen = "x" }: {
    chunkSize: number;
    files: SyncFileNames;
    /** Bytes that the file had more when it was looked at first. */
    shorten?: number;
    columns?: string;
  },
): Promise<{ question: CsvQuestion; lines: number } | undefined> {
  await using input = await openInput(dir.path("x.csv"));
  const csv = CSV_DEFAULTS;
  const records = await openCsvInput(input.source, { csv, delimiter: COMMA, chunkSize });
  const ahead = records.handOver();
  if (ahead === undefined) return undefined;
  const table = planTable(records.columns, lgammaOf(chosen), { from: "x.csv", named: true });
  const columns = records.columns.length;
  const delimiters = { delimiter: COMMA, newDelimiter: COMMA };
  const plan = planRecords(table, { csv, columns, ...delimiters, strict: false, chunkSize });
  const fileSize = input.fileSize! + shorten;
  const question = makeQuestion({
    plan,
    ahead,
    files,
    fileSize,
    threads: 2,
    chunkSize,
    start: 0,
  });
  return { question, lines: records.lines };
}

/** Opens the part of a thread, with other files perhaps. */
function openLoop(
  instance: Instance,
  question: CsvQuestion,
  other: Partial<Thread> = {},
): WorkerLoop<CsvFailure, CellNotes<NotedCell>> {
  const thread = { ...openThread(question), ...other };
  return openWorkerLoop(openCsvTask(instance, question, thread), thread);
}

/** Does the part of a worker on this thread, from file to file. */
async function stream(
  dir: Workdir,
  options: { chunkSize: number; shorten?: number },
): Promise<Streamed | undefined> {
  await dir.write("y.csv", "");
  const files = { input: dir.path("x.csv"), output: dir.path("y.csv") };
  const asked = await ask(dir, { ...options, files });
  if (asked === undefined) return undefined;
  const { question, lines } = asked;
  const answer = runWorkerLoop(openLoop(INSTANCE, question));
  assertEquals(openSequencer(question.order).aborted, answer.failure !== undefined);
  return { answer, text: new TextDecoder().decode(await dir.read("y.csv")), lines };
}

/** A pipe that brings a text in pieces, and ends or fails after it. */
interface Pieces {
  readonly chunkSize: number;
  /** Whether one of the threads reads after some pieces. */
  readonly handsOver?: boolean;
  readonly random: () => number;
  readonly failure?: Error;
  readonly columns?: string;
}

/**
 * Runs two threads that take records in turns, whichever comes, from a pipe that is read when one of
 * them finds nothing, and now and then before. What both have written is in order.
 */
async function streamPipe(
  dir: Workdir,
  { chunkSize, handsOver = false, random, failure, columns }: Pieces,
): Promise<
  | Streamed & { readonly byOther: number; readonly ownReads: number; readonly broken?: unknown }
  | undefined
> {
  const asked = await ask(dir, { chunkSize, columns, files: {} });
  if (asked === undefined) return undefined;
  const { question, lines } = asked;
  const bytes = await dir.read("x.csv");
  const decoder = new TextDecoder();
  let at = new Float64Array(question.counts)[QUEUE_COUNTS.read];
  let text = "";
  let byOther = 0;
  let ownReads = 0;
  let isOver = false;
  function read(most: number): Uint8Array | undefined {
    if (at === bytes.length && failure !== undefined) throw failure;
    if (at === bytes.length) return undefined;
    const piece = bytes.subarray(at, at + Math.ceil(random() * most));
    at += piece.length;
    return piece;
  }
  const files: SyncFiles = {
    read(into, position): number | null {
      assert(isOver, "A thread must not read by itself");
      assertEquals(position, at);
      ownReads++;
      const piece = read(into.length);
      if (piece !== undefined) into.set(piece);
      return piece?.length ?? null;
    },
    write: (written) => void (text += decoder.decode(written, { stream: true })),
    close(): void {},
  };
  const feeder = openFeeder(question, {
    read: (most) => Promise.try(() => read(most)),
    isLive: random() < 0.5,
    threads: 2,
    canHandOver: () => isOver = handsOver && random() < 0.5,
  });
  const thread = { ...openThread(question), files, listens: true };
  const loops = [INSTANCE, OTHER_INSTANCE].map((instance, i) => {
    const mayRead = handsOver && i === 1;
    return openWorkerLoop(
      openCsvTask(instance, question, { ...thread, listens: !mayRead }),
      // This test must not wait for itself.
      thread,
    );
  });
  for (let going = [0, 1]; going.length > 0;) {
    if (random() < 0.3) await feeder.feed();
    // A thread that may read waits until it is its turn.
    const ready = handsOver && !isOver && going.includes(0) ? [0] : going;
    const i = ready[Math.floor(random() * ready.length)];
    const went = loops[i].step();
    if (went === "done") going = going.filter((other) => other !== i);
    if (went === "went") byOther += i;
    if (went === "wait") await feeder.feed();
  }
  const answers = loops.map((loop) => loop.end());
  const answer = answers.find(({ failure }) => failure !== undefined) ?? answers[0];
  return { answer, text, lines, byOther, ownReads, broken: feeder.failure?.error };
}

/** Chunks so small that something is left for threads when the header is read. */
function smallSizes(text: string): number[] {
  return Array.from({ length: Math.min(100, Math.floor(text.length / 2)) }, (_, i) => i + 1);
}

/** What is after the header. */
function recordsOf(csv: string): string {
  const records = splitRecords(csv.replace("\ufeff", ""));
  const header = records.findIndex(({ cells }) => cells.length > 1 || cells[0] !== "");
  return records.slice(header + 1).map(({ cells, lineEnd }) => cells.join(",") + lineEnd).join("");
}

Deno.test("records that workers share are the same through every size of chunk", async () => {
  await using dir = await Workdir.create();
  for (const [name, text] of Object.entries(NASTY_FILES)) {
    await dir.write("x.csv", text);
    const expected = recordsOf(appendLgamma(text));
    for (const chunkSize of smallSizes(text)) {
      const streamed = await stream(dir, { chunkSize });
      const where = `${name}, chunks of ${chunkSize}`;
      // The first record is looked at with the header: nothing is left where it is the only one.
      if (streamed === undefined) assert(splitRecords(expected).length <= 1, where);
      else assertEquals([streamed.answer.failure, streamed.text], [undefined, expected], where);
    }
  }
});

Deno.test("of a pipe, too, in whatever pieces they come and whoever reads and takes them", async () => {
  await using dir = await Workdir.create();
  const random = makeRandom(1);
  let byOther = 0;
  let ownReads = 0;
  for (const [name, text] of Object.entries(NASTY_FILES)) {
    await dir.write("x.csv", text);
    const expected = recordsOf(appendLgamma(text));
    for (const chunkSize of smallSizes(text)) {
      for (const handsOver of [false, true]) {
        const streamed = await streamPipe(dir, { chunkSize, handsOver, random });
        const where = `${name}, chunks of ${chunkSize}, handed over: ${handsOver}`;
        // The first record is looked at with the header: nothing is left where it is the only one.
        if (streamed === undefined) assert(splitRecords(expected).length <= 1, where);
        else assertEquals([streamed.answer.failure, streamed.text], [undefined, expected], where);
        byOther += streamed?.byOther ?? 0;
        ownReads += streamed?.ownReads ?? 0;
      }
    }
  }
  assert(byOther > 100 && ownReads > 100, `${byOther} chunks, ${ownReads} reads`);
});

Deno.test("a broken pipe is reported after all complete records before it", async () => {
  await using dir = await Workdir.create();
  const csv = "x\n1\n2\n-3\n-4.5\n5";
  await dir.write("x.csv", csv);
  const random = makeRandom(2);
  let byThreads = 0;
  for (let round = 0; round < 20; round++) {
    for (const chunkSize of smallSizes(csv)) {
      const failure = new Deno.errors.ConnectionReset("It is broken");
      const handsOver = random() < 0.5;
      const streamed = (await streamPipe(dir, { chunkSize, handsOver, random, failure }))!;
      if (streamed.broken === undefined) {
        byThreads++;
        const { name, message } = failure;
        assertObjectMatch(streamed.answer.failure!, { what: "read", name, message });
      } else {
        assertEquals([streamed.broken, streamed.answer.failure], [failure, undefined]);
      }
      assertEquals(streamed.text, "1,0\n2,0\n-3,inf\n-4.5,-2.813084081769316\n");
    }
  }
  assert(byThreads > 10, `${byThreads} broken while a thread read`);
});

Deno.test("a thread that listens to others writes the same, in shorter steps", async () => {
  await using dir = await Workdir.create();
  let steps = 0;
  let chunks = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const random = makeRandom(seed);
    const text = randomCsv(random, 1000);
    await dir.write("x.csv", text);
    await dir.write("y.csv", "");
    const files = { input: dir.path("x.csv"), output: dir.path("y.csv") };
    const asked = await ask(dir, { chunkSize: 8000, files });
    if (asked === undefined) throw new Error(`seed ${seed}: nothing is left to read`);
    {
      using _clock = fastClock(MAX_SILENCE_MS);
      const stream = openLoop(INSTANCE, asked.question, { listens: true });
      while (stream.step() === "went") steps++;
      assertEquals(stream.end().failure, undefined, `seed ${seed}`);
    }
    chunks += openSequencer(asked.question.order).done;
    const written = new TextDecoder().decode(await dir.read("y.csv"));
    assertEquals(written, recordsOf(appendLgamma(text)), `seed ${seed}`);
  }
  assert(steps > chunks, `${steps} steps for ${chunks} chunks`);
});

Deno.test("random CSV is the same to threads that share it as to the oracle", async () => {
  await using dir = await Workdir.create();
  for (let seed = 1; seed <= 200; seed++) {
    const random = makeRandom(seed);
    const text = randomCsv(random, 20 + Math.floor(random() * 40));
    await dir.write("x.csv", text);
    const chunkSize = 1 + Math.floor(random() * 300);
    for (
      const streamed of [
        await stream(dir, { chunkSize }),
        await streamPipe(dir, { chunkSize, random }),
        await streamPipe(dir, { chunkSize, handsOver: true, random }),
      ]
    ) {
      assertEquals(streamed?.answer.failure, undefined, `seed ${seed}`);
      assertEquals(streamed?.text, recordsOf(appendLgamma(text)), `seed ${seed}`);
    }
  }
});

Deno.test("the lines before a problem, and what was written before it, do not depend on chunks", async () => {
  await using dir = await Workdir.create();
  const good = 'x,name\n0.5,"a\nb"\n\n2.5,c\n';
  const cases: [string, string][] = [
    ["three,d\n4.5,e\n", "invalid"],
    ["3.5\n4.5,e\n", "ragged"],
    ['3.5,"d\n4.5,e\n', "unclosed"],
  ];
  for (const [bad, kind] of cases) {
    await dir.write("x.csv", good + bad);
    for (const chunkSize of smallSizes(good + bad)) {
      const { answer: { failure }, text } = (await stream(dir, { chunkSize }))!;
      if (failure?.what !== "record") throw new Error(`${kind}: ${failure?.what}`);
      const { problem, lines } = failure;
      // The header is not the workers'.
      assertEquals([problem.kind, lines + problem.lines], [kind, 4], `chunks of ${chunkSize}`);
      assertEquals(text, appendLgamma(good).slice("x,name,x_lgamma\n".length));
    }
  }
});

Deno.test("a worker reports why it stopped, after writing everything before that", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", "x\n1\n2\n-3\n-4.5\n");
  const ends = await stream(dir, { chunkSize: 2, shorten: 7 });
  assertEquals(ends?.answer.failure, { what: "end", bytes: 14, chunk: 4 });
  assertEquals(ends?.text, "1,0\n2,0\n-3,inf\n-4.5,-2.813084081769316\n");

  const question = makeQuestion({
    plan: planRecords(
      planTable([{ name: "x", typeName: "text", type: "decimal" }], lgammaOf("x"), {
        from: "x.csv",
        named: true,
      }),
      {
        csv: CSV_DEFAULTS,
        columns: 1,
        strict: false,
        chunkSize: 2,
        delimiter: COMMA,
        newDelimiter: COMMA,
      },
    ),
    ahead: { bytes: new TextEncoder().encode("1\n2"), position: 5 },
    files: { input: dir.path("missing"), output: dir.path("y.csv") },
    threads: 1,
    chunkSize: 2,
    start: 0,
  });
  const { failure } = runWorkerLoop(openLoop(INSTANCE, question));
  assertObjectMatch(failure!, { what: "read", name: "NotFound" });
});

Deno.test("of 3,000 damaged texts, threads write and refuse what one thread does", async () => {
  await using dir = await Workdir.create();
  const random = new Random(SEED);
  const samples = samplesOf("csv");
  const next = makeRandom(SEED);
  const seen = { written: 0, refused: 0 };
  for (let number = 0; number < 3000; number++) {
    const bytes = mutate(samples, random);
    const alone = await transform(bytes, { work: lgammaOf("1") });
    await dir.write("x.csv", bytes);
    const chunkSize = 1 + Math.floor(next() * 40);
    // An error in the header, before which nothing is written, is not for the threads to find.
    if (alone.error !== undefined && alone.text === "") continue;
    const handsOver = next() < 0.5;
    const streamed = await streamPipe(dir, { chunkSize, handsOver, random: next, columns: "1" });
    if (streamed === undefined) continue;
    const { answer: { failure }, text, lines } = streamed;
    const where = `case ${number}, chunks of ${chunkSize}`;
    assertEquals(alone.text.slice(alone.text.length - text.length), text, where);
    if (alone.error === undefined) {
      assertEquals(failure, undefined, where);
      seen.written++;
    } else {
      if (failure?.what !== "record") throw new Error(`${where}: ${alone.error}`);
      const line = lines + failure.lines + failure.problem.lines + 1;
      assertStringIncludes(alone.error, `in.csv:${line}:`, where);
      seen.refused++;
    }
  }
  assert(seen.written > 100 && seen.refused > 100, JSON.stringify(seen));
});

Deno.test("a long record that a pipe brings in many pieces is not copied again for each", async () => {
  await using dir = await Workdir.create();
  const record = `1,${"a".repeat(200_000)}`;
  await dir.write("x.csv", `x,y\n2,b\n${record}\n3,c\n`);
  const { copyWithin } = Uint8Array.prototype;
  let copied = 0;
  Uint8Array.prototype.copyWithin = function (target, start, end) {
    copied += (end ?? this.length) - start;
    return copyWithin.call(this, target, start, end);
  };
  try {
    const streamed = await streamPipe(dir, { chunkSize: 100, random: () => 0.99 });
    assertEquals(streamed?.text, `2,b,0\n${record},0\n3,c,0.6931471805599453\n`);
  } finally {
    Uint8Array.prototype.copyWithin = copyWithin;
  }
  assert(copied < 4 * record.length, `${copied} bytes`);
});
