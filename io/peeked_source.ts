import type { ByteSource } from "./byte_source.ts";

// One read of this size brings whatever a pipe holds, so that most inputs are looked at without waiting.
const LOOK_AHEAD = 4096;

/** A source whose first bytes can be looked at before they are read: none is lost. */
export class PeekedSource implements ByteSource {
  readonly name: string;
  readonly size?: number;
  readonly live?: ByteSource["live"];
  readonly compressed?: ByteSource["compressed"];
  readonly #source: ByteSource;
  #ahead: Uint8Array = new Uint8Array(0);
  #ended = false;

  constructor(source: ByteSource) {
    this.#source = source;
    this.name = source.name;
    this.size = source.size;
    this.live = source.live;
    this.compressed = source.compressed;
  }

  /**
   * Gives the next bytes, at least so many where the source has them: a pipe may deliver them one at a
   * time. More are given where they are here already. Nothing is waited for that was not asked for.
   */
  async peek(least: number): Promise<Uint8Array> {
    while (this.#ahead.length < least && !this.#ended) {
      const room = new Uint8Array(Math.max(least, 2 * this.#ahead.length, LOOK_AHEAD));
      room.set(this.#ahead);
      const found = await this.#source.read(room.subarray(this.#ahead.length));
      if (found === null) this.#ended = true;
      else this.#ahead = room.subarray(0, this.#ahead.length + found);
    }
    return this.#ahead;
  }

  /** Puts bytes before those that come next. */
  putBack(bytes: Uint8Array): void {
    const ahead = new Uint8Array(bytes.length + this.#ahead.length);
    ahead.set(bytes);
    ahead.set(this.#ahead, bytes.length);
    this.#ahead = ahead;
  }

  async read(into: Uint8Array): Promise<number | null> {
    if (this.#ahead.length === 0) return this.#ended ? null : await this.#source.read(into);
    const length = Math.min(into.length, this.#ahead.length);
    into.set(this.#ahead.subarray(0, length));
    this.#ahead = this.#ahead.subarray(length);
    return length;
  }
}
