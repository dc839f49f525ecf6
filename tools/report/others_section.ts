import type { Row } from "../../bench/row.ts";
import { code, list, table } from "./markdown.ts";
import type { KernelResults } from "./newest_results.ts";
import { lossTexts } from "./kernels_section.ts";
import { absentText, sourceText } from "./performance_page.ts";

const TASK = "bench --others";

/** The part of the page about libraries of other ecosystems: a table for each range. */
export function othersSection(results: KernelResults | undefined): string {
  if (results === undefined) return `## Other libraries\n\n${absentText(TASK, "others")}`;
  const { rows, versions = {} } = results;
  const names = Object.keys(versions);
  const ranges = [...new Set(rows.map(({ range }) => range))];
  return [
    "## Other libraries",
    sourceText(TASK, results),
    `Columns of float64 on one thread, ns per element. R and TensorFlow have array functions; the others
have scalar functions, which are called in a loop. A cell is empty if a library has no such function or
rejects the numbers. TensorFlow Probability calls TensorFlow's functions.`,
    ...ranges.map((range) => rangeTable(range, rows.filter((row) => row.range === range), names)),
    "**Slower than one of them**",
    list(lossTexts(rows), "Nowhere."),
  ].join("\n\n");
}

function rangeTable(range: string, rows: readonly Row[], names: readonly string[]): string {
  const body = rows.filter(({ peers }) => Object.keys(peers).length > 0).map(
    ({ name, ours, peers }) => [
      code(name),
      ...[ours, ...names.map((name) => peers[name as keyof Row["peers"]])].map((time) =>
        time === undefined ? "" : time.toFixed(time < 100 ? 1 : 0)
      ),
    ],
  );
  return `### ${range}\n\n${table([["", "specol", ...names], ...body], { right: true })}`;
}
