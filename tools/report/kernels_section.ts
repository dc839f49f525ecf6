import type { Row } from "../../bench/row.ts";
import type { PeerName } from "../../bench/peer.ts";
import { moduleVerdict, startupVerdict, verdictsOf } from "../../bench/verdict.ts";
import { code, list, table } from "./markdown.ts";
import type { KernelResults } from "./newest_results.ts";
import { ratioText } from "./number_text.ts";
import { absentText, sourceText } from "./performance_page.ts";
import { KERNELS_PICTURE } from "./performance_pictures.ts";

const PEERS: readonly PeerName[] = ["SciPy", "PyTorch", "cephes"];
const TASK = "bench";

/** Our own figures on other inputs. */
const OTHERS: readonly { title: string; of: (row: Row) => number | undefined }[] = [
  { title: "log-uniform", of: ({ logUniform }) => logUniform },
  { title: "negative", of: ({ negative }) => negative },
];

/** The part of the page about functions over arrays. */
export function kernelsSection(results: KernelResults | undefined): string {
  if (results === undefined) return `## Functions\n\n${absentText(TASK)}`;
  const { rows } = results;
  const types = [...new Set(rows.map(({ type }) => type))];
  return [
    "## Functions",
    sourceText(TASK, results),
    `2^20 random numbers in [0.1, 20], one thread: ns per element, and how many times ours. The last
columns are ours on numbers spread log-uniformly over ±[1e-300, 1e300] (only positive ones for the
gamma family) and on [-20, -0.1]. multigammaln costs the same for every p; orders of polygamma from 3
on cost what order 20 costs, or a little less.`,
    `![Time of SciPy and PyTorch over ours, for each function](pictures/${KERNELS_PICTURE})`,
    ...types.map((type) => `### ${type}\n\n${typeTable(rows.filter((row) => row.type === type))}`),
    "**Slower than a peer**",
    list(rows.flatMap(slower), "Nowhere."),
    "**Targets missed**",
    list(missed(results), "None."),
  ].join("\n\n");
}

function typeTable(rows: readonly Row[]): string {
  // A column that is always empty says nothing.
  const peers = PEERS.filter((peer) => rows.some((row) => row.peers[peer] !== undefined));
  const others = OTHERS.filter(({ of }) => rows.some((row) => of(row) !== undefined));
  const head = ["", "specol", ...peers, ...others.map(({ title }) => title)];
  const body = rows.map((row) => [
    code(row.name),
    `${row.ours.toFixed(2)} ns`,
    ...peers.map((peer) => cell(row.peers[peer], row)),
    ...others.map(({ of }) => cell(of(row), row)),
  ]);
  return table([head, ...body], { right: true });
}

function cell(figure: number | undefined, { ours }: Row): string {
  return figure === undefined ? "" : `${ratioText(figure)} (${ratioText(figure / ours)} ×)`;
}

function slower({ name, type, ours, peers }: Row): string[] {
  return Object.entries(peers).filter(([, theirs]) => theirs < ours).map(([peer, theirs]) =>
    `\`${name}\`, ${type}: ${peer} takes ${theirs.toFixed(2)} ns, specol ${ours.toFixed(2)}`
  );
}

function missed({ rows, startup, moduleBytes }: KernelResults): string[] {
  const ofRows = rows.flatMap((row) =>
    verdictsOf(row).filter(({ met }) => !met).map(({ text }) =>
      `\`${row.name}\`, ${row.type}: ${text}`
    )
  );
  const ofPackage = [moduleVerdict(moduleBytes), startupVerdict(startup)];
  return [...ofRows, ...ofPackage.filter(({ met }) => !met).map(({ text }) => text)];
}
