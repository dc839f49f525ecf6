import { FORMATS } from "../formats/format.ts";
import type { Batch, ColumnSpec, Numbers, OutputColumn } from "../formats/table.ts";

const FLOATS = { float64: Float64Array, float32: Float32Array, float16: Float16Array };

/** Throws unless a format is one that there is. */
export function checkFormat(format: string | undefined): void {
  if (format === undefined || (FORMATS as readonly string[]).includes(format)) return;
  throw new RangeError(`Option format must be one of ${FORMATS.join(", ")}, got ${format}`);
}

/** Throws unless the columns to write are columns of the table, or results that are computed. */
export function checkOutputs(
  outputs: readonly OutputColumn[],
  { columns, computes }: { columns: readonly ColumnSpec[]; computes: boolean },
): void {
  for (const output of outputs) {
    const what = `Cannot write column ${output.name}`;
    if ("result" in output) {
      if (!computes) throw new TypeError(`${what}: it is a result, and option compute is missing`);
    } else if (columns[output.input] === undefined) {
      throw new RangeError(
        `${what}: its input must be an integer from 0 to ${
          columns.length - 1
        }, got ${output.input}`,
      );
    }
  }
}

/** Throws unless what was computed for a batch is what the columns say: other bytes would be written. */
export function checkResults(
  results: readonly Numbers[],
  { outputs, batch: { rows } }: { outputs: readonly OutputColumn[]; batch: Batch },
): void {
  for (const output of outputs) {
    if (!("result" in output)) continue;
    const { name, result, type } = output;
    const what = `Cannot write column ${name}: result ${result} of compute`;
    const { values, valid } = results[result] ?? {};
    if (values === undefined) throw new TypeError(`${what} is missing`);
    const Floats = FLOATS[type];
    if (!(values instanceof Floats)) {
      const got = (values as object)?.constructor?.name ?? typeof values;
      throw new TypeError(`${what} must be a ${Floats?.name ?? type}, got ${got}`);
    }
    if (values.length !== rows) {
      throw new RangeError(`${what} must have ${rows} values, as the batch, got ${values.length}`);
    }
    if (valid !== undefined && valid.length < rows / 8) {
      throw new RangeError(
        `${what} must have ${Math.ceil(rows / 8)} bytes in valid, got ${valid.length}`,
      );
    }
  }
}
