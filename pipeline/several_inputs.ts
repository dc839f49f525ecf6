import { detectFormat } from "../formats/detect.ts";
import { type Format, FORMAT_WORDS } from "../formats/format.ts";
import { openTableReader, type ReadTableOptions } from "../formats/open_table.ts";
import type { Batch, ColumnSpec, Replaced, TableReader, Texts } from "../formats/table.ts";
import type { ByteSource } from "../io/byte_source.ts";
import type { Compression } from "../io/decompress.ts";
import { openInput } from "../io/open_source.ts";
import type { Request } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import type { RunPart } from "./run_part.ts";

// Several inputs are one table: they are read one after another, and their columns must agree.

/** An input that is read after the first one. */
export interface MoreInput {
  readonly path: string;
  readonly format: Format;
  readonly compression?: Compression;
}

/** Detects the formats of all inputs but the first. Each is opened again when its turn comes. */
export async function detectMore(
  { moreInputs = [], from, csv }: Request,
  first: Format,
): Promise<MoreInput[]> {
  const found: MoreInput[] = [];
  for (const path of moreInputs) {
    // Standard input cannot be looked at and be opened again.
    if (path === "-") {
      found.push({ path, format: from ?? first });
      continue;
    }
    using input = await openInput(path);
    const { format } = await detectFormat(input.source, { from, path });
    found.push({
      path,
      format: format === "tsv" && csv.delimiter !== undefined ? "csv" : format,
      compression: input.compression,
    });
  }
  return found;
}

const LINE_FEED = 0x0a;

/** A text with a line end behind its last line, so that another text can follow it. */
export function withLastLineEnd(source: ByteSource): ByteSource {
  let last = LINE_FEED;
  const { name, size, live, compressed } = source;
  return {
    ...{ name, size, live, compressed },
    async read(into: Uint8Array): Promise<number | null> {
      const found = await source.read(into);
      if (found !== null) {
        if (found > 0) last = into[found - 1];
        return found;
      }
      if (last === LINE_FEED) return null;
      last = into[0] = LINE_FEED;
      return 1;
    },
  };
}

/** The columns of an input, and what messages call it. */
interface Named {
  readonly name: string;
  readonly columns: readonly ColumnSpec[];
}

/** Throws where the columns of an input are not those of the first, by name and in the same order. */
export function checkSameNames(first: Named, next: Named): void {
  next.columns.forEach(({ name }, i) => {
    const expected = first.columns[i]?.name;
    if (name === expected) return;
    throw new SyntaxError(
      `Cannot read ${next.name} after ${first.name}: its column ${i + 1} is ${name}, ` +
        (expected === undefined
          ? `and ${first.name} has ${first.columns.length} columns`
          : `expected ${expected}`) +
        `; all inputs must have the same columns in the same order`,
    );
  });
  if (next.columns.length === first.columns.length) return;
  throw new SyntaxError(
    `Cannot read ${next.name} after ${first.name}: it has no column ` +
      `${first.columns[next.columns.length].name}; all inputs must have the same columns`,
  );
}

/** Throws where a column that is passed on holds something else than in the first input. */
function checkSameTypes(first: Named, next: Named & { readonly passed: readonly number[] }): void {
  for (const i of next.passed) {
    const [{ name, typeName: expected }, { typeName }] = [first.columns[i], next.columns[i]];
    if (typeName === expected) continue;
    throw new SyntaxError(
      `Cannot read ${next.name} after ${first.name}: column ${name} is ${typeName} there, and ` +
        `${expected} in ${first.name}; of CSV say what it is with --types, or leave the column out`,
    );
  }
}

/** How several inputs are read. */
export interface SeveralOptions extends ReadTableOptions {
  /** The first input, which is open. */
  readonly first: { readonly reader: TableReader; readonly name: string; readonly format: Format };
  readonly more: readonly MoreInput[];
  readonly count: (bytes: number) => void;
  /** Whether the output holds values of one type in a column: then those that are passed on must agree. */
  readonly isTyped: boolean;
  /** Whether a column follows that has the name of the input. */
  readonly hasFileColumn: boolean;
  /** The piece of the inputs that is read, and the rows that `read` is called with. */
  readonly part?: RunPart;
  readonly rows: number;
  /** Rows of the first input that come before its piece. */
  readonly rowsBefore?: number;
}

/** Reads several inputs as one table. */
export class SeveralReader implements TableReader {
  readonly columns: readonly ColumnSpec[];
  /** The columns that are written as they are; types of the others may differ. */
  passed: readonly number[] = [];
  readonly #options: SeveralOptions;
  #reader: TableReader;
  #name: string;
  #next = 0;
  #rows = 0;
  /** The row at which each input begins. */
  readonly #starts: { readonly row: number; readonly name: string; readonly before: number }[];
  #opened?: Disposable;
  #replaced?: Replaced;

  constructor(options: SeveralOptions) {
    this.#options = options;
    this.#reader = options.first.reader;
    this.#name = options.first.name;
    this.#starts = [{ row: 0, name: this.#name, before: options.rowsBefore ?? 0 }];
    const { columns } = this.#reader;
    this.columns = options.hasFileColumn
      ? [...columns, { name: "", typeName: "utf8", values: "texts" }]
      : columns;
  }

  async read(rows?: number): Promise<Batch | undefined> {
    for (;;) {
      const batch = await this.#reader.read(rows);
      if (batch !== undefined) {
        this.#rows += batch.rows;
        return this.#options.hasFileColumn ? this.#withFile(batch) : batch;
      }
      this.#replaced = addReplaced(this.#replaced, this.#reader.replaced?.());
      const { more, part } = this.#options;
      // The first input has the number 0.
      while (this.#next < more.length && part?.has(this.#next + 1) === false) this.#next++;
      if (this.#next === more.length) return undefined;
      await this.#open(more[this.#next++]);
    }
  }

  /** What messages call a row, counted in its own input. */
  locate(row: number): string {
    const { row: start, name, before } = this.#starts.findLast((start) => start.row <= row)!;
    return `row ${before + row - start + 1} of ${name}`;
  }

  replaced(): Replaced | undefined {
    return this.#replaced;
  }

  [Symbol.dispose](): void {
    this.#opened?.[Symbol.dispose]();
  }

  async #open({ path, format }: MoreInput): Promise<void> {
    const { first, isTyped, count, part, rows, ...options } = this.#options;
    this.#opened?.[Symbol.dispose]();
    this.#opened = undefined;
    using opened = new DisposableStack();
    const input = opened.use(await openInput(path, { count }));
    const { source, directInput } = input;
    const reader = opened.use(
      await openTableReader(format, source, { ...options, path: directInput?.path }),
    );
    const named = { name: source.name, columns: reader.columns, passed: this.passed };
    const expected = { name: first.name, columns: first.reader.columns };
    checkSameNames(expected, named);
    if (isTyped) checkSameTypes(expected, named);
    const narrowed = await part?.narrow({
      ...{ index: this.#next, input, keepsBatches: isTyped },
      narrow: (piece) => reader.narrow(piece, rows),
    });
    if (narrowed !== undefined) opened.use(narrowed);
    this.#opened = opened.move();
    this.#reader = reader;
    this.#name = source.name;
    const before = narrowed?.rowsBefore ?? 0;
    this.#starts.push({ row: this.#rows, name: source.name, before });
  }

  #withFile(batch: Batch): Batch {
    return withTexts(batch, { column: this.columns.length - 1, text: this.#name });
  }
}

/** A batch with one more column, in which every row has the same text. */
function withTexts(batch: Batch, added: { column: number; text: string }): Batch {
  const { column, text } = added;
  return {
    rows: batch.rows,
    bytes: batch.bytes,
    numbers: (i, type) => batch.numbers(i, type),
    values: (i) =>
      i === column
        ? sameTexts(text, batch.rows)
        : batch.values?.(i) ?? { kind: "floats", ...batch.numbers(i) },
    slice: batch.slice &&
      ((first, limits) => {
        const columns = limits.texts?.columns.filter((i) => i !== column) ?? [];
        const texts = limits.texts && { ...limits.texts, columns };
        return withTexts(batch.slice!(first, { ...limits, texts }), added);
      }),
    locate: batch.locate && ((i, row) => batch.locate!(i, row)),
    release: batch.release && (() => batch.release!()),
  };
}

function sameTexts(text: string, rows: number): Texts {
  const one = new TextEncoder().encode(text);
  const bytes = new Uint8Array(one.length * rows);
  const offsets = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) {
    bytes.set(one, i * one.length);
    offsets[i + 1] = (i + 1) * one.length;
  }
  return { kind: "texts", offsets, bytes };
}

/** Adds up what was replaced in two inputs; the first place stays. */
function addReplaced(a: Replaced | undefined, b: Replaced | undefined): Replaced | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const counts = new Map(a.counts.map(({ column, count }) => [column, count]));
  for (const { column, count } of b.counts) counts.set(column, (counts.get(column) ?? 0) + count);
  return { ...a, counts: Array.from(counts, ([column, count]) => ({ column, count })) };
}

/** Throws where the column of the input's name would have the name of another column. */
export function checkFileColumn(fileColumn: string, names: readonly string[]): void {
  if (!names.includes(fileColumn)) return;
  throw new UsageError(
    `Option --file-column: there is a column ${fileColumn} already; choose another name`,
  );
}

/** Throws where inputs of Arrow cannot be passed on one behind the other, with what they are. */
export function checkPlainColumns(
  columns: readonly ColumnSpec[],
  { passed, why }: { passed: readonly number[]; why: string },
): void {
  const others = passed.filter((i) =>
    !/^(u?int\d+|float\d+|(large_)?utf8(_view)?)$/.test(columns[i].typeName)
  );
  if (others.length === 0) return;
  const named = others.map((i) => `${columns[i].name} (${columns[i].typeName})`).join(", ");
  throw new UsageError(
    `Cannot write ${FORMAT_WORDS.arrow} ${why} and keep the type of ${named}: leave such columns ` +
      `out, with convert -c or --only, or write CSV`,
  );
}
