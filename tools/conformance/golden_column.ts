import type { RawColumn } from "../../formats/arrow/decode/batch.ts";
import {
  fixedValues,
  type GoldenColumn,
  type GoldenField,
  goldenValue,
  goldenView,
  integer,
  show,
  viewValue,
} from "./golden_values.ts";

/** Where a comparison is in the buffers of a column, front to back. */
export class ColumnCursor {
  readonly #column: RawColumn;
  #node = 0;
  #buffer = 0;
  #view = 0;

  constructor(column: RawColumn) {
    this.#column = column;
  }

  /** Rows and nulls of the next node. */
  node(): { length: number; nulls: number } {
    const { buffer, byteOffset } = this.#column.nodes;
    const view = new DataView(buffer, byteOffset + 16 * this.#node++);
    return { length: Number(view.getBigInt64(0, true)), nulls: Number(view.getBigInt64(8, true)) };
  }

  buffer(): Uint8Array {
    return this.#column.buffers[this.#buffer++];
  }

  view(): DataView {
    const { buffer, byteOffset, byteLength } = this.buffer();
    return new DataView(buffer, byteOffset, byteLength);
  }

  /** The buffers that a view has beyond the usual. */
  variadic(): Uint8Array[] {
    return Array.from({ length: this.#column.variadic[this.#view++] }, () => this.buffer());
  }
}

/** What is compared: what it should be, and what it is. */
export interface Comparison {
  readonly field: GoldenField;
  readonly golden: GoldenColumn;
  readonly cursor: ColumnCursor;
  /** Whether the values of the dictionary are meant, and not the indices. */
  readonly inDictionary?: boolean;
}

const NO_VALIDITY = ["null", "union", "runendencoded"];

/** Compares a column with the JSON, and throws an error where it is another. */
export function compareColumn({ field, golden, cursor, inDictionary }: Comparison): void {
  const { count } = golden;
  const isIndex = field.dictionary !== undefined && !inDictionary;
  const type = isIndex ? field.dictionary!.indexType : field.type;
  const { length, nulls } = cursor.node();
  check(field, { what: "length", is: length, should: count });
  const validity = NO_VALIDITY.includes(type.name) ? undefined : cursor.buffer();
  function isValid(row: number): boolean {
    return golden.VALIDITY === undefined || golden.VALIDITY[row] === 1;
  }
  for (let row = 0; validity !== undefined && row < count; row++) {
    const bit = nulls === 0 ? 1 : validity[row >> 3] >> (row & 7) & 1;
    check(field, { what: `validity ${row}`, is: bit === 1, should: isValid(row) });
  }
  function each(
    what: string,
    is: (row: number) => unknown,
    should: (row: number) => unknown,
  ): void {
    for (let row = 0; row < count; row++) {
      if (isValid(row)) check(field, { what: `${what} ${row}`, is: is(row), should: should(row) });
    }
  }
  const large = type.name.startsWith("large");
  const offset = integer(large ? 64 : 32);
  switch (type.name) {
    case "null":
    case "struct":
    case "fixedsizelist":
    case "runendencoded":
      break;
    case "binary":
    case "utf8":
    case "largebinary":
    case "largeutf8": {
      const [offsets, data] = [cursor.view(), cursor.buffer()];
      const isText = type.name.endsWith("utf8");
      each("value", (row) => {
        const [from, to] = [offset(offsets, row), offset(offsets, row + 1)].map(Number);
        return show(data.subarray(from, to), isText);
      }, (row) => golden.DATA![row]);
      break;
    }
    case "binaryview":
    case "utf8view": {
      const isText = type.name === "utf8view";
      const views = cursor.view();
      const data = cursor.variadic();
      each(
        "value",
        (index) => viewValue(views, { index, data, isText }),
        (row) => goldenView(golden, row, isText),
      );
      break;
    }
    case "list":
    case "map":
    case "largelist": {
      const offsets = cursor.view();
      each("offset", (row) => offset(offsets, row + 1), (row) => String(golden.OFFSET![row + 1]));
      break;
    }
    case "listview":
    case "largelistview": {
      const [offsets, sizes] = [cursor.view(), cursor.view()];
      each("offset", (row) => offset(offsets, row), (row) => String(golden.OFFSET![row]));
      each("size", (row) => offset(sizes, row), (row) => String(golden.SIZE![row]));
      break;
    }
    case "union": {
      const ids = cursor.view();
      each("type", (row) => ids.getInt8(row), (row) => golden.TYPE_ID![row]);
      if (type.mode !== "DENSE") break;
      const offsets = cursor.view();
      each("offset", (row) => offset(offsets, row), (row) => String(golden.OFFSET![row]));
      break;
    }
    default: {
      const values = cursor.view();
      const read = fixedValues(type);
      each("value", (row) => read(values, row), (row) => goldenValue(golden.DATA![row], type));
    }
  }
  if (isIndex) return;
  field.children.forEach((child, i) =>
    compareColumn({ field: child, golden: golden.children![i], cursor })
  );
}

function check(
  { name }: GoldenField,
  { what, is, should }: { what: string; is: unknown; should: unknown },
): void {
  if (Object.is(is, should)) return;
  throw new Error(`column ${JSON.stringify(name)}, ${what}: ${is}, expected ${should}`);
}
