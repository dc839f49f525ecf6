import type { Batch, Numbers } from "../formats/table.ts";
import { describe, isFloatArray } from "../functions/arguments.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { checkCount, checkObject } from "./check_options.ts";
import type { Computed } from "./result_columns.ts";
import { Float16Array } from "../kernels/float_types.ts";

/** The array class of each type. */
export const FLOAT_ARRAYS = { float64: Float64Array, float32: Float32Array, float16: Float16Array };

/**
 * Throws unless a computed array has the type and length of its column. Otherwise wrong bytes would
 * be written.
 */
export function checkResult(
  computed: Computed,
  { name, type, rows }: { name: string; type: FloatType; rows: number },
): Numbers {
  const what = `Cannot write column ${name}: the result of compute`;
  const { values, valid } = isNumbers(computed) ? computed : { values: computed };
  const Floats = FLOAT_ARRAYS[type];
  if (!(values instanceof Floats)) {
    throw new TypeError(`${what} must be a ${Floats.name}, got ${describe(values)}`);
  }
  if (values.length !== rows) {
    throw new RangeError(`${what} must have ${rows} values, like the batch, got ${values.length}`);
  }
  checkValid(what, { valid, rows });
  return { values, valid };
}

function isNumbers(computed: Computed): computed is Numbers {
  // Arrays have a member `values` as well.
  const isArray = ArrayBuffer.isView(computed) || Array.isArray(computed);
  return typeof computed === "object" && computed !== null && !isArray && "values" in computed;
}

/** Throws unless a value is a batch: a table that a program made may contain anything. */
export function checkBatch(batch: Batch): Batch {
  checkObject("Cannot write a table: a batch", batch);
  checkCount("Cannot write a table: rows of a batch", batch.rows, { least: 0 });
  if (typeof batch.numbers !== "function") {
    throw new TypeError(
      `Cannot write a table: numbers of a batch must be a function, got ${describe(batch.numbers)}`,
    );
  }
  const { rows } = batch;
  return {
    rows,
    numbers(column, type): Numbers {
      const what = `Cannot write a table: the result of a batch's numbers(${column})`;
      const numbers = batch.numbers(column, type);
      checkObject(what, numbers);
      const { values, valid } = numbers;
      if (!isFloatArray(values)) {
        throw new TypeError(`${what} must have floats as values, got ${describe(values)}`);
      }
      if (values.length !== rows) {
        throw new RangeError(`${what} must have ${rows} values, got ${values.length}`);
      }
      checkValid(what, { valid, rows });
      return numbers;
    },
    values: batch.values?.bind(batch),
    locate: batch.locate?.bind(batch),
  };
}

function checkValid(
  what: string,
  { valid, rows }: { valid: Uint8Array | undefined; rows: number },
): void {
  if (valid === undefined) return;
  if (!(valid instanceof Uint8Array)) {
    throw new TypeError(`${what} must have a Uint8Array as valid, got ${describe(valid)}`);
  }
  if (valid.length >= rows / 8) return;
  throw new RangeError(
    `${what} must have ${Math.ceil(rows / 8)} bytes in valid, got ${valid.length}`,
  );
}
