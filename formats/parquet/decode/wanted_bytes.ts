import type { ParquetFile } from "../footer.ts";

/** Bytes of a file that a decoder needs before it goes on: the array, filled from that place. */
export interface WantedBytes {
  readonly into: Uint8Array;
  readonly position: number;
}

/** A decoder that stops wherever it needs bytes, so that it runs on any thread. */
export type Decoding<T> = Generator<WantedBytes, T, void>;

/** Runs a decoder, and gives way to other work while bytes are read. */
export async function decodeFrom<T>(file: ParquetFile, decoding: Decoding<T>): Promise<T> {
  for (;;) {
    const { done, value } = decoding.next();
    if (done) return value;
    await file.read(value.into, value.position);
  }
}

/** Runs a decoder without giving way to other work. */
export function decodeFromSync<T>(
  read: (into: Uint8Array, position: number) => void,
  decoding: Decoding<T>,
): T {
  for (;;) {
    const { done, value } = decoding.next();
    if (done) return value;
    read(value.into, value.position);
  }
}
