import type { FloatArray } from "../../kernels/float_types.ts";
import type { ByteSink, Spool } from "../../io/byte_sink.ts";
import { formatHeader, type HeaderFields } from "./header.ts";
import { interleave } from "./interleave.ts";

/** The array that a writer writes. */
export interface NpyWriterOptions extends HeaderFields {
  /** Results for each element. If there are several, they add a last axis of this length. */
  readonly columns: number;
}

/** Writes columns of floats as one npy array, chunk by chunk. */
export class NpyWriter {
  readonly #sink: ByteSink;
  readonly #spools: readonly Spool[];
  #packed: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  private constructor(sink: ByteSink, spools: readonly Spool[]) {
    this.#sink = sink;
    this.#spools = spools;
  }

  /**
   * Writes the header.
   *
   * In Fortran order the added axis varies slowest, so that each column but the first must wait in
   * a spool until the first is complete. An array with at most one axis has the same bytes in both
   * orders. It is written in C order, where the columns are interleaved and nothing has to wait.
   */
  static async open(
    sink: ByteSink,
    { size, fortran, shape, columns }: NpyWriterOptions,
  ): Promise<NpyWriter> {
    const spools: Spool[] = [];
    if (columns === 1) {
      await sink.write(formatHeader({ size, fortran, shape }));
    } else {
      const slowest = fortran && shape.length >= 2;
      while (slowest && spools.length < columns - 1) spools.push(sink.spool());
      await sink.write(
        formatHeader({ size, fortran: slowest, shape: [...shape, columns] }),
      );
    }
    return new NpyWriter(sink, spools);
  }

  /** Writes the next elements of every column. All columns have the same length. */
  async write(columns: readonly FloatArray[]): Promise<void> {
    if (columns.length === 1 || this.#spools.length > 0) {
      await this.#sink.write(bytesOf(columns[0]));
      for (const [i, spool] of this.#spools.entries()) {
        await spool.write(bytesOf(columns[i + 1]));
      }
      return;
    }
    const length = columns[0].byteLength * columns.length;
    if (this.#packed.length < length) this.#packed = new Uint8Array(length);
    const packed = this.#packed.subarray(0, length);
    interleave(columns, packed);
    await this.#sink.write(packed);
  }

  /** Writes the columns that had to wait. */
  async close(): Promise<void> {
    for (const spool of this.#spools) await spool.drain();
  }
}

function bytesOf(floats: FloatArray): Uint8Array {
  return new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
}
