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
