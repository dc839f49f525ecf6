import { assertEquals, assertMatch } from "@std/assert";
import { formatBytes } from "../../../io/say.ts";
import {
  formatProgress,
  formatTime,
  openProgress,
  type ProgressMode,
} from "../../../pipeline/report/progress.ts";
import { SCRIPT, testOnTerminal } from "../../terminal.ts";

function record(mode: ProgressMode, { terminal = true, total = undefined as number | undefined }) {
  const written: string[] = [];
  const clock = { time: 1000, width: 80 };
  const progress = openProgress(mode, {
    total,
    now: () => clock.time,
    stream: {
      write: (text) => void written.push(text),
      isTerminal: () => terminal,
      width: () => clock.width,
    },
  });
  return { written, clock, progress };
}

Deno.test("on a terminal one line is rewritten, not too often, and cleared at the end", () => {
  const { written, clock, progress } = record("auto", { total: 4e9 });
  for (let i = 0; i < 100; i++) {
    clock.time += 10;
    progress.advance(1e7);
  }
  progress.done();
  progress.advance(1);
  assertEquals(written, [
    "\rread 500 MB of 4.0 GB (12 %), 1.0 GB/s, 0:04 left",
    "\rread 600 MB of 4.0 GB (15 %), 1.0 GB/s, 0:03 left",
    "\rread 700 MB of 4.0 GB (17 %), 1.0 GB/s, 0:03 left",
    "\rread 800 MB of 4.0 GB (20 %), 1.0 GB/s, 0:03 left",
    "\rread 900 MB of 4.0 GB (22 %), 1.0 GB/s, 0:03 left",
    "\rread 1.0 GB of 4.0 GB (25 %), 1.0 GB/s, 0:03 left",
    `\r${" ".repeat(49)}\r`,
  ]);
});

Deno.test("a line is never longer than the terminal is wide", () => {
  const { written, clock, progress } = record("auto", {});
  clock.width = 9;
  clock.time += 600;
  progress.advance(1e6);
  assertEquals(written, ["\rread 1.0"]);
});

Deno.test("short work shows nothing, nor does work that nobody watches", () => {
  const cases: [ProgressMode, boolean, number][] = [
    ["auto", true, 499],
    ["auto", false, 1e6],
    ["never", true, 1e6],
  ];
  for (const [mode, terminal, time] of cases) {
    const { written, clock, progress } = record(mode, { terminal });
    clock.time += time;
    progress.advance(1e6);
    progress.done();
    assertEquals(written, [], mode);
  }
});

Deno.test("a log gets plain lines, one every two seconds and one at the end", () => {
  for (const terminal of [true, false]) {
    const { written, clock, progress } = record("always", { terminal, total: 100 });
    for (let i = 0; i < 50; i++) {
      clock.time += 100;
      progress.advance(2);
    }
    progress.done();
    assertEquals(written, [
      "specol: read 40 bytes of 100 bytes (40 %), 20 bytes/s, 0:03 left\n",
      "specol: read 80 bytes of 100 bytes (80 %), 20 bytes/s, 0:01 left\n",
      "specol: read 100 bytes of 100 bytes (100 %), 20 bytes/s, done in 0:05\n",
    ]);
  }
});

Deno.test("a failure clears the line, and claims no end", () => {
  const { written, clock, progress } = record("auto", {});
  clock.time += 600;
  progress.advance(1e6);
  progress[Symbol.dispose]();
  progress[Symbol.dispose]();
  assertEquals(written.slice(1), [`\r${" ".repeat(27)}\r`]);
  const log = record("always", {});
  log.progress[Symbol.dispose]();
  assertEquals(log.written, []);
});

Deno.test("sizes, times and unknown lengths are written for people", () => {
  const sizes: [number, string][] = [
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1000, "1.0 kB"],
    [9949, "9.9 kB"],
    [9951, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [5e15, "5.0 PB"],
    [5e19, "50000 PB"],
  ];
  for (const [bytes, expected] of sizes) assertEquals(formatBytes(bytes), expected);
  assertEquals([59.4, 59.6, 3599, 3600, 90061].map(formatTime), [
    "0:59",
    "1:00",
    "59:59",
    "1:00:00",
    "25:01:01",
  ]);
  const base = { seconds: 10, done: false };
  assertEquals(formatProgress({ ...base, bytes: 1e9 }), "read 1.0 GB, 100 MB/s, 0:10");
  assertEquals(formatProgress({ ...base, bytes: 20, total: 10 }), "read 20 bytes, 2 bytes/s, 0:10");
  assertEquals(
    formatProgress({ ...base, bytes: 0, total: 10 }),
    "read 0 bytes of 10 bytes (0 %), 0:10",
  );
});

testOnTerminal(
  "a real terminal shows progress, clears it even if interrupted, and standard output stays clean",
  async () => {
    const module = new URL("../../../pipeline/report/progress.ts", import.meta.url).href;
    const interrupt = new URL("../../../io/signals.ts", import.meta.url).href;
    const code = `import { openProgress } from "${module}";
      import { cleanUpOnInterrupt } from "${interrupt}";
      using _ = cleanUpOnInterrupt();
      let time = 0;
      using progress = openProgress("auto", { total: 1000, now: () => time });
      for (let i = 0; i < 70; i++) {
        time += 10;
        progress.advance(10);
      }
      if (Deno.args[0] === "interrupt") {
        Deno.kill(Deno.pid, "SIGINT");
        await new Promise(() => setInterval(() => {}, 1000));
      }
      progress.done();
      console.log("data");`;
    const program = await Deno.makeTempFile({ suffix: ".ts" });
    const out = await Deno.makeTempFile();
    try {
      await Deno.writeTextFile(program, code);
      for (const [arg, status, data] of [["", 0, "data\n"], ["interrupt", 130, ""]] as const) {
        const command = `${Deno.execPath()} run --no-check --allow-run ${program} ${arg} > ${out}`;
        const { code, stdout } = await new Deno.Command(SCRIPT, {
          args: ["-qec", command, "/dev/null"],
          env: { SHELL: "/bin/sh" },
        }).output();
        const shown = new TextDecoder().decode(stdout);
        assertMatch(shown, /\rread 500 bytes of 1\.0 kB \(50 %\), 1\.0 kB\/s, 0:01 left/);
        assertMatch(shown, /\r +\r$/);
        assertEquals([code, await Deno.readTextFile(out)], [status, data]);
      }
    } finally {
      await Deno.remove(program);
      await Deno.remove(out);
    }
  },
);
