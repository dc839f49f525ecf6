import type { KeyValues } from "../field.ts";

// References may share what they point at, so that few bytes can stand for endless lists and texts.
// Who reads metadata looks at each part a few times.
const MAX_READ = 16;

/**
 * A table of a flatbuffer, read by the numbers of its slots.
 *
 * Every access is checked against the buffer: what lies outside throws a RangeError, and so does a
 * number that JavaScript cannot hold exactly. Nothing else throws one while metadata are decoded,
 * so that a RangeError there always means damaged metadata.
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #position: number;
  /**
   * The number of bytes of lists and texts that may still be read. All tables of a buffer share it.
   */
  readonly #allowance: { left: number };

  private constructor(view: DataView, position: number, allowance: { left: number }) {
    this.#view = view;
    this.#position = position;
    this.#allowance = allowance;
  }

  /** Returns the root table of a buffer. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true), { left: MAX_READ * view.byteLength });
  }

  /** Returns a flag, or false if it is missing. */
  bool(slot: number): boolean {
    const at = this.#find(slot);
    return at !== 0 && this.#view.getUint8(at) !== 0;
  }

  /** Returns an 8-bit number, or the given default if it is missing. */
  byte(slot: number, missing: number = 0): number {
    const at = this.#find(slot);
    return at === 0 ? missing : this.#view.getUint8(at);
  }

  /** Returns a 16-bit number, or the given default if it is missing. */
  int16(slot: number, missing: number = 0): number {
    const at = this.#find(slot);
    return at === 0 ? missing : this.#view.getInt16(at, true);
  }

  /** Returns a 32-bit number, or the given default if it is missing. */
  int32(slot: number, missing: number = 0): number {
    const at = this.#find(slot);
    return at === 0 ? missing : this.#view.getInt32(at, true);
  }

  /** Returns a 64-bit number, or the given default if it is missing. */
  int64(slot: number): number {
    const at = this.#find(slot);
    return at === 0 ? 0 : readInt64(this.#view, at);
  }

  /** The number of slots that the table has room for. */
  get slots(): number {
    const names = this.#position - this.#view.getInt32(this.#position, true);
    return this.#view.getUint16(names, true) / 2 - 2;
  }

  /** Returns whether a slot has a value. */
  has(slot: number): boolean {
    return this.#find(slot) !== 0;
  }

  /** Returns a table inside this one. */
  table(slot: number): FlatTable | undefined {
    const at = this.#find(slot);
    return at === 0 ? undefined : this.#at(this.#follow(at));
  }

  /** Returns a list of tables, which is empty if it is missing. */
  tables(slot: number): FlatTable[] {
    const { start, count } = this.#vector(slot, 4);
    const tables: FlatTable[] = [];
    for (let i = 0; i < count; i++) {
      tables.push(this.#at(this.#follow(start + 4 * i)));
    }
    return tables;
  }

  /** Returns the bytes of a list of structures, or of a text (size 1). */
  bytes(slot: number, size: number): Uint8Array {
    const { start, count } = this.#vector(slot, size);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, count * size);
  }

  /** Returns a text, which is empty if it is missing. */
  text(slot: number): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.bytes(slot, 1));
  }

  // Returns the position of a slot in the buffer, or 0 if the table lacks it.
  #find(slot: number): number {
    const names = this.#position - this.#view.getInt32(this.#position, true);
    const entry = 4 + 2 * slot;
    if (entry >= this.#view.getUint16(names, true)) return 0;
    const offset = this.#view.getUint16(names + entry, true);
    return offset === 0 ? 0 : this.#position + offset;
  }

  #at(position: number): FlatTable {
    return new FlatTable(this.#view, position, this.#allowance);
  }

  #follow(at: number): number {
    return at + this.#view.getUint32(at, true);
  }

  #vector(slot: number, size: number): { start: number; count: number } {
    const at = this.#find(slot);
    if (at === 0) return { start: 0, count: 0 };
    const position = this.#follow(at);
    const count = this.#view.getUint32(position, true);
    const start = position + 4;
    if (start + count * size > this.#view.byteLength) {
      throw new RangeError(`a list of ${count} entries goes beyond the end`);
    }
    this.#allowance.left -= count * size;
    if (this.#allowance.left < 0) {
      throw new RangeError("its parts refer to the same bytes too often");
    }
    return { start, count };
  }
}

/** Reads 64 bits that must be exact as a number. */
export function readInt64(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (!Number.isSafeInteger(value)) throw new RangeError(`the number ${value} is too large`);
  return value;
}

/**
 * Decodes metadata. Throws an error that says they are damaged if they refer to bytes outside their
 * buffer.
 */
export function decoding<T>(origin: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const reason = reasonOf(error);
    throw new SyntaxError(`Cannot read ${origin}: damaged Arrow metadata: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Turns a RangeError into a message for users. The runtime's message about views is meant for
 * programmers.
 */
export function reasonOf({ message }: RangeError): string {
  return /DataView|typed array/.test(message) ? "something leads out of them" : message;
}

/** Reads keys and values from a slot of a table. */
export function keyValues(table: FlatTable, slot: number): KeyValues {
  return table.tables(slot).map((pair) => [pair.bytes(0, 1), pair.bytes(1, 1)]);
}
