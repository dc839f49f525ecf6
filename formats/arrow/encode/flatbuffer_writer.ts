/** A number in a table: its bytes and its value. */
export interface FlatNumber {
  readonly size: 1 | 2 | 4 | 8;
  readonly value: number;
}

/** A table: the values of its slots. */
export interface FlatTableValue {
  readonly kind: "table";
  readonly slots: readonly (FlatNumber | FlatValue | undefined)[];
}

/** A part of a flatbuffer. */
export type FlatValue =
  | FlatTableValue
  | { readonly kind: "list"; readonly items: readonly FlatValue[] }
  /**
   * A string is encoded when it is written, so that a hundred thousand names are not encoded at the
   * same time.
   */
  | { readonly kind: "text"; readonly bytes: Uint8Array | string }
  /** Structures whose largest number has at most 8 bytes. */
  | { readonly kind: "structs"; readonly size: number; readonly bytes: Uint8Array };

const UTF8 = new TextEncoder();

/** Makes a number of 8, 16, 32 or 64 bits. */
export function flatNumber(size: 1 | 2 | 4 | 8, value: number): FlatNumber {
  return { size, value };
}

/** Makes a text for a table. */
export function flatText(text: string): FlatValue {
  return { kind: "text", bytes: text };
}

/**
 * Makes a flatbuffer. References point forward: an object is written before the objects that it
 * refers to.
 */
export function encodeFlat(root: FlatValue): Uint8Array<ArrayBuffer> {
  const encoder = new Encoder();
  encoder.place(root);
  return encoder.finish();
}

class Encoder {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 4; // the reference to the root

  place(root: FlatValue): void {
    const waiting = [{ at: 0, value: root }];
    // This is a queue: the list grows while it is walked.
    for (const { at, value } of waiting) {
      const position = this.#put(value, (at, value) => waiting.push({ at, value }));
      this.#view.setUint32(at, position - at, true);
    }
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#align(8);
    return this.#bytes.slice(0, this.#length);
  }

  #put(
    value: FlatValue,
    refer: (at: number, value: FlatValue) => void,
  ): number {
    if (value.kind === "table") return this.#putTable(value.slots, refer);
    if (value.kind === "list") {
      this.#align(4);
      const position = this.#reserve(4 + 4 * value.items.length);
      this.#view.setUint32(position, value.items.length, true);
      value.items.forEach((item, i) => refer(position + 4 + 4 * i, item));
      return position;
    }
    if (value.kind === "text") {
      this.#align(4);
      const position = this.#reserve(4);
      const bytes = typeof value.bytes === "string" ? UTF8.encode(value.bytes) : value.bytes;
      this.#view.setUint32(position, bytes.length, true);
      this.#append(bytes);
      this.#reserve(1); // a zero byte ends it
      return position;
    }
    // The structures are aligned, but not the count before them.
    this.#align(4);
    if (this.#length % 8 === 0) this.#reserve(4);
    const position = this.#reserve(4);
    this.#view.setUint32(position, value.bytes.length / value.size, true);
    this.#append(value.bytes);
    return position;
  }

  #putTable(
    slots: readonly (FlatNumber | FlatValue | undefined)[],
    refer: (at: number, value: FlatValue) => void,
  ): number {
    this.#align(2);
    const names = this.#reserve(4 + 2 * slots.length);
    this.#align(8);
    const position = this.#reserve(4);
    slots.forEach((slot, i) => {
      if (slot === undefined) return;
      const size = "size" in slot && !("kind" in slot) ? slot.size : 4;
      this.#align(size);
      const at = this.#reserve(size);
      this.#view.setUint16(names + 4 + 2 * i, at - position, true);
      if ("kind" in slot) refer(at, slot);
      else this.#putNumber(at, slot);
    });
    this.#view.setUint16(names, 4 + 2 * slots.length, true);
    this.#view.setUint16(names + 2, this.#length - position, true);
    this.#view.setInt32(position, position - names, true);
    return position;
  }

  #putNumber(at: number, { size, value }: FlatNumber): void {
    if (size === 1) this.#view.setUint8(at, value);
    else if (size === 2) this.#view.setInt16(at, value, true);
    else if (size === 4) this.#view.setInt32(at, value, true);
    else this.#view.setBigInt64(at, BigInt(value), true);
  }

  #append(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  #align(size: number): void {
    this.#reserve(-this.#length & size - 1);
  }

  #reserve(length: number): number {
    const at = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
