import { FIXED_SIZE_BINARY, TYPE } from "../../arrow/field.ts";
import {
  encodeFlat,
  type FlatNumber,
  flatNumber,
  flatText,
  type FlatValue,
} from "../../arrow/encode/flatbuffer_writer.ts";
import { decodeSchema } from "../../arrow/decode/decode_schema.ts";
import { FlatTable } from "../../arrow/decode/flatbuffer_reader.ts";
import type { ArrowSchema } from "../../arrow/field.ts";
import type { ArrowAddition } from "../arrow_entry.ts";
import { CONVERTED, ELEMENT, LOGICAL, PHYSICAL } from "../metadata.ts";
import { describeNested, type SchemaColumn } from "../schema.ts";
import type { ThriftStruct } from "../thrift/struct.ts";

// Columns of Parquet are read as columns of Arrow: so they are computed, printed and passed on as
// those are.

/** How the values of a leaf become those of an Arrow column. */
export interface LeafType {
  readonly physical: number;
  /** Bytes of a value in a page; 0 if they have any length. Booleans are read as bytes. */
  readonly size: number;
  /** The type of the Arrow column: its number, and its parameters. */
  readonly arrow: ArrowType;
  /** What is done with values: nothing, if they are the same in both. */
  readonly change?: Change;
}

/** A type of Arrow: its number, and its parameters. */
export interface ArrowType {
  readonly id: number;
  readonly parameters: readonly (FlatNumber | FlatValue | undefined)[];
}

export type Change =
  /** Integers of 32 bits become shorter. */
  | { readonly kind: "narrow"; readonly bytes: 1 | 2 }
  /** Bytes become bits. */
  | { readonly kind: "bits" }
  /** Days and nanoseconds become microseconds since 1970. */
  | { readonly kind: "int96" }
  /** Integers become wider. Those in fixed or any lengths have their highest byte first. */
  | { readonly kind: "widen"; readonly bytes: 16 | 32; readonly isBigEndian: boolean };

const SIZES = [1, 4, 8, 12, 4, 8, 0];
const MAX_DIGITS = { 16: 38, 32: 76 };
const MILLISECONDS = 1;
const MICROSECONDS = 2;

const int = (bits: number, isSigned: boolean): ArrowType => ({
  id: TYPE.int,
  parameters: [flatNumber(4, bits), flatNumber(1, isSigned ? 1 : 0)],
});
const float = (precision: number): ArrowType => ({
  id: TYPE.float,
  parameters: [flatNumber(2, precision)],
});

/**
 * Finds the type of a leaf. A logical type that does not fit the physical one, or is not known, does
 * not count, and neither does what Arrow adds to another type than that of Parquet.
 *
 * @throws {RangeError} If the physical type is not known, or has no length.
 */
export function leafType(element: ThriftStruct, addition?: Partial<ArrowAddition>): LeafType {
  const physical = element.integer(ELEMENT.type);
  const size = physical === PHYSICAL.fixed ? element.integer(ELEMENT.typeLength) : SIZES[physical];
  if (size === undefined) throw new RangeError(`a column has the physical type ${physical}`);
  if (size < 0 || size >= 2 ** 31) throw new RangeError(`a column has values of ${size} bytes`);
  return { physical, size, ...meaning(element, { physical, size, ...addition }) };
}

function meaning(
  element: ThriftStruct,
  { physical, size, ...addition }: { physical: number; size: number } & Partial<ArrowAddition>,
): Pick<LeafType, "arrow" | "change"> {
  const logical = readLogical(element);
  const decimal = readDecimal(element, logical);
  if (decimal !== undefined && physical !== PHYSICAL.boolean) {
    const found = decimalType(decimal, { physical, size });
    if (found !== undefined) return found;
  }
  switch (physical) {
    case PHYSICAL.boolean:
      return { arrow: { id: TYPE.bool, parameters: [] }, change: { kind: "bits" } };
    case PHYSICAL.int32:
      return int32Type(logical);
    case PHYSICAL.int64:
      return { arrow: int64Type(logical, addition) };
    case PHYSICAL.int96:
      // All that write it mean timestamps, most of them of microseconds.
      return {
        arrow: { id: TYPE.timestamp, parameters: [flatNumber(2, MICROSECONDS)] },
        change: { kind: "int96" },
      };
    case PHYSICAL.float:
      return { arrow: float(1) };
    case PHYSICAL.double:
      return { arrow: float(2) };
    case PHYSICAL.byteArray:
      return { arrow: { id: logical.kind === "text" ? TYPE.utf8 : TYPE.binary, parameters: [] } };
    default:
      if (logical.kind === "float16" && size === 2) return { arrow: float(0) };
      return { arrow: { id: FIXED_SIZE_BINARY, parameters: [flatNumber(4, size)] } };
  }
}

/** What the values of an element mean. */
type Logical =
  | { readonly kind: "integer"; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: "time" | "timestamp"; readonly unit: number; readonly isUtc: boolean }
  | { readonly kind: "date" | "text" | "decimal" | "float16" | "none" };

function readLogical(element: ThriftStruct): Logical {
  const logical = element.struct(ELEMENT.logical);
  const id = logical?.fields[0]?.id;
  const parameters = id !== undefined && id <= LOGICAL.float16 ? logical!.struct(id)! : undefined;
  switch (id) {
    case LOGICAL.string:
    case LOGICAL.enum:
    case LOGICAL.json:
      return { kind: "text" };
    case LOGICAL.date:
      return { kind: "date" };
    case LOGICAL.decimal:
      return { kind: "decimal" };
    case LOGICAL.float16:
      return { kind: "float16" };
    case LOGICAL.time:
    case LOGICAL.timestamp: {
      const unit = parameters!.struct(2)?.fields[0]?.id ?? 0;
      if (unit < 1 || unit > 3) return { kind: "none" };
      const kind = id === LOGICAL.time ? "time" : "timestamp";
      return { kind, unit, isUtc: parameters!.flag(1) };
    }
    case LOGICAL.integer:
      return { kind: "integer", bits: parameters!.integer(1), isSigned: parameters!.flag(2) };
  }
  return readConverted(element.integer(ELEMENT.converted, undefined));
}

/** The older annotation, which the logical type has replaced. */
function readConverted(converted: number | undefined): Logical {
  switch (converted) {
    case CONVERTED.utf8:
    case CONVERTED.enum:
    case CONVERTED.json:
      return { kind: "text" };
    case CONVERTED.date:
      return { kind: "date" };
    case CONVERTED.decimal:
      return { kind: "decimal" };
    case CONVERTED.timeMillis:
      return { kind: "time", unit: MILLISECONDS, isUtc: true };
    case CONVERTED.timeMicros:
      return { kind: "time", unit: MICROSECONDS, isUtc: true };
    case CONVERTED.timestampMillis:
      return { kind: "timestamp", unit: MILLISECONDS, isUtc: true };
    case CONVERTED.timestampMicros:
      return { kind: "timestamp", unit: MICROSECONDS, isUtc: true };
  }
  if (converted !== undefined && converted >= CONVERTED.uint8 && converted <= CONVERTED.int64) {
    const isSigned = converted >= CONVERTED.int8;
    const bits = 8 << converted - (isSigned ? CONVERTED.int8 : CONVERTED.uint8);
    return { kind: "integer", bits, isSigned };
  }
  return { kind: "none" };
}

function int32Type(logical: Logical): Pick<LeafType, "arrow" | "change"> {
  if (logical.kind === "date") return { arrow: { id: TYPE.date, parameters: [flatNumber(2, 0)] } };
  if (logical.kind === "time" && logical.unit === MILLISECONDS) return { arrow: timeType(1, 32) };
  if (logical.kind !== "integer" || ![8, 16, 32].includes(logical.bits)) {
    return { arrow: int(32, true) };
  }
  const { bits, isSigned } = logical;
  const arrow = int(bits, isSigned);
  return bits === 32 ? { arrow } : { arrow, change: { kind: "narrow", bytes: bits / 8 as 1 | 2 } };
}

function int64Type(
  logical: Logical,
  { zone = "", durationUnit }: Partial<ArrowAddition>,
): ArrowType {
  if (logical.kind === "time" && logical.unit !== MILLISECONDS) return timeType(logical.unit, 64);
  if (logical.kind === "timestamp") {
    const zones = logical.isUtc ? [flatText(zone || "UTC")] : [];
    return { id: TYPE.timestamp, parameters: [flatNumber(2, logical.unit), ...zones] };
  }
  if (logical.kind === "none" && durationUnit !== undefined) {
    return { id: TYPE.duration, parameters: [flatNumber(2, durationUnit)] };
  }
  return int(64, logical.kind !== "integer" || logical.bits !== 64 || logical.isSigned);
}

function timeType(unit: number, bits: number): ArrowType {
  return { id: TYPE.time, parameters: [flatNumber(2, unit), flatNumber(4, bits)] };
}

/** The digits of a decimal, and how many of them come after the point. */
interface Decimal {
  readonly precision: number;
  readonly scale: number;
}

function readDecimal(element: ThriftStruct, { kind }: Logical): Decimal | undefined {
  if (kind !== "decimal") return undefined;
  const logical = element.struct(ELEMENT.logical)?.struct(LOGICAL.decimal);
  return {
    scale: logical?.integer(1, 0) ?? element.integer(ELEMENT.scale, 0),
    precision: logical?.integer(2, 0) ?? element.integer(ELEMENT.precision, 0),
  };
}

function decimalType(
  { precision, scale }: Decimal,
  { physical, size }: { physical: number; size: number },
): Pick<LeafType, "arrow" | "change"> | undefined {
  const isInteger = physical === PHYSICAL.int32 || physical === PHYSICAL.int64;
  const isBigEndian = physical === PHYSICAL.byteArray || physical === PHYSICAL.fixed;
  const bytes = precision <= MAX_DIGITS[16] && size <= 16 ? 16 : 32;
  const isKnown = precision > 0 && precision <= MAX_DIGITS[32] && scale >= 0 && scale <= precision;
  if (!isKnown || !isInteger && !isBigEndian || size > 32) return undefined;
  const parameters = [flatNumber(4, precision), flatNumber(4, scale), flatNumber(4, bytes * 8)];
  return {
    arrow: { id: TYPE.decimal, parameters },
    change: { kind: "widen", bytes, isBigEndian },
  };
}

/** The Arrow field of a column that cannot be read: a null column, which nobody asks for values. */
const NOTHING: ArrowType = { id: TYPE.null, parameters: [] };

/**
 * Makes the Arrow schema of columns. A column without a type holds several values in a row, and only
 * its name is right.
 */
export function arrowSchema(
  columns: readonly (SchemaColumn & { readonly type?: LeafType })[],
  origin: string,
): ArrowSchema {
  const metadata = encodeFlat({
    kind: "table",
    slots: [
      flatNumber(2, 0), // little-endian
      { kind: "list", items: columns.map(({ name, type }) => fieldTable(name, type?.arrow)) },
    ],
  });
  const header = FlatTable.root(metadata);
  const schema = decodeSchema({ header, metadataLength: metadata.length, version: V5, origin });
  return {
    ...schema,
    fields: schema.fields.map((field, i) =>
      columns[i].type === undefined
        ? { ...field, typeName: describeNested(columns[i].node) }
        : field
    ),
  };
}

const V5 = 4;

/** Makes the metadata of an Arrow field. */
export function fieldTable(name: string, { id, parameters }: ArrowType = NOTHING): FlatValue {
  return {
    kind: "table",
    slots: [
      flatText(name),
      flatNumber(1, 1), // there may be nulls
      flatNumber(1, id),
      { kind: "table", slots: parameters },
      undefined, // no dictionary
      { kind: "list", items: [] },
    ],
  };
}
