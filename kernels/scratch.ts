import { compile } from "./compile.ts";
import { BEHIND, type Exports } from "./exports.ts";
import { type Instance, makeInstance } from "./instance.ts";

/**
 * An instance of the engine with a memory of its own, in which room is taken, all of it behind the last,
 * and given back down to a mark.
 */
export class Scratch {
  readonly exports: Exports;
  readonly #instance: Instance = makeInstance(compile());
  #top: number = this.#instance.end;

  constructor() {
    this.exports = this.#instance.exports;
  }

  /** The memory; it is another one after it has grown. */
  get memory(): ArrayBuffer {
    return this.#instance.memory.buffer as ArrayBuffer;
  }

  /** The beginning of what is free. */
  get top(): number {
    return this.#top;
  }

  /** Takes room, and as much behind it as the engine may touch. */
  reserve(length: number): number {
    const address = this.#top;
    this.free(address + length + BEHIND);
    return address;
  }

  /** Takes room for bytes and puts them there. */
  put({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
    const address = this.reserve(byteLength);
    new Uint8Array(this.memory).set(new Uint8Array(buffer, byteOffset, byteLength), address);
    return address;
  }

  /** Lets what is free begin here, or at the next place where anything may lie. */
  free(address: number): void {
    this.#top = Math.ceil(address / 64) * 64;
    this.#instance.reserve(this.#top + BEHIND);
  }
}
