import type { ByteSource } from "../io/byte_source.ts";
import type { RandomAccessFile } from "../io/random_access_file.ts";

// A piece of a table is read as the whole is: the reader opens the file at its beginning, where all
// that holds for the whole is decided, and is narrowed to the piece then.

/** The bytes of a file that a piece should have. A format is cut at the nearest place that it allows. */
export interface Piece {
  readonly file: RandomAccessFile;
  /** The places in the file where the piece begins and ends, from 0 to the size of the file. */
  readonly from: number;
  readonly to: number;
  /**
   * Whether batches are written as they are read: then a piece begins and ends where a batch of the
   * whole does.
   */
  readonly keepsBatches: boolean;
  /** Makes a source of the bytes between two places of the file. */
  open(start: number, end: number): ByteSource;
}

/** A part of a list: the rows of an array, or the bytes of a file. */
export interface Range {
  readonly start: number;
  readonly end: number;
}
