// A program that uses a pool, for pool_test.ts, which runs it without any permission.
import type { Kernel } from "../../kernels/job.ts";
import { openPool, type Pool } from "../../threads/pool.ts";

const kernel = { name: "lgamma" } as const;
const pool = openPool(2);
switch (Deno.args[0]) {
  case "disposed": {
    using closing = pool;
    const runs = [3, 4, 5].map((x) => closing.run([{ kernel, x: Float64Array.of(x) }]));
    console.log((await Promise.all(runs)).map(([y]) => Math.exp(y[0]).toFixed(6)).join(" "));
    break;
  }
  case "disposed while running": {
    using closing = pool;
    await start(closing, 1e5);
    console.log("done");
    break;
  }
  case "left by an exit while running":
    await start(pool, 1e7);
    console.log("done");
    Deno.exit();
    break;
  case "of workers that die": {
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      constructor() {
        const program = "onmessage = () => { throw new Error('out of luck') }";
        super(`data:text/javascript,${encodeURIComponent(program)}`, { type: "module" });
      }
    };
    const runs = [3, 4].map((x) => pool.run([{ kernel, x: Float64Array.of(x) }]));
    for (const { reason } of await Promise.allSettled(runs) as PromiseRejectedResult[]) {
      console.log(reason.message);
    }
    await pool.run([]).catch(({ message }) => console.log(message));
  }
}

/**
 * Starts a job that takes long in a worker: 1e5 elements take a sixth of a second, 1e7 a quarter of
 * a minute. Each worker has it after something short, and begins it when that is answered.
 */
async function start(pool: Pool, elements: number): Promise<void> {
  const long: Kernel = { name: "multigammaln", parameter: 1e9 };
  const short = [0, 1].map(() => pool.run([{ kernel, x: Float64Array.of(3) }]));
  for (let i = 0; i < 3; i++) {
    // Elements that are far from one another share no row of a table.
    const x = Float64Array.from({ length: elements }, (_, i) => 6e8 + 3e3 * i);
    pool.run([{ kernel: long, x }]);
  }
  await Promise.all(short);
}
