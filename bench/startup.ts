import { type ArrowFile, makeArrow, makeNpy, type NpyFile } from "./files/make_files.ts";
import { specol } from "./program.ts";
import { race } from "./race.ts";
import { verifyArrow } from "./files/verify_arrow.ts";
import { verifyNpy } from "./files/verify_npy.ts";

/** Milliseconds from the start of a process to its end. */
export interface Startup {
  /** A Deno program that does nothing. */
  readonly empty: number;
  /** The command line on a small npy file. */
  readonly cli: number;
  /** The command line on a small Arrow file. */
  readonly arrow: number;
}

const ELEMENTS = 7;
const KERNEL = { name: "i0e" } as const;

/** Runs the command line and an empty program in turns, once each in a round. */
export async function measureStartup(
  { directory, rounds }: { directory: string; rounds: number },
): Promise<Startup> {
  const npy: NpyFile = { path: `${directory}/x.npy`, type: "float64", shape: [ELEMENTS] };
  const arrow: ArrowFile = { path: `${directory}/x.arrow`, columns: ["x"], rows: ELEMENTS };
  const nothing = `${directory}/empty.ts`;
  const output = `${directory}/small`;
  await Promise.all([makeNpy(npy), makeArrow(arrow), Deno.writeTextFile(nothing, "")]);
  const timings = await race([
    { name: "empty program", program: { command: Deno.execPath(), args: ["run", nothing] } },
    {
      name: "small npy file",
      program: specol("i0e", npy.path, "-o", output),
      verify: () => verifyNpy(output, { input: npy, kernel: KERNEL }),
    },
    {
      name: "small Arrow file",
      program: specol("i0e", "--only", arrow.path, "-o", output),
      verify: () =>
        verifyArrow(output, {
          input: arrow,
          kernel: KERNEL,
          columns: [{ name: "x_i0e", of: 0, computed: true }],
        }),
    },
  ], { output, rounds });
  await Promise.all([npy.path, arrow.path, nothing].map((path) => Deno.remove(path)));
  const [empty, cli, table] = timings.map(({ seconds }) => 1000 * seconds);
  return { empty, cli, arrow: table };
}
