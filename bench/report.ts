import type { FloatType } from "../kernels/float_types.ts";
import { COUNT, LOG_UNIFORM_EXPONENTS, UNIFORM_RANGE } from "./inputs.ts";
import type { Machine } from "./machine.ts";
import { type AbsentPeer, isPresent, type Peer, type PeerName } from "./peer.ts";
import type { Row } from "./row.ts";
import type { Startup } from "./startup.ts";
import { moduleVerdict, startupVerdict, verdictsOf, verdictText } from "./verdict.ts";

const PEERS: readonly PeerName[] = ["SciPy", "PyTorch", "cephes"];
const VERSION_WIDTH = 9;
const OURS_WIDTH = 8;
const PEER_WIDTH = 16;

/** A column of our own figures on other inputs. */
interface OtherColumn {
  readonly title: string;
  readonly of: (row: Row) => number | undefined;
}

const OTHERS: readonly OtherColumn[] = [
  { title: "log-uniform", of: ({ logUniform }) => logUniform },
  { title: "negative", of: ({ negative }) => negative },
];

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
      `${peer.name.padEnd(VERSION_WIDTH)} ${isPresent(peer) ? peer.version : peer.absent}`
    ),
  ].join("\n");
}

/** The table of a type: a line for each row, with what its targets say. */
export function tableText(type: FloatType, all: readonly Row[]): string {
  const rows = all.filter((row) => row.type === type);
  // A column that is always empty says nothing.
  const peers = PEERS.filter((peer) => rows.some((row) => row.peers[peer] !== undefined));
  const others = OTHERS.filter(({ of }) => rows.some((row) => of(row) !== undefined));
  const titles = [...peers, ...others.map(({ title }) => title)];
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    "",
    `${type}, uniform in [${UNIFORM_RANGE.join(", ")}], one thread: ns per element` +
    (titles.length > 0 ? " (times ours)" : ""),
    "".padEnd(width) + "specol".padStart(OURS_WIDTH) +
    titles.map((title) => title.padStart(PEER_WIDTH)).join(""),
    ...rows.map((row) => rowText(row, { peers, others, width })),
  ].join("\n");
}

/** What the tables show. */
export function legendText({ rounds, passes }: { rounds: number; passes: number }): string {
  const [low, high] = LOG_UNIFORM_EXPONENTS;
  return [
    `\n2^${Math.log2(COUNT)} elements, best of ${rounds * passes}, in turns.`,
    `log-uniform: ours over ±[1e${low}, 1e${high}]; of functions with poles only the positive ones.`,
    "negative: ours on the uniform numbers with a minus sign, between the poles.",
    "multigammaln: (p - 1)/2, where it begins, is added to the uniform numbers.",
  ].join("\n");
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
  { peers, others, width }: {
    peers: readonly PeerName[];
    others: readonly OtherColumn[];
    width: number;
  },
): string {
  const figures = [...peers.map((peer) => row.peers[peer]), ...others.map(({ of }) => of(row))];
  const cells = figures.map((figure) => cell(figure, row.ours));
  return (row.name.padEnd(width) + row.ours.toFixed(2).padStart(OURS_WIDTH) +
    cells.join("") + `  ${verdictText(verdictsOf(row))}`).trimEnd();
}

function cell(theirs: number | undefined, ours: number): string {
  if (theirs === undefined) return "-".padStart(PEER_WIDTH);
  const ratio = theirs / ours;
  return `${theirs.toFixed(2)} (${ratio.toFixed(ratio < 10 ? 2 : 1)})`.padStart(PEER_WIDTH);
}
