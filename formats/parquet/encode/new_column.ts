import type { FloatType } from "../../../kernels/float_types.ts";
import { CONVERTED, ELEMENT, LOGICAL, PHYSICAL, REPETITION } from "../metadata.ts";
import { flag, i32, i8, struct, text, ThriftStruct } from "../thrift/struct.ts";
import type { ThriftField } from "../thrift/compact.ts";

/** A column to write. */
export interface NewColumn {
  readonly name: string;
  readonly physical: number;
  /** Bytes of a value; 0 if they have any length, or are single bits. */
  readonly size: number;
  /** What orders its values in statistics; missing where none are written. */
  readonly order?: "float" | "signed" | "unsigned";
  /** Fields of the schema element beyond type, length, repetition and name. */
  readonly meaning: readonly ThriftField[];
}

/** Makes a column of floats. */
export function floatColumn(name: string, type: FloatType): NewColumn {
  if (type === "float16") {
    const meaning = [struct(ELEMENT.logical, struct(LOGICAL.float16))];
    return { name, physical: PHYSICAL.fixed, size: 2, order: "float", meaning };
  }
  const [physical, size] = type === "float32" ? [PHYSICAL.float, 4] : [PHYSICAL.double, 8];
  return { name, physical, size, order: "float", meaning: [] };
}

/** Makes a column of integers. Those of fewer than 32 bits are stored in 32. */
export function integerColumn(
  name: string,
  { bits, isSigned }: { bits: number; isSigned: boolean },
): NewColumn {
  const isWide = bits === 64;
  const converted = (isSigned ? CONVERTED.int8 : CONVERTED.uint8) + Math.log2(bits / 8);
  const isPlain = isSigned && bits >= 32;
  return {
    name,
    physical: isWide ? PHYSICAL.int64 : PHYSICAL.int32,
    size: isWide ? 8 : 4,
    order: isSigned ? "signed" : "unsigned",
    meaning: isPlain ? [] : [
      i32(ELEMENT.converted, converted),
      struct(ELEMENT.logical, struct(LOGICAL.integer, i8(1, bits), flag(2, isSigned))),
    ],
  };
}

/** Makes the element of a schema for a column that may have nulls. */
export function schemaElement(
  { name, physical, size, meaning }: NewColumn,
  kept: readonly ThriftField[] = [],
): ThriftStruct {
  return new ThriftStruct([
    i32(ELEMENT.type, physical),
    ...(physical === PHYSICAL.fixed ? [i32(ELEMENT.typeLength, size)] : []),
    i32(ELEMENT.repetition, REPETITION.optional),
    text(ELEMENT.name, name),
  ]).with(...meaning, ...kept);
}
