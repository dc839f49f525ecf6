import { assertEquals } from "@std/assert";
import { parseTaskArgs } from "../../tools/parse_task_args.ts";

const OPTIONS = { help: "Helps.", words: { format: ["csv", "npy"] }, numbers: ["count"] };

Deno.test("a task gets its options, and none that were not given", () => {
  const args = ["--format", "npy", "--count=20"];
  assertEquals(parseTaskArgs(args, OPTIONS), { words: { format: "npy" }, numbers: { count: 20 } });
  assertEquals(parseTaskArgs([], OPTIONS), { words: {}, numbers: {} });
});

Deno.test("a task that is asked for help, or not understood, says so and does nothing else", () => {
  const cases: [string[], string, 0 | 2][] = [
    [["--help"], "Helps.", 0],
    [["-h", "--format", "npy"], "Helps.", 0],
    [
      ["--formt", "npy"],
      "Cannot understand --formt: see --help",
      2,
    ],
    [["npy"], "Cannot understand npy: see --help", 2],
    [["--format", "xml"], "Option --format must be one of csv, npy, got xml", 2],
    [["--count", "many"], "Option --count must be a number, got many", 2],
    [["--count"], "Option --count must be a number, got ", 2],
    [["--count=-1"], "Option --count must be a number, got -1", 2],
  ];
  for (const [args, text, status] of cases) {
    assertEquals(parseTaskArgs(args, OPTIONS), { text, status }, args.join(" "));
  }
});
