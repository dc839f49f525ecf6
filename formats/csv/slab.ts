/** Bytes of a slab. */
const SIZE = 2 ** 16;
/** Bytes up to which arrays share one. */
const SMALL = 2 ** 12;
/** Any number may begin at a multiple of so many bytes. */
const ALIGNMENT = 8;

/**
 * Memory for many small arrays. A buffer for each would take some hundred bytes more than its contents, which
 * a hundred thousand columns of few rows would mostly consist of.
 */
export class Slab {
  #buffer = new ArrayBuffer(0);
  #used = 0;

  /** A copy of some bytes of a memory. */
  copy(memory: ArrayBuffer, start: number, end: number): Uint8Array<ArrayBuffer> {
    const length = end - start;
    if (length > SMALL) return new Uint8Array(memory.slice(start, end));
    if (this.#used + length > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(SIZE);
      this.#used = 0;
    }
    const copy = new Uint8Array(this.#buffer, this.#used, length);
    copy.set(new Uint8Array(memory, start, length));
    this.#used += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    return copy;
  }
}
