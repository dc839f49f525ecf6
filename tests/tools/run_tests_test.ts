import { assertEquals } from "@std/assert";
import { type Ending, isForgiven } from "../../tools/run_tests.ts";

Deno.test("only a process that is killed after all tests have passed is forgiven", () => {
  const killed = { code: 134, signal: "SIGABRT" } as const;
  const cases: [Ending, boolean][] = [
    [{ ...killed, tail: "a ... ok (1ms)\n\nok | 196 passed | 0 failed (37s)\n\n" }, true],
    [
      { ...killed, tail: "\x1b[32mok\x1b[0m | 6 passed | 0 failed \x1b[38;5;245m(7s)\x1b[0m\n" },
      true,
    ],
    [{ ...killed, signal: "SIGSEGV", tail: "\nok | 1 passed (2 steps) | 0 failed (1s)\n" }, true],
    [{ ...killed, tail: "\nFAILED | 195 passed | 1 failed (37s)\n\n" }, false],
    [{ ...killed, tail: "a ... ok (1ms)\nb ..." }, false],
    [
      { ...killed, tail: "ok | 1 passed | 0 failed (1s)\nok | 1 passed | 0 failed (1s)\nmore" },
      false,
    ],
    [{ ...killed, tail: "" }, false],
    [{ ...killed, signal: "SIGTERM", tail: "\nok | 1 passed | 0 failed (1s)\n" }, false],
    [{ code: 1, signal: null, tail: "\nok | 1 passed | 0 failed (1s)\n" }, false],
  ];
  for (const [ending, expected] of cases) assertEquals(isForgiven(ending), expected, ending.tail);
});
