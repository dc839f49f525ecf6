import { race, type Runner } from "../race.ts";
import { runProgram, specol } from "../program.ts";
import type { Section } from "../section.ts";
import { ARROW_TIMES } from "../targets.ts";
import { atMost } from "../verdict.ts";
import { timeSubject } from "./measure_steps.ts";
import { listSubjects, type Subject } from "./subjects.ts";

/** Rows that are timed in memory. */
const ROWS_IN_MEMORY = 2048;

/**
 * Times expressions from Arrow to Arrow, next to reading and writing as many columns, and what their
 * functions take in memory.
 */
export async function measureArrow(
  folder: string,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<Section> {
  const sections: Section["rows"][number][] = [];
  for (const [i, subject] of listSubjects(rows).entries()) {
    if (subject.cancels || !ARROW_SUBJECTS.has(i)) continue;
    const from = `${folder}/in${i}.arrow`;
    await writeArrow(from, subject);
    const { functions } = timeSubject(listSubjects(ROWS_IN_MEMORY)[i]);
    const timings = await race(runnersOf(from, `${folder}/out.arrow`, subject), {
      output: `${folder}/out.arrow`,
      rounds,
    });
    const [copied, ...ours] = timings.map(({ seconds }) => seconds);
    await Deno.remove(from);
    ours.forEach((seconds, k) => {
      const ratio = seconds / (copied + functions * rows / 1e9);
      sections.push({
        name: `${subject.name}, ${subject.texts.length} results, -j ${k + 1}`,
        figures: [seconds, copied, functions * rows / 1e9, ratio],
        verdicts: [atMost(ratio, { limit: ARROW_TIMES, subject: "x both" })],
      });
    });
  }
  return {
    name: "Arrow",
    title: `expressions, Arrow to Arrow, ${rows} rows, best of ${2 * rounds}; copied: as many ` +
      "columns read and written; functions: in memory",
    columns: [
      { title: "s", digits: 3 },
      { title: "copied", digits: 3 },
      { title: "functions", digits: 3 },
      { title: "x both", digits: 2 },
    ],
    rows: sections,
  };
}

/** Which of the subjects go through files: likelihoods, with and without gradients. */
const ARROW_SUBJECTS: ReadonlySet<number> = new Set([1, 3, 6, 7]);

async function writeArrow(path: string, { columns }: Subject): Promise<void> {
  const names = Object.keys(columns);
  const arrays = Object.values(columns);
  const csv = `${path}.csv`;
  {
    using file = await Deno.create(csv);
    const encoder = new TextEncoder();
    const writer = file.writable.getWriter();
    await writer.write(encoder.encode(`${names.join(",")}\n`));
    for (let start = 0; start < arrays[0].length; start += 16_384) {
      const lines = Array.from(
        arrays[0].subarray(start, start + 16_384),
        (_, i) => arrays.map((array) => array[start + i]).join(","),
      );
      await writer.write(encoder.encode(`${lines.join("\n")}\n`));
    }
    await writer.close();
  }
  await runProgram(specol("convert", "-q", csv, "-o", path));
  await Deno.remove(csv);
}

function runnersOf(from: string, to: string, { texts, columns }: Subject): Runner[] {
  const names = Object.keys(columns);
  const copies = texts.map((_, i) => `c${i} = ${names[i % names.length]}`);
  const results = texts.map((text, i) => `c${i} = ${text}`);
  return [
    { name: "copied", program: specol("map", "-q", "-j1", ...copies, from, "-o", to) },
    ...[1, 2].map((jobs) => ({
      name: `-j ${jobs}`,
      program: specol("map", "-q", `-j${jobs}`, ...results, from, "-o", to),
    })),
  ];
}
