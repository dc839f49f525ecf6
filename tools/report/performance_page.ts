import type { Section } from "../../bench/section.ts";
import type { Machine } from "../../bench/machine.ts";
import { kernelsSection } from "./kernels_section.ts";
import { lossesOf } from "../../bench/losses.ts";
import { code, list, table } from "./markdown.ts";
import type { KernelResults, NewestResults, TableResults } from "./newest_results.ts";
import { othersSection } from "./others_section.ts";
import { FORMATS_PICTURE } from "./performance_pictures.ts";
import { missedTargets, slowerThanPeers } from "./timed_rows.ts";

/** A part of the page that is made of tables. */
interface Part {
  readonly title: string;
  readonly task: string;
  readonly kind: "files" | "csv" | "groups" | "expressions" | "gpu";
  /** What to know before reading the figures. */
  readonly intro: string;
}

const PARTS: readonly Part[] = [
  {
    title: "npy, Arrow and Parquet files",
    task: "bench files",
    kind: "files",
    intro:
      "Times include the start of the process, except for numpy. Files are in the page cache. `specol -o` " +
      "waits until the file is on the disk; `cp`, numpy and `specol >` do not.",
  },
  {
    title: "CSV",
    task: "bench csv",
    kind: "csv",
    intro:
      "Each program appends a column with `lgamma` of another. Times include the start of the process, " +
      "except for DuckDB, data.table, polars and pandas. DuckDB, data.table, polars and xan use two threads. " +
      "polars has no `lgamma` and uses SciPy's; xan computes `log` instead, qsv (in Luau), mawk and Miller `exp`. data.table " +
      "writes 15 digits, the others all. `pipes` means `cat | specol | cat`, where the programs share " +
      "the cores; `cp, pipes` is `cat | cat | cat`.",
  },
  {
    title: "Groups",
    task: "bench groups",
    kind: "groups",
    intro:
      "Each program sums `lgamma(n + 1)` and `n` by key over 4 million rows, and writes the groups to a " +
      "CSV file. `s` includes the start of the process; `no start` is that time minus the time for a " +
      "file with one row. All programs use two threads, except for `specol -j 1`. DuckDB detects the " +
      "types of CSV. xan and polars have no `lgamma` and sum `log(n + 1)`. pyarrow wrote the Parquet and " +
      "Arrow files, with its defaults but uncompressed Arrow. specol's sums are exact. `specol -o` waits until " +
      "the file is on the disk; the others do not. DuckDB and polars decode Parquet in machine code, specol " +
      "in JavaScript.",
  },
  {
    title: "Expressions and fits",
    task: "bench expressions",
    kind: "expressions",
    intro:
      "A likelihood with its gradients, expressions over Arrow, and the fit of a distribution.",
  },
  {
    title: "WebGPU",
    task: "bench gpu",
    kind: "gpu",
    intro:
      "Every function on one CPU thread and on the GPU, transfers included; and how well the stages of a " +
      "file overlap.",
  },
];

const FORMATS = `
## Files at a glance

![Time of others over ours, for each format](pictures/${FORMATS_PICTURE})
`;

/** The performance report as Markdown; its pictures are in a folder next to it. */
export function performancePage(results: NewestResults): string {
  return `# Performance

This page shows how fast specol is, compared with other tools, and where it is slower. Every benchmark
verifies results before it times them, alternates between the tools and takes the best run of each; the
command above each table repeats it. A ratio above 1 means that specol is that many times faster. Each
section ends with the cases where specol is slower or misses its targets. \`deno task report\` generates
this page from the newest figures in \`bench/results\`: do not edit it.

${guide(results)}

${kernelsSection(results.kernels)}

${othersSection(results.others)}
${results.files ?? results.csv ? FORMATS : ""}
${PARTS.map((part) => partText(part, results[part.kind])).join("\n\n")}
`;
}

/** What each part measures, when, and how it went in short. */
function guide(results: NewestResults): string {
  const { kernels, others } = results;
  const ofRows = (title: string, found: KernelResults | undefined): string[][] =>
    found === undefined ? [] : [[
      linkTo(title),
      found.machine.date,
      `${
        found.rows.filter(({ peers }) => Object.keys(peers).length > 0).length
      } cells with a peer; ` +
      `a peer is faster in ${new Set(lossesOf(found.rows).map(({ row }) => row)).size}`,
    ]];
  const rows = PARTS.flatMap(({ title, kind }) => {
    const found = results[kind];
    if (found === undefined) return [];
    const slower = found.sections.flatMap(slowerThanPeers).length;
    return [[
      linkTo(title),
      found.machine.date,
      `${found.sections.length} tables; a peer is faster in ${slower} places`,
    ]];
  });
  const all = [...ofRows("Functions", kernels), ...ofRows("Other libraries", others), ...rows];
  return all.length === 0 ? "" : table([["part", "measured", "result"], ...all]);
}

function linkTo(title: string): string {
  return `[${title}](#${title.toLowerCase().replaceAll(",", "").replaceAll(" ", "-")})`;
}

/** When, with which command and on which machine figures were measured. */
export function sourceText(
  task: string,
  { machine, versions = {} }: { machine: Machine; versions?: Readonly<Record<string, string>> },
): string {
  const { date, commit, cpu, cores, system, deno } = machine;
  const peers = Object.entries(versions)
    .map(([name, version]) => version.startsWith(name) ? `, ${version}` : `, ${name} ${version}`)
    .join("").replace(/ R version ([\d.]+)[^,]*/, " (R $1)");
  const state = commit === undefined ? "" : ` at commit ${commit}`;
  return `Measured on ${date} with \`deno task ${task}\`${state}. Machine: ${cpu}, ${cores} cores, ` +
    `${system}. Versions: Deno ${deno}${peers}.`;
}

/** How to get figures that are not there. */
export function absentText(task: string, kind = task.replace(/^bench ?/, "")): string {
  return `No figures yet: \`deno task ${task} --json bench/results/DATE${
    kind && `-${kind}`
  }.json\` measures them.`;
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
          isSoftware ? " **This is a software adapter; a GPU would be faster.**" : ""
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
  return `### ${capitalize(name)}\n\n${capitalize(title)}:\n\n${
    table([head, ...body], { right: true })
  }`;
}

/** Begins a text with a capital, unless it begins with a name that is written small. */
function capitalize(text: string): string {
  return /^(npy|lgamma|float)/.test(text) ? text : text[0].toUpperCase() + text.slice(1);
}
