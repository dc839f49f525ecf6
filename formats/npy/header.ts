/** What the header of an npy file says about its array. */
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
