import { assert, assertEquals, assertObjectMatch } from "@std/assert";
import { CSV_DEFAULTS } from "../../formats/csv/dialect.ts";
import { openRecords } from "../../formats/csv/open_records.ts";
import { planRecords } from "../../formats/csv/plan_records.ts";
import { compile } from "../../kernels/compile.ts";
import { makeInstance } from "../../kernels/instance.ts";
import type { StreamAnswer } from "../../kernels/record_stream.ts";
import { openTurns } from "../../kernels/turns.ts";
import { PARTS, SERVICES } from "../../kernels/worker_source.ts";
import { openInput } from "../../pipeline/open_input.ts";
import { planTable } from "../../pipeline/plan_table.ts";
import { makeQuestion } from "../../pipeline/share_records.ts";
import { NASTY_FILES } from "../formats/csv/nasty_files.ts";
import { appendLgamma, splitRecords } from "../formats/csv/oracle.ts";
import { makeRandom, randomCsv } from "../formats/csv/random_csv.ts";
import { lgammaOf } from "../formats/csv/transform.ts";
import { Workdir } from "../workdir.ts";

const COMMA = 44;
const INSTANCE = makeInstance(compile());

/** What came of a file. */
interface Streamed {
  readonly answer: StreamAnswer;
  /** The records; the header is not written by workers. */
  readonly text: string;
}

/** Runs the service on this thread, behind a header that was read; nothing where all has been read. */
async function stream(
  dir: Workdir,
  { chunkSize, shorten = 0 }: {
    chunkSize: number;
    /** Bytes that the file had more when it was looked at first. */
    shorten?: number;
  },
): Promise<Streamed | undefined> {
  using input = await openInput(dir.path("x.csv"));
  const csv = CSV_DEFAULTS;
  const records = await openRecords(input.source, { csv, delimiter: COMMA, chunkSize });
  const ahead = await records.handOver();
  if (ahead === undefined) return undefined;
  const table = planTable(records.columns, lgammaOf("x"), { from: "x.csv", named: true });
  const columns = records.columns.length;
  const delimiters = { delimiter: COMMA, newDelimiter: COMMA };
  const plan = planRecords(table, { csv, columns, ...delimiters, strict: false });
  await dir.write("y.csv", "");
  const question = makeQuestion({
    plan,
    ahead,
    ports: { input: dir.path("x.csv"), output: dir.path("y.csv") },
    fileSize: input.fileSize! + shorten,
    chunkSize,
    start: 0,
  });
  const answer = SERVICES.stream(INSTANCE, question, PARTS).result as StreamAnswer;
  assertEquals(openTurns(question.turns).stopped, answer.failure !== undefined);
  return { answer, text: new TextDecoder().decode(await dir.read("y.csv")) };
}

/** What is behind the header. */
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
    for (let chunkSize = 1; chunkSize <= 100; chunkSize++) {
      const streamed = await stream(dir, { chunkSize });
      // Of the others all is read when the columns are known.
      assert(streamed !== undefined || expected === "" || chunkSize * 2 > text.length, name);
      if (streamed === undefined) continue;
      const where = `${name}, chunks of ${chunkSize}`;
      assertEquals([streamed.answer.failure, streamed.text], [undefined, expected], where);
    }
  }
});

Deno.test("random CSV is the same to threads that share it as to the oracle", async () => {
  await using dir = await Workdir.create();
  for (let seed = 1; seed <= 200; seed++) {
    const random = makeRandom(seed);
    const text = randomCsv(random, 20 + Math.floor(random() * 40));
    await dir.write("x.csv", text);
    const streamed = await stream(dir, { chunkSize: 1 + Math.floor(random() * 300) });
    if (streamed === undefined) continue;
    assertEquals(streamed.answer.failure, undefined, `seed ${seed}`);
    assertEquals(streamed.text, recordsOf(appendLgamma(text)), `seed ${seed}`);
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
    for (let chunkSize = 1; chunkSize <= 60; chunkSize++) {
      const streamed = await stream(dir, { chunkSize });
      if (streamed === undefined) continue;
      const { answer: { failure }, text } = streamed;
      if (failure?.what !== "record") throw new Error(`${kind}: ${failure?.what}`);
      const { problem, lines } = failure;
      // The header is not the workers'.
      assertEquals([problem.kind, lines + problem.lines], [kind, 4], `chunks of ${chunkSize}`);
      assertEquals(text, appendLgamma(good).slice("x,name,x_lgamma\n".length));
    }
  }
});

Deno.test("a worker tells why it stopped, with all written that was before", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", "x\n1\n2\n-3\n-4.5\n");
  const ends = await stream(dir, { chunkSize: 2, shorten: 7 });
  assertEquals(ends?.answer.failure, { what: "end", bytes: 14 });
  assertEquals(ends?.text, "1,0\n2,0\n-3,inf\n-4.5,-2.813084081769316\n");

  const question = makeQuestion({
    plan: planRecords(
      planTable([{ name: "x", typeName: "text", type: "decimal" }], lgammaOf("x"), {
        from: "x.csv",
        named: true,
      }),
      { csv: CSV_DEFAULTS, columns: 1, delimiter: COMMA, newDelimiter: COMMA, strict: false },
    ),
    ahead: { bytes: new TextEncoder().encode("1\n2"), whole: 2, quotes: 0, position: 5 },
    ports: { input: dir.path("missing"), output: dir.path("y.csv") },
    chunkSize: 2,
    start: 0,
  });
  const { failure } = SERVICES.stream(INSTANCE, question, PARTS).result as StreamAnswer;
  assertObjectMatch(failure!, { what: "read", name: "NotFound" });
});
