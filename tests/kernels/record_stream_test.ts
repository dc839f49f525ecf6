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
import { appendLgamma } from "../formats/csv/oracle.ts";
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

Deno.test("records that workers share are the same through every size of chunk", async () => {
  await using dir = await Workdir.create();
  for (const [name, text] of Object.entries(NASTY_FILES)) {
    await dir.write("x.csv", text);
    const expected = appendLgamma(text).replace("\ufeff", "");
    let shared = 0;
    for (let chunkSize = 1; chunkSize <= 100; chunkSize++) {
      const streamed = await stream(dir, { chunkSize });
      if (streamed === undefined) continue;
      const where = `${name}, chunks of ${chunkSize}`;
      assertEquals(streamed.answer.failure, undefined, where);
      assert(expected.endsWith(streamed.text), `${where}: ${streamed.text}`);
      shared = Math.max(shared, streamed.text.length);
    }
    // Small chunks leave all records but the first to the workers.
    const [, ...records] = expected.trimStart().split("\n");
    assert(records.length < 3 || shared > 0, name);
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
