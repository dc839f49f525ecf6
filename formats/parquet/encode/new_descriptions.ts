import { type ArrowTable, isArrowTable } from "../../arrow/arrow_table.ts";
import { decoding } from "../../arrow/decode/flatbuffer_reader.ts";
import type { OutputField } from "../../arrow/encode/encode_message.ts";
import type { ArrowField, ArrowSchema } from "../../arrow/field.ts";
import type { OutputColumn, TableReader } from "../../table.ts";
import { ParquetReader } from "../decode/reader.ts";
import { decodingMetadata } from "../footer.ts";
import { FILE, KEY_VALUE } from "../metadata.ts";
import { text, ThriftStruct } from "../thrift/struct.ts";
import { ARROW_ENTRY, decodeArrowEntry, encodeArrowEntry } from "../arrow_entry.ts";
import { type AddedColumn, describeAsJson, JSON_LISTS } from "./added_columns.ts";

/**
 * Makes the keys and values of a new file from those of its input: what Arrow knows of the columns
 * and Parquet does not (time zones, dictionaries, metadata of fields), and what others have left.
 */
export function describeNew(
  reader: TableReader,
  outputs: readonly OutputColumn[],
): ThriftStruct[] {
  if (!isArrowTable(reader)) return [];
  const given = reader instanceof ParquetReader ? entriesOf(reader) : customEntries(reader.schema);
  const pairs = [...given].flatMap(([key, value]): [string, string][] => {
    if (key === ARROW_ENTRY) return [];
    if (!Object.hasOwn(JSON_LISTS, key)) return [[key, value]];
    const described = describeAsJson(value, {
      ...JSON_LISTS[key],
      added: outputs.flatMap((output): AddedColumn[] => "result" in output ? [output] : []),
      isKept: (name) => outputs.some((output) => "input" in output && output.name === name),
    });
    return described === undefined ? [] : [[key, described]];
  });
  const arrow = describeForArrow(reader, outputs, given.get(ARROW_ENTRY));
  return [...pairs, ...(arrow === undefined ? [] : [[ARROW_ENTRY, arrow]])].map(([key, value]) =>
    new ThriftStruct([text(KEY_VALUE.key, key), text(KEY_VALUE.value, value)])
  );
}

/** The schema of the columns that are written, with what the input records about them in Arrow's terms. */
function describeForArrow(
  reader: ArrowTable,
  outputs: readonly OutputColumn[],
  entry: string | undefined,
): string | undefined {
  let { schema: source }: { schema: ArrowSchema } = reader;
  let fieldOf = (column: number): ArrowField | undefined => reader.schema.fields[column];
  if (reader instanceof ParquetReader) {
    // Without an entry the types of Parquet are enough.
    if (entry === undefined) return undefined;
    const origin = `${reader.file.name}: its entry ${ARROW_ENTRY}`;
    source = decoding(origin, () => decodeArrowEntry(entry, origin));
    fieldOf = (column) => {
      const { name, node } = reader.stored[column] ?? {};
      return reader.root.children.includes(node)
        ? source.fields.find((field) => field.name === name)
        : reader.schema.fields[column];
    };
  }
  const fields = outputs.map((output): OutputField | undefined => {
    if ("result" in output) return { name: output.name, type: output.type };
    const field = fieldOf(output.input);
    return field && { name: output.name, field };
  });
  // A column that was added, or that the entry does not know, would be missing for Arrow's readers.
  if (fields.includes(undefined)) return undefined;
  return encodeArrowEntry({ fields: fields as OutputField[], source });
}

function entriesOf({ file, parquet: { metadata } }: ParquetReader): Map<string, string> {
  if (!metadata.has(FILE.keyValues)) return new Map();
  return decodingMetadata(file.name, () =>
    new Map(
      metadata.structs(FILE.keyValues).map((pair) => [
        pair.text(KEY_VALUE.key) ?? "",
        pair.text(KEY_VALUE.value) ?? "",
      ]),
    ));
}

function customEntries({ customMetadata }: ArrowSchema): Map<string, string> {
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return new Map(customMetadata.map(([key, value]) => [decode(key), decode(value)]));
}
