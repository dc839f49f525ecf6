import type { NodeLayout } from "../field.ts";
import { type FlatTable, readInt64 } from "./flatbuffer_reader.ts";

/** A part of the body of a message. */
export interface BufferRange {
  readonly offset: number;
  readonly length: number;
}

/** What the metadata of a batch say about one column. */
export interface ColumnParts {
  /**
   * The length and the number of nulls, 16 bytes each for the column and each column nested in it.
   */
  readonly nodes: Uint8Array;
  readonly buffers: readonly BufferRange[];
  /** The number of additional buffers of each text or binary view among them. */
  readonly variadic: readonly number[];
}

/** The decoded metadata of a batch. */
export interface BatchParts {
  readonly rows: number;
  readonly columns: readonly ColumnParts[];
  /** How each buffer is compressed. */
  readonly codec?: "lz4" | "zstd";
}

/** Options for decoding a batch. */
export interface BatchContext {
  /** The nodes of each column. */
  readonly layouts: readonly (readonly NodeLayout[])[];
  readonly bodyLength: number;
  /** Its place in the input, for messages. */
  readonly origin: string;
}

const BATCH = { rows: 0, nodes: 1, buffers: 2, compression: 3, variadic: 4 };
const CODECS = ["lz4", "zstd"] as const;
const NODE_SIZE = 16;
const BUFFER_SIZE = 16;

/**
 * Assigns the nodes and buffers of a batch to its columns, and checks that they lie in its body.
 */
export function decodeBatch(table: FlatTable, context: BatchContext): BatchParts {
  const { layouts, bodyLength, origin } = context;
  const rows = table.int64(BATCH.rows);
  const nodes = table.bytes(BATCH.nodes, NODE_SIZE);
  const buffers = decodeBuffers(table.bytes(BATCH.buffers, BUFFER_SIZE), bodyLength);
  const variadic = int64s(table.bytes(BATCH.variadic, 8));
  let [node, buffer, view] = [0, 0, 0];
  const columns = layouts.map((layout): ColumnParts => {
    const first = { node, buffer, view };
    for (const { buffers, variadic: more } of layout) {
      node++;
      buffer += buffers + (more ? variadic[view++] : 0);
    }
    return {
      nodes: nodes.subarray(NODE_SIZE * first.node, NODE_SIZE * node),
      buffers: buffers.slice(first.buffer, buffer),
      variadic: variadic.slice(first.view, view),
    };
  });
  if (
    rows < 0 || node !== nodes.length / NODE_SIZE || buffer !== buffers.length ||
    variadic.some((count) => count < 0)
  ) {
    throw new RangeError(
      `the schema needs ${node} nodes and ${buffer} buffers, the batch has ` +
        `${nodes.length / NODE_SIZE} and ${buffers.length}`,
    );
  }
  for (const { nodes } of columns) {
    if (nodeOf(nodes).length !== rows) {
      throw new RangeError(`a column of ${nodeOf(nodes).length} rows in a batch of ${rows}`);
    }
  }
  return { rows, columns, codec: decodeCodec(table.table(BATCH.compression), origin) };
}

/** Returns the number of rows and of nulls of a column. */
export function nodeOf(nodes: Uint8Array): { length: number; nulls: number } {
  const view = new DataView(nodes.buffer, nodes.byteOffset, nodes.byteLength);
  return { length: readInt64(view, 0), nulls: readInt64(view, 8) };
}

function decodeBuffers(bytes: Uint8Array, bodyLength: number): BufferRange[] {
  const numbers = int64s(bytes);
  const buffers: BufferRange[] = [];
  for (let i = 0; i < numbers.length; i += 2) {
    const [offset, length] = [numbers[i], numbers[i + 1]];
    if (offset < 0 || length < 0 || offset + length > bodyLength) {
      throw new RangeError(
        `buffer ${i / 2 + 1}, ${length} bytes from ${offset}, is outside the body of ` +
          `${bodyLength} bytes`,
      );
    }
    buffers.push({ offset, length });
  }
  return buffers;
}

function int64s(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 8 }, (_, i) => readInt64(view, 8 * i));
}

function decodeCodec(
  compression: FlatTable | undefined,
  origin: string,
): "lz4" | "zstd" | undefined {
  if (compression === undefined) return undefined;
  const [codec, method] = [compression.byte(0), compression.byte(1)];
  if (method === 0 && codec < CODECS.length) return CODECS[codec];
  throw new TypeError(
    `Cannot read ${origin}: compressed with codec ${codec}, method ${method} of the Arrow ` +
      `format, supported are LZ4 frames and ZSTD, buffer by buffer`,
  );
}
