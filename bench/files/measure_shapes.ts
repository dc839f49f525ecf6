import { formatShape } from "../../formats/npy/header.ts";
import type { FloatType } from "../../kernels/float_types.ts";
import { atMost } from "../verdict.ts";
import { countOf, makeNpy, type NpyFile } from "./make_files.ts";
import { specol } from "../program.ts";
import { race } from "../race.ts";
import type { Section } from "../section.ts";
import { PEAK_BYTES } from "../targets.ts";
import { verifyNpy } from "./verify_npy.ts";

/** Of networks in use: from the design of the lgamma operator of MLU-OPS, section 3.6. */
const SHAPES: Readonly<Partial<Record<FloatType, readonly (readonly number[])[]>>> = {
  float32: [[128, 748, 80], [8, 65536, 10], [273600, 4], [8, 32768, 1], [1179648]],
  float16: [[16646144], [18, 48000], [10, 65536, 1], [7020, 1000], [57145500]],
};

/** lgamma over arrays of the sizes that networks have. */
export async function measureShapes(
  { folder, rounds }: { folder: string; rounds: number },
): Promise<Section> {
  const rows = [];
  for (const [type, shapes] of Object.entries(SHAPES)) {
    for (const shape of shapes) {
      const input: NpyFile = { path: `${folder}/x.npy`, type: type as FloatType, shape };
      const output = `${folder}/y.npy`;
      await makeNpy(input);
      const [{ name, seconds, peak }] = await race([{
        name: `${type} ${formatShape(shape)}`,
        program: specol("lgamma", input.path, "-o", output),
        verify: () => verifyNpy(output, { input, kernel: { name: "lgamma" } }),
      }], { output, rounds });
      await Deno.remove(input.path);
      rows.push({
        name,
        figures: [1000 * seconds, 1e9 * seconds / countOf(input), peak && peak / 1e6],
        verdicts: peak ? [atMost(peak / 1e6, { limit: PEAK_BYTES / 1e6, subject: "MB" })] : [],
      });
    }
  }
  return {
    name: "arrays of networks",
    title: `lgamma, arrays of networks, shell to shell, best of ${rounds} turns`,
    columns: [
      { title: "ms", digits: 1 },
      { title: "ns each", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows,
  };
}
