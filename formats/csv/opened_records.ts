import type { ColumnSpec, Piece, Range } from "../table.ts";
import type { FirstRecord } from "./first_record.ts";
import { join } from "./header.ts";
import { RecordChunks, type RecordChunksOptions } from "./record_chunks.ts";
import { countLinesBefore, seekRecords } from "./seek_records.ts";

/** Records that were read, for other threads to go on after them. */
export interface RecordsAhead {
  /** The bytes, which begin with a record. */
  readonly bytes: Uint8Array;
  /** How many bytes of the source were read. */
  readonly position: number;
  /** Where the records end in the file, if that is not its end. */
  readonly end?: number;
  /**
   * Reads what follows, about so many bytes at most, wherever records end; nothing at the end. The
   * bytes are lost when this is called again.
   */
  read(most: number): Promise<Uint8Array | undefined>;
}

/** CSV or JSON lines whose columns are known, and whose records can be read. */
export interface OpenRecords {
  readonly columns: readonly ColumnSpec[];
  /** The bytes in front of the header or the first record, which are passed on. */
  readonly prelude: Uint8Array;
  /** The first record, which is the header if there is one; missing for JSON lines. */
  readonly first?: FirstRecord;
  /** The line end of the header; missing if there is no header. */
  readonly headerEnd?: Uint8Array;
  /** Lines before the first record, which have to be counted in front of a piece. */
  readonly lines: number;
  /** What the user should know of how the header was understood, if there is something. */
  readonly note?: string;
  /** What may be wrong if a column is not found: the first line may be a title, or data. */
  readonly hint?: string;
  /** The chunks that follow the first one. */
  readonly chunks: RecordChunks;
  /** Bytes of a record: the average of the first ones, or the minimum if there are none yet. */
  readonly recordSize: number;
  /** Reads the next chunk of complete records, of about the given size; nothing at the end. */
  read(size?: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The bytes of the file in which the records of a piece lie, once it is narrowed to one. */
  readonly range?: Range;
  /** Leaves only the records of a piece. It is called before the first chunk is read. */
  narrow(piece: Piece): Promise<Range>;
  /**
   * Stops reading before the first chunk, and returns what was read ahead. Returns nothing, and
   * reading goes on, if there is no more to read.
   */
  handOver(): RecordsAhead | undefined;
}

/** What is known of records once their columns are. */
export type KnownRecords = Pick<
  OpenRecords,
  "columns" | "prelude" | "first" | "headerEnd" | "lines" | "note" | "hint" | "recordSize"
>;

/** Where records come from. */
export interface RecordsOrigin {
  readonly chunks: RecordChunks;
  /** Records that were read to know the columns. */
  readonly ahead: Uint8Array<ArrayBuffer>[];
  /** The place in the file at which the first record begins. */
  readonly begin: number;
  /** How records are cut. */
  readonly cutting: Omit<RecordChunksOptions, "position">;
}

/** Records whose columns are known, as their reader opened them. */
export class OpenedRecords implements OpenRecords {
  readonly columns: readonly ColumnSpec[];
  readonly prelude: Uint8Array;
  readonly first?: FirstRecord;
  readonly headerEnd?: Uint8Array;
  readonly note?: string;
  readonly hint?: string;
  readonly recordSize: number;
  chunks: RecordChunks;
  readonly #origin: RecordsOrigin;
  #lines: number;
  #narrowed?: { readonly piece: Piece; readonly range: Range };

  constructor(known: KnownRecords, origin: RecordsOrigin) {
    this.columns = known.columns;
    this.prelude = known.prelude;
    this.first = known.first;
    this.headerEnd = known.headerEnd;
    this.note = known.note;
    this.hint = known.hint;
    this.recordSize = known.recordSize;
    this.#lines = known.lines;
    this.#origin = origin;
    this.chunks = origin.chunks;
  }

  get lines(): number {
    // Few need this, and it takes as long as reading all that comes before the piece.
    if (this.#narrowed !== undefined && isNaN(this.#lines)) {
      const { piece, range } = this.#narrowed;
      // The last records of an input may be looked at when the next input has taken its place.
      using file = piece.reopen();
      this.#lines = countLinesBefore(file, range.start);
    }
    return this.#lines;
  }

  get range(): Range | undefined {
    return this.#narrowed?.range;
  }

  async read(size?: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { ahead } = this.#origin;
    while (ahead[0]?.length === 0) ahead.shift();
    return ahead.shift() ?? await this.chunks.read(size);
  }

  async narrow(piece: Piece): Promise<Range> {
    const { ahead, begin, cutting } = this.#origin;
    const range = await seekRecords(piece, { ...cutting, begin });
    const { start, end } = range;
    this.#narrowed = { piece, range };
    this.#lines = NaN;
    ahead.length = 0;
    this.chunks = new RecordChunks(piece.open(start, end), { ...cutting, position: start });
    return range;
  }

  handOver(): RecordsAhead | undefined {
    const left = this.chunks.handOver();
    return left && {
      bytes: join([...this.#origin.ahead, left.bytes]),
      position: left.read,
      end: this.range?.end,
      read: (most) => this.chunks.readOn(most),
    };
  }
}
