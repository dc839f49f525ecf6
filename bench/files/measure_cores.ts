import type { Kernel } from "../../kernels/engine.ts";
import { atLeast } from "../verdict.ts";
import { makeNpy, type NpyFile } from "./make_files.ts";
import { specol } from "../program.ts";
import { race } from "../race.ts";
import type { Section } from "../section.ts";
import { SECOND_CORE_TIMES } from "../targets.ts";
import { verifyNpy } from "./verify_npy.ts";

/** Computing dominates in the first; in the second the disk has its say, and there is no target. */
const CASES: readonly { args: readonly string[]; kernel: Kernel; limit?: number }[] = [
  {
    args: ["polygamma", "-n", "20"],
    kernel: { name: "polygamma", parameter: 20 },
    limit: SECOND_CORE_TIMES,
  },
  { args: ["lgamma"], kernel: { name: "lgamma" } },
];

/** Two workers compared with one. */
export async function measureCores(
  { folder, elements, rounds }: { folder: string; elements: number; rounds: number },
): Promise<Section> {
  const input: NpyFile = { path: `${folder}/x.npy`, type: "float64", shape: [elements] };
  const output = `${folder}/y.npy`;
  await makeNpy(input);
  const rows = [];
  for (const { args, kernel, limit } of CASES) {
    const name = args.join(" ");
    const [one, two] = await race(
      ["1", "2"].map((jobs) => ({
        name: `${name} -j ${jobs}`,
        program: specol(...args, "-j", jobs, input.path, "-o", output),
        verify: () => verifyNpy(output, { input, kernel }),
      })),
      { output, rounds },
    );
    const ratio = one.seconds / two.seconds;
    rows.push({
      name,
      figures: [one.seconds, two.seconds, ratio],
      verdicts: limit ? [atLeast(ratio, { limit, subject: "second core" })] : [],
    });
  }
  await Deno.remove(input.path);
  return {
    name: "second core",
    title: `second core, npy to npy, ${
      elements * 8 / 1e6
    } MB of float64, -o, best of ${rounds} turns`,
    columns: [
      { title: "s, -j 1", digits: 2 },
      { title: "s, -j 2", digits: 2 },
      { title: "ratio", digits: 2 },
    ],
    rows,
  };
}
