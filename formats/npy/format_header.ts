import { formatShape, type NpyDtype } from "./header.ts";

const ALIGNMENT = 64;
const MAGIC_LENGTH = 8;

// numpy leaves room for the axis along which an array grows to reach 2^64 elements, so that the
// header can be rewritten in place: 21 characters.
const GROWTH_DIGITS = 21;

/** The array that a header describes. */
export interface HeaderFields {
  /** The kind of the elements; if left out, `f` for floats. */
  readonly kind?: NpyDtype["kind"];
  /** Bytes per element. */
  readonly size: number;
  /** Whether the first axis varies fastest (Fortran order). */
  readonly fortran: boolean;
  /** Length of each axis. */
  readonly shape: readonly number[];
}

/**
 * Makes the header of a little-endian array, with the same bytes as `numpy.save`: in format 1.0 if
 * its length fits into 16 bits, otherwise in format 2.0.
 */
export function formatHeader(fields: HeaderFields): Uint8Array<ArrayBuffer> {
  const { kind = "f", size, fortran, shape } = fields;
  const order = size === 1 ? "|" : "<";
  const dict = `{'descr': '${order}${kind}${size}', 'fortran_order': ` +
    `${fortran ? "True" : "False"}, 'shape': ${formatShape(shape)}, }`;
  const growing = shape.at(fortran ? -1 : 0);
  const room = growing === undefined ? 0 : Math.max(0, GROWTH_DIGITS - String(growing).length);
  const text = dict + " ".repeat(room);
  return wrap(text, 1) ?? wrap(text, 2)!;
}

function wrap(
  text: string,
  version: 1 | 2,
): Uint8Array<ArrayBuffer> | undefined {
  const lengthSize = version === 1 ? 2 : 4;
  const start = MAGIC_LENGTH + lengthSize;
  // The newline is included. A header that would end on the boundary without padding gets a whole
  // block of padding, as in numpy.
  const used = start + text.length + 1;
  const padding = ALIGNMENT - used % ALIGNMENT;
  const length = text.length + padding + 1;
  if (version === 1 && length > 0xffff) return undefined;
  const bytes = new Uint8Array(start + length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0]); // \x93NUMPY
  const view = new DataView(bytes.buffer);
  if (version === 1) view.setUint16(MAGIC_LENGTH, length, true);
  else view.setUint32(MAGIC_LENGTH, length, true);
  new TextEncoder().encodeInto(
    text + " ".repeat(padding) + "\n",
    bytes.subarray(start),
  );
  return bytes;
}
