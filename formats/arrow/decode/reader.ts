import { type ByteSource, chunkSource, type DirectInput } from "../../../io/byte_source.ts";
import type { RandomAccessFile } from "../../../io/random_access_file.ts";
import { goesOnError, recognise, RECOGNISED_LENGTH } from "../../magic_bytes.ts";
import type { Batch, ColumnSpec, FileTableReader, Narrowed, Piece } from "../../table.ts";
import { ArrowBatch, decodeColumns, type Dictionary } from "./batch.ts";
import { decoding } from "./flatbuffer_reader.ts";
import { cutMessages, type Message, type MessageCut, MessageReader } from "./message_reader.ts";
import type { PlainDictionary } from "./chunk_reader.ts";
import { decodeSchema } from "./decode_schema.ts";
import { Dictionaries } from "./dictionaries.ts";
import {
  type ArrowSchema,
  columnLayout,
  type NodeLayout,
  valuesKind,
  valuesLayout,
} from "../field.ts";
import { decodeFooter, type FileEnd, type Footer, MAX_REST, readFileEnd } from "./footer.ts";
import type { ArrowTable } from "../arrow_table.ts";
import type { Matched } from "./match_schemas.ts";
import { type BatchAhead, peekBatches, type PeekLimits, sourceAt } from "./peek_batches.ts";

/**
 * Reads an Arrow file or stream, batch by batch.
 *
 * A file is read from front to back as well, because it is a stream between a magic word and a
 * footer. It may therefore come through a pipe, and takes only the memory of its largest batch and
 * of its dictionaries.
 */
export class ArrowReader implements FileTableReader, ArrowTable {
  /**
   * The schema of the table.
   *
   * @internal
   */
  readonly schema: ArrowSchema;
  /** Its columns, in their order. */
  readonly columns: readonly ColumnSpec[];
  readonly #source: ByteSource;
  readonly #messages: MessageReader;
  readonly #layouts: readonly (readonly NodeLayout[])[];
  readonly #dictionaries: Dictionaries;
  #waiting: Dictionary[] = [];
  /** The number of batches so far, and the offsets of those of a file. */
  #count = 0;
  readonly #batches: number[] = [];
  /** The first message, if it was read to look for a schema. `undefined` in it means the end. */
  readonly #first: (Message | undefined)[];
  /** The end of the file, if it had to be read first. */
  readonly #fileEnd?: FileEnd;
  #footer?: Footer;
  #ended = false;
  /** What is read of the messages if only a piece of the table is wanted. */
  #cut?: MessageCut;
  /** How batches are given, if another input comes first. */
  #matched?: Matched;

  private constructor(
    source: ByteSource,
    { messages, schema, first = [], fileEnd }: {
      messages: MessageReader;
      schema: ArrowSchema;
      first?: (Message | undefined)[];
      fileEnd?: FileEnd;
    },
  ) {
    this.#first = first;
    this.#fileEnd = fileEnd;
    this.#source = source;
    this.#messages = messages;
    this.schema = schema;
    this.columns = schema.fields.map((field) => {
      const { name, typeName, computable: type, asked, stored } = field;
      return { name, typeName, type, asked, stored, values: valuesKind(field) };
    });
    this.#layouts = schema.fields.map(columnLayout);
    this.#dictionaries = new Dictionaries(schema);
  }

  /** Reads the schema. The file is named if the source is a seekable file. */
  static async open(
    source: ByteSource,
    file: Partial<DirectInput> = {},
  ): Promise<ArrowReader> {
    const messages = await MessageReader.open(source);
    const message = messages.hasBareSchema ? undefined : await messages.read();
    if (message?.kind === "schema") {
      const schema = decoding(message.origin, () => decodeSchema(message));
      return new ArrowReader(source, { messages, schema });
    }
    if (messages.container === "stream") {
      throw new SyntaxError(
        `Cannot read ${source.name}: not an Arrow stream: it begins with ` +
          `${message === undefined ? "its end" : `a ${message.kind}`}, expected a schema`,
      );
    }
    const fileEnd = await readFileEnd(messages, file);
    const { schema } = fileEnd;
    const first = messages.hasBareSchema ? [] : [message];
    const reader = new ArrowReader(source, { messages, schema, first, fileEnd });
    try {
      await reader.#readLate(fileEnd);
    } catch (error) {
      reader[Symbol.dispose]();
      throw error;
    }
    return reader;
  }

  /** Whether it is a file, with a footer, or a bare stream. */
  get container(): "file" | "stream" {
    return this.#messages.container;
  }

  /**
   * The footer of a file, after everything was read.
   *
   * @internal
   */
  get footer(): Footer | undefined {
    return this.#footer;
  }

  /**
   * Dictionaries that were read, and no batch after them yet.
   *
   * @internal
   */
  get waiting(): readonly Dictionary[] {
    return this.#waiting;
  }

  /** Leaves only the batches that begin in a piece. The bodies of others are not read. */
  async narrow(piece: Piece): Promise<Narrowed> {
    const { to } = piece;
    const cut = this.#cut = cutMessages(piece, { countBatches: () => this.#count });
    let rowsBefore = 0;
    for (;;) {
      const message = await this.#next();
      if (message?.kind === "dictionary" && message.at < to) {
        this.#waiting.push(this.#dictionary(message));
      } else if (message !== undefined && cut.isBefore(message)) {
        this.#countBatch(message);
        rowsBefore += decoding(message.origin, () => message.header.int64(0));
      } else {
        this.#first.unshift(message);
        return { bytes: { start: message?.at ?? to, end: to }, rowsBefore };
      }
    }
  }

  /**
   * Looks at the batches of a file that come next, and takes none of them. It takes dictionaries
   * that come before the first one.
   *
   * @internal
   */
  async lookAhead(file: RandomAccessFile, limits: PeekLimits): Promise<BatchAhead[]> {
    for (;;) {
      const [first] = this.#first;
      if (this.#first.length > 0 && first === undefined) return [];
      const at = first?.at ?? this.#messages.bytes.position;
      const messages = this.#messages.fork(sourceAt(file, at), at);
      const found = await peekBatches(messages, { file, layouts: this.#layouts, ...limits });
      if (found.batches.length > 0 || found.next !== "dictionary") return found.batches;
      this.#waiting.push(this.#dictionary((await this.#next())!));
    }
  }

  /**
   * The dictionaries of some columns as they are now, for threads that read batches by themselves.
   *
   * @internal
   */
  dictionariesOf(columns: readonly number[]): PlainDictionary[] {
    const states = this.#dictionaries.states();
    const ids = new Set(columns.map((i) => this.schema.fields[i].dictionary));
    return [...states].flatMap(([id, { dictionary }]) =>
      ids.has(id) ? [{ id, parts: dictionary.columns }] : []
    );
  }

  /**
   * Passes over batches that were looked at, and the dictionaries that came before them.
   *
   * @internal
   */
  skip(batches: readonly BatchAhead[], open: (position: number) => ByteSource): void {
    const { bytes } = this.#messages;
    for (const batch of batches) {
      this.#countBatch(batch);
      const wanted = { at: batch.at, what: "batch" };
      // The first one may have been read already.
      if (this.#first.shift() === undefined) {
        bytes.jump(batch.end - bytes.position, { wanted, open });
      }
    }
    this.#waiting = [];
  }

  /** Returns the next batch, or `undefined` at the end. */
  async read(): Promise<Batch | undefined> {
    while (!this.#ended) {
      const message = await this.#next();
      if (message === undefined) {
        await this.#end();
      } else if (this.#cut?.isSkipped(message)) {
        if (message.kind === "batch") this.#countBatch(message);
      } else if (message.kind === "dictionary") {
        this.#waiting.push(this.#dictionary(message));
      } else if (message.kind === "batch") {
        return this.#batch(message);
      } else if (message.kind === "schema") {
        const { name } = this.#source;
        const { at } = message;
        throw goesOnError(name, { at, after: "a batch", words: "another Arrow stream" });
      } else {
        throw new SyntaxError(
          `Cannot read ${message.origin}: a ${message.kind} inside a table, expected batches`,
        );
      }
    }
    return undefined;
  }

  /**
   * Gives batches as those of another schema: in the order of its columns, with its dictionaries.
   *
   * @internal
   */
  giveAs(matched: Matched): void {
    this.#matched = matched;
  }

  /** Ends the reading. The caller closes the source. */
  [Symbol.dispose](): void {
    this.#ended = true;
    this.#waiting = [];
    this.#fileEnd?.opened[Symbol.dispose]();
  }

  /** Reads the dictionaries that come after the batches, and ends the messages before them. */
  async #readLate({ footer: { late: at = 0 }, late }: FileEnd): Promise<void> {
    if (late === undefined) return;
    const { name } = this.#source;
    const chunks = [late].values();
    const messages = this.#messages.fork(
      chunkSource(name, () => Promise.resolve(chunks.next())),
      at,
    );
    while (messages.bytes.position < at + late.length) {
      const message = await messages.read();
      if (message?.kind !== "dictionary") {
        throw new SyntaxError(
          `Cannot read ${name}: byte ${messages.bytes.position}: damaged Arrow metadata: the footer ` +
            `lists a dictionary that is not there`,
        );
      }
      this.#waiting.push(this.#dictionary(message));
    }
    this.#messages.endAt(at);
  }

  async #next(): Promise<Message | undefined> {
    return this.#first.length > 0 ? this.#first.shift() : await this.#messages.read(this.#cut);
  }

  #countBatch({ at }: Pick<Message, "at">): void {
    this.#count++;
    // Streams may never end, so that only a file's footer is compared with its content.
    if (this.container === "file") this.#batches.push(at);
  }

  #batch(message: Message): ArrowBatch {
    this.#countBatch(message);
    const named = {
      ...message,
      origin: `${this.#source.name}: batch ${this.#count}, byte ${message.at}`,
    };
    const { order, ids } = this.#matched ?? {};
    const raw = decodeColumns(named, { table: message.header, layouts: this.#layouts, order });
    const dictionaries = this.#waiting.flatMap((dictionary) =>
      ids === undefined
        ? [dictionary]
        : (ids.get(dictionary.id) ?? []).map((id) => ({ ...dictionary, id }))
    );
    this.#waiting = [];
    const { fields } = this.schema;
    return new ArrowBatch({
      raw,
      fields: order?.map((i) => fields[i]) ?? fields,
      known: this.#dictionaries.states(),
      release: () => {
        raw.release();
        this.#messages.bytes.recycle(message.body);
      },
    }, dictionaries);
  }

  #dictionary(message: Message): Dictionary {
    const { name } = this.#source;
    const { id, isDelta, table } = decoding(message.origin, () => ({
      id: message.header.int64(0),
      table: message.header.table(1),
      isDelta: message.header.bool(2),
    }));
    const origin = `${name}: dictionary ${id}, byte ${message.at}`;
    const field = this.#dictionaries.fieldOf(id);
    if (field === undefined || table === undefined) {
      throw new SyntaxError(
        `Cannot read ${origin}: ${field ? "it is empty" : "no column has this dictionary"}`,
      );
    }
    const layouts = [valuesLayout(field)];
    const values = decodeColumns({ ...message, origin }, { table, layouts });
    const dictionary = { id, isDelta, values };
    this.#dictionaries.add(dictionary);
    return dictionary;
  }

  async #end(): Promise<void> {
    this.#ended = true;
    const { name } = this.#source;
    const { bytes } = this.#messages;
    const at = bytes.position;
    if (this.container === "stream") {
      const next = await bytes.peek(RECOGNISED_LENGTH);
      if (next.length === 0) return;
      throw goesOnError(name, { at, after: "the Arrow stream", words: recognise(next).words });
    }
    this.#footer = this.#fileEnd?.footer ??
      decodeFooter(await bytes.readRest(MAX_REST), { name, at });
    const { batches } = this.#footer;
    if (batches.join() !== this.#batches.join()) {
      throw new SyntaxError(
        `Cannot read ${name}: its footer lists ${batches.length} batches, but it has ` +
          `${this.#batches.length}, or another order: it is damaged, or was written for random ` +
          `access; rewrite it as a stream`,
      );
    }
  }
}
