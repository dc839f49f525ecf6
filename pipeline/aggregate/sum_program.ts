import { another, openInstance } from "../../kernels/engine.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import { programClassifier } from "../../kernels/program_classifier.ts";
import type { Outcome } from "../../kernels/outcome.ts";
import { runProgram } from "../../kernels/run_program.ts";
import { type Compiled, compileProgram } from "../../plan/expression/compile_program.ts";
import { fromFormula } from "../../plan/expression/formula.ts";
import { Graph, type Node } from "../../plan/expression/graph.ts";
import type { GroupOutput, Reduction } from "../../plan/plan_reduce.ts";
import { SUM_SCALE, type SumParts } from "./sum_parts.ts";

/** Parts of a sum in the usual program. */
const USUAL_PARTS = 3;
/** Those in the wide one: 2,098 bits, 53 at a time, and first the one that is scaled. */
const WIDE_PARTS = 41;

/** Formulas of the values that groups keep. */
export interface SumProgramOptions {
  readonly formulas: readonly GroupOutput[];
  readonly reductions: readonly Reduction[];
  /** Whether it is for sums of any number of parts. */
  readonly isWide: boolean;
}

/** The results of a program. */
export interface SumResults {
  /** The value of a formula for a group, and what became of it (kernels/result_status.ts). */
  at(formula: number, group: number): { readonly value: number; readonly status: number };
  /** Says why a value is infinite or NaN. */
  outcome(formula: number, group: number): Outcome | undefined;
}

/** Whether the usual program computes a group with such sums. */
export function areUsual(sums: readonly SumParts[]): boolean {
  return sums.every(({ scaled, parts }) => scaled === 0 && parts.length <= USUAL_PARTS);
}

/** A program of formulas whose sums are inputs of several float64 each. */
export class SumProgram {
  /** The inputs of each value that groups keep. */
  readonly #width: number;
  readonly #isWide: boolean;
  readonly #compiled: Compiled;
  readonly #outputs: number;

  constructor({ formulas, reductions, isWide }: SumProgramOptions) {
    const width = isWide ? 1 + WIDE_PARTS : USUAL_PARTS;
    const graph = new Graph();
    function leaf(reduction: number): Node {
      if (reductions[reduction] === undefined) {
        throw new SyntaxError("this is not a formula of aggregates");
      }
      const first = reduction * width;
      if (reductions[reduction].aggregate !== "sum") return graph.column(first + Number(isWide));
      const head = graph.column(first);
      let sum = isWide ? graph.mul(graph.number(SUM_SCALE), head) : head;
      for (let i = 1; i < width; i++) sum = graph.add(sum, graph.column(first + i));
      return sum;
    }
    this.#width = width;
    this.#isWide = isWide;
    this.#outputs = formulas.length;
    this.#compiled = compileProgram(
      formulas.map(({ formula }) => fromFormula(formula!, { graph, leaf })),
    );
  }

  /** Computes the formulas for some groups, given the parts of what each keeps. */
  run(groups: readonly (readonly SumParts[])[]): SumResults {
    const { program, columns } = this.#compiled;
    const inputs = columns.map((column) => {
      const part = column % this.#width - Number(this.#isWide);
      const reduction = Math.floor(column / this.#width);
      // -0 changes no sum.
      return Float64Array.from(
        groups,
        ({ [reduction]: { scaled, parts } }) => part < 0 ? scaled : parts[part] ?? -0,
      );
    });
    const { length } = groups;
    const out = new Float64Array(length * this.#outputs);
    const statuses = new Uint8Array(out.length);
    takeAllSteps(runProgram(openInstance(), { program, inputs }, { out, statuses }));
    const places = columns.map((_, i) => i);
    return {
      at: (k, i) => ({ value: out[k * length + i], status: statuses[k * length + i] }),
      outcome(k, i): Outcome | undefined {
        const classify = programClassifier(program, {
          output: k,
          inputs: places,
          makeInstance: another,
        });
        return classify(out[k * length + i], inputs.map((input) => input[i]));
      },
    };
  }
}
