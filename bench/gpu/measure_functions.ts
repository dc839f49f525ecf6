import { compute } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { assertUlpEquals } from "../../testing/mod.ts";
import { GpuEngine } from "../../webgpu/engine.ts";
import { openDevice } from "../../webgpu/adapter.ts";
import { emptyLike, makeInputs } from "../inputs.ts";
import { RANGES } from "../ranges.ts";
import type { Section, SectionRow } from "../section.ts";
import type { Subject } from "../subjects.ts";
import { localContender, timeRounds } from "../time_rounds.ts";

/** What is measured. */
export interface FunctionOptions {
  readonly type: "float32" | "float16";
  readonly rounds: number;
  readonly isSoftware: boolean;
}

const COUNT = 2 ** 20;

/** The inputs repeated: enough that results come back while others are computed. */
const TIMES = 4;

/** Every function on the CPU, in one thread, and on the GPU, there and back. */
export async function measureFunctions(
  subjects: readonly Subject[],
  { type, rounds, isSoftware }: FunctionOptions,
): Promise<Section> {
  const { device } = (await openDevice())!;
  using engine = new GpuEngine(device);
  const rows: SectionRow[] = [];
  for (const subject of subjects) {
    console.error(`  ${subject.name}`);
    const x = repeat(makeInputs(RANGES[0], subject, COUNT)[type]);
    rows.push(await measureOne(subject, { x, engine, rounds }));
  }
  return {
    name: `${type} functions`,
    title: `${type}, ${TIMES} x 2^20 elements uniform in [0.1, 20], best of ${rounds}, ns per ` +
      `element${isSoftware ? " (software adapter)" : ""}`,
    columns: [
      { title: "CPU", digits: 2 },
      { title: "GPU", digits: 2 },
      { title: "CPU / GPU", digits: 2 },
      { title: "differ", digits: 0 },
    ],
    rows,
  };
}

async function measureOne(
  { name, kernel, spec }: Subject,
  { x, engine, rounds }: { x: FloatArray; engine: GpuEngine; rounds: number },
): Promise<SectionRow> {
  const expected = emptyLike(x);
  const out = emptyLike(x);
  compute(kernel, x, expected);
  await engine.compute([{ kernel, x, out }]);
  assertUlpEquals(out as Float32Array, expected as Float32Array, {
    ulp: spec.gpuBudget,
    msg: `Cannot time ${name}`,
  });
  let differ = 0;
  for (let i = 0; i < x.length; i++) differ += Number(!Object.is(out[i], expected[i]));
  const onCpu = localContender(() => compute(kernel, x, expected));
  const onGpu = async (): Promise<number[]> => {
    const start = performance.now();
    await engine.compute([{ kernel, x, out }]);
    return [(performance.now() - start) / 1000];
  };
  const best = await timeRounds([onCpu, onGpu], { rounds, passes: 1 });
  const [cpu, gpu] = [onCpu, onGpu].map((contender) => best.get(contender)! * 1e9 / x.length);
  return { name, figures: [cpu, gpu, cpu / gpu, differ], verdicts: [] };
}

function repeat(x: FloatArray): FloatArray {
  const Floats = x.constructor as Float32ArrayConstructor;
  const all = new Floats(TIMES * x.length);
  for (let i = 0; i < TIMES; i++) all.set(x, i * x.length);
  return all;
}
