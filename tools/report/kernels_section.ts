import type { FloatType } from "../../kernels/float_types.ts";
import type { Call } from "../../bench/measure_calls.ts";
import type { FirstCall } from "../../bench/measure_first_calls.ts";
import { lossesOf, missedTargets } from "../../bench/losses.ts";
import type { PeerName } from "../../bench/peers/peer.ts";
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
  if (rows.every((row) => ratioOf(row) === undefined)) {
    const times = rows.map(({ ours }) => ours);
    const [least, most] = [Math.min(...times).toFixed(1), Math.max(...times).toFixed(1)];
    return `### ${type}\n\n${least} to ${most} ns for every function in every range. No peer has ${type}.`;
  }
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

/** Says where peers are faster: a line for each function, type and peer, with the worst of its ranges. */
export function lossTexts(rows: readonly Row[]): string[] {
  const losses = Map.groupBy(
    lossesOf(rows),
    ({ row: { name, type }, peer }) => `${name} ${type} ${peer}`,
  );
  return Array.from(losses.values(), ([{ row, peer, theirs }, ...others]) => {
    const all = rows.filter(({ name, type }) => name === row.name && type === row.type).length;
    const count = others.length === 0 ? "" : `; faster in ${others.length + 1} of ${all} ranges`;
    return `\`${row.name}\`, ${row.type}, ${row.range}: ${peer} ${theirs.toFixed(2)} ns, specol ${
      row.ours.toFixed(2)
    } (${ratioText(theirs / row.ours)})${count}`;
  });
}

/** A tenth of the results of a cell. */
const MANY = 0.1;

/** Where at least a tenth of a peer's results have hardly a correct digit. */
function wrongText(rows: readonly Row[]): string {
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.peers) as PeerName[]))];
  const body = Array.from(
    Map.groupBy(rows, ({ name, type }) => `${code(name)}, ${type}`),
    ([title, cells]) => [title, ...peers.map((peer) => worstShare(cells, peer))],
  ).filter(([, ...shares]) => shares.some((share) => share !== ""));
  if (body.length === 0) return "Nowhere are a tenth of a peer's results wrong.";
  return `The ranges in which at least a tenth of a peer's results have fewer than 6 correct digits (3 in
float32): the largest share of such results, the range where it is, and the number of such ranges.\n\n${
    table([["", ...peers], ...body])
  }`;
}

function worstShare(rows: readonly Row[], peer: PeerName): string {
  const found = rows.map(({ range, wrong = {} }) => ({ range, share: wrong[peer] ?? 0 }))
    .filter(({ share }) => share >= MANY);
  if (found.length === 0) return "";
  const worst = found.reduce((most, one) => one.share > most.share ? one : most);
  const others = found.length === 1 ? "" : ` (${found.length} ranges)`;
  return `${Math.round(100 * worst.share)} %, ${worst.range}${others}`;
}

function callsTable(calls: readonly Call[]): string {
  const body = calls.map(({ name, what, ours, stdlib }) => [
    `${code(name)} of ${what.replace(/^1 numbers$/, "an array of one number")}`,
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
