import type { ByteSource } from "../../../io/byte_source.ts";
import { goesOnError } from "../../goes_on_error.ts";
import { recognise, RECOGNISED_LENGTH } from "../../recognise.ts";
import type { Batch, ColumnSpec, TableReader } from "../../table.ts";
import { ArrowBatch, type Dictionary, RawColumns } from "./batch.ts";
import { decodeBatch } from "./decode_batch.ts";
import { decodeSchema } from "./decode_schema.ts";
import { Dictionaries } from "./dictionaries.ts";
import { type Decompress, loadDecompress } from "./decompress.ts";
import { type ArrowSchema, columnLayout, type NodeLayout, valuesLayout } from "../field.ts";
import { valuesKind } from "../field_type.ts";
import type { FlatTable } from "./flatbuffer_reader.ts";
import { decodeFooter, type Footer, MAX_REST } from "./footer.ts";
import { readSchemaOfFooter } from "./footer_schema.ts";
import { decoding, type Message, MessageReader } from "./message_reader.ts";

/**
 * Reads an Arrow file or stream, batch by batch.
 *
 * A file is read front to back as well: it is a stream between a magic word and a footer. So it may come
 * through a pipe, and takes the memory of its largest batch and of its dictionaries.
 */
export class ArrowReader implements TableReader {
  /**
   * What the input says about its table.
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
  readonly #codecs = new Map<string, Decompress>();
  #waiting: Dictionary[] = [];
  /** Batches so far, and where those of a file begin. */
  #count = 0;
  readonly #batches: number[] = [];
  /** The first message, where it was read to find a schema; nothing in it is the end. */
  readonly #first: (Message | undefined)[];
  /** What is to be closed when all is read. */
  readonly #opened?: Disposable;
  #footer?: Footer;
  #ended = false;

  private constructor(
    source: ByteSource,
    { messages, schema, first = [], opened }: {
      messages: MessageReader;
      schema: ArrowSchema;
      first?: (Message | undefined)[];
      opened?: Disposable;
    },
  ) {
    this.#first = first;
    this.#opened = opened;
    this.#source = source;
    this.#messages = messages;
    this.schema = schema;
    this.columns = schema.fields.map((field) => {
      const { name, typeName, type } = field;
      return { name, typeName, type, values: valuesKind(field) };
    });
    this.#layouts = schema.fields.map(columnLayout);
    this.#dictionaries = new Dictionaries(schema);
  }

  /** Reads the schema; where the source is a file that can be read anywhere, its path is given. */
  static async open(
    source: ByteSource,
    { path }: { readonly path?: string } = {},
  ): Promise<ArrowReader> {
    const messages = await MessageReader.open(source);
    const message = await messages.read();
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
    const { schema, opened } = await readSchemaOfFooter(messages.bytes, path);
    return new ArrowReader(source, { messages, schema, first: [message], opened });
  }

  /** Whether it is a file, with a footer, or a bare stream. */
  get container(): "file" | "stream" {
    return this.#messages.container;
  }

  /**
   * What the footer of a file says, once the file is read.
   *
   * @internal
   */
  get footer(): Footer | undefined {
    return this.#footer;
  }

  /**
   * Dictionaries that no batch came after, once all is read.
   *
   * @internal
   */
  get trailing(): readonly Dictionary[] {
    return this.#waiting;
  }

  /** The next batch, or nothing at the end. */
  async read(): Promise<Batch | undefined> {
    while (!this.#ended) {
      const message = this.#first.length > 0 ? this.#first.shift() : await this.#messages.read();
      if (message === undefined) {
        await this.#end();
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

  /** Ends the reading; the source is the caller's to close. */
  [Symbol.dispose](): void {
    this.#ended = true;
    this.#waiting = [];
    this.#opened?.[Symbol.dispose]();
  }

  #batch(message: Message): ArrowBatch {
    this.#count++;
    // Streams may never end: only of a file the footer is compared with what was in it.
    if (this.container === "file") this.#batches.push(message.at);
    const named = {
      ...message,
      origin: `${this.#source.name}: batch ${this.#count}, ${byteOf(message)}`,
    };
    const raw = this.#columns(named, { table: message.header, layouts: this.#layouts });
    const dictionaries = this.#waiting;
    this.#waiting = [];
    return new ArrowBatch({
      raw,
      fields: this.schema.fields,
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
    const origin = `${name}: dictionary ${id}, ${byteOf(message)}`;
    const field = this.#dictionaries.fieldOf(id);
    if (field === undefined || table === undefined) {
      throw new SyntaxError(
        `Cannot read ${origin}: ${field ? "it is empty" : "no column has this dictionary"}`,
      );
    }
    const layouts = [valuesLayout(field)];
    const values = this.#columns({ ...message, origin }, { table, layouts });
    const dictionary = { id, isDelta, values };
    this.#dictionaries.add(dictionary);
    return dictionary;
  }

  #columns(
    message: Message,
    { table, layouts }: { table: FlatTable; layouts: readonly (readonly NodeLayout[])[] },
  ): RawColumns {
    const { origin, body } = message;
    const parts = decoding(
      origin,
      () => decodeBatch(table, { layouts, bodyLength: body.length, origin }),
    );
    const { codec } = parts;
    if (codec === undefined) return new RawColumns(message, { parts });
    let decompress = this.#codecs.get(codec);
    if (decompress === undefined) {
      decompress = loadDecompress(codec);
      this.#codecs.set(codec, decompress);
    }
    return new RawColumns(message, { parts, decompress });
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
    this.#footer = decodeFooter(await bytes.readRest(MAX_REST), { name, at });
    const { batches } = this.#footer;
    if (batches.join() !== this.#batches.join()) {
      throw new SyntaxError(
        `Cannot read ${name}: its footer lists ${batches.length} batches, in it are ` +
          `${this.#batches.length}, or in another order: it is damaged, or was made for reading ` +
          `at random; write it again as a stream`,
      );
    }
  }
}

function byteOf({ at }: Message): string {
  return `byte ${at}`;
}
