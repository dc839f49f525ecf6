import {
  type Batch,
  type ColumnValues,
  convertFloats,
  type Entries,
  type IntegerArray,
  type Numbers,
  type Texts,
} from "../../formats/table.ts";
import { testColumn } from "../../formats/test_column.ts";
import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import type { TablePlan } from "../../plan/plan.ts";
import { type ComputedPlan, withoutFunctions } from "../compute_batch.ts";
import { readKeys } from "./group_batches.ts";

/** A column, and the type that its numbers are rounded to. */
interface TypedColumn {
  readonly column: number;
  readonly type: FloatType;
}

/** Bytes of the memory for a batch at first. */
const FIRST_ROOM = 2 ** 20;

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
  /** Memory that is not in use. */
  readonly #rooms: SharedRoom[] = [];
  /** The dictionary of each column of keys, in memory that all threads share. */
  readonly #dictionaries = new Map<number, { readonly number: number; readonly texts: Texts }>();

  constructor(options: MoverOptions) {
    this.#options = options;
    this.#inputs = listInputs(options.plan);
  }

  /** Copies what is needed to memory that threads share. It is in use until `free` is called. */
  take(batch: Batch): { readonly moved: MovedBatch; free(): void } {
    const { plan: { program }, by, look } = this.#options;
    const room = this.#rooms.pop() ?? new SharedRoom();
    const bits = (valid?: Uint8Array) => valid && room.copy(valid);
    const numbers = this.#inputs.map(({ column, type }) => {
      const test = program?.tests?.find(({ index }) => index === column);
      const found = test === undefined ? batch.numbers(column, type) : testColumn(batch, test);
      if (test === undefined) look(column, found);
      const values = room.copy(convertFloats(found.values, type));
      return { column, type, values, valid: bits(found.valid) };
    });
    const keys = by.map((column): MovedBatch["keys"][number] => {
      const values = readKeys(batch, column, this.#options);
      if (values.kind === "entries") {
        const texts = this.#share(column, values);
        return { column, values: { ...values, texts, places: room.copy(values.places) } };
      }
      const valid = bits(values.valid);
      if (values.kind !== "texts") {
        const copied = { ...values, values: room.copy(values.values), valid };
        return { column, values: copied as ColumnValues };
      }
      const [start, end] = [values.offsets[0], values.offsets[batch.rows]];
      const bytes = room.copy(values.bytes.subarray(start, end));
      const offsets = room.copy(values.offsets);
      for (let i = 0; i <= batch.rows; i++) offsets[i] -= start;
      return { column, values: { ...values, offsets, bytes, valid } };
    });
    return {
      moved: { rows: batch.rows, numbers, keys },
      free: () => void this.#rooms.push(room.clear()),
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

/** Numbers of any type. */
type NumberArray = Uint8Array | FloatArray | IntegerArray;

/** Memory that threads share, to which a batch is copied. */
class SharedRoom {
  #memory = new SharedArrayBuffer(FIRST_ROOM);
  #top = 0;

  clear(): this {
    this.#top = 0;
    return this;
  }

  /** Copies numbers into the room. If they do not fit, it is replaced by a larger one. */
  copy<Numbers extends NumberArray>(numbers: Numbers): Numbers {
    const { byteLength, length } = numbers;
    if (this.#top + byteLength > this.#memory.byteLength) {
      this.#memory = new SharedArrayBuffer(2 * Math.max(byteLength, this.#memory.byteLength));
      this.#top = 0;
    }
    const Numbers = numbers.constructor as new (
      buffer: SharedArrayBuffer,
      offset: number,
      length: number,
    ) => Numbers;
    const copy = new Numbers(this.#memory, this.#top, length);
    (copy as Uint8Array).set(numbers as Uint8Array);
    this.#top = Math.ceil((this.#top + byteLength) / 8) * 8;
    return copy;
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

/** A plan for other threads, to which the answers of tests come as the numbers of columns. */
export function planForThreads(plan: MoverOptions["plan"]): ComputedPlan {
  const { program, results } = withoutFunctions(plan);
  return { results, program: program && { ...program, tests: undefined } };
}
