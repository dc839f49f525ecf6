import { WASM_BASE64 } from "../../kernels/module.js";
import { makeInstance } from "../../kernels/instance.ts";
import type { KernelName } from "../../kernels/job.ts";
import { type ReferenceName, referencePoints } from "../../testing/reference_points.ts";

/** Some parameters of those kernels that have one; the others take no notice of it. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = {
  polygamma: [0, 1, 2, 3, 20],
  multigammaln: [1, 2, 3, 10],
  multigammalnGrad: [1, 2, 3, 10],
};
/**
 * Where every function has points, which of one's parameters does not matter: only their x are
 * used.
 */
const POINTS: readonly ReferenceName[] = ["i0", "i1eGrad", "lgamma", "digamma"];

/**
 * Throws unless the kernels of a family give the bits that they give in the complete module, at
 * thousands of points: a table that was taken for another family's would be missing.
 */
export function verifyFamily(wasm: Uint8Array<ArrayBuffer>): void {
  const whole = makeInstance(new WebAssembly.Module(Uint8Array.fromBase64(WASM_BASE64)));
  const part = makeInstance(new WebAssembly.Module(wasm));
  const x = Float64Array.from(POINTS.flatMap((name) => [...referencePoints(name).x]));
  const names = Object.keys(part.exports).filter((name) => name.endsWith("_number"))
    .map((name) => name.replace("_number", "") as KernelName);
  for (const name of names) {
    for (const parameter of PARAMETERS[name] ?? [undefined]) {
      for (const input of [x, new Float32Array(x)]) {
        const [expected, actual] = [whole, part].map((instance) => {
          const out = input.slice();
          instance.compute({ name, parameter }, input, out);
          return out;
        });
        const at = expected.findIndex((value, i) => !Object.is(value, actual[i]));
        if (at === -1) continue;
        throw new Error(
          `Cannot split the kernels: ${name} of ${input[at]} is ${actual[at]} without the other ` +
            `family, and ${expected[at]} with it; see the tables in tools/npm/families.ts`,
        );
      }
    }
  }
}
