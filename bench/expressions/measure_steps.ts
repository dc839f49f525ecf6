import { openInstance } from "../../kernels/engine.ts";
import { openProgram } from "../../kernels/run_program.ts";
import { compileProgram } from "../../plan/expression/compile_program.ts";
import { Graph } from "../../plan/expression/graph.ts";
import { ExpressionParser } from "../../plan/expression/parse_expression.ts";
import { CONSTANTS, Resolver } from "../../plan/expression/resolve.ts";
import { Random } from "../../support/random.ts";
import type { Section } from "../section.ts";
import { LIKELIHOOD } from "./negative_binomial.ts";

/** Rows of a run, which takes less than a slice of time. */
const ROWS = 2048;
/** Milliseconds that each is timed for. */
const MS = 300;

type Columns = Readonly<Record<string, Float64Array<ArrayBuffer>>>;

interface Subject {
  readonly name: string;
  readonly texts: readonly string[];
  readonly columns: Columns;
  /** Kernels whose times are added up, by the column that they are timed on. */
  readonly kernels?: readonly (readonly ["lgamma" | "digamma" | "i0e", string])[];
}

const VON_MISES = "kappa * (cos(x - mu) - 1) - log(2 * pi * i0e(kappa))";
const BETA_BINOMIAL = "lchoose(n, k) + lbeta(k + a, n - k + b) - lbeta(a, b)";

function listSubjects(): readonly Subject[] {
  const random = new Random(1);
  const column = (make: () => number) => Float64Array.from({ length: ROWS }, make);
  const between = (low: number, high: number) => column(() => random.between(low, high));
  const counts = (high: number) => column(() => Math.floor(random.between(0, high)));
  const nb = { n: counts(201), r: between(0.5, 20), p: between(0.01, 0.99) };
  const large = { ...nb, r: column(() => 10 ** random.between(3, 7)) };
  const angles = { x: between(-3, 3), mu: between(-3, 3) };
  const vm = { ...angles, kappa: column(() => 10 ** random.between(-1, 1)) };
  const bb = {
    n: counts(200).map((n) => n + 20),
    k: counts(20),
    a: between(1, 10),
    b: between(1, 10),
  };
  const gradients = (
    text: string,
    ...names: string[]
  ) => [text, ...names.map((name) => `grad(${text}, ${name})`)];
  const lgammas = ["n", "r", "n"].map((name) => ["lgamma", name] as const);
  const digammas = ["n", "r"].map((name) => ["digamma", name] as const);
  return [
    { name: "negative binomial", texts: [LIKELIHOOD], columns: nb, kernels: lgammas },
    {
      name: "with both gradients",
      texts: gradients(LIKELIHOOD, "r", "p"),
      columns: nb,
      kernels: [...lgammas, ...digammas],
    },
    { name: "with size 1e3 to 1e7", texts: gradients(LIKELIHOOD, "r", "p"), columns: large },
    { name: "beta-binomial, cancels", texts: [BETA_BINOMIAL], columns: bb },
    { name: "von Mises", texts: [VON_MISES], columns: vm, kernels: [["i0e", "kappa"]] },
    { name: "with both gradients", texts: gradients(VON_MISES, "mu", "kappa"), columns: vm },
  ];
}

/** Times programs of expressions in memory, on one thread. */
export function measureSteps(): Section {
  const rows = listSubjects().map((subject) => {
    const { nanoseconds, again } = timeProgram(subject);
    const kernels = subject.kernels?.map(([name, column]) =>
      timeKernel(name, subject.columns[column])
    );
    const sum = kernels?.reduce((a, b) => a + b, 0);
    return { name: subject.name, figures: [nanoseconds, again * 100, sum], verdicts: [] };
  });
  return {
    name: "in memory",
    title: `expressions in memory, one thread; kernels: of its gamma and Bessel functions alone`,
    columns: [
      { title: "ns a row", digits: 1 },
      { title: "% again", digits: 1 },
      { title: "kernels", digits: 1 },
    ],
    rows,
  };
}

function timeProgram({ texts, columns }: Subject): { nanoseconds: number; again: number } {
  const graph = new Graph();
  const names: string[] = [];
  function find(name: string): number | undefined {
    if (CONSTANTS.has(name)) return undefined;
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name);
  }
  const scope = {
    find,
    findNumber: (number: number) => number - 1,
    earlier: new Map(),
    unknown: (name: string) => new Error(name),
  };
  const nodes = texts.map((text) =>
    new Resolver(text, graph, scope).resolve(new ExpressionParser(text).program().value)
  );
  const { program, columns: used } = compileProgram(nodes);
  const instance = openInstance();
  const addresses = [...used, ...nodes].map((_, i) => instance.end + i * ROWS * 8);
  const head = instance.end + addresses.length * ROWS * 8;
  const open = openProgram(instance, program, head);
  used.forEach((column, i) =>
    new Float64Array(instance.memory.buffer, addresses[i], ROWS).set(columns[names[column]])
  );
  const [from, to] = [addresses.slice(0, used.length), addresses.slice(used.length)];
  const nanoseconds = best(() => open.run(ROWS, from, to));
  return { nanoseconds, again: instance.exports.expression_run(head, ROWS) / ROWS };
}

function timeKernel(name: "lgamma" | "digamma" | "i0e", x: Float64Array): number {
  const instance = openInstance();
  instance.reserve(instance.end + 2 * ROWS * 8 + 64);
  new Float64Array(instance.memory.buffer, instance.end, ROWS).set(x.map((x) => x || 1));
  const run = instance.exports[`${name}_f64`];
  return best(() => run(instance.end, instance.end + ROWS * 8, ROWS));
}

/** The least nanoseconds for a row of many runs. */
function best(run: () => void): number {
  let least = Infinity;
  const end = performance.now() + MS;
  while (performance.now() < end) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least * 1e6 / ROWS;
}
