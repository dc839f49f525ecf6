import { assertEquals, assertRejects } from "@std/assert";
import { parseTaskArgs, runTask } from "../../support/task_args.ts";

const OPTIONS = {
  help: "Helps.",
  flags: ["quick"],
  texts: ["json"],
  lists: ["range"],
  words: { format: ["csv", "npy"] },
  numbers: ["count"],
};

const NOTHING = {
  flags: new Set<string>(),
  texts: {},
  lists: { range: [] },
  words: {},
  numbers: {},
  operands: [],
};

Deno.test("a task gets its options, and none that were not given", () => {
  assertEquals(parseTaskArgs([], OPTIONS), NOTHING);
  const args = ["--quick", "--format", "npy", "--count=20", "--json", "a.json"];
  assertEquals(parseTaskArgs([...args, "--range", "a", "--range=b c"], OPTIONS), {
    flags: new Set(["quick"]),
    texts: { json: "a.json" },
    lists: { range: ["a", "b c"] },
    words: { format: "npy" },
    numbers: { count: 20 },
    operands: [],
  });
});

Deno.test("a task that takes names gets them as they were typed", () => {
  const options = { ...OPTIONS, operands: true };
  const names = ["i0e", "polygamma(20)", "007"];
  assertEquals(parseTaskArgs(names, options), { ...NOTHING, operands: names });
  assertEquals(parseTaskArgs(["i0e", "--quik"], options), {
    text: "Cannot understand --quik: see --help",
    status: 2,
  });
});

Deno.test("a task that is asked for help, or not understood, says so and does nothing else", () => {
  const cases: [string[], string, 0 | 2][] = [
    [["--help"], "Helps.", 0],
    [["-h", "--format", "npy"], "Helps.", 0],
    [["--formt", "npy"], "Cannot understand --formt: see --help", 2],
    [["npy"], "Cannot understand npy: see --help", 2],
    [["--format", "xml"], "Option --format must be one of csv, npy, got xml", 2],
    [["--count", "many"], "Option --count must be a number, got many", 2],
    [["--count"], "Option --count must be a number, got ", 2],
    [["--count=-1"], "Option --count must be a number, got -1", 2],
    [["--json"], "Option --json needs a value", 2],
  ];
  for (const [args, text, status] of cases) {
    assertEquals(parseTaskArgs(args, OPTIONS), { text, status }, args.join(" "));
  }
});

Deno.test("the exit status of a task distinguishes wrong data from wrong usage, and bugs are thrown", async () => {
  const run = async (end: () => number | void) =>
    await runTask([], { help: "", run: () => Promise.resolve(end()) });
  const fail = (error: Error) => () => {
    throw error;
  };
  assertEquals(await run(() => {}), 0);
  assertEquals(await run(() => 1), 1);
  assertEquals(await run(fail(new Error("They differ"))), 1);
  assertEquals(await run(fail(new RangeError("No such function"))), 2);
  await assertRejects(() => run(fail(new TypeError("x is undefined"))), TypeError);
});
