import { makeNpy, type NpyFile } from "../files/make_files.ts";
import { peakOf, secondsOf, specol } from "../program.ts";
import type { Section } from "../section.ts";
import { verifyNpy } from "../files/verify_npy.ts";
import { atMost } from "../verdict.ts";
import { type Stages, timeStages } from "./time_stages.ts";

/** What is measured, and where. */
export interface OverlapOptions {
  readonly folder: string;
  readonly elements: number;
  readonly rounds: number;
  readonly isSoftware: boolean;
}

/** A run divided by its longest stage alone: at most this. */
const OVERLAP_TIMES = 1.25;

const FLOAT32_ULP = 2 ** -23;

const kernel = { name: "lgamma" } as const;

/** lgamma over a float32 npy file on the GPU, in turns with each of its stages alone. */
export async function measureOverlap(options: OverlapOptions): Promise<Section> {
  const { folder, elements, rounds, isSoftware } = options;
  const input: NpyFile = { path: `${folder}/x.npy`, type: "float32", shape: [elements] };
  const output = `${folder}/y.npy`;
  await makeNpy(input);
  const program = specol("lgamma", "--device", "webgpu", input.path, "-o", output);
  const peak = await peakOf(program);
  await verifyNpy(output, { input, kernel, tolerance: FLOAT32_ULP });

  let total = Infinity;
  const best = new Map<string, number>();
  for (let round = 1; round <= rounds; round++) {
    console.error(`  round ${round} of ${rounds}`);
    await Deno.remove(output);
    total = Math.min(total, await secondsOf(program));
    const stages: Stages = await timeStages({ input: input.path, output, elements, kernel });
    for (const [name, seconds] of Object.entries(stages)) {
      best.set(name, Math.min(best.get(name) ?? Infinity, seconds));
    }
  }
  const longest = Math.max(...best.values());
  const verdict = atMost(total / longest, { limit: OVERLAP_TIMES, subject: "x longest stage" });
  return {
    name: "overlap",
    title: `lgamma on the GPU, npy to npy, ${elements * 4 / 1e6} MB of float32, best of ${rounds}` +
      (isSoftware ? " (software adapter)" : ""),
    columns: [
      { title: "s", digits: 2 },
      { title: "x longest", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: [
      ...Array.from(best, ([name, seconds]) => ({
        name: `${name} alone`,
        figures: [seconds, seconds / longest, undefined],
        verdicts: [],
      })),
      {
        name: "specol --device webgpu -o",
        figures: [total, total / longest, peak && peak / 1e6],
        verdicts: [verdict],
      },
    ],
  };
}
