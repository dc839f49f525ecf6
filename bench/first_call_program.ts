// The program of measure_first_calls.ts: the milliseconds of the first two calls of a kernel, over
// numbers from 2^-20 to 2^20. Warm: after a call of another one, which has compiled the module.

import { compute } from "../kernels/engine.ts";

const [kernel, state] = [JSON.parse(Deno.args[0]), Deno.args[1]];
const x = Float64Array.from(
  { length: 2 ** 16 },
  (_, i) => 2 ** ((i * 40503 % 65536) / 1638.4 - 20),
);
const out = new Float64Array(x.length);
if (state === "warm") compute({ name: "i0e" }, Float64Array.of(1), new Float64Array(1));
const times = [1, 2].map(() => {
  const start = performance.now();
  compute(kernel, x, out);
  return performance.now() - start;
});
console.log(JSON.stringify(times));
