import { freeBuffer } from "../../../io/limits.ts";
import type { DictionaryValues, RawColumn } from "../../arrow/decode/batch.ts";
import { packBits } from "../../validity.ts";
import { ENCODING, PHYSICAL } from "../metadata.ts";
import { changeFixed, widenTexts } from "./change_values.ts";
import { EntriesColumn, makeNodes } from "./entries_column.ts";
import { HybridReader } from "./hybrid.ts";
import type { LeafType } from "./leaf_type.ts";
import { type ChunkPlace, type Page, PageReader } from "./page_reader.ts";
import type { TakenEntries } from "./entry_rows.ts";
import { FixedRows } from "./fixed_rows.ts";
import { TextRows } from "./text_rows.ts";
import { UnsupportedError } from "./unsupported_error.ts";
import type { Decoding } from "./wanted_bytes.ts";
import {
  decodeDictionary,
  type FixedDecoder,
  openFixed,
  openTexts,
  type TextsDecoder,
} from "./values.ts";

/** A column chunk to read. */
export interface CursorOptions extends ChunkPlace {
  readonly type: LeafType;
  /** The number of values, with nulls. */
  readonly rows: number;
}

/** Rows whose levels are decoded at a time. */
const MAX_STEP = 4096;
const NONE = new Uint8Array(0);
/** Levels of a step, in an array that is used again. */
const levels = new Int32Array(MAX_STEP);

/**
 * Reads a column chunk row by row: decodes as many rows as are asked for, page by page, and gives
 * them as a column of Arrow.
 */
export class ColumnCursor implements Disposable {
  readonly #pages: PageReader;
  readonly #options: CursorOptions;
  #dictionary?: DictionaryValues;
  #page?: Page;
  #values?: FixedDecoder | TextsDecoder;
  /** Rows that are left in the page, and in the chunk after what was decoded. */
  #inPage = 0;
  #left: number;
  /** Decoded rows: validity as bytes, and values. */
  #ready = 0;
  #valid: Uint8Array = NONE;
  #nulls = 0;
  readonly #fixed: FixedRows;
  readonly #texts?: TextRows;

  constructor(options: CursorOptions) {
    this.#options = options;
    this.#pages = new PageReader(options);
    this.#left = options.rows;
    const { physical, size, change } = options.type;
    this.#fixed = new FixedRows(size, { keepsEntries: change === undefined });
    if (physical === PHYSICAL.byteArray) this.#texts = new TextRows();
  }

  /**
   * Decodes rows until there are so many, or until texts have so many bytes. Returns how many there
   * are: one at least.
   */
  *fill(rows: number, bytes: number): Decoding<number> {
    while (this.#ready < rows && !(this.#texts && this.#ready > 0 && this.#texts.hasBytes(bytes))) {
      while (this.#inPage === 0) yield* this.#nextPage();
      this.#decode(() => this.#fillFromPage(rows, bytes));
    }
    return Math.min(this.#ready, rows);
  }

  /** Removes decoded rows and gives them as a column of Arrow. */
  take(rows: number): RawColumn {
    const valid = this.#valid.subarray(0, rows);
    let nulls = 0;
    if (this.#nulls > 0) { for (let i = 0; i < rows; i++) nulls += 1 - valid[i]; }
    const validity = nulls === 0 ? NONE : packBits(valid);
    const values = this.#takeValues(rows);
    this.#nulls -= nulls;
    if (this.#nulls > 0) this.#valid.copyWithin(0, rows, this.#ready);
    else if (this.#ready > rows) this.#valid.fill(1, 0, this.#ready - rows);
    this.#ready -= rows;
    const nodes = makeNodes(rows, nulls);
    if (!Array.isArray(values)) return new EntriesColumn({ ...values, nodes, validity });
    return { nodes, buffers: [validity, ...values], variadic: [] };
  }

  /** Frees its memory. Columns that were taken stay. */
  [Symbol.dispose](): void {
    this.#pages[Symbol.dispose]();
    this.#fixed[Symbol.dispose]();
    freeBuffer(this.#valid);
  }

  #takeValues(rows: number): TakenEntries | Uint8Array[] {
    const { type } = this.#options;
    const { change } = type;
    if (this.#texts !== undefined) {
      if (change?.kind === "widen") {
        const texts = this.#texts.takeTexts(rows);
        return [this.#decode(() => widenTexts(texts, change.bytes))];
      }
      return this.#texts.take(rows);
    }
    const values = this.#fixed.take(rows);
    if (!(values instanceof Uint8Array)) return values;
    return [
      change === undefined
        ? values
        : this.#decode(() => changeFixed(values, { size: type.size, change })),
    ];
  }

  #fillFromPage(rows: number, bytes: number): void {
    const texts = this.#texts;
    // Texts of a dictionary may be far longer than their page.
    const { longest = 0 } = this.#values as TextsDecoder;
    const atOnce = longest === 0 ? MAX_STEP : Math.max(1, Math.floor(bytes / longest));
    const step = Math.min(rows - this.#ready, this.#inPage, MAX_STEP, atOnce);
    this.#reserve(Math.max(rows, this.#ready + step));
    const valid = this.#readValidity(step);
    const first = this.#ready;
    const isValid = (row: number): boolean => this.#valid[first + row] === 1;
    const added = { rows: step, values: valid, isValid };
    if (texts !== undefined) {
      texts.add(this.#values as TextsDecoder, added);
    } else {
      this.#fixed.add(this.#values as FixedDecoder, added, rows);
    }
    this.#nulls += step - valid;
    this.#ready += step;
    this.#inPage -= step;
    this.#left -= step;
  }

  /** Reads which of the next rows are valid, and returns how many. */
  #readValidity(step: number): number {
    const { definitions } = this.#page!;
    const first = this.#ready;
    if (definitions === undefined) {
      this.#valid.fill(1, first, first + step);
      return step;
    }
    const { maxDefinition } = this.#options;
    let count = 0;
    for (let i = 0; i < step;) {
      const run = definitions instanceof HybridReader ? definitions.takeRun(step - i) : undefined;
      if (run !== undefined) {
        checkLevel(run.value, maxDefinition);
        const isValid = run.value === maxDefinition ? 1 : 0;
        this.#valid.fill(isValid, first + i, first + i + run.count);
        count += isValid * run.count;
        i += run.count;
        continue;
      }
      // A packed run may end in the middle, and the next one be no packed run.
      const packed = definitions instanceof HybridReader
        ? definitions.takePacked(levels, step - i)
        : step - i;
      if (!(definitions instanceof HybridReader)) definitions.read(levels, 0, packed);
      for (let j = 0; j < packed; j++) {
        checkLevel(levels[j], maxDefinition);
        const isValid = levels[j] === maxDefinition ? 1 : 0;
        this.#valid[first + i + j] = isValid;
        count += isValid;
      }
      i += packed;
    }
    return count;
  }

  #reserve(rows: number): void {
    if (this.#valid.length < rows) {
      const larger = new Uint8Array(rows);
      larger.set(this.#valid.subarray(0, this.#ready));
      this.#valid = larger;
    }
  }

  *#nextPage(): Decoding<void> {
    const { type, origin } = this.#options;
    if (this.#left === 0) throw new Error(`No rows are left in ${origin}`);
    const page = yield* this.#pages.read();
    this.#decode(() => {
      if (page.kind === "dictionary") {
        if (this.#dictionary !== undefined) throw new RangeError("it has two dictionaries");
        this.#dictionary = decodeDictionary(page.bytes, page.count, type);
        return;
      }
      if (page.count > this.#left) {
        throw new RangeError(`a page has ${page.count} values, and only ${this.#left} are left`);
      }
      if (page.count === 0) return;
      const isDictionary = page.encoding === ENCODING.plainDictionary ||
        page.encoding === ENCODING.rleDictionary;
      // A page of nulls needs no dictionary, and may have none.
      const dictionary = this.#dictionary ??
        (isDictionary && page.bytes.length === 0 ? decodeDictionary(NONE, 0, type) : undefined);
      const options = { ...type, dictionary };
      this.#values = this.#texts === undefined
        ? openFixed(page.encoding, page.bytes, options)
        : openTexts(page.encoding, page.bytes, options);
      this.#page = page;
      this.#inPage = page.count;
    });
  }

  /** Decodes, and names the column chunk where that fails. */
  #decode<T>(decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      const { origin } = this.#options;
      if (error instanceof UnsupportedError) {
        throw new TypeError(`Cannot read ${origin}: ${error.message}`, { cause: error });
      }
      if (!(error instanceof RangeError)) throw error;
      throw new SyntaxError(`Cannot read ${origin}: damaged values: ${error.message}`, {
        cause: error,
      });
    }
  }
}

function checkLevel(level: number, max: number): void {
  if (level >= 0 && level <= max) return;
  throw new RangeError(`a definition level of ${level >>> 0}, at most ${max}`);
}
