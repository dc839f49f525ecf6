import type { Inlet } from "./byte_source.ts";
import { countedSource } from "./counted_source.ts";
import { type Compression, decompress } from "./decompress.ts";
import { openSource } from "./open_source.ts";
import type { PeekedSource } from "./peeked_source.ts";

/** An input that is open, decompressed as it is read. */
export interface Input extends Disposable {
  /** Its bytes, of which the first can be looked at. */
  readonly source: PeekedSource;
  /** How it is compressed, if it is. */
  readonly compression?: Compression;
  /** The length of the file as it is on the disk, where that is known. */
  readonly fileSize?: number;
  /** Where others can read what comes next; missing where it is compressed, too. */
  readonly inlet?: Inlet;
}

/** How an input is opened. */
export interface InputOptions {
  /** Is told how many bytes were read, each time some were: of the file, before decompression. */
  readonly count?: (bytes: number) => void;
}

/** Opens a file, or standard input for `-`, compressed or not. */
export async function openInput(path: string, { count }: InputOptions = {}): Promise<Input> {
  using opened = new DisposableStack();
  const file = opened.use(await openSource(path));
  const counted = count === undefined ? file : countedSource(file, count);
  const { source, compression } = opened.use(await decompress(counted));
  const kept = opened.move();
  return {
    source,
    compression,
    fileSize: file.size,
    inlet: compression === undefined ? file.inlet : undefined,
    [Symbol.dispose]: () => kept.dispose(),
  };
}
