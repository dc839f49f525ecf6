import type { FloatType } from "../kernels/float_types.ts";
import { COUNT } from "./inputs.ts";
import type { Results } from "./losses.ts";
import type { Machine } from "./machine.ts";
import { type AbsentPeer, isPresent, type Peer, type PeerName } from "./peers/peer.ts";
import { geometricMean, ratioOf, type Row } from "./row.ts";
import { moduleVerdict, startupVerdict, verdictText } from "./verdict.ts";

const VERSION_WIDTH = 10;
const CELL_WIDTH = 13;

/** More than this wants to run before we do: figures are high, and ratios uncertain. */
const BUSY_LOAD = 0.5;

/** Date, machine and versions. */
export function headerText(machine: Machine, peers: readonly (Peer | AbsentPeer)[]): string {
  const { date, commit, cpu, cores, load, system, deno, v8 } = machine;
  return [
    `specol bench, ${date}${commit === undefined ? "" : `, commit ${commit}`}`,
    `machine   ${cpu}, ${cores} cores, ${system}`,
    `load      ${load.toFixed(2)}${
      load > BUSY_LOAD ? ": others are running, repeat when they are not" : ""
    }`,
    `Deno      ${deno}, V8 ${v8}`,
    ...peers.map((peer) =>
      `${peer.name.padEnd(VERSION_WIDTH)} ${isPresent(peer) ? peer.version : peer.absent}`
    ),
  ].join("\n");
}

/** The matrix of a type: a line for each function, a column for each range. */
export function tableText(type: FloatType, all: readonly Row[]): string {
  const rows = all.filter((row) => row.type === type);
  const names = [...new Set(rows.map(({ name }) => name))];
  const ranges = [...new Set(rows.map(({ range }) => range))];
  const width = Math.max(...names.map(({ length }) => length));
  const mean = geometricMean(rows.map(ratioOf));
  return [
    `\n${type}, one thread: ns per element` +
    (Number.isNaN(mean)
      ? ""
      : ` (times of the fastest of SciPy, PyTorch and JAX; their mean ${mean.toFixed(2)})`),
    ["".padEnd(width), ...ranges.map((_, i) => `[${i + 1}]`.padStart(CELL_WIDTH))].join(""),
    ...names.map((name) =>
      name.padEnd(width) +
      ranges.map((range) =>
        cellText(rows.find((row) => row.name === name && row.range === range)).padStart(CELL_WIDTH)
      ).join("")
    ),
  ].join("\n");
}

/** The tables compared with other libraries: one for each range, with a column for each library. */
export function othersText(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ peers }) => Object.keys(peers)))] as PeerName[];
  const ranges = [...new Set(rows.map(({ range }) => range))];
  const width = Math.max(...rows.map(({ name, type }) => `${name}, ${type}`.length));
  return ranges.map((range) =>
    [
      `\n${range}, one thread: ns per element`,
      "".padEnd(width) + ["specol", ...names].map((name) => name.padStart(CELL_WIDTH)).join(""),
      ...rows.filter((row) => row.range === range).map(({ name, type, ours, peers }) =>
        `${name}, ${type}`.padEnd(width) + [ours, ...names.map((name) => peers[name])].map((time) =>
          (time?.toFixed(1) ?? "").padStart(CELL_WIDTH)
        ).join("")
      ),
    ].join("\n")
  ).join("\n");
}

/** What the tables show. */
export function legendText(
  { rounds, passes, ranges }: { rounds: number; passes: number; ranges: readonly string[] },
): string {
  return [
    `\n2^${Math.log2(COUNT)} elements, best of ${rounds * passes} passes in turns, twice as many ` +
    "of short ones and fewer of long ones. Ranges:",
    ...ranges.map((range, i) => `  [${i + 1}] ${range}`),
    "float32 and float16 have what of a range they can hold. multigammaln: (p - 1)/2 is added.",
  ].join("\n");
}

/** Calls of a few numbers, first calls, and the figures of the package. */
export function packageText(
  { calls = [], firstCalls = [], startup, moduleBytes }: Results,
): string {
  const lines = [
    ...calls.map(({ name, what, ours, stdlib }) =>
      `${name} of ${what}`.padEnd(28) + `${ours.toFixed(1)} ns` +
      (stdlib === undefined ? "" : `, stdlib ${stdlib.toFixed(1)}`)
    ),
    ...firstCalls.map(({ name, cold, warm, second }) =>
      `${name}, a wide column`.padEnd(36) +
      `first ${warm.toFixed(1)} ms, in a new program ${cold.toFixed(1)}, second ${
        second.toFixed(1)
      }`
    ),
    `WebAssembly module  ${moduleBytes} bytes  ${verdictText([moduleVerdict(moduleBytes)])}`,
  ];
  if (startup !== undefined) {
    const { empty, cli } = startup;
    lines.push(
      `small npy file      ${cli.toFixed(1)} ms from shell to shell, ${
        (cli / empty).toFixed(2)
      } times an empty Deno program (${empty.toFixed(1)} ms)  ` +
        verdictText([startupVerdict(startup)]),
    );
  }
  return `\n${lines.join("\n")}`;
}

function cellText(row: Row | undefined): string {
  if (row === undefined) return "";
  const ratio = ratioOf(row);
  const times = ratio === undefined ? "" : ` (${ratio.toFixed(ratio < 10 ? 2 : 0)})`;
  return `${row.ours.toFixed(row.ours < 100 ? 1 : 0)}${times}`;
}
