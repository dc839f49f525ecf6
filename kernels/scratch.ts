import { compile } from "./compile.ts";
import { BEHIND, type Exports } from "./exports.ts";
import { type Instance, makeInstance } from "./instance.ts";

/**
 * An instance of the engine with a memory of its own. Memory is reserved at the end of the memory in
 * use, and freed down to a mark.
 */
export class Scratch {
  readonly exports: Exports;
  readonly #instance: Instance = makeInstance(compile());
  #top: number = this.#instance.end;

  constructor() {
    this.exports = this.#instance.exports;
  }

  /** The memory. Growing replaces it. */
  get memory(): ArrayBuffer {
    return this.#instance.memory.buffer as ArrayBuffer;
  }

  /** The first free address. */
  get top(): number {
    return this.#top;
  }

  /**
   * Reserves memory, including the bytes after it that the engine may touch. Returns its address.
   */
  reserve(length: number): number {
    const address = this.#top;
    this.free(address + length + BEHIND);
    return address;
  }

  /** Reserves memory for bytes and copies them there. Returns their address. */
  put({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
    const address = this.reserve(byteLength);
    new Uint8Array(this.memory).set(new Uint8Array(buffer, byteOffset, byteLength), address);
    return address;
  }

  /** Frees all memory from an address on, rounded up to the alignment of all types. */
  free(address: number): void {
    this.#top = Math.ceil(address / 64) * 64;
    this.#instance.reserve(this.#top + BEHIND);
  }
}
