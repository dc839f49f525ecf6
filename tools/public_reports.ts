// deno task report reports: what libraries of today answer at the inputs of public reports, as docs/public_reports.md.
// The libraries are those of the benchmarks (deno task bench --help).

import { OTHERS, RIVALS } from "../bench/peers/libraries.ts";
import { isPresent, type Peer } from "../bench/peers/peer.ts";
import { gradientKernel, registry, valueKernel } from "../functions/registry.ts";
import { compute } from "../kernels/engine.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { ulpDistance } from "../testing/ulp_distance.ts";
import { code, replacePart, table } from "./report/markdown.ts";

/** An input of a function or of its gradient, and the report that it is from, if any. */
interface Report {
  readonly report?: string;
  readonly call: string;
  readonly parameter?: number;
  readonly type?: "float32";
  readonly x: number | "inf";
}

/** What a library made of an input. */
type Verdict = "right" | "near" | "far" | "none";

interface Answer {
  readonly verdict: Verdict;
  readonly text: string;
}

const ROOT = new URL("../", import.meta.url);
const REPORTS = new URL("public_reports.json", import.meta.url);
/** A result that is farther from the right one, in ulp, is printed. */
const NEAR = 4;

/** Returns specol's result, which tests compare with Arb and mpmath. */
function resultOf({ call, parameter }: Report, x: FloatArray): number {
  const spec = registry.find(({ name }) => name === call.replace(/Grad$/, ""))!;
  const kernel = (call.endsWith("Grad") ? gradientKernel : valueKernel)(spec, parameter);
  const out = x.slice();
  compute(kernel, x, out);
  return out[0];
}

function answerOf(value: number | undefined, expected: number, type: FloatType): Answer {
  if (value === undefined) return { verdict: "none", text: "–" };
  if (value === expected || Object.is(value, expected)) return { verdict: "right", text: "right" };
  const distance = ulpDistance(value, expected, type);
  return distance <= NEAR
    ? { verdict: "near", text: `${distance} ulp` }
    : { verdict: "far", text: `**${code(String(value))}**` };
}

function linkOf(report: string | undefined): string {
  if (report === undefined) return "";
  const [repository, number] = report.split("#");
  return `[${report}](https://github.com/${repository}/issues/${number})`;
}

function callText({ call, parameter, type, x }: Report): string {
  const args = [x, parameter, type].filter((arg) => arg !== undefined);
  return code(`${call}(${args.join(", ")})`);
}

/** How many answers of each library are right, near, far and missing. */
function countsTable(peers: readonly Peer[], answers: readonly (readonly Answer[])[]): string {
  const count = (i: number, verdict: Verdict): string =>
    String(answers.filter((row) => row[i].verdict === verdict).length);
  const verdicts = ["right", "near", "far", "none"] as const;
  return table([
    ["", "right", `within ${NEAR} ulp`, "farther", "no answer"],
    ...peers.map(({ version }, i) => [version, ...verdicts.map((verdict) => count(i, verdict))]),
  ], { right: true });
}

await using stack = new AsyncDisposableStack();
const reports: readonly Report[] = JSON.parse(await Deno.readTextFile(REPORTS));
const inputs = new Map(reports.map(({ x }, i) => {
  const value = [x === "inf" ? Infinity : x];
  const arrays = {
    float64: new Float64Array(value),
    float32: new Float32Array(value),
    float16: new Float16Array(value),
  };
  return [String(i), arrays];
}));
const directory = await Deno.makeTempDir({ prefix: "specol-reports-" });
stack.defer(() => Deno.remove(directory, { recursive: true }));
const opened = await Promise.all(
  [...RIVALS, ...OTHERS].map((open) => open({ inputs, directory })),
);
for (const peer of opened) if (!isPresent(peer)) console.error(`${peer.name}: ${peer.absent}`);
const peers = opened.filter(isPresent);
peers.forEach((peer) => stack.use(peer));

const answers: Answer[][] = [];
const rows: string[][] = [];
for (const [i, report] of reports.entries()) {
  const { call: name, parameter, type = "float64" } = report;
  const expected = resultOf(report, inputs.get(String(i))![type]);
  const found: Answer[] = [];
  for (const peer of peers) {
    const results = await peer.compute({ name, parameter, type, input: String(i) });
    found.push(answerOf(results?.[0], expected, type));
  }
  answers.push(found);
  rows.push([
    callText(report),
    code(String(expected)),
    ...found.map(({ text }) => text),
    linkOf(report.report),
  ]);
}

const date = new Date().toISOString().slice(0, 10);
const counts = countsTable(peers, answers);
const page = `# Inputs from bug reports

This page shows what ten libraries return today at inputs from public bug reports, and at others like them.
Results are float64 unless the call says float32. \`deno task report reports\` generated it on ${date}.

${counts}

"right" means correctly rounded. Other results within ${NEAR} ulp show their distance, and everything else is
bold. – means that the library has no such function or rejects the input. Gradients come from automatic
differentiation in PyTorch, JAX and TensorFlow, and from the usual formulas elsewhere. Conventions at poles
differ; [special_values.md](special_values.md) has specol's. scipy/scipy#19473 is missing, as its text was found neither in
stored copies of the issues nor in the history and tests of SciPy (2026-11-19).

${table([["call", "specol", ...peers.map(({ name }) => name), "report"], ...rows])}
`;
await Deno.writeTextFile(new URL("docs/public_reports.md", ROOT), page);
const comparison = new URL("docs/comparison.md", ROOT);
const text = await Deno.readTextFile(comparison);
const part =
  `How many of ${reports.length} such inputs each library gets right (${date}):\n\n${counts}`;
await Deno.writeTextFile(comparison, replacePart(text, "reports", part));
const pages = ["public_reports.md", "comparison.md"].map((name) =>
  new URL(`docs/${name}`, ROOT).pathname
);
await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", ...pages] }).output();
console.error(`docs/public_reports.md: ${reports.length} inputs, ${peers.length} libraries`);
