import { sameBytes } from "../../io/same_bytes.ts";
import { editFooter, type Footer } from "./footer.ts";
import { CHUNK, COLUMN, FILE, KEY_VALUE, ROW_GROUP } from "./metadata.ts";
import { WIRE } from "./thrift/compact.ts";
import { i16, i64, list, struct, ThriftStruct } from "./thrift/struct.ts";

/** A file whose row groups become part of another one. */
export interface JoinedFile {
  readonly name: string;
  readonly footer: Footer;
  /** The number of bytes by which everything before its footer moves. */
  readonly moved: number;
}

/**
 * Makes the footer of files whose bytes follow each other. It has the schema and the notes of the
 * first, and the row groups of all. The page indexes of those that move are omitted: they hold
 * places of pages.
 *
 * @throws {RangeError} If a footer is damaged.
 * @throws {TypeError} If the files have different columns.
 */
export function joinFooters(files: readonly JoinedFile[]): Uint8Array {
  const [first] = files;
  const groups: Uint8Array[] = [];
  let rows = 0;
  for (const file of files) {
    checkSame(first, file);
    for (const group of file.footer.metadata.structs(FILE.rowGroups)) {
      rows += group.integer(ROW_GROUP.rows);
      groups.push(moveGroup(group, { moved: file.moved, ordinal: groups.length }).encode());
    }
  }
  return editFooter(first.footer.metadata, {
    metadata: (metadata) =>
      metadata.with(
        i64(FILE.rows, rows),
        list(FILE.rowGroups, { type: WIRE.struct, items: groups }),
      ),
  });
}

/** Whether a file has page indexes, which do not survive a move. */
export function hasPageIndexes({ metadata }: Footer): boolean {
  return metadata.structs(FILE.rowGroups).some((group) =>
    group.structs(ROW_GROUP.columns).some((chunk) => chunk.has(CHUNK.offsetIndex))
  );
}

function moveGroup(
  group: ThriftStruct,
  { moved, ordinal }: { moved: number; ordinal: number },
): ThriftStruct {
  const columns = group.list(ROW_GROUP.columns) ?? { type: WIRE.struct, items: [] };
  const items = moved === 0
    ? columns.items
    : columns.items.map((item) => moveChunk(ThriftStruct.decode(item), moved).encode());
  const placed = moveFields(group, [ROW_GROUP.fileOffset], moved);
  const numbered = ordinal < 2 ** 15
    ? placed.has(ROW_GROUP.ordinal) ? placed.with(i16(ROW_GROUP.ordinal, ordinal)) : placed
    : placed.without(ROW_GROUP.ordinal);
  return numbered.with(list(ROW_GROUP.columns, { type: columns.type, items }));
}

function moveChunk(chunk: ThriftStruct, moved: number): ThriftStruct {
  const metadata = chunk.struct(CHUNK.metadata);
  const kept = moveFields(chunk, [CHUNK.fileOffset], moved).without(
    CHUNK.offsetIndex,
    CHUNK.offsetIndexLength,
    CHUNK.columnIndex,
    CHUNK.columnIndexLength,
  );
  if (metadata === undefined) return kept;
  const places = [
    COLUMN.dataOffset,
    COLUMN.indexOffset,
    COLUMN.dictionaryOffset,
    COLUMN.bloomFilter,
  ];
  return kept.with(struct(CHUNK.metadata, ...moveFields(metadata, places, moved).fields));
}

/** Moves places that are there. 0 stands for a place that is not. */
function moveFields(from: ThriftStruct, ids: readonly number[], moved: number): ThriftStruct {
  const places = ids.flatMap((id) => {
    const place = from.integer(id, 0);
    return place > 0 ? [i64(id, place + moved)] : [];
  });
  return from.with(...places);
}

/** Refuses files whose columns differ, or whose descriptions by Arrow do. */
function checkSame(first: JoinedFile, next: JoinedFile): void {
  const [a, b] = [first, next].map(({ footer: { metadata } }) => [
    // The name of the root means nothing.
    ...(metadata.list(FILE.schema)?.items.slice(1) ?? []),
    ...metadata.structs(FILE.keyValues)
      .filter((pair) => pair.text(KEY_VALUE.key) === "ARROW:schema")
      .map((pair) => pair.encode()),
    ...(metadata.list(FILE.columnOrders)?.items ?? []),
  ]);
  const isSame = a.length === b.length && a.every((bytes, i) => sameBytes(bytes, b[i]));
  if (isSame) return;
  throw new TypeError(
    `Cannot join ${next.name} to ${first.name}: their schemas differ; specol convert reads both as ` +
      `one table and rewrites it`,
  );
}
