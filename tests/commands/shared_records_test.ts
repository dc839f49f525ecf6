// CSV that is large enough for workers to share it: each reads, transforms and writes its chunks.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gunzipSync, gzipSync } from "node:zlib";
import { turns, waitUntil } from "../wait_until.ts";
import { tellsWaits, waitsToWrite } from "../waits_to_write.ts";
import { type Run, Workdir } from "../workdir.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { SCRIPT, testOnTerminal } from "../terminal.ts";

const WINDOWS = Deno.build.os === "windows";
const CONTROL_C = 3;

/** Enough for two threads, which share files from 24 MiB on; a record has 60 bytes and more. */
const RECORDS = 420_000;

/** A record with a line end in quotes. */
function record(i: number, x: number | string = 0.6 + (i % 977) / 50): string {
  return `${i},"some text, with a ""quote"" and\r\na line end ${i % 10}",${x}\n`;
}

/** The records that differ from all others, by their number. */
function largeCsv(others: Readonly<Record<number, string>> = {}): string {
  const records = Array.from({ length: RECORDS }, (_, i) => others[i] ?? record(i));
  return `id,text,x\n${records.join("")}`;
}

/** Runs the program with workers in each way to read and write, and with one thread. */
async function runAll(
  dir: Workdir,
  args: readonly string[],
): Promise<{ alone: Run; shared: Record<string, Run> }> {
  const alone = await dir.specol(...args, "-j1", "x.csv");
  const shared: Record<string, Run> = {
    file: await dir.specol(...args, "-j3", "x.csv"),
    pipes: await dir.shell('cat x.csv | "$@" | cat; exit ${PIPESTATUS[1]}', [...args, "-j2"]),
    redirected: await dir.shell('"$@" < x.csv > y.csv', [...args, "-j2"]),
  };
  shared.redirected = { ...shared.redirected, bytes: await dir.read("y.csv") };
  // What is compressed is read by the main thread for all; and so is another descriptor written.
  const to = "-o /dev/fd/3 3>&1 >/dev/null | cat > y.csv; exit ${PIPESTATUS[0]}";
  await dir.write("z.csv.gz", gzipSync(await dir.read("x.csv"), { level: 1 }));
  for (const name of ["x.csv", "z.csv.gz"]) {
    const run = await dir.shell(`"$@" ${name} ${to}`, [...args, "-j3"]);
    shared[`${name} to a descriptor`] = { ...run, bytes: await dir.read("y.csv") };
  }
  shared["z.csv.gz"] = await dir.specol(...args, "-j2", "z.csv.gz");
  for (const name of ["y.csv", "z.csv.gz"]) await Deno.remove(dir.path(name));
  return { alone, shared };
}

Deno.test({
  name: "workers that share CSV write what one thread does, from files and pipes",
  ignore: WINDOWS, // it has no such shell
  async fn() {
    await using dir = await Workdir.create();
    const cell = "x".repeat(3_000_000);
    await dir.write("x.csv", largeCsv({ 5: "5,,\n", 7: "\n", 100_000: `1,"${cell}\n",2.5\n` }));
    for (
      const args of [
        ["lgamma", "-c", "x", "--grad"],
        ["lgamma", "-c", "x", "--grad", "--chunk-size", "256M"], // the largest that there is
        ["i0e", "-c", "x", "--only", "--chunk-size", "300K", "--to", "tsv"],
        ["multigammaln", "-p", "3", "-c", "x", "--replace", "--chunk-size", "2M"],
        ["convert", "--to", "tsv"],
      ]
    ) {
      const { alone, shared } = await runAll(dir, args);
      assertEquals(alone.status, 0, alone.stderr);
      for (const [way, { status, bytes, stderr }] of Object.entries(shared)) {
        const text = `${args.join(" ")}, ${way}`;
        // The count of values outside the domain is reported.
        assertEquals([status, stderr], [0, alone.stderr], text);
        assertSameBytes(bytes, alone.bytes, text);
      }
    }
  },
});

Deno.test({
  name: "threads report a bad record as one thread does, and write as much",
  ignore: WINDOWS, // it has no such shell
  async fn() {
    await using dir = await Workdir.create();
    const last = RECORDS - 1;
    const cases: [string[], Record<number, string>, string][] = [
      [["lgamma"], { [last]: record(last, "two") }, `x.csv:${2 * RECORDS + 1}:`],
      [["lgamma"], { [last - 5]: "1,2\n", [last]: record(0, "two") }, "2 cells"],
      [["lgamma"], { 200_000: '1,"open,2\n' }, "quote"],
      [["digamma", "--strict"], { 150_000: record(1, -3), 250_000: record(1, "x") }, "domain"],
    ];
    for (const [args, others, message] of cases) {
      await dir.write("x.csv", largeCsv(others));
      const { alone, shared } = await runAll(dir, [...args, "-c", "x"]);
      assertEquals(alone.status, 1);
      assertStringIncludes(alone.stderr, message);
      for (const [way, { status, bytes, stderr }] of Object.entries(shared)) {
        const named = stderr.replaceAll(/standard input|z\.csv\.gz/g, "x.csv");
        assertEquals([status, named], [1, alone.stderr], way);
        assertSameBytes(bytes, alone.bytes, `${args.join(" ")}, ${way}`);
      }
      await dir.write("y.csv", "old");
      const { status } = await dir.specol(...args, "-c", "x", "-j2", "x.csv", "-o", "y.csv");
      assertEquals(status, 1);
      assertEquals(await dir.list(), ["x.csv", "y.csv"]);
      assertEquals(await dir.read("y.csv"), new TextEncoder().encode("old"));
    }
  },
});

Deno.test("workers share what is large, and -v and progress show it", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", largeCsv());
  const args = ["lgamma", "-c", "x", "-v", "--progress", "always", "x.csv", "-o", "y.csv"];
  for (
    const [jobs, workers] of [["-j2", "1 worker"], ["-j100", "1 worker"], ["-j1", "without"]]
  ) {
    const { stderr } = await dir.specol(...args, jobs);
    assertStringIncludes(stderr, workers);
    assertStringIncludes(stderr, "read 27 MB of 27 MB (100 %)");
    assertStringIncludes(stderr, "ms, 27 MB");
    assertStringIncludes(stderr, "ms, 35 MB");
  }
  const { bytes } = await dir.specol("lgamma", "-c", "x", "-j1", "x.csv");
  // The input may be the output.
  assertEquals((await dir.specol(...args.slice(0, -1), "x.csv")).status, 0);
  assertSameBytes(await dir.read("x.csv"), bytes, "in place");
  assertEquals(await dir.list(), ["x.csv", "y.csv"]);
});

Deno.test("records of a pipe are written while whoever sends them waits for that", async () => {
  await using dir = await Workdir.create();
  const child = dir.start(["lgamma", "-c", "x", "-j2"]);
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function readTo(last: string): Promise<void> {
    // Of what is no longer looked for, only what may be the beginning of it.
    while (!text.includes(last)) text = text.slice(-200) + ((await reader.read()).value ?? "");
  }

  // So much at once that workers take over; and then one record after the other, each in two pieces: who
  // has written a record has read the beginning of the next one, which came with it.
  const halves = [0, 1, 2, 3].map((i) => record(RECORDS + i).split(/(?<=quote)/));
  const sent = writer.write(new TextEncoder().encode(largeCsv() + halves[0][0]));
  await readTo(`\n${RECORDS - 1},`);
  await sent;
  for (const i of [0, 1, 2]) {
    const id = RECORDS + i;
    await writer.write(new TextEncoder().encode(halves[i][1] + halves[i + 1][0]));
    await readTo(`line end ${id % 10}",${0.6 + (id % 977) / 50},`);
  }
  await writer.write(new TextEncoder().encode(halves[3][1]));
  // A pipe that is closed ends it quietly, though its producer is still there.
  await reader.cancel();
  let ended = false;
  child.status.then(() => ended = true);
  // More than once: Deno lets go of a pipe only after what it was about to read.
  while (!ended) {
    await writer.write(new TextEncoder().encode(record(0))).catch(() => {});
    await turns();
  }
  const stderr = await new Response(child.stderr).text();
  assertEquals([(await child.status).code, stderr], [0, ""]);
  await writer.close().catch(() => {});
});

Deno.test("however a pipe brings its bytes, and whoever waits for them, the records are the same", async () => {
  await using dir = await Workdir.create();
  const cell = "x".repeat(1_500_000);
  const text = new TextEncoder().encode(largeCsv({ 9_000: `1,"${cell}\n",2.5\n` }));
  await dir.write("x.csv", text);
  const { bytes } = await dir.specol("lgamma", "-c", "x", "-j1", "x.csv");
  for (const jobs of ["-j2", "-j5"]) {
    const child = dir.start(["lgamma", "-c", "x", jobs]);
    const output = child.output();
    const writer = child.stdin.getWriter();
    // What workers take over at once, then pieces of all sizes, now and then with a pause.
    let at = 2 ** 19;
    await writer.write(text.subarray(0, at));
    for (let i = 1; at < text.length; i++) {
      const end = at + i * 7919 % 150_001;
      await writer.write(text.subarray(at, end));
      if (i % 16 === 0) await turns(2);
      at = end;
    }
    await writer.close();
    const { code, stdout } = await output;
    assertEquals(code, 0);
    assertSameBytes(stdout, bytes, jobs);
  }
});

Deno.test("a first chunk that takes long is written, also where the main thread then only compresses", async () => {
  await using dir = await Workdir.create();
  // Some 50 microseconds a record, and then nothing to compute.
  const records = Array.from({ length: RECORDS }, (_, i) => i < 5000 ? record(i) : record(i, ""));
  await dir.write("x.csv", largeCsv(records));
  const args = ["map", "y = polygamma(x + 1e-12, 3) - polygamma(x, 3)", "x.csv"];
  const { bytes } = await dir.specol(...args, "-j1");
  const { status, stderr } = await dir.specol(...args, "-j2", "-o", "y.csv.gz");
  assertEquals([status, stderr], [0, ""]);
  assertSameBytes(gunzipSync(await dir.read("y.csv.gz")), bytes, "y.csv.gz");
});

Deno.test("a failure does not wait for an input that goes on", async () => {
  await using dir = await Workdir.create();
  const child = dir.start(["lgamma", "-c", "x", "-j2"]);
  const writer = child.stdin.getWriter();
  const sent = writer.write(new TextEncoder().encode(largeCsv() + record(1, "two")));
  await child.stdout.pipeTo(new WritableStream());
  const stderr = await new Response(child.stderr).text();
  assertEquals((await child.status).code, 1);
  assertStringIncludes(stderr, "two");
  await sent.catch(() => {});
  await writer.close().catch(() => {});
});

Deno.test({
  name: "an interrupt, a full disk and a closed pipe end as they do with one thread",
  ignore: WINDOWS, // it has no such limit, and no signals to send
  async fn() {
    await using dir = await Workdir.create();
    // Behind the first chunks all are next to a zero, where a number takes microseconds: the interrupt
    // comes when something is written, and long before the end.
    const slow = (i: number) => i < 50_000 ? record(i) : record(i, "-2.4570247382208006");
    await dir.write("x.csv", largeCsv(Array.from({ length: RECORDS }, (_, i) => slow(i))));
    await dir.write("y.csv", "old");
    const args = ["lgamma", "-c", "x", "-j2"];
    for (const input of ["x.csv", "-"]) {
      const child = dir.start([...args, input, "-o", "y.csv"]);
      const output = child.output();
      const writer = child.stdin.getWriter();
      if (input === "-") await writer.write((await dir.read("x.csv")).subarray(0, 4_000_000));
      await waitUntil(child, async () => await dir.temporarySize() > 0);
      child.kill("SIGINT");
      assertEquals((await output).code, 130, input);
      await writer.close().catch(() => {});
      assertEquals(await dir.list(), ["x.csv", "y.csv"]);
    }

    const full = await dir.shell('ulimit -f 10000; "$@"', [...args, "x.csv", "-o", "y.csv"]);
    assertEquals([full.status, full.stderr], [1, "specol: Cannot write y.csv: file too large\n"]);
    assertEquals(await dir.list(), ["x.csv", "y.csv"]);
    assertEquals(await dir.read("y.csv"), new TextEncoder().encode("old"));

    const head = await dir.shell('"$@" | head -n 2; exit ${PIPESTATUS[0]}', [...args, "x.csv"]);
    assertEquals([head.status, head.stderr], [0, ""]);
    assert(head.stdout.startsWith("id,text,x,x_lgamma\n0,"));
  },
});

Deno.test({
  name: "an interrupt is heard while whoever reads the output does not" +
    (tellsWaits ? "" : " (skipped: this system does not show what a program waits for)"),
  ignore: !tellsWaits,
  async fn() {
    await using dir = await Workdir.create();
    await dir.write("x.csv", largeCsv());
    for (const input of ["x.csv", "-"]) {
      const child = dir.start(["lgamma", "-c", "x", "-j2", input]);
      const writer = child.stdin.getWriter();
      if (input === "-") writer.write(await dir.read("x.csv")).catch(() => {});
      const reader = child.stdout.getReader();
      await reader.read();
      await waitUntil(child, () => waitsToWrite(child));
      child.kill("SIGINT");
      assertEquals((await child.status).code, 130, input);
      await reader.cancel();
      await child.stderr.cancel();
      await writer.close().catch(() => {});
    }
  },
});

testOnTerminal("so it is on a terminal, whose line of progress is cleared", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", largeCsv());
  // Who does not read hears no interrupt: if it ended, specol would find its pipe closed.
  const reader = "(trap '' INT; until [ -e done ]; do sleep 0.1; done)";
  const run = String.raw`"{ $(printf '%q ' "$@"); echo status \$? >&2; } | ${reader}"`;
  const child = dir.startShell(`SHELL=/bin/bash exec ${SCRIPT} -qec ${run} /dev/null`, [
    ...["lgamma", "-c", "x", "-j2", "x.csv"],
  ]);
  let shown = "";
  const screen = child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({ write: (text) => void (shown += text) }),
  );
  const keyboard = child.stdin.getWriter();
  await waitUntil(child, () => /\rread [0-9.]+ [kM]B of 27 MB /.test(shown));
  await keyboard.write(Uint8Array.of(CONTROL_C));
  await waitUntil(child, () => shown.includes("status"));
  await dir.write("done", "");
  await screen;
  assertMatch(shown, /\r +\rstatus 130\r\n$/);
  await keyboard.close().catch(() => {});
  await child.stderr.cancel();
  await child.status;
});
