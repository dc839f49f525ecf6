import { subjects } from "../subjects.ts";
import { atLeast, atMost, type Verdict } from "../verdict.ts";
import { makeNpy, type NpyFile } from "./make_files.ts";
import { numpyLgamma } from "./numpy.ts";
import { copy, copyAndSync, redirect, specol } from "../program.ts";
import { race, type Runner } from "../race.ts";
import type { Section } from "../section.ts";
import { NPY_TIMES_COPY, TIMES_NUMPY } from "../targets.ts";
import { verifyNpy } from "./verify_npy.ts";

/** What is measured, and where. */
export interface NpyOptions {
  readonly folder: string;
  readonly elements: number;
  readonly rounds: number;
  /** Whether numpy and SciPy are there. */
  readonly hasNumpy: boolean;
}

/** SciPy loses a few ulp, and more next to the zeros 1 and 2. */
const SCIPY_TOLERANCE = 1e-13;

/** lgamma from npy file to npy file, compared with `cp` and numpy. */
export async function measureNpy(options: NpyOptions): Promise<Section> {
  const { folder, elements, rounds, hasNumpy } = options;
  const input: NpyFile = { path: `${folder}/x.npy`, type: "float64", shape: [elements] };
  const from = input.path;
  const output = `${folder}/y.npy`;
  await makeNpy(input);
  const { kernel } = subjects.find(({ name }) => name === "lgamma")!;
  const verify = (): Promise<void> => verifyNpy(output, { input, kernel });
  const numpy: Runner = {
    name: "numpy + SciPy",
    program: numpyLgamma(from, output),
    verify: () => verifyNpy(output, { input, kernel, tolerance: SCIPY_TOLERANCE }),
    printsSeconds: true,
  };
  const timings = await race([
    { name: "cp", program: copy(from, output) },
    { name: "cp, sync", program: copyAndSync(from, output) },
    { name: "specol -j 2 -o", program: specol("lgamma", "-j2", from, "-o", output), verify },
    { name: "specol -j 1 -o", program: specol("lgamma", "-j1", from, "-o", output), verify },
    {
      name: "specol -j 2 >",
      program: redirect(specol("lgamma", "-j2", from), output),
      verify,
    },
    ...(hasNumpy ? [numpy] : []),
  ], { output, rounds });
  await Deno.remove(from);

  const [copied, synced] = timings;
  const theirs = timings.find(({ name }) => name === numpy.name)?.seconds;
  const verdictsOf = (seconds: number): Verdict[] => [
    atMost(seconds / copied.seconds, { limit: NPY_TIMES_COPY, subject: "x cp" }),
    ...(theirs ? [atLeast(theirs / seconds, { limit: TIMES_NUMPY, subject: "numpy x" })] : []),
  ];
  return {
    name: "npy",
    title: `lgamma, npy to npy, ${elements * 8 / 1e6} MB of float64, best of ${rounds} turns`,
    columns: [
      { title: "s", digits: 2 },
      { title: "GB/s", digits: 2 },
      { title: "x cp", digits: 2 },
      { title: "x cp,sync", digits: 2 },
      { title: "numpy x", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: timings.map(({ name, seconds, peak }) => ({
      name,
      figures: [
        seconds,
        elements * 8 / 1e9 / seconds,
        seconds / copied.seconds,
        seconds / synced.seconds,
        theirs && theirs / seconds,
        peak && peak / 1e6,
      ],
      verdicts: name.includes("-j 2") ? verdictsOf(seconds) : [],
    })),
  };
}
