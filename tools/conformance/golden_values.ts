/** Reads one element of a buffer, as text. */
type Read = (view: DataView, index: number) => string;

/** Reads the elements of types that have a fixed size, as the JSON writes them. */
export function fixedValues(type: GoldenType): Read {
  const { name, unit } = type;
  if (name === "int") return integer(type.bitWidth!, type.isSigned);
  if (name === "floatingpoint") return float(String(type.precision));
  if (name === "bool") return (view, i) => String(view.getUint8(i >> 3) >> (i & 7) & 1);
  if (name === "date") return integer(unit === "DAY" ? 32 : 64);
  if (name === "time") return integer(type.bitWidth!);
  if (name === "timestamp" || name === "duration") return integer(64);
  if (name === "decimal") return integer(type.bitWidth ?? 128);
  if (name === "fixedsizebinary") {
    const size = type.byteWidth!;
    return (view, i) => hex(bytesOf(view).subarray(i * size, (i + 1) * size));
  }
  if (name !== "interval") throw new TypeError(`Cannot compare ${name}: it is not known`);
  if (unit === "YEAR_MONTH") return integer(32);
  if (unit === "DAY_TIME") {
    return (view, i) => `${view.getInt32(8 * i, true)} ${view.getInt32(8 * i + 4, true)}`;
  }
  return (view, i) =>
    `${view.getInt32(16 * i, true)} ${view.getInt32(16 * i + 4, true)} ` +
    `${view.getBigInt64(16 * i + 8, true)}`;
}

/** What the JSON has for an element, as text. */
export function goldenValue(value: unknown, { name, precision }: GoldenType): string {
  if (name === "interval" && typeof value === "object") return Object.values(value!).join(" ");
  if (name === "bool") return String(Number(value));
  if (name === "floatingpoint" && precision === "SINGLE") return String(Math.fround(Number(value)));
  if (name === "floatingpoint" && precision === "HALF") return String(Math.f16round(Number(value)));
  return String(value);
}

/** What the JSON has for a view, as text. */
export function goldenView(column: GoldenColumn, index: number, isText: boolean): string {
  const { SIZE, INLINED, BUFFER_INDEX, OFFSET } = column.VIEWS![index];
  if (INLINED !== undefined) return INLINED;
  const data = Uint8Array.fromHex(column.VARIADIC_DATA_BUFFERS![BUFFER_INDEX!]);
  return show(data.subarray(OFFSET!, OFFSET! + SIZE), isText);
}

/** A view of a buffer, as text; 12 bytes and less are in the view itself. */
export function viewValue(
  views: DataView,
  { index, data, isText }: { index: number; data: readonly Uint8Array[]; isText: boolean },
): string {
  const at = 16 * index;
  const length = views.getInt32(at, true);
  if (length <= 12) return show(bytesOf(views).subarray(at + 4, at + 4 + length), isText);
  const offset = views.getInt32(at + 12, true);
  return show(data[views.getInt32(at + 8, true)].subarray(offset, offset + length), isText);
}

/** Bytes as the JSON writes them: text as it is, others in hexadecimal. */
export function show(bytes: Uint8Array, isText: boolean): string {
  return isText ? new TextDecoder().decode(bytes) : hex(bytes);
}

/** Integers of so many bits. */
export function integer(bits: number, isSigned: boolean = true): Read {
  return (view, i) => {
    let value = 0n;
    for (let byte = bits / 8 - 1; byte >= 0; byte--) {
      value = value << 8n | BigInt(view.getUint8(i * bits / 8 + byte));
    }
    return String(isSigned ? BigInt.asIntN(bits, value) : value);
  };
}

function float(precision: string): Read {
  if (precision === "HALF") return (view, i) => String(view.getFloat16(2 * i, true));
  if (precision === "SINGLE") return (view, i) => String(view.getFloat32(4 * i, true));
  return (view, i) => String(view.getFloat64(8 * i, true));
}

function hex(bytes: Uint8Array): string {
  return bytes.toHex().toUpperCase();
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A type in the JSON that Arrow's own integration tests use. */
export interface GoldenType {
  readonly name: string;
  readonly bitWidth?: number;
  readonly isSigned?: boolean;
  readonly precision?: string | number;
  readonly unit?: string;
  readonly byteWidth?: number;
  readonly mode?: string;
}

/** A field of a schema. */
export interface GoldenField {
  readonly name: string;
  readonly type: GoldenType;
  readonly children: readonly GoldenField[];
  readonly dictionary?: { readonly id: number; readonly indexType: GoldenType };
}

/** A column of a batch. */
export interface GoldenColumn {
  readonly count: number;
  readonly VALIDITY?: readonly number[];
  readonly DATA?: readonly unknown[];
  readonly OFFSET?: readonly (number | string)[];
  readonly SIZE?: readonly (number | string)[];
  readonly TYPE_ID?: readonly number[];
  readonly VIEWS?: readonly {
    readonly SIZE: number;
    readonly INLINED?: string;
    readonly BUFFER_INDEX?: number;
    readonly OFFSET?: number;
  }[];
  readonly VARIADIC_DATA_BUFFERS?: readonly string[];
  readonly children?: readonly GoldenColumn[];
}

/** A table. */
export interface GoldenTable {
  readonly schema: { readonly fields: readonly GoldenField[] };
  readonly batches: readonly {
    readonly count: number;
    readonly columns: readonly GoldenColumn[];
  }[];
  readonly dictionaries?: readonly {
    readonly id: number;
    readonly data: { readonly count: number; readonly columns: readonly GoldenColumn[] };
  }[];
}
