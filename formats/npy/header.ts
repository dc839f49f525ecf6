/** The description of the array in the header of an npy file. */
export interface NpyHeader {
  /** Type of an element. */
  readonly dtype: NpyDtype;
  /** Whether the first axis varies fastest (Fortran order). */
  readonly fortran: boolean;
  /** Length of each axis; empty for a single number. */
  readonly shape: readonly number[];
  /** Number of elements. */
  readonly count: number;
  /** Byte offset of the data in the file. */
  readonly dataOffset: number;
}

/** Returns the number of the axis along which a file has one part after the other. */
export function slowestAxis({ shape, fortran }: Pick<NpyHeader, "shape" | "fortran">): number {
  return fortran ? Math.max(shape.length - 1, 0) : 0;
}

/** Formats a shape as Python does: `()`, `(3,)`, `(2, 3)`. */
export function formatShape(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/** Formats the index of an element as numpy would, `[0, 2]`, from its number in the file. */
export function formatIndex(
  { shape, fortran }: Pick<NpyHeader, "shape" | "fortran">,
  element: number,
): string {
  const fastestFirst = fortran ? shape : shape.toReversed();
  let rest = element;
  const index = fastestFirst.map((length) => {
    const at = rest % length;
    rest = Math.floor(rest / length);
    return at;
  });
  return `[${(fortran ? index : index.reverse()).join(", ")}]`;
}

/** The element type of an npy array that specol can read. */
export interface NpyDtype {
  /** `f` for floating point, `i` for signed and `u` for unsigned integers. */
  readonly kind: "f" | "i" | "u";
  /** Bytes per element. */
  readonly size: 1 | 2 | 4 | 8;
  /** Whether the most significant byte comes first. */
  readonly bigEndian: boolean;
}

/** The supported element types, in the words of error messages. */
export const SUPPORTED_DTYPES: string = "float16, float32, float64 and integers of 8 to 64 bits";

const SIZES: Readonly<Record<NpyDtype["kind"], string>> = {
  f: "248",
  i: "1248",
  u: "1248",
};

const BYTE_ORDERS = "<>=|";

/**
 * Reads a dtype string such as `<f8`. Returns `undefined` if specol does not support the type.
 *
 * `=`, `|` and a missing byte order mean the order of the machine, which is little-endian wherever
 * WebAssembly runs.
 */
export function parseDtype(descr: string): NpyDtype | undefined {
  const code = BYTE_ORDERS.includes(descr.charAt(0)) ? descr.slice(1) : descr;
  const kind = code.charAt(0) as NpyDtype["kind"];
  const size = code.slice(1);
  if (size.length !== 1 || !SIZES[kind]?.includes(size)) return undefined;
  return {
    kind,
    size: Number(size) as NpyDtype["size"],
    bigEndian: descr.startsWith(">") && size !== "1",
  };
}

const KINDS: Readonly<Record<string, string>> = {
  O: "Python objects",
  S: "byte strings",
  a: "byte strings",
  U: "text",
  T: "text",
  V: "raw bytes",
  M: "dates",
  m: "time differences",
  b: "booleans",
  c: "complex numbers",
  f: "floating point",
  i: "integers",
  u: "integers",
};

/** Describes in words what an unsupported dtype string means, if that is known. */
export function describeDtype(descr: string): string {
  const code = BYTE_ORDERS.includes(descr.charAt(0)) ? descr.slice(1) : descr;
  const [, kind = "", size = ""] = /^([A-Za-z])(\d*)/.exec(code) ?? [];
  const words = KINDS[kind];
  if (words === undefined) return "unknown";
  return "fiuc".includes(kind) && size !== "" ? `${words} of ${Number(size) * 8} bits` : words;
}

const ALIGNMENT = 64;
const MAGIC_LENGTH = 8;

// numpy leaves room for the axis along which an array grows to reach 2^64 elements, so that the
// header can be rewritten in place: 21 characters.
const GROWTH_DIGITS = 21;

/** The array that a header describes. */
export interface HeaderFields {
  /** The kind of the elements; if omitted, `f` for floats. */
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
