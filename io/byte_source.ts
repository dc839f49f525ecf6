/** Where the bytes of a source come from: a worker can read there, too. */
export interface Inlet {
  /** The file; standard input where there is none. */
  readonly path?: string;
  /** Which file that was when it was opened: another may have its name later. Unknown on some systems. */
  readonly inode?: number;
}

/** Where bytes come from: a file, standard input, or a test. */
export interface ByteSource {
  /** What messages call it. */
  readonly name: string;
  /** Its length in bytes, where that is known before reading. */
  readonly size?: number;
  /**
   * Whether it is a pipe or a stream: someone may still be writing, and wait for what is made of it; of a
   * stream that may be this very program.
   */
  readonly live?: "pipe" | "stream";
  /**
   * Where the bytes are decompressed: how many compressed ones were taken for them so far. Few bytes of
   * the input can be any number of them.
   */
  readonly compressed?: { readonly taken: number };
  /**
   * Reads at least one byte into the array and gives their number, or `null`
   * at the end. It may read fewer bytes than there is room for.
   */
  read(into: Uint8Array): Promise<number | null>;
}
