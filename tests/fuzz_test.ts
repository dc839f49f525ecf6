import { assert, assertEquals } from "@std/assert";
import { casesOf, type Suite } from "../tools/fuzz/cases.ts";
import { type Group, GROUPS } from "../tools/fuzz/samples.ts";
import { routesOf } from "../tools/fuzz/routes.ts";
import { MAX_KEPT, runWorkers } from "../tools/fuzz/run_workers.ts";

const SEED = 20261116;
/** Beginnings of the smallest samples, which come first; `deno task fuzz` takes all. */
const BEGINNINGS = 4000;

/** So many cases; `deno task fuzz` runs more of them, and prints how to run one again. */
async function assertNoFailures(
  suite: Suite,
  { group, first, count }: { group: Group; first: number; count: number },
): Promise<void> {
  assert(count > 0, `There are no ${suite} of ${group}`);
  const options = { suite, group, seed: SEED, first, count, jobs: 2 };
  const { failures, kept } = await runWorkers(options);
  assertEquals(failures, []);
  assert(kept <= MAX_KEPT, `A thread still uses ${kept} bytes`);
}

for (const group of GROUPS) {
  Deno.test(`1,000 damaged inputs end in success or a clear error: ${group}`, async () => {
    await assertNoFailures("mutations", { group, first: 0, count: 1000 });
  });

  Deno.test(`200 sound inputs that nobody expects end in success or a clear error: ${group}`, async () => {
    await assertNoFailures("unusual", { group, first: 0, count: 200 });
  });

  Deno.test(`1,000 streams that are cancelled half-way settle, and let go of their source: ${group}`, async () => {
    await assertNoFailures("cancelled", { group, first: 0, count: 1000 });
  });

  Deno.test(`every beginning of the smallest samples ends in success or a clear error: ${group}`, async () => {
    const { count } = casesOf("prefixes", { group, seed: SEED });
    await assertNoFailures("prefixes", { group, first: 0, count: Math.min(count, BEGINNINGS) });
  });

  Deno.test(`inputs that were made to do harm take neither time nor memory: ${group}`, async () => {
    // Each on one way, with `deno task fuzz` on every one.
    const { count } = casesOf("hostile", { group, seed: SEED });
    await assertNoFailures("hostile", { group, first: 0, count: count / routesOf(group).length });
  });
}
