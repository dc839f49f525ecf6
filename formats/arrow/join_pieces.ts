import { sameBytes } from "../../io/same_bytes.ts";
import { decodeSchema, withSameSlots } from "./decode/decode_schema.ts";
import { decodeFooter, MAX_REST } from "./decode/footer.ts";
import { decoding } from "./decode/flatbuffer_reader.ts";
import { type MessageHead, MessageReader } from "./decode/message_reader.ts";
import { DictionaryLog } from "./encode/dictionary_log.ts";
import { ALIGNMENT } from "./encode/encode_message.ts";
import { MessageWriter } from "./encode/message_writer.ts";
import type { ArrowSchema, KeyValues } from "./field.ts";
import { type ByteSink, copyBytes } from "../../io/byte_sink.ts";
import { openInput } from "../../io/open_source.ts";
import type { JoinedPiece, WriteJoined } from "../format_spec.ts";

/** The dictionaries that were written, each as the bytes of its message. */
type WrittenDictionaries = DictionaryLog<{
  readonly metadata: Uint8Array;
  readonly body: Uint8Array;
}>;

/** What an Arrow piece begins with. */
interface Opened {
  readonly messages: MessageReader;
  readonly head: MessageHead;
  readonly schema: ArrowSchema;
}

/**
 * Joins Arrow files or streams of one schema: their batches are copied as they are, and a
 * dictionary is written where it is new. A footer is made for a file.
 */
export async function joinArrow(
  pieces: readonly JoinedPiece[],
  container: "file" | "stream",
): Promise<WriteJoined> {
  const { head, schema } = await look(pieces[0].path);
  for (const { path } of pieces.slice(1)) {
    checkSameSchema(await look(path), { path, first: pieces[0].path, head });
  }
  const fields = schema.fields.map((field) => ({ name: field.name, field }));
  return async (sink) => {
    const writer = await MessageWriter.open(sink, {
      container,
      schema: { fields, source: schema },
    });
    let path = "";
    const dictionaries: WrittenDictionaries = new DictionaryLog({
      container,
      isSame: (a, b) => sameBytes(a.metadata, b.metadata) && sameBytes(a.body, b.body),
      differs: (id) => differs(id, { path, container }),
    });
    let footer: { readonly path: string; readonly customMetadata: KeyValues } | undefined;
    for (const [i, { path: next, identity }] of pieces.entries()) {
      path = next;
      if (i > 0) dictionaries.beginPiece();
      await using input = await openInput(path, { identity });
      const opened = await open(input.source);
      // The file may have been replaced since it was looked at.
      checkSameSchema(opened, { path, first: pieces[0].path, head });
      await copyMessages(opened.messages, { writer, sink, dictionaries });
      const customMetadata = await readEnd(opened.messages);
      footer ??= { path, customMetadata };
      if (sameKeys(footer.customMetadata, customMetadata)) continue;
      throw new TypeError(
        `Cannot join ${path} to ${footer.path}: its footer has other metadata; ` +
          `is it a piece of another table?`,
      );
    }
    await writer.close(footer?.customMetadata ?? []);
  };
}

async function look(path: string): Promise<Opened> {
  await using input = await openInput(path);
  return await open(input.source);
}

async function open(source: Parameters<typeof MessageReader.open>[0]): Promise<Opened> {
  const messages = await MessageReader.open(source);
  const head = await messages.readHead();
  if (head?.kind !== "schema") {
    throw new SyntaxError(
      `Cannot join ${source.name}: it starts with ${head === undefined ? "its end" : head.kind}, ` +
        `expected a schema; rewrite it with specol convert`,
    );
  }
  const schema = decoding(head.origin, () => withSameSlots(decodeSchema(head), head.header));
  return { messages, head, schema };
}

function checkSameSchema(
  { head, schema }: Opened,
  { path, first, head: expected }: { path: string; first: string; head: MessageHead },
): void {
  if (sameBytes(head.metadata, expected.metadata)) return;
  const before = decodeSchema(expected).fields;
  const at = before.findIndex(({ name, typeName }, i) =>
    schema.fields[i]?.name !== name || schema.fields[i].typeName !== typeName
  );
  const name = (fields: ArrowSchema["fields"], i: number): string =>
    fields[i] === undefined ? "nothing" : `${fields[i].name} (${fields[i].typeName})`;
  const place = at < 0 ? before.length : at;
  const what = at < 0 && schema.fields.length === before.length
    ? "its schema differs in nullability, dictionaries or metadata"
    : `its column ${place + 1} is ${name(schema.fields, place)}, expected ${name(before, place)}`;
  throw new TypeError(
    `Cannot join ${path} to ${first}: ${what}; all pieces must have the same schema`,
  );
}

function differs(
  id: number,
  { path, container }: { path: string; container: "file" | "stream" },
): TypeError {
  const advice = container === "file"
    ? "and an Arrow file can hold only one; write a stream (--to arrows)"
    : "and both have deltas; rewrite each with specol convert";
  return new TypeError(
    `Cannot join ${path}: its dictionary ${id} differs from that of earlier pieces, ${advice}`,
  );
}

async function copyMessages(
  messages: MessageReader,
  { writer, sink, dictionaries }: {
    writer: MessageWriter;
    sink: ByteSink;
    dictionaries: WrittenDictionaries;
  },
): Promise<void> {
  const { bytes } = messages;
  for (;;) {
    const message = await messages.readHead();
    if (message === undefined) return;
    const { kind, at, origin, bodyLength, metadata } = message;
    if (kind !== "batch" && kind !== "dictionary") {
      throw new SyntaxError(`Cannot join ${origin}: a ${kind} inside a table, expected batches`);
    }
    // Before Arrow 0.15 metadata were padded for a prefix of 4 bytes instead of 8.
    if (metadata.length % ALIGNMENT !== 0 || bodyLength % ALIGNMENT !== 0) {
      throw new TypeError(
        `Cannot join ${origin}: this ${kind} is not aligned to ${ALIGNMENT} bytes; ` +
          `rewrite it with specol convert`,
      );
    }
    if (kind === "dictionary") {
      const body = await bytes.read(bodyLength, { at, what: kind });
      const { id, isDelta } = decoding(origin, () => ({
        id: message.header.int64(0),
        isDelta: message.header.bool(2),
      }));
      if (!dictionaries.isNew({ id, isDelta, values: { metadata, body } })) continue;
      await writer.pass(message, () => sink.write(body));
      continue;
    }
    const source = {
      name: bytes.name,
      read: async (into: Uint8Array): Promise<number | null> => (await bytes.fill(into)) || null,
    };
    await writer.pass(message, async () => {
      const copied = await copyBytes(source, sink, { length: bodyLength });
      if (copied === bodyLength) return;
      throw new SyntaxError(
        `Cannot join ${origin}: it ends after ${copied} of ${bodyLength} bytes of a batch`,
      );
    });
  }
}

/** Reads what comes after the last message, and returns the keys and values of a file. */
async function readEnd({ bytes, container }: MessageReader): Promise<KeyValues> {
  const { name, position: at } = bytes;
  if (container === "stream") {
    if ((await bytes.peek(1)).length === 0) return [];
    throw new SyntaxError(
      `Cannot join ${name}: byte ${at}: unexpected data after the end of the Arrow stream`,
    );
  }
  return decodeFooter(await bytes.readRest(MAX_REST), { name, at }).customMetadata;
}

function sameKeys(a: KeyValues, b: KeyValues): boolean {
  return a.length === b.length &&
    a.every((pair, i) => pair.every((bytes, j) => sameBytes(bytes, b[i][j])));
}
