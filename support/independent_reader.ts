import { zstdDecompressSync } from "node:zlib";
import { decompressLz4 } from "../formats/arrow/decode/decompress.ts";

// Flechette shares no code with specol or with apache-arrow. Only tests and tools that import this
// file download it. Its hash is in tests/deno.lock. Later versions need a package that the registry
// lacks.
const FLECHETTE = "npm:@uwdata/flechette@2.6.0";

/** The parts of Flechette that are used. */
interface Flechette {
  tableFromIPC(bytes: Uint8Array, options?: Record<string, boolean>): {
    readonly schema: {
      readonly fields: readonly {
        readonly name: string;
        readonly type: unknown;
        readonly nullable: boolean;
        readonly metadata: ReadonlyMap<string, string> | null;
      }[];
      readonly metadata: ReadonlyMap<string, string> | null;
    };
    readonly children: readonly (Iterable<unknown> & {
      readonly data: readonly { readonly length: number }[];
    })[];
  };
  setCompressionCodec(codec: number, functions: {
    decode(bytes: Uint8Array): Uint8Array;
    encode(bytes: Uint8Array): Uint8Array;
  }): void;
}

/** A table as another library reads it. */
export interface IndependentTable {
  /** Names, types, nullability and metadata. */
  readonly schema: unknown;
  /** The number of rows of each batch, if there are columns. */
  readonly batches: readonly number[];
  /** The values of each column. */
  readonly columns: readonly (readonly unknown[])[];
}

/** Reads an Arrow file or stream with a library that is not ours. */
export async function readIndependently(bytes: Uint8Array): Promise<IndependentTable> {
  const flechette: Flechette = await import(FLECHETTE);
  const encode = (): Uint8Array => {
    throw new Error("Nothing is compressed here");
  };
  flechette.setCompressionCodec(0, { decode: decodeLz4, encode });
  flechette.setCompressionCodec(1, {
    decode: (bytes) => new Uint8Array(zstdDecompressSync(bytes)),
    encode,
  });
  const options = { useBigInt: true, useDecimalInt: true };
  const { schema, children } = flechette.tableFromIPC(bytes, options);
  return {
    schema: {
      metadata: schema.metadata,
      fields: schema.fields.map(({ name, type, nullable, metadata }) => ({
        name,
        type: plain(type),
        nullable,
        metadata,
      })),
    },
    batches: children[0]?.data.map(({ length }) => length) ?? [],
    columns: children.map((column) => [...column].map(plain)),
  };
}

// This removes the functions and classes that it keeps next to its data.
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array, plain);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return [...value].map(plain);
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}

// The frame does not say how long the output is.
function decodeLz4(frame: Uint8Array): Uint8Array {
  for (let room = 2 ** 16;; room *= 4) {
    const output = new Uint8Array(room);
    try {
      return output.subarray(0, decompressLz4(frame, output));
    } catch (error) {
      if (!(error instanceof RangeError) || room > frame.length * 255) throw error;
    }
  }
}
