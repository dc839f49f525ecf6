import { openInstance } from "../../kernels/engine.ts";
import { openProgram } from "../../kernels/run_program.ts";
import { type Compiled, compileProgram } from "../../plan/expression/compile_program.ts";
import { Graph } from "../../plan/expression/graph.ts";
import { ExpressionParser } from "../../plan/expression/parse_expression.ts";
import { CONSTANTS, Resolver } from "../../plan/expression/resolve.ts";
import type { Section } from "../section.ts";
import { PLAIN_TIMES } from "../targets.ts";
import { atMost } from "../verdict.ts";
import { preparePlain } from "./plain.ts";
import { listSubjects, type Subject } from "./subjects.ts";

/** Rows of a run, which takes less than a slice of time. */
const ROWS = 2048;
/** Rounds in which ours and plain evaluation take turns, and milliseconds of each turn. */
const ROUNDS = 6;
const MS = 60;
/** A part of the largest value by which plain evaluation may differ: it loses digits. */
const ALIKE = 1e-9;

/** Times programs of expressions in memory, on one thread, in turns with plain evaluation. */
export function measureSteps(): Section {
  const rows = listSubjects(ROWS).map((subject) => {
    const { ours, plain, functions, again } = timeSubject(subject);
    const limit = { limit: PLAIN_TIMES, subject: "x plain" };
    return {
      name: subject.name,
      figures: [ours, again * 100, plain, ours / plain, functions],
      verdicts: subject.cancels ? [] : [atMost(ours / plain, limit)],
    };
  });
  return {
    name: "in memory",
    title:
      "expressions in memory, one thread; plain: float64 arithmetic, kernels of functions and " +
      "elementary functions of the runtime; functions: these alone",
    columns: [
      { title: "ns a row", digits: 1 },
      { title: "% again", digits: 1 },
      { title: "plain", digits: 1 },
      { title: "x plain", digits: 2 },
      { title: "functions", digits: 1 },
    ],
    rows,
  };
}

/** Nanoseconds for a row, and the part of rows that were computed again. */
export interface SubjectTimes {
  readonly ours: number;
  readonly plain: number;
  readonly functions: number;
  readonly again: number;
}

/** Times a subject. */
export function timeSubject(subject: Subject): SubjectTimes {
  const { program, columns: used, names } = compile(subject.texts);
  const inputs = used.map((column) => subject.columns[names[column]]);
  const plain = preparePlain(program, inputs);
  // Memory that grows empties the arrays over it, so that all is reserved before any array is made.
  const instance = openInstance();
  const count = used.length + program.outputs.length;
  const start = plain.end;
  const addresses = Array.from({ length: count }, (_, i) => start + i * ROWS * 8);
  const open = openProgram(instance, program, start + count * ROWS * 8);
  inputs.forEach((input, i) =>
    new Float64Array(instance.memory.buffer, addresses[i], ROWS).set(input.subarray(0, ROWS))
  );
  plain.bind();
  const [from, to] = [addresses.slice(0, used.length), addresses.slice(used.length)];
  open.run(ROWS, { inputs: from, outputs: to });
  plain.run();
  verify(
    to.map((at) => new Float64Array(instance.memory.buffer, at, ROWS)),
    plain.outputs,
    subject,
  );
  const runs = [() => open.run(ROWS, { inputs: from, outputs: to }), plain.run, plain.runFunctions];
  const best = runs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    runs.forEach((run, i) => best[i] = Math.min(best[i], timeBest(run)));
  }
  const [ours, plainTime, functions] = best.map((ms) => ms * 1e6 / ROWS);
  return { ours, plain: plainTime, functions, again: open.again / ROWS };
}

function compile(texts: readonly string[]): Compiled & { readonly names: readonly string[] } {
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
  return { ...compileProgram(nodes), names };
}

function verify(
  ours: readonly Float64Array[],
  plain: readonly Float64Array[],
  { name, cancels }: Subject,
): void {
  ours.forEach((values, k) => {
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const isAlike = values.every((value, i) => Math.abs(value - plain[k][i]) <= ALIKE * largest);
    if (!isAlike && !cancels) throw new Error(`Cannot time ${name}: plain evaluation differs`);
  });
}

/** The least milliseconds of a run. */
function timeBest(run: () => void): number {
  let least = Infinity;
  const end = performance.now() + MS;
  while (performance.now() < end) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
