import { type ColumnRows, rowSize } from "../../arrow/decode/column_rows.ts";
import { readValues } from "../../arrow/decode/read_values.ts";
import type { Texts } from "../../table.ts";
import {
  type ArrowField,
  type FieldType,
  fieldType,
  FIXED_SIZE_BINARY,
  TYPE,
} from "../../arrow/field.ts";
import { countNulls } from "../../validity.ts";
import { CONVERTED, ELEMENT, LOGICAL, PHYSICAL } from "../metadata.ts";
import { flag, i32, struct } from "../thrift/struct.ts";
import type { ThriftField } from "../thrift/compact.ts";
import { integerColumn, type NewColumn } from "./new_column.ts";
import { fixedRows, type PlainRows, textRows, withoutNulls } from "./plain_rows.ts";

/** A column of Arrow that becomes one of Parquet. */
export interface ArrowColumn {
  readonly column: NewColumn;
  /** Makes rows of some rows of a column. */
  encode(rows: ColumnRows): PlainRows;
}

const MS_PER_DAY = 86_400_000n;

/**
 * Finds what an Arrow column becomes, if its values are neither numbers nor texts. Returns
 * `undefined` for types that Parquet has not, or that are nested.
 */
export function arrowColumn({ name, ...field }: ArrowField): ArrowColumn | undefined {
  const type = fieldType({ name, ...field });
  if (field.dictionary !== undefined) return undefined;
  switch (type.id) {
    case TYPE.null:
      return nullColumn(name);
    case TYPE.bool:
      return booleanColumn(name);
    case TYPE.date:
    case TYPE.time:
    case TYPE.timestamp:
      return timeColumn(name, type);
    case TYPE.duration:
      return {
        column: integerColumn(name, { bits: 64, isSigned: true }),
        encode: ({ valid, buffers: [bytes] }) =>
          fixedRows(new BigInt64Array(bytes.slice().buffer), valid),
      };
    case TYPE.decimal:
      return decimalColumn(name, type);
    case TYPE.binary:
    case TYPE.largeBinary:
    case TYPE.binaryView:
      return {
        column: { name, physical: PHYSICAL.byteArray, size: 0, meaning: [] },
        encode: (rows) => textRows(readValues(rows, type) as Texts),
      };
    case FIXED_SIZE_BINARY: {
      const size = type.parameter(0);
      return {
        column: { name, physical: PHYSICAL.fixed, size, meaning: [] },
        encode: ({ rows, valid, buffers: [bytes] }) => byteRows(bytes, { rows, size, valid }),
      };
    }
  }
  return undefined;
}

function nullColumn(name: string): ArrowColumn {
  return {
    // Any physical type would do; the logical one says that there are only nulls.
    column: {
      name,
      physical: PHYSICAL.int32,
      size: 4,
      meaning: [struct(ELEMENT.logical, struct(LOGICAL.unknown))],
    },
    encode({ rows }): PlainRows {
      const valid = new Uint8Array(Math.ceil(rows / 8));
      return { rows, nulls: rows, valid, bytes: new Uint8Array(0) };
    },
  };
}

function booleanColumn(name: string): ArrowColumn {
  return {
    column: { name, physical: PHYSICAL.boolean, size: 0, meaning: [] },
    encode({ rows, valid, buffers: [bits] }): PlainRows {
      const bytes = Uint8Array.from({ length: rows }, (_, i) => bits[i >> 3] >> (i & 7) & 1);
      return byteRows(bytes, { rows, size: 1, valid });
    },
  };
}

/** Dates, times and timestamps. Seconds become milliseconds, and dates of 64 bits become days. */
function timeColumn(name: string, type: FieldType): ArrowColumn {
  const size = rowSize(type);
  const isDate = type.id === TYPE.date;
  const unit = isDate ? 0 : type.parameter(0, type.id === TYPE.time ? 1 : 0);
  const column: NewColumn = {
    name,
    physical: isDate || size === 4 ? PHYSICAL.int32 : PHYSICAL.int64,
    size: isDate ? 4 : size,
    order: "signed",
    meaning: timeMeaning(type, unit),
  };
  return {
    column,
    encode({ valid, buffers: [bytes] }): PlainRows {
      if (size === 4) {
        const values = new Int32Array(bytes.slice().buffer);
        if (!isDate && unit === 0) { for (let i = 0; i < values.length; i++) values[i] *= 1000; }
        return fixedRows(values, valid);
      }
      const values = new BigInt64Array(bytes.slice().buffer);
      if (isDate) return fixedRows(Int32Array.from(values, (ms) => Number(ms / MS_PER_DAY)), valid);
      if (unit === 0) { for (let i = 0; i < values.length; i++) values[i] *= 1000n; }
      return fixedRows(values, valid);
    },
  };
}

function timeMeaning(type: FieldType, unit: number): ThriftField[] {
  if (type.id === TYPE.date) {
    return [i32(ELEMENT.converted, CONVERTED.date), struct(ELEMENT.logical, struct(LOGICAL.date))];
  }
  // Parquet has no seconds.
  const stored = Math.max(unit, 1);
  const isTime = type.id === TYPE.time;
  const isUtc = !isTime && type.hasText(1);
  const id = isTime ? LOGICAL.time : LOGICAL.timestamp;
  const logical = struct(ELEMENT.logical, struct(id, flag(1, isUtc), struct(2, struct(stored))));
  // The older annotation means UTC, and knows no nanoseconds.
  const first = isTime ? CONVERTED.timeMillis : CONVERTED.timestampMillis;
  return isUtc && stored < 3 ? [i32(ELEMENT.converted, first + stored - 1), logical] : [logical];
}

/** Decimals are integers with their highest byte first. */
function decimalColumn(name: string, type: FieldType): ArrowColumn | undefined {
  const size = rowSize(type);
  const [precision, scale] = [type.parameter(0), type.parameter(1)];
  if (scale < 0 || scale > precision) return undefined;
  return {
    column: {
      name,
      physical: PHYSICAL.fixed,
      size,
      meaning: [
        i32(ELEMENT.converted, CONVERTED.decimal),
        i32(ELEMENT.scale, scale),
        i32(ELEMENT.precision, precision),
        struct(ELEMENT.logical, struct(LOGICAL.decimal, i32(1, scale), i32(2, precision))),
      ],
    },
    encode({ rows, valid, buffers: [bytes] }): PlainRows {
      const reversed = bytes.slice();
      for (let i = 0; i < rows; i++) reversed.subarray(i * size, (i + 1) * size).reverse();
      return byteRows(reversed, { rows, size, valid });
    },
  };
}

/** Makes rows of values of a fixed size, without the nulls. */
function byteRows(
  bytes: Uint8Array,
  { rows, size, valid }: { rows: number; size: number; valid?: Uint8Array },
): PlainRows {
  const nulls = valid === undefined ? 0 : countNulls(valid, rows);
  const all = bytes.subarray(0, rows * size);
  if (nulls === 0) return { rows, nulls, bytes: all };
  const kept = withoutNulls(all, { size, valid: valid!, rows, nulls });
  return { rows, nulls, valid: valid!.slice(0, Math.ceil(rows / 8)), bytes: kept };
}
