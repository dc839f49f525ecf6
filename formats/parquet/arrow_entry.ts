import { decodeSchema } from "../arrow/decode/decode_schema.ts";
import { FlatTable } from "../arrow/decode/flatbuffer_reader.ts";
import { encodeSchema, type OutputSchema } from "../arrow/encode/encode_message.ts";
import { type ArrowSchema, TYPE } from "../arrow/field.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { joinBytes } from "./thrift/compact.ts";

// Writers that use Arrow keep its schema in the footer, as a message in base64: it has what Parquet
// cannot express.

/** The key of the schema in the footer. */
export const ARROW_ENTRY = "ARROW:schema";

/** What the schema adds to the type of a top-level column. */
export interface ArrowAddition {
  readonly name: string;
  /** The time zone of a timestamp. */
  readonly zone?: string;
  /** The number of the unit of a duration, which Parquet stores as an integer. */
  readonly durationUnit?: number;
}

const FIELD = { name: 0, typeId: 2, type: 3 };
const SCHEMA = { fields: 1 };
const MILLISECONDS = 1;

/**
 * Decodes a schema.
 *
 * @throws {RangeError} If it is damaged.
 */
export function decodeArrowEntry(value: string, origin: string): ArrowSchema {
  return decodeSchema({ ...openEntry(value), origin });
}

/** Encodes a schema. */
export function encodeArrowEntry(schema: OutputSchema): string {
  const encoded = encodeSchema(schema);
  const prefix = Uint32Array.of(0xffffffff, encoded.length);
  return encodeBase64(joinBytes([new Uint8Array(prefix.buffer), encoded]));
}

/**
 * Reads what a schema adds to the types of Parquet. Types that specol does not know, such as those
 * of future versions, add nothing.
 *
 * @throws {RangeError} If it is damaged.
 */
export function arrowAdditions(value: string): ArrowAddition[] {
  return openEntry(value).header.tables(SCHEMA.fields).map((field) => {
    const name = field.text(FIELD.name);
    const type = field.table(FIELD.type);
    switch (field.byte(FIELD.typeId)) {
      case TYPE.timestamp:
        return { name, zone: type?.text(1) };
      case TYPE.duration:
        return { name, durationUnit: type?.int16(0, MILLISECONDS) };
    }
    return { name };
  });
}

function openEntry(
  value: string,
): { header: FlatTable; metadataLength: number; version: number } {
  const bytes = decodeBase64(value);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Before version 0.15 a message began with its length only.
  const start = view.getUint32(0, true) === 0xffffffff ? 8 : 4;
  const message = FlatTable.root(bytes.subarray(start));
  const header = message.table(2);
  if (header === undefined) throw new RangeError("it is not a schema");
  return { header, metadataLength: bytes.length, version: message.int16(0) };
}
