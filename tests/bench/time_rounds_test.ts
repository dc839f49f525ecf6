import { assertEquals } from "@std/assert";
import { timeRounds } from "../../bench/time_rounds.ts";

/** A contender whose passes take so long, and the passes of each of its turns. */
function made(seconds: number): { turns: number[]; run: (passes: number) => number[] } {
  const turns: number[] = [];
  const run = (passes: number): number[] => {
    turns.push(passes);
    return Array.from({ length: passes }, () => seconds);
  };
  return { turns, run };
}

Deno.test("long passes are fewer where time is to be spared, and as many as others elsewhere", async () => {
  const contenders = [0.001, 0.01, 0.05, 0.5].map(made);
  const runs = contenders.map(({ run }) => run);
  const best = await timeRounds(runs, { rounds: 4, passes: 3, isSparing: true });
  assertEquals(runs.map((run) => best.get(run)), [0.001, 0.01, 0.05, 0.5]);
  assertEquals(contenders.map(({ turns }) => turns), [
    [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2],
    [1, 2, 1, 2, 1, 2, 1, 2],
    [1, 1, 1, 1],
    [1, 1],
  ]);
  const [slow] = [0.5].map(made);
  await timeRounds([slow.run], { rounds: 3, passes: 2 });
  assertEquals(slow.turns, [2, 2, 2]);
});
