/** Texts, or other bytes of any length, one after another. */
export class TextBuffer {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(1024);
  #offsets: Int32Array<ArrayBuffer> = new Int32Array(256);
  #count = 0;

  /** The number of texts. */
  get count(): number {
    return this.#count;
  }

  /** The number of bytes of all texts. */
  get length(): number {
    return this.#offsets[this.#count];
  }

  /** Where each text begins, and finally where the last one ends. It is valid until the next call. */
  get offsets(): Int32Array {
    return this.#offsets.subarray(0, this.#count + 1);
  }

  /** The bytes of all texts. They are valid until the next call. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  /** Adds the bytes between two places as a text. */
  add(from: Uint8Array, start: number, end: number): void {
    const at = this.length;
    this.#reserve(1, at + end - start);
    // Up to some bytes a loop is faster than a copy by the runtime.
    if (end - start > 24) this.#bytes.set(from.subarray(start, end), at);
    else for (let i = start; i < end; i++) this.#bytes[at + i - start] = from[i];
    this.#offsets[++this.#count] = at + end - start;
  }

  /** Adds a text that begins like the last one. */
  addWithPrefix(prefix: Uint8Array, from: Uint8Array, start: number, end: number): void {
    const at = this.length;
    this.#reserve(1, at + prefix.length + end - start);
    this.#bytes.set(prefix, at);
    this.#bytes.set(from.subarray(start, end), at + prefix.length);
    this.#offsets[++this.#count] = at + prefix.length + end - start;
  }

  /** Adds texts of no bytes in place of nulls: the last `values` texts move to rows that are valid. */
  spread(
    rows: number,
    { values, isValid }: { values: number; isValid: (row: number) => boolean },
  ): void {
    if (values === rows) return;
    const first = this.#count - values;
    this.#reserve(rows - values, this.length);
    const offsets = this.#offsets;
    let source = this.#count;
    const end = offsets[source];
    this.#count = first + rows;
    offsets[this.#count] = end;
    for (let row = rows - 1; row >= 0; row--) {
      if (isValid(row)) source--;
      offsets[first + row] = offsets[source];
    }
  }

  /** Removes the first texts, and returns copies of them. */
  take(count: number): { offsets: Int32Array<ArrayBuffer>; bytes: Uint8Array<ArrayBuffer> } {
    const end = this.#offsets[count];
    const taken = { offsets: this.#offsets.slice(0, count + 1), bytes: this.#bytes.slice(0, end) };
    const length = this.length;
    this.#bytes.copyWithin(0, end, length);
    for (let i = count; i <= this.#count; i++) this.#offsets[i - count] = this.#offsets[i] - end;
    this.#count -= count;
    return taken;
  }

  #reserve(texts: number, bytes: number): void {
    checkTextBytes(bytes);
    if (bytes > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(bytes, 2 * this.#bytes.length));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    if (this.#count + texts + 1 > this.#offsets.length) {
      const larger = new Int32Array(Math.max(this.#count + texts + 1, 2 * this.#offsets.length));
      larger.set(this.offsets);
      this.#offsets = larger;
    }
  }
}

/** Bytes of texts that offsets of 32 bits cannot count any more. */
export const MAX_TEXT_BYTES = 2 ** 31;

/** Throws if texts have more bytes than offsets of 32 bits can count. */
export function checkTextBytes(bytes: number): void {
  if (bytes >= MAX_TEXT_BYTES) {
    throw new RangeError(`texts of ${bytes} bytes, expected less than 2^31`);
  }
}
