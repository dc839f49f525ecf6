import type { FloatType } from "../kernels/float_types.ts";
import { COUNT, LOG_UNIFORM_EXPONENTS, UNIFORM_RANGE } from "./inputs.ts";
import type { Machine } from "./machine.ts";
import { type AbsentPeer, isPresent, type Peer, type PeerName } from "./peer.ts";
import type { Row } from "./row.ts";
import type { Startup } from "./startup.ts";
import { moduleVerdict, startupVerdict, type Verdict, verdictsOf } from "./verdict.ts";

const PEERS: readonly PeerName[] = ["SciPy", "PyTorch", "cephes"];
const NAME_WIDTH = 9;
const OURS_WIDTH = 8;
const PEER_WIDTH = 16;

/** More than this wants to run before we do: figures are high, and ratios uncertain. */
const BUSY_LOAD = 0.5;

/** Date, machine and versions. */
export function headerText(machine: Machine, peers: readonly (Peer | AbsentPeer)[]): string {
  const { date, cpu, cores, load, system, deno, v8 } = machine;
  return [
    `specol bench, ${date}`,
    `machine   ${cpu}, ${cores} cores, ${system}`,
    `load      ${load.toFixed(2)}${
      load > BUSY_LOAD ? ": others are running, repeat when they are not" : ""
    }`,
    `Deno      ${deno}, V8 ${v8}`,
    ...peers.map((peer) =>
      `${peer.name.padEnd(NAME_WIDTH)} ${isPresent(peer) ? peer.version : peer.absent}`
    ),
  ].join("\n");
}

/** The table of a type: a line for each row, with what its targets say. */
export function tableText(type: FloatType, all: readonly Row[]): string {
  const rows = all.filter((row) => row.type === type);
  // A column that is always empty says nothing.
  const peers = PEERS.filter((peer) => rows.some((row) => row.peers[peer] !== undefined));
  const spread = rows.some((row) => row.logUniform !== undefined);
  const titles = [...peers, ...(spread ? ["log-uniform"] : [])];
  return [
    "",
    `${type}, uniform in [${UNIFORM_RANGE.join(", ")}], one thread: ns per element` +
    (titles.length > 0 ? " (times ours)" : ""),
    "".padEnd(NAME_WIDTH) + "specol".padStart(OURS_WIDTH) +
    titles.map((title) => title.padStart(PEER_WIDTH)).join(""),
    ...rows.map((row) => rowText(row, { peers, spread })),
  ].join("\n");
}

/** What the tables show. */
export function legendText({ rounds, passes }: { rounds: number; passes: number }): string {
  const [low, high] = LOG_UNIFORM_EXPONENTS;
  return `\n2^${Math.log2(COUNT)} elements, best of ${rounds * passes}, in turns. ` +
    `log-uniform: ours over ±[1e${low}, 1e${high}]`;
}

/** The figures of the whole package. */
export function packageText(
  { startup, moduleBytes }: { startup: Startup; moduleBytes: number },
): string {
  const { empty, cli } = startup;
  return `\nWebAssembly module  ${moduleBytes} bytes  ${
    verdictText([moduleVerdict(moduleBytes)])
  }` +
    `\nsmall npy file      ${cli.toFixed(1)} ms from shell to shell, ` +
    `${(cli / empty).toFixed(2)} times an empty Deno program (${empty.toFixed(1)} ms)  ` +
    verdictText([startupVerdict(startup)]);
}

function rowText(
  row: Row,
  { peers, spread }: { peers: readonly PeerName[]; spread: boolean },
): string {
  const cells = peers.map((peer) => cell(row.peers[peer], row.ours));
  if (spread) cells.push(cell(row.logUniform, row.ours));
  return (row.name.padEnd(NAME_WIDTH) + row.ours.toFixed(2).padStart(OURS_WIDTH) +
    cells.join("") + `  ${verdictText(verdictsOf(row))}`).trimEnd();
}

function verdictText(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return "";
  const missed = verdicts.filter(({ met }) => !met);
  const shown = missed.length === 0 ? verdicts : missed;
  return `${missed.length === 0 ? "ok" : "MISSED"}: ${shown.map(({ text }) => text).join("; ")}`;
}

function cell(theirs: number | undefined, ours: number): string {
  if (theirs === undefined) return "-".padStart(PEER_WIDTH);
  const ratio = theirs / ours;
  return `${theirs.toFixed(2)} (${ratio.toFixed(ratio < 10 ? 2 : 1)})`.padStart(PEER_WIDTH);
}
