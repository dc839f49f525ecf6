/** The parts of an npy file that tests choose. */
export interface NpyParts {
  readonly descr: string;
  readonly shape: readonly number[];
  readonly fortran?: boolean;
  readonly version?: 1 | 2 | 3;
}

/** Makes an npy file by the description of the format, without code of specol. */
export function makeNpy(
  values: readonly (number | bigint)[],
  { descr, shape, fortran = false, version = 1 }: NpyParts,
): Uint8Array<ArrayBuffer> {
  const dict = `{'descr': '${descr}', 'fortran_order': ` +
    `${fortran ? "True" : "False"}, 'shape': (${shape.map((length) => `${length},`).join("")})}\n`;
  return wrapHeader(dict, { version, data: encode(values, descr) });
}

/** Puts the magic bytes, version and length before a header's text. */
export function wrapHeader(
  text: string,
  { version = 1, data = new Uint8Array() }: {
    version?: 1 | 2 | 3;
    data?: Uint8Array;
  } = {},
): Uint8Array<ArrayBuffer> {
  const header = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const size = version === 1 ? 2 : 4;
  const bytes = new Uint8Array(8 + size + header.length + data.length);
  bytes.set(Uint8Array.from("\x93NUMPY", (char) => char.charCodeAt(0)));
  bytes[6] = version;
  const view = new DataView(bytes.buffer);
  if (size === 2) view.setUint16(8, header.length, true);
  else view.setUint32(8, header.length, true);
  bytes.set(header, 8 + size);
  bytes.set(data, 8 + size + header.length);
  return bytes;
}

/** Encodes numbers as a dtype says. */
export function encode(
  values: readonly (number | bigint)[],
  descr: string,
): Uint8Array<ArrayBuffer> {
  const little = !descr.startsWith(">");
  const code = descr.slice(-2);
  const size = Number(code[1]);
  const view = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, i) => put(view, { code, at: i * size, value, little }));
  return new Uint8Array(view.buffer);
}

function put(
  view: DataView,
  { code, at, value, little }: {
    code: string;
    at: number;
    value: number | bigint;
    little: boolean;
  },
): void {
  if (code === "i8") return view.setBigInt64(at, BigInt(value), little);
  if (code === "u8") return view.setBigUint64(at, BigInt(value), little);
  const number = Number(value);
  if (code === "f2") return view.setFloat16(at, number, little);
  if (code === "f4") return view.setFloat32(at, number, little);
  if (code === "f8") return view.setFloat64(at, number, little);
  // Two's complement, whatever the sign: the low bytes of a 32-bit integer.
  if (code[1] === "1") return view.setUint8(at, number);
  if (code[1] === "2") return view.setUint16(at, number, little);
  view.setUint32(at, number, little);
}
