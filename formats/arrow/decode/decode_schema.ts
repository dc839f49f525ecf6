import { copyField } from "./copy_field.ts";
import { decodeType } from "./decode_type.ts";
import type { ArrowField, ArrowSchema } from "../field.ts";
import { MAX_COLUMNS } from "../../table.ts";
import type { FlatTable } from "./flatbuffer_reader.ts";
import { keyValues, type Message } from "./message_reader.ts";

const FIELD = { name: 0, typeId: 2, type: 3, dictionary: 4, children: 5, customMetadata: 6 };
const SCHEMA = { endianness: 0, fields: 1, customMetadata: 2 };
const MAX_DEPTH = 64;
// Bytes that the metadata of a field take, and more.
const SMALLEST_FIELD = 16;
const EXTENSION_NAME = "ARROW:extension:name";

/** What a schema is decoded from: the message that a file or stream begins with, or a footer. */
export type SchemaParts = Pick<Message, "header" | "metadataLength" | "version" | "origin">;

/** Decodes a schema. */
export function decodeSchema(
  { header, metadataLength, version, origin }: SchemaParts,
): ArrowSchema {
  if (header.int16(SCHEMA.endianness) !== 0) {
    throw new TypeError(
      `Cannot read ${origin}: its numbers are big-endian, supported is little-endian; ` +
        `write it again on a little-endian machine`,
    );
  }
  // References may share what they point at, so that few bytes can stand for endless fields.
  let left = metadataLength / SMALLEST_FIELD;
  let count = 0;
  function decodeField(table: FlatTable, path: readonly string[]): ArrowField {
    if (++count > MAX_COLUMNS) {
      throw new TypeError(
        `Cannot read ${origin}: it has more than ${MAX_COLUMNS} columns, with those inside of ` +
          `others; write fewer columns`,
      );
    }
    if (--left < 0 || path.length > MAX_DEPTH) {
      throw new RangeError(`more fields than there is room for, or more than ${MAX_DEPTH} deep`);
    }
    const name = table.text(FIELD.name);
    const here = [...path, name];
    const children = table.tables(FIELD.children).map((child) => decodeField(child, here));
    const id = table.byte(FIELD.typeId);
    const decoded = decodeType(id, {
      table: table.table(FIELD.type),
      children: children.map((child) => child.typeName),
      version,
    });
    if (decoded === undefined) {
      throw new TypeError(
        `Cannot read ${origin}: column ${JSON.stringify(here.join("."))} has a type that is not ` +
          `known here (number ${id} of the Arrow format)`,
      );
    }
    const copy = copyField(table, { children: children.map((child) => child.table) });
    return { name, table: copy, children, ...decoded, ...wrap(table, decoded) };
  }
  return {
    version,
    fields: header.tables(SCHEMA.fields).map((field) => decodeField(field, [])),
    customMetadata: keyValues(header, SCHEMA.customMetadata),
  };
}

// What stands between a column and its values: a dictionary, or a meaning that only the one knows who
// gave it. Such a column is passed on, and not computed with.
function wrap(
  table: FlatTable,
  { typeName }: { typeName: string },
): { typeName?: string; type?: undefined; dictionary?: number } {
  const dictionary = table.table(FIELD.dictionary);
  const inner = dictionary === undefined ? typeName : `dictionary<${typeName}>`;
  const extension = table.tables(FIELD.customMetadata)
    .find((pair) => pair.text(0) === EXTENSION_NAME)?.text(1);
  return {
    ...(dictionary !== undefined && {
      typeName: inner,
      type: undefined,
      dictionary: dictionary.int64(0),
    }),
    ...(extension !== undefined && {
      typeName: `extension<${extension}, ${inner}>`,
      type: undefined,
    }),
  };
}
