import {
  type Batch,
  type ColumnValues,
  convertFloats,
  type Entries,
  type Numbers,
  type Texts,
} from "../../formats/table.ts";
import { testColumn } from "../../formats/test_column.ts";
import type { FloatType } from "../../kernels/float_types.ts";
import type { TablePlan } from "../../plan/plan.ts";
import { readKeys } from "./group_batches.ts";

/** A column, and the type that its numbers are rounded to. */
interface TypedColumn {
  readonly column: number;
  readonly type: FloatType;
}

/** A batch on its way to another thread: the numbers that results are computed from, and the keys. */
export interface MovedBatch {
  readonly rows: number;
  readonly numbers: readonly (Numbers & TypedColumn)[];
  readonly keys: readonly { readonly column: number; readonly values: ColumnValues | Entries }[];
}

/** What is moved of a batch. */
export interface MoverOptions {
  readonly plan: Pick<TablePlan, "results" | "program">;
  /** The columns of keys. */
  readonly by: readonly number[];
  /** Bytes that groups may take. */
  readonly memory: number;
  /** Is called with the numbers of each column, before they are converted. */
  readonly look: (column: number, numbers: Numbers) => void;
}

/** Takes from batches what another thread needs. The batches stay as they are. */
export class BatchMover {
  readonly #options: MoverOptions;
  readonly #inputs: readonly TypedColumn[];
  /** The dictionary of each column of keys, in memory that all threads share. */
  readonly #dictionaries = new Map<number, { readonly number: number; readonly texts: Texts }>();

  constructor(options: MoverOptions) {
    this.#options = options;
    this.#inputs = listInputs(options.plan);
  }

  /** Returns a copy of what is needed, and the buffers to move with it. */
  take(batch: Batch): { readonly moved: MovedBatch; readonly move: ArrayBuffer[] } {
    const { plan: { program }, by, look } = this.#options;
    const buffers = new Set<ArrayBuffer>();
    function own<Bytes extends ArrayBufferView<ArrayBufferLike>>(bytes: Bytes): Bytes {
      buffers.add(bytes.buffer as ArrayBuffer);
      return bytes;
    }
    const bits = (valid?: Uint8Array) => valid && own(valid.slice());
    const numbers = this.#inputs.map(({ column, type }) => {
      const test = program?.tests?.find(({ index }) => index === column);
      const found = test === undefined ? batch.numbers(column, type) : testColumn(batch, test);
      if (test === undefined) look(column, found);
      const values = convertFloats(found.values, type);
      const fills = values.byteLength === values.buffer.byteLength;
      return {
        column,
        type,
        values: own(fills ? values : values.slice()),
        valid: bits(found.valid),
      };
    });
    const keys = by.map((column) => {
      const values = readKeys(batch, column, this.#options);
      if (values.kind === "entries") {
        const texts = this.#share(column, values);
        return { column, values: { ...values, texts, places: own(values.places.slice()) } };
      }
      const valid = bits(values.valid);
      if (values.kind !== "texts") {
        return { column, values: { ...values, values: own(values.values.slice()), valid } };
      }
      const { offsets, bytes } = values;
      const [start, end] = [offsets[0], offsets[offsets.length - 1]];
      return {
        column,
        values: {
          ...values,
          offsets: own(offsets.map((offset) => offset - start)),
          bytes: own(bytes.slice(start, end)),
          valid,
        },
      };
    });
    return {
      moved: { rows: batch.rows, numbers, keys: keys as MovedBatch["keys"] },
      move: [...buffers],
    };
  }

  /** The texts of a dictionary in shared memory. */
  #share(column: number, { dictionary: number, texts }: Entries): Texts {
    const known = this.#dictionaries.get(column);
    if (known?.number === number) return known.texts;
    const { offsets, bytes, valid } = texts;
    const shared = {
      ...texts,
      offsets: new Int32Array(shareBytes(offsets)),
      bytes: new Uint8Array(shareBytes(bytes)),
      valid: valid && new Uint8Array(shareBytes(valid)),
    };
    this.#dictionaries.set(column, { number, texts: shared });
    return shared;
  }
}

function shareBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(byteLength);
  new Uint8Array(shared).set(new Uint8Array(buffer, byteOffset, byteLength));
  return shared;
}

/** The columns that results are computed from, each with the types to which it is rounded. */
function listInputs({ results, program }: MoverOptions["plan"]): TypedColumn[] {
  const inputs = [
    ...(program?.columns ?? []).map((column, i) => ({ column, type: program!.types[i] })),
    ...results.flatMap(({ input, upstream, type, expression }) =>
      expression !== undefined
        ? []
        : [input, ...upstream === undefined ? [] : [upstream]].map((column) => ({ column, type }))
    ),
  ];
  return [...new Map(inputs.map((input) => [`${input.column} ${input.type}`, input])).values()];
}

/** The batch that another thread took apart. */
export function receiveBatch({ rows, numbers, keys }: MovedBatch): Batch {
  const keysOf = (column: number) => keys.find((key) => key.column === column)!.values;
  return {
    rows,
    numbers(column: number, type: FloatType = "float64"): Numbers {
      const { values, valid } = numbers.find((found) =>
        found.column === column && found.type === type
      )!;
      // Several results may be computed from a column, each in the place of its numbers.
      return { values: values.slice(), valid };
    },
    values: (column) => keysOf(column) as ColumnValues,
    entries(column: number): Entries | undefined {
      const found = keysOf(column);
      return found.kind === "entries" ? found : undefined;
    },
  };
}
