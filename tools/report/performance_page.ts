import type { Section } from "../../bench/section.ts";
import type { Machine } from "../../bench/machine.ts";
import { kernelsSection } from "./kernels_section.ts";
import { code, list, table } from "./markdown.ts";
import type { NewestResults, TableResults } from "./newest_results.ts";
import { FORMATS_PICTURE } from "./performance_pictures.ts";
import { missedTargets, slowerThanPeers } from "./timed_rows.ts";

/** A part of the page that is made of tables. */
interface Part {
  readonly title: string;
  readonly task: string;
  readonly kind: "files" | "csv" | "groups" | "gpu";
  /** What to know before reading the figures. */
  readonly intro: string;
}

const PARTS: readonly Part[] = [
  {
    title: "npy and Arrow files",
    task: "bench files",
    kind: "files",
    intro:
      "Times are from the start of a process to its end; the start of numpy is left out. Files are in " +
      "the page cache. `specol -o` waits until the file is on the disk; `cp`, numpy and `specol >` do not.",
  },
  {
    title: "CSV",
    task: "bench csv",
    kind: "csv",
    intro:
      "Each program appends a column, `lgamma` of another. Times are from the start of a process to its " +
      "end; the start of DuckDB, data.table and pandas is left out. DuckDB and data.table have two " +
      "threads. mawk and Miller have no `lgamma`, and compute `exp`. data.table writes 15 digits, the " +
      "others all. " +
      "With `pipes` specol stands between two `cat`, which share the cores with it; `cp, pipes` is " +
      "`cat | cat | cat`.",
  },
  {
    title: "Groups",
    task: "bench groups",
    kind: "groups",
    intro:
      "Each program adds up `lgamma(n + 1)` and `n` by key over 4 million rows of CSV, and writes the " +
      "groups to a file. `s` is the time from the start of a process to its end, and `no start` is that " +
      "time without the time for a file of one row. All have two threads, but for `specol -j 1`. DuckDB " +
      "detects types, as its users let it. Sums of specol are exact. `specol -o` waits until the file is " +
      "on the disk; the others do not.",
  },
  {
    title: "WebGPU",
    task: "bench gpu",
    kind: "gpu",
    intro:
      "Every function on the CPU, in one thread, and on the GPU, there and back; and how well the " +
      "stages of a file overlap.",
  },
];

const FORMATS = `
## Files at a glance

![Time of others over ours, for each format](pictures/${FORMATS_PICTURE})
`;

/** The performance report as Markdown; its pictures are in a folder beside it. */
export function performancePage(results: NewestResults): string {
  return `# Performance

This page shows how fast specol is, compared with other tools, and where it is slower. Every benchmark
verifies results before it times them, alternates between the tools and takes the best run of each; the
command above each table repeats it. A ratio above 1 means that specol is that many times faster. Below
each table are the cases where specol loses or misses its own targets. \`deno task report\` wrote this
page from the newest figures in \`bench/results\`: do not edit it.

${kernelsSection(results.kernels)}
${results.files ?? results.csv ? FORMATS : ""}
${PARTS.map((part) => partText(part, results[part.kind])).join("\n\n")}
`;
}

/** Date, machine, versions and the command. */
export function sourceText(
  task: string,
  { machine, versions = {} }: { machine: Machine; versions?: Readonly<Record<string, string>> },
): string {
  const { date, cpu, cores, system, deno } = machine;
  const peers = Object.entries(versions)
    .map(([name, version]) => version.startsWith(name) ? `, ${version}` : `, ${name} ${version}`)
    .join("");
  return `\`deno task ${task}\`, ${date}, ${cpu} with ${cores} cores, ${system}, Deno ${deno}${peers}.`;
}

/** How to get figures that are not there. */
export function absentText(task: string): string {
  return `No figures yet: \`deno task ${task} --json bench/results/DATE${
    task.replace("bench", "").replace(" ", "-")
  }.json\` makes them.`;
}

function partText({ title, task, intro }: Part, results: TableResults | undefined): string {
  if (results === undefined) return `## ${title}\n\n${absentText(task)}`;
  const { sections, machine, numpy, adapter, isSoftware } = results;
  const versions = { ...(results.versions ?? {}), ...(numpy ? { numpy: `numpy ${numpy}` } : {}) };
  return [
    `## ${title}`,
    sourceText(task, { machine, versions }),
    intro,
    ...(adapter
      ? [
        `Adapter: ${adapter}.${
          isSoftware ? " **A software adapter: these are no figures of a GPU.**" : ""
        }`,
      ]
      : []),
    ...sections.map(sectionTable),
    `**Slower than a peer**`,
    list(sections.flatMap(slowerThanPeers), "Nowhere."),
    `**Targets missed**`,
    // CSV repeats its targets in a table of their own.
    list(sections.filter(({ name }) => name !== "targets").flatMap(missedTargets), "None."),
  ].join("\n\n");
}

function sectionTable({ name, title, columns, rows }: Section): string {
  const head = ["", ...columns.map((column) => column.title)];
  const body = rows.map(({ name, figures }) => [
    name.startsWith("specol") ? code(name) : name,
    ...columns.map(({ digits }, i) => figures[i]?.toFixed(digits) ?? ""),
  ]);
  return `### ${name[0].toUpperCase()}${name.slice(1)}\n\n${title}:\n\n${
    table([head, ...body], { right: true })
  }`;
}
