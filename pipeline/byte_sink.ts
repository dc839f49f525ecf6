/** Where bytes go. What is not finished when it is disposed of is undone. */
export interface ByteSink extends Disposable {
  /** Writes all the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Makes a place for bytes that must wait for others to be written first. They are then written to
   * this sink, or to the one given: that which compresses for this one.
   */
  spool(into?: ByteSink): Spool;
  /** Makes what was written final. */
  finish(): Promise<void>;
}

/** Bytes that wait to be written. */
export interface Spool {
  /** Adds bytes at the end. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes all of them to the sink. */
  drain(): Promise<void>;
  /** Forgets them. */
  remove(): void;
}
