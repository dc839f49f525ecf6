import type { FloatType } from "../../kernels/float_types.ts";
import type { Call } from "../../bench/measure_calls.ts";
import type { FirstCall } from "../../bench/measure_first_calls.ts";
import { lossesOf, missedTargets } from "../../bench/losses.ts";
import { geometricMean, ratioOf, type Row } from "../../bench/row.ts";
import { code, list, table } from "./markdown.ts";
import type { KernelResults } from "./newest_results.ts";
import { ratioText } from "./number_text.ts";
import { absentText, sourceText } from "./performance_page.ts";
import { KERNELS_PICTURES } from "./performance_pictures.ts";
import { fastestText } from "./rivals.ts";

const TASK = "bench";

/** The part of the page about functions over arrays, in calls of a few numbers, and at first. */
export function kernelsSection(results: KernelResults | undefined): string {
  if (results === undefined) return `## Functions\n\n${absentText(TASK)}`;
  const { rows, calls = [], firstCalls = [] } = results;
  const types = [...new Set(rows.map(({ type }) => type))];
  return [
    "## Functions",
    sourceText(TASK, results),
    `A column of numbers in each range, one thread. A cell shows specol's time per element in ns and, in
brackets, the time of ${fastestText(rows)} divided by it. float32 and float16 columns are clipped
to what the type can hold. For multigammaln, (p - 1)/2 is added to the numbers, because its domain
begins there; every p takes the same time. polygamma of order 3 and above takes as long as order 20, or
a little less. JAX and PyTorch use vectors as wide as the processor has, 256 or 512 bits; those of
WebAssembly have 128. ${
      meansText(rows)
    } \`deno task bench worst\` searches for the slowest blocks of numbers.`,
    ...types.map((type) => typeText(type, rows.filter((row) => row.type === type))),
    "**Slower than a peer**",
    list(lossTexts(rows), `Nowhere, in ${rows.length} cells.`),
    "**Where a peer is wrong**",
    wrongText(rows),
    ...(calls.length === 0 ? [] : ["### A few numbers", callsTable(calls)]),
    ...(firstCalls.length === 0 ? [] : ["### First calls", firstCallsTable(firstCalls)]),
    "**Targets missed**",
    list(missedTargets(results), "None."),
  ].join("\n\n");
}

/** A summary: the mean ratio, and how often a peer is faster. */
export function meansText(rows: readonly Row[]): string {
  const compared = rows.filter((row) => ratioOf(row) !== undefined);
  if (compared.length === 0) return "There was no peer.";
  const behind = new Set(lossesOf(rows).map(({ row }) => row)).size;
  const mean = geometricMean(compared.map(ratioOf));
  return `The geometric mean over all ${compared.length} cells with a peer is ${
    ratioText(mean)
  }; a peer is faster in ${behind}.`;
}

function typeText(type: FloatType, rows: readonly Row[]): string {
  const ranges = [...new Set(rows.map(({ range }) => range))];
  const names = [...new Set(rows.map(({ name }) => name))];
  const body = names.map((name) => [
    code(name),
    ...ranges.map((range) => cell(rows.find((row) => row.name === name && row.range === range))),
  ]);
  const picture = type in KERNELS_PICTURES
    ? `![The time of the fastest peer over ours, for each function and range](pictures/${
      KERNELS_PICTURES[type as keyof typeof KERNELS_PICTURES]
    })\n\n`
    : "";
  return `### ${type}\n\n${picture}${table([["", ...ranges], ...body], { right: true })}`;
}

function cell(row: Row | undefined): string {
  if (row === undefined) return "";
  const ratio = ratioOf(row);
  return row.ours.toFixed(row.ours < 100 ? 1 : 0) + (ratio ? ` (${ratioText(ratio)})` : "");
}

/** Says where peers are ahead: a line for each function, type and peer, with the worst of its ranges. */
export function lossTexts(rows: readonly Row[]): string[] {
  const losses = Map.groupBy(
    lossesOf(rows),
    ({ row: { name, type }, peer }) => `\`${name}\`, ${type}: ${peer}`,
  );
  return Array.from(losses, ([where, [{ row, theirs }, ...others]]) => {
    const all = rows.filter(({ name, type }) => name === row.name && type === row.type).length;
    const count = others.length === 0 ? "" : ` is ahead in ${others.length + 1} of ${all} ranges,`;
    return `${where}${count} takes ${theirs.toFixed(2)} ns on ${row.range}, specol ${
      row.ours.toFixed(2)
    } (${ratioText(theirs / row.ours)})`;
  });
}

/** Cells in which at least a tenth of a peer's results have hardly a correct digit. */
function wrongText(rows: readonly Row[]): string {
  const cells = new Map<string, string[]>();
  for (const { name, type, range, wrong = {} } of rows) {
    const peers = Object.entries(wrong).filter(([, share]) => share >= 0.1)
      .map(([peer, share]) => `${peer} ${Math.round(100 * share)} %`);
    if (peers.length === 0) continue;
    const key = `${code(name)}, ${type}`;
    cells.set(key, [...cells.get(key) ?? [], `${range}: ${peers.join(", ")}`]);
  }
  if (cells.size === 0) return "Nowhere are a tenth of a peer's results wrong.";
  const items = Array.from(cells, ([key, ranges]) => `${key}: ${ranges.join("; ")}`);
  return "Where at least a tenth of a peer's results have fewer than 6 correct digits (3 in float32), with " +
    `the share of such results:\n\n${list(items, "")}`;
}

function callsTable(calls: readonly Call[]): string {
  const body = calls.map(({ name, what, ours, stdlib }) => [
    `${code(name)} of ${what}`,
    `${ours.toFixed(1)} ns`,
    stdlib === undefined ? "" : `${stdlib.toFixed(1)} ns`,
  ]);
  return `Calls in a loop, with a single number and with a Float64Array and \`out\`:\n\n${
    table([["", "specol", "npm's stdlib"], ...body], { right: true })
  }`;
}

function firstCallsTable(calls: readonly FirstCall[]): string {
  const body = calls.map(({ name, cold, warm, second }) => [
    code(name),
    ...[cold, warm, second].map((time) => `${time.toFixed(1)} ms`),
  ]);
  return `2^16 numbers from 2^-20 to 2^20: the first call in a program, which compiles the module; the first
call of a function after another function; and its second call:\n\n${
    table([["", "first in a program", "first", "second"], ...body], { right: true })
  }`;
}
