import { keepRows } from "../../formats/keep_rows.ts";
import { type ArrowTable, isArrowTable } from "../../formats/arrow/arrow_table.ts";
import {
  comparedType,
  findMismatch,
  matchSchemas,
} from "../../formats/arrow/decode/match_schemas.ts";
import { type Format, isText, specOf } from "../../formats/registry.ts";
import { openTableReader, type ReadTableOptions } from "../../formats/open_table.ts";
import { addNotes, type CellNotes, type NotedCells } from "../../formats/cell_notes.ts";
import {
  type Batch,
  type ColumnSpec,
  type TableReader,
  type Texts,
  valuesOf,
} from "../../formats/table.ts";
import { explainDamage } from "../../io/compression/explain_damage.ts";
import { type Input, openInput } from "../../io/open_source.ts";
import { UsageError } from "../../plan/usage_error.ts";
import type { RunPart } from "./partition.ts";
import {
  checkAssumed,
  isSameOrder,
  matchColumns,
  type MoreInput,
  type NamedColumns,
} from "./multi_input.ts";

/** How the columns of an input are those of the first one. */
interface Order {
  /** For each column of the first input, the column of this one. */
  readonly order: readonly number[];
  /** The columns of the first input that are written as they are. */
  readonly passed: readonly number[];
}

/** An input, as it is compared with another one. */
interface TypedColumns extends NamedColumns {
  readonly format: Format;
}

/** Throws where a column that is passed on holds something else than in the first input. */
function checkSameTypes(
  first: TypedColumns,
  next: TypedColumns,
  { order, passed, as }: Order & { readonly as: "stored" | "keys" },
): void {
  const compared = as === "keys" ? keyType : comparedType;
  for (const i of passed) {
    const [{ name, typeName: expected }, { typeName }] = [first.columns[i], next.columns[order[i]]];
    if (compared(typeName) === compared(expected)) continue;
    const advice = [first, next].some(({ format }) => isText(format))
      ? "set the type of CSV columns with --types"
      : as === "stored"
      ? "write CSV"
      : "convert one of them to CSV first, and set its type with --types";
    throw new SyntaxError(
      `Cannot read ${next.name} after ${first.name}: column ${name} is ${typeName} there, but ` +
        `${expected} in ${first.name}; ${advice}, or leave the column out`,
    );
  }
}

/** A type as keys of groups are compared: however texts are stored, they are the same keys. */
function keyType(typeName: string): string {
  return comparedType(typeName)
    .replace(/^dictionary<(.*)>$/, "$1")
    .replace(/^(large_)?utf8(_view)?$/, "utf8");
}

/** Throws where the buffers of a column mean something else than in the first input. */
function checkSameStorage(
  first: { readonly name: string; readonly reader: ArrowTable },
  next: { readonly name: string; readonly reader: ArrowTable },
  order: Order,
): void {
  const found = findMismatch(first.reader.schema, next.reader.schema, order);
  if (found === undefined) return;
  const { name } = first.reader.columns[found.column];
  throw new SyntaxError(
    `Cannot read ${next.name} after ${first.name}: column ${name} ${found.what}; write CSV, or leave ` +
      `the column out`,
  );
}

/** How several inputs are read. */
export interface MultiReaderOptions extends ReadTableOptions {
  /** The first input, which is open. */
  readonly first: { readonly reader: TableReader; readonly name: string; readonly format: Format };
  readonly more: readonly MoreInput[];
  readonly count: (bytes: number) => void;
  /** The columns that are written as they are; types of the others may differ. */
  readonly passed: readonly number[];
  /**
   * What these become: columns that are stored as in the first input, keys of groups, whose types
   * must agree, or text, whose types may differ.
   */
  readonly passedAs: "stored" | "keys" | "text";
  /** Whether a column follows that has the name of the input. */
  readonly hasFileColumn: boolean;
  /** The piece of the inputs that is read; all of them if omitted. */
  readonly part?: RunPart;
  /** Whether batches are written as they are read, and what `read` is called with then. */
  readonly keepsBatches?: boolean;
  readonly rows?: number;
  /** Rows of the first input that come before its piece. */
  readonly rowsBefore?: number;
}

/** Reads several inputs as one table. */
export class MultiReader implements TableReader, AsyncDisposable {
  readonly columns: readonly ColumnSpec[];
  readonly #options: MultiReaderOptions;
  #reader: TableReader;
  #name: string;
  #next = 0;
  #rows = 0;
  /** The row at which each input begins. */
  readonly #starts: { readonly row: number; readonly name: string; readonly before: number }[];
  #opened?: AsyncDisposable;
  /** The input that is open, if it is not the first. */
  #input?: Input;
  /** For each column of the first input, the column of this one. */
  #order: readonly number[] = [];
  /** The columns that will be asked for. */
  #wanted?: readonly number[];
  /** What the inputs report about their cells. */
  readonly #notes: NonNullable<TableReader["noted"]>[] = [];

  constructor(options: MultiReaderOptions) {
    this.#options = options;
    this.#reader = options.first.reader;
    this.#note(this.#reader);
    this.#name = options.first.name;
    this.#starts = [{ row: 0, name: this.#name, before: options.rowsBefore ?? 0 }];
    const { columns } = this.#reader;
    this.columns = options.hasFileColumn
      ? [...columns, { name: "", typeName: "utf8", values: "texts" }]
      : columns;
  }

  async read(rows: number = Infinity): Promise<Batch | undefined> {
    const { hasFileColumn } = this.#options;
    for (;;) {
      const most = hasFileColumn ? limitRows(rows, this.#name) : rows;
      // The run looks for damage in its first input.
      const batch = this.#input === undefined
        ? await this.#reader.read(most)
        : await explainDamage(this.#input, () => this.#reader.read(most));
      if (batch !== undefined) {
        this.#rows += batch.rows;
        const ordered = isSameOrder(this.#order) ? batch : reordered(batch, this.#order);
        return hasFileColumn ? this.#withFile(ordered) : ordered;
      }
      const { more, part } = this.#options;
      // The first input has the number 0.
      while (this.#next < more.length && part?.has(this.#next + 1) === false) this.#next++;
      if (this.#next === more.length) return undefined;
      await this.#open(more[this.#next++]);
    }
  }

  /** Sets the columns that will be asked for, in all inputs. */
  want(columns: readonly number[]): void {
    this.#wanted = columns;
    this.#reader.want?.(columns);
  }

  /** What messages call a row, counted in its own input. */
  locate(row: number): string {
    const { row: start, name, before } = this.#starts.findLast((start) => start.row <= row)!;
    return `row ${before + row - start + 1} of ${name}`;
  }

  /** The last batches of an input may be computed and written while the next input is read. */
  readonly noted = (): CellNotes<NotedCells> =>
    this.#notes.reduce((all, notes) => addNotes(all, notes()), {});

  /** The inputs are closed by {@linkcode Symbol.asyncDispose}. */
  [Symbol.dispose](): void {}

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }

  async #open(next: MoreInput): Promise<void> {
    const { path, format, identity, open } = next;
    const { first, passed, passedAs, part, keepsBatches, hasFileColumn, ...options } =
      this.#options;
    const { count, rows = Infinity } = options;
    await this.#opened?.[Symbol.asyncDispose]();
    this.#opened = undefined;
    await using opened = new AsyncDisposableStack();
    const input = opened.use(await (open?.() ?? openInput(path, { count, identity })));
    await checkAssumed(next, input);
    const { source, directInput } = input;
    const reader = opened.use(
      await openTableReader(format, source, { ...options, ...directInput }),
    );
    const named = { name: source.name, columns: reader.columns, format };
    const expected = { ...first, columns: first.reader.columns };
    const order = { order: matchColumns(expected, named), passed };
    if (passedAs !== "text") checkSameTypes(expected, named, { ...order, as: passedAs });
    this.#order = order.order;
    reader.want?.(this.#wanted?.map((i) => order.order[i]) ?? []);
    if (isArrowTable(first.reader) && isArrowTable(reader)) {
      const isStored = passedAs === "stored";
      if (isStored) {
        checkSameStorage({ ...first, reader: first.reader }, { ...named, reader }, order);
      }
      const { schema } = first.reader;
      const matched = matchSchemas(schema, reader.schema, {
        order: order.order,
        passed: isStored ? passed : [],
      });
      reader.giveAs(matched);
      this.#order = [];
    }
    const narrowed = await part?.narrow({
      index: this.#next,
      input,
      keepsBatches,
      narrow: (piece) => reader.narrow(piece, hasFileColumn ? limitRows(rows, source.name) : rows),
    });
    if (narrowed !== undefined) opened.use(narrowed);
    this.#opened = opened.move();
    this.#input = input;
    this.#reader = reader;
    this.#note(reader);
    this.#name = source.name;
    const before = narrowed?.rowsBefore ?? 0;
    this.#starts.push({ row: this.#rows, name: source.name, before });
  }

  #note({ noted }: TableReader): void {
    if (noted !== undefined) this.#notes.push(noted);
  }

  #withFile(batch: Batch): Batch {
    return withTexts(batch, { column: this.columns.length - 1, text: this.#name });
  }
}

/** A batch with its columns in another order. */
function reordered(batch: Batch, order: readonly number[]): Batch {
  return {
    rows: batch.rows,
    bytes: batch.bytes,
    isHollow: batch.isHollow,
    numbers: (i, type) => batch.numbers(order[i], type),
    values: (i) => valuesOf(batch, order[i]),
    slice: batch.slice &&
      ((first, { rows, texts }) => {
        const limits = texts && { ...texts, columns: texts.columns.map((i) => order[i]) };
        return reordered(batch.slice!(first, { rows, texts: limits }), order);
      }),
    keep: (rows) => reordered(keepRows(batch, rows), order),
    test: batch.test && ((i, text) => batch.test!(order[i], text)),
    valid: batch.valid && ((i) => batch.valid!(order[i])),
    locate: batch.locate && ((i, row) => batch.locate!(order[i], row)),
    release: batch.release && (() => batch.release!()),
  };
}

/** Bytes that the texts of a column take in a batch whose length can be chosen. */
const MAX_TEXT_BYTES = 2 ** 24;

/** The number of rows of a batch, at most, if each has the same text. */
export function limitRows(rows: number, text: string): number {
  const bytes = new TextEncoder().encode(text).length;
  return Math.min(rows, Math.max(8, Math.floor(MAX_TEXT_BYTES / Math.max(1, bytes))));
}

/** A batch with one more column, in which every row has the same text. */
function withTexts(batch: Batch, added: { column: number; text: string }): Batch {
  const { column, text } = added;
  return {
    given: batch,
    rows: batch.rows,
    bytes: batch.bytes,
    isHollow: batch.isHollow,
    numbers: (i, type) => batch.numbers(i, type),
    values: (i) => i === column ? sameTexts(text, batch.rows) : valuesOf(batch, i),
    slice: batch.slice &&
      ((first, limits) => {
        const columns = limits.texts?.columns.filter((i) => i !== column) ?? [];
        const texts = limits.texts && { ...limits.texts, columns };
        const rows = limitRows(limits.rows, text);
        return withTexts(batch.slice!(first, { rows, texts }), added);
      }),
    keep: (rows) => withTexts(keepRows(batch, rows), added),
    test: batch.test && ((i, text) => batch.test!(i, text)),
    valid: batch.valid && ((i) => batch.valid!(i)),
    locate: batch.locate && ((i, row) => batch.locate!(i, row)),
    release: batch.release && (() => batch.release!()),
  };
}

/** Bytes of the texts of a column in a batch of Arrow, whose offsets have 32 bits. */
const MAX_OFFSET = 2 ** 31 - 1;

/** Makes a column in which every row has the same text. */
export function sameTexts(text: string, rows: number): Texts {
  const one = new TextEncoder().encode(text);
  const length = one.length * rows;
  // Batches of Arrow are written as they are read, however long they are.
  if (length > MAX_OFFSET) {
    throw new RangeError(
      `Cannot add the column of --file-column: a batch of ${text} has ${rows} rows, and repeating ` +
        `its name exceeds the 2 GB that a text column of a batch can hold; write CSV, or ` +
        `give the input a shorter path`,
    );
  }
  const bytes = new Uint8Array(length);
  bytes.set(one.subarray(0, length));
  for (let done = one.length; done > 0 && done < length; done *= 2) bytes.copyWithin(done, 0, done);
  const offsets = new Int32Array(rows + 1);
  for (let i = 1; i <= rows; i++) offsets[i] = i * one.length;
  return { kind: "texts", offsets, bytes };
}

/**
 * Throws where columns of Arrow cannot be written together with those of other formats, with what
 * they are.
 */
export function checkPlainColumns(columns: readonly ColumnSpec[], passed: readonly number[]): void {
  const others = passed.filter((i) =>
    !/^(u?int\d+|float\d+|(large_)?utf8(_view)?)$/.test(columns[i].typeName)
  );
  if (others.length === 0) return;
  const named = others.map((i) => `${columns[i].name} (${columns[i].typeName})`).join(", ");
  throw new UsageError(
    `Cannot write ${
      specOf("arrow").words
    } from inputs of several formats and keep the type of ${named}: ` +
      `leave these columns out with convert -c or --only, or write CSV`,
  );
}
