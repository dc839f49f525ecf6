import { openInstance } from "./engine.ts";

/** Stores the first bytes of all values, then the second ones, and so on: BYTE_STREAM_SPLIT of Parquet. */
export function splitStreams(values: Uint8Array, size: number, into: Uint8Array): void {
  const { length } = values;
  const { lend, exports } = openInstance();
  const room = lend(2 * length);
  room.set(values);
  const start = room.byteOffset;
  exports.streams_split(start, length / size, size, start + length);
  into.set(room.subarray(length));
}

/** Values whose bytes are stored in streams, of which some are read at a time. */
export interface ByteStreams {
  readonly bytes: Uint8Array;
  /** Bytes of a value, which are as many streams. */
  readonly size: number;
  /** Values in all streams. */
  readonly count: number;
}

/** Reads values out of streams, from the one at `first` on, until the array is full. */
export function joinStreams(
  { bytes, size, count }: ByteStreams,
  first: number,
  into: Uint8Array,
): void {
  const { length } = into;
  const { lend, exports } = openInstance();
  const room = lend(2 * length);
  const values = length / size;
  for (let j = 0; j < size; j++) {
    const start = j * count + first;
    room.set(bytes.subarray(start, start + values), j * values);
  }
  const start = room.byteOffset;
  exports.streams_join(start, values, size, start + length);
  into.set(room.subarray(length));
}
