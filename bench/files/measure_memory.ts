import { atMost } from "../verdict.ts";
import { makeArrow, makeNpy } from "./make_files.ts";
import { COLUMNS } from "./measure_arrow.ts";
import { specol, worstPeak } from "../program.ts";
import type { Section } from "../section.ts";
import { PEAK_BYTES, PEAK_RATIO } from "../targets.ts";

const RUNS = 3;

/** The most memory that lgamma takes over a file and over one of a tenth of its size. */
export async function measureMemory(
  { folder, elements }: { folder: string; elements: number },
): Promise<Section> {
  const rows = [];
  for (const format of ["npy", "arrow"] as const) {
    const peaks = [];
    for (const count of [elements, elements / 10]) {
      const name = `${format} ${count * 8 / 1e6} MB`;
      console.error(`  ${name}`);
      const path = `${folder}/x.${format}`;
      if (format === "npy") await makeNpy({ path, type: "float64", shape: [count] });
      else await makeArrow({ path, columns: COLUMNS, rows: count / COLUMNS.length });
      const output = `${folder}/y.${format}`;
      const column = format === "npy" ? [] : ["-c", COLUMNS[0]];
      const program = specol("lgamma", "-j2", ...column, path, "-o", output);
      peaks.push({ name, peak: await worstPeak(program, { output, runs: RUNS }) });
      await Deno.remove(path);
    }
    const [large, small] = peaks.map(({ peak }) => peak);
    const ratio = Math.max(large, small) / Math.min(large, small);
    rows.push(...peaks.map(({ name, peak }, i) => ({
      name,
      figures: [peak / 1e6],
      verdicts: [
        atMost(peak / 1e6, { limit: PEAK_BYTES / 1e6, subject: "MB" }),
        ...(i > 0 ? [atMost(ratio, { limit: PEAK_RATIO, subject: "larger : smaller" })] : []),
      ],
    })));
  }
  const title = `memory, lgamma -j 2 -o, worst of ${RUNS}`;
  return { name: "memory", title, columns: [{ title: "MB memory", digits: 1 }], rows };
}
