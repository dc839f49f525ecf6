// What apache-arrow (15 to 21) and flechette (2) have in common with their other versions, as far
// as it is used here. Objects are recognised by these properties: classes of another copy of a
// library would not match.

/** A type of values. */
export interface Type {
  readonly typeId: number;
  /** Of floats: 0 float16, 1 float32, 2 float64. */
  readonly precision?: number;
  /** Of integers. */
  readonly bitWidth?: number;
}

/** Some values of a column: `Data` of apache-arrow, a batch of a column in flechette. */
export interface Chunk {
  readonly type: Type;
  readonly length: number;
  readonly nullCount: number;
  readonly values: ArrayLike<number> | ArrayLike<bigint>;
  /** Where the first bit of `nullBitmap` is that counts: slices share the bits of the complete vector. */
  readonly offset?: number;
  /** The bits of apache-arrow; none at all where nothing is null. */
  readonly nullBitmap?: Uint8Array | null;
  /** The bits of flechette. */
  readonly validity?: Uint8Array | null;
  /** What the values are numbers of, if they are. */
  readonly dictionary?: Vector | null;
}

/** A column: a `Vector` of apache-arrow, a `Column` of flechette. */
export interface Vector {
  readonly type: Type;
  readonly length: number;
  readonly data: readonly Chunk[];
}

/** A field of a schema. */
export interface Field {
  readonly name: string;
  readonly type: Type;
}

/** A schema. */
export interface Schema {
  readonly fields: readonly Field[];
  readonly metadata?: unknown;
  readonly dictionaries?: unknown;
  readonly metadataVersion?: unknown;
}

/** A `RecordBatch` of apache-arrow. */
export interface RecordBatch {
  readonly schema: Schema;
  readonly data: Chunk & {
    readonly children: readonly Chunk[];
    clone(...args: unknown[]): unknown;
  };
}

/** A `Table` of apache-arrow. */
export interface Table {
  readonly schema: Schema;
  readonly batches: readonly RecordBatch[];
  getChildAt(index: number): Vector | null;
}

/** A `Table` of flechette. */
export interface ColumnTable {
  readonly schema: Schema;
  readonly names: readonly string[];
  readonly children: readonly Vector[];
}

/** The numbers that types have in the format. */
export const TYPE_ID = { dictionary: -1, integer: 2, float: 3 } as const;

type Properties = Readonly<Record<string, unknown>>;

function propertiesOf(value: unknown): Properties {
  return typeof value === "object" && value !== null ? value as Properties : {};
}

function hasSchema(value: unknown): boolean {
  return Array.isArray(propertiesOf(propertiesOf(value).schema).fields);
}

/** Whether a value is a table of apache-arrow. */
export function isTable(value: unknown): value is Table {
  return hasSchema(value) && Array.isArray(propertiesOf(value).batches);
}

/** Whether a value is a batch of apache-arrow. */
export function isRecordBatch(value: unknown): value is RecordBatch {
  const data = propertiesOf(propertiesOf(value).data);
  return hasSchema(value) && Array.isArray(data.children) && typeof data.clone === "function";
}

/** Whether a value is a table of flechette. */
export function isColumnTable(value: unknown): value is ColumnTable {
  const { names, children } = propertiesOf(value);
  return hasSchema(value) && Array.isArray(names) && Array.isArray(children);
}

/** Whether a value is a column of either. */
export function isVector(value: unknown): value is Vector {
  const { data, type } = propertiesOf(value);
  if (!Array.isArray(data)) return false;
  // A column that flechette made of no values has no type.
  const isUntyped = type === undefined && data.length === 0 && "type" in (value as object);
  return isUntyped || typeof propertiesOf(type).typeId === "number";
}
