// Thrift's compact protocol, as far as the metadata of Parquet use it. A value is kept as the bytes
// that encode it, and decoded one level at a time. So what is not looked at stays exactly as it was
// written, whatever it means, and a footer of a million values takes little more memory than its
// bytes.

/** The types that values have on the wire. A boolean field has no bytes: its type is its value. */
export const WIRE = {
  true: 1,
  false: 2,
  i8: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
  uuid: 13,
} as const;

/** Structs and lists inside each other, at most. The format itself has fewer than ten. */
const MAX_DEPTH = 32;
const MAX_VARINT_BYTES = 10;
const SHORT_LIST = 15;

/** The error for bytes that end inside a value: there may be more of them. */
export class TruncatedError extends RangeError {}

/** A field of a struct. */
export interface ThriftField {
  readonly id: number;
  readonly type: number;
  /** The encoded value. */
  readonly bytes: Uint8Array;
}

/** A list or set: the type of its items, and each item encoded. */
export interface ThriftList {
  readonly type: number;
  readonly items: readonly Uint8Array[];
}

/** Reads the fields of a struct, in the order in which they were written. */
export function readFields(
  bytes: Uint8Array,
  start: number = 0,
): { fields: ThriftField[]; end: number } {
  const fields: ThriftField[] = [];
  let at = start;
  for (let id = 0;;) {
    const header = byteAt(bytes, at++);
    const type = header & 15;
    if (type === 0) return { fields, end: at };
    const delta = header >> 4;
    if (delta === 0) {
      const long = readVarint(bytes, at);
      id = Number(zigzag(long.value));
      at = long.end;
    } else {
      id += delta;
    }
    if (!Number.isInteger(id) || Math.abs(id) >= 2 ** 15) {
      throw new RangeError(`a field has the number ${id}`);
    }
    const end = skipField(bytes, at, type);
    fields.push({ id, type, bytes: bytes.subarray(at, end) });
    at = end;
  }
}

/** Encodes the fields of a struct, each with the shortest header. */
export function encodeFields(fields: readonly ThriftField[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let before = 0;
  for (const { id, type, bytes } of fields) {
    const delta = id - before;
    const isShort = delta > 0 && delta <= 15;
    parts.push(isShort ? Uint8Array.of(delta << 4 | type) : Uint8Array.of(type));
    if (!isShort) parts.push(encodeInteger(id));
    parts.push(bytes);
    before = id;
  }
  parts.push(Uint8Array.of(0));
  return joinBytes(parts);
}

/** Reads a list. */
export function readList(bytes: Uint8Array): ThriftList {
  const { type, count, start } = readListHeader(bytes, 0);
  const items: Uint8Array[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    const end = skipItem(bytes, at, { type, depth: 0 });
    items.push(bytes.subarray(at, end));
    at = end;
  }
  return { type, items };
}

/** Encodes a list, with the shortest header. */
export function encodeList({ type, items }: ThriftList): Uint8Array {
  const { length } = items;
  const header = length < SHORT_LIST
    ? [Uint8Array.of(length << 4 | type)]
    : [Uint8Array.of(0xf0 | type), encodeVarint(BigInt(length))];
  return joinBytes([...header, ...items]);
}

/** Reads an integer of any length. */
export function readInteger(bytes: Uint8Array, type: number): bigint {
  if (type === WIRE.i8) return BigInt(byteAt(bytes, 0) << 24 >> 24);
  return zigzag(readVarint(bytes, 0).value);
}

/** Encodes an integer of 16, 32 or 64 bits. */
export function encodeInteger(value: number | bigint): Uint8Array {
  const wide = BigInt(value);
  return encodeVarint(wide >= 0n ? wide << 1n : (-wide << 1n) - 1n);
}

/** Returns the bytes of a text or of binary data. */
export function readBinary(bytes: Uint8Array): Uint8Array {
  const { value, end } = readVarint(bytes, 0);
  return bytes.subarray(end, end + Number(value));
}

/** Encodes a text or binary data. */
export function encodeBinary(content: Uint8Array): Uint8Array {
  return joinBytes([encodeVarint(BigInt(content.length)), content]);
}

/** Reads an unsigned integer of variable length. */
export function readVarint(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  let low = 0;
  let high = 0n;
  for (let at = start, i = 0; i < MAX_VARINT_BYTES; at++, i++) {
    const byte = byteAt(bytes, at);
    // Almost all numbers are short, and BigInt is slow.
    if (i < 4) low |= (byte & 127) << 7 * i;
    else high |= BigInt(byte & 127) << BigInt(7 * i);
    if (byte < 128) return { value: BigInt.asUintN(64, high | BigInt(low)), end: at + 1 };
  }
  throw new RangeError(`a number has more than ${MAX_VARINT_BYTES} bytes`);
}

function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function zigzag(value: bigint): bigint {
  return (value & 1n) === 0n ? value >> 1n : -(value >> 1n) - 1n;
}

/** Finds the end of a field's value without decoding it. */
function skipField(bytes: Uint8Array, at: number, type: number, depth: number = 0): number {
  if (type === WIRE.true || type === WIRE.false) return at;
  return skipItem(bytes, at, { type, depth });
}

/** Finds the end of a value in a list or map, where booleans take a byte. */
function skipItem(
  bytes: Uint8Array,
  at: number,
  { type, depth }: { type: number; depth: number },
): number {
  if (depth > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} values inside each other`);
  switch (type) {
    case WIRE.true:
    case WIRE.false:
    case WIRE.i8:
      return within(bytes, at + 1);
    case WIRE.i16:
    case WIRE.i32:
    case WIRE.i64:
      return skipVarint(bytes, at);
    case WIRE.double:
      return within(bytes, at + 8);
    case WIRE.uuid:
      return within(bytes, at + 16);
    case WIRE.binary: {
      const { value, end } = readVarint(bytes, at);
      return within(bytes, end + Number(value));
    }
    case WIRE.list:
    case WIRE.set: {
      const { type: inner, count, start } = readListHeader(bytes, at);
      let end = start;
      for (let i = 0; i < count; i++) end = skipItem(bytes, end, { type: inner, depth: depth + 1 });
      return end;
    }
    case WIRE.map:
      return skipMap(bytes, at, depth);
    case WIRE.struct:
      return skipStruct(bytes, at, depth);
    default:
      throw new RangeError(`a value has the type ${type}, which Thrift does not have`);
  }
}

function skipStruct(bytes: Uint8Array, start: number, depth: number): number {
  for (let at = start;;) {
    const header = byteAt(bytes, at++);
    if ((header & 15) === 0) return at;
    if (header >> 4 === 0) at = skipVarint(bytes, at);
    at = skipField(bytes, at, header & 15, depth + 1);
  }
}

function skipMap(bytes: Uint8Array, at: number, depth: number): number {
  const { value, end: start } = readVarint(bytes, at);
  if (value === 0n) return start;
  const types = byteAt(bytes, start);
  let end = start + 1;
  const pairs = Number(value);
  checkCount(bytes, { at: end, count: 2 * pairs });
  for (let i = 0; i < pairs; i++) {
    end = skipItem(bytes, end, { type: types >> 4, depth: depth + 1 });
    end = skipItem(bytes, end, { type: types & 15, depth: depth + 1 });
  }
  return end;
}

function readListHeader(
  bytes: Uint8Array,
  at: number,
): { type: number; count: number; start: number } {
  const header = byteAt(bytes, at);
  const type = header & 15;
  if (header >> 4 < SHORT_LIST) return { type, count: header >> 4, start: at + 1 };
  const { value, end } = readVarint(bytes, at + 1);
  const count = Number(value);
  checkCount(bytes, { at: end, count });
  return { type, count, start: end };
}

/** Every item takes a byte at least, so that a few bytes cannot stand for endless lists. */
function checkCount(bytes: Uint8Array, { at, count }: { at: number; count: number }): void {
  if (count > bytes.length - at) {
    throw new TruncatedError(`a list of ${count} items goes beyond the end`);
  }
}

function skipVarint(bytes: Uint8Array, start: number): number {
  for (let at = start; at < start + MAX_VARINT_BYTES; at++) {
    if (byteAt(bytes, at) < 128) return at + 1;
  }
  throw new RangeError(`a number has more than ${MAX_VARINT_BYTES} bytes`);
}

function byteAt(bytes: Uint8Array, at: number): number {
  if (at < bytes.length) return bytes[at];
  throw new TruncatedError("it ends inside a value");
}

function within(bytes: Uint8Array, end: number): number {
  if (end <= bytes.length) return end;
  throw new TruncatedError("it ends inside a value");
}

/** Joins arrays of bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
