import { keepRows } from "../formats/keep_rows.ts";
import { type Batch, type ColumnSpec, convertFloats, type Numbers } from "../formats/table.ts";
import { testColumn } from "../formats/test_column.ts";
import { compute } from "../kernels/engine.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { evaluateArrays } from "../plan/expression/evaluate.ts";
import { parseWhere } from "../plan/expression/parse_where.ts";
import { planWhere, type WherePlan } from "../plan/plan_where.ts";
import { UsageError } from "../plan/usage_error.ts";
import { checkString } from "./check_options.ts";

/** Chooses the rows of a table for which a condition is true. */
export class RowChoice {
  readonly #plan: WherePlan;

  constructor(
    columns: readonly ColumnSpec[],
    { where, isText, numbers }: {
      readonly where: string;
      /** Whether every cell of the table is a text, as in CSV. */
      readonly isText: boolean;
      /** The columns whose numbers are read for results. */
      readonly numbers: readonly number[];
    },
  ) {
    checkString("Option where", where);
    try {
      this.#plan = planWhere(columns, parseWhere(where), { from: "the table", isText, numbers });
    } catch (error) {
      if (error instanceof UsageError) throw new RangeError(`Option where: ${error.message}`);
      throw error;
    }
  }

  /** The rows of a batch for which the condition is neither 0 nor NaN nor null. */
  keep(batch: Batch): Batch {
    const { values, valid } = this.#condition(batch);
    const rows = new Uint32Array(batch.rows);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      if (Math.abs(values[i]) > 0 && isSet(valid, i)) rows[count++] = i;
    }
    return count === batch.rows ? batch : keepRows(batch, rows.subarray(0, count));
  }

  #condition(batch: Batch): Numbers {
    const { results: [{ input, type, computation, expression }], program } = this.#plan;
    if (expression === undefined || program === undefined) {
      const { values: x, valid } = numbersOf(batch, input, type);
      if (computation === undefined) return { values: x, valid };
      const values = x.slice();
      compute(computation.kernel, x, values);
      return { values, valid };
    }
    const tests = new Map(program.tests?.map((test) => [test.index, test]));
    const numbers = program.columns.map((column, i) => {
      const test = tests.get(column);
      return test ? testColumn(batch, test) : numbersOf(batch, column, program.types[i]);
    });
    const inputs = numbers.map(({ values }) => convertFloats(values, "float64") as Float64Array);
    const outputs = program.program.outputs.map(() => new Float64Array(batch.rows));
    evaluateArrays({ program: program.program, columns: inputs.map((_, i) => i) }, inputs, outputs);
    const values = outputs[expression.output];
    const masks = numbers.map(({ valid }) => valid);
    // The program knows where there is a result, or it is missing where an input is.
    const present = expression.presence === undefined ? undefined : outputs[expression.presence];
    return {
      values: values.map((value, i) => {
        const isPresent = present === undefined
          ? masks.every((valid) => isSet(valid, i))
          : present[i] === 1;
        return isPresent ? value : 0;
      }),
    };
  }
}

function numbersOf(batch: Batch, column: number, type: FloatType): Numbers {
  const { values, valid } = batch.numbers(column, type);
  return { values: convertFloats(values, type), valid };
}

function isSet(valid: Uint8Array | undefined, row: number): boolean {
  return valid === undefined || (valid[row >> 3] >> (row & 7) & 1) === 1;
}
