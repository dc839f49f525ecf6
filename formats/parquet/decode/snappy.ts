import { readVarint } from "../thrift/compact.ts";

/**
 * Decompresses Snappy data without framing into an array that they must fill.
 *
 * @throws {RangeError} If the data are damaged, or have another length.
 */
export function decompressSnappy(input: Uint8Array, output: Uint8Array): void {
  const { value, end } = readVarint(input, 0);
  if (Number(value) !== output.length) {
    throw new RangeError(`Snappy data of ${value} bytes, expected ${output.length}`);
  }
  let [at, out] = [end, 0];
  while (at < input.length) {
    const tag = input[at++];
    if ((tag & 3) === 0) {
      let length = tag >> 2;
      if (length >= 60) {
        const bytes = length - 59;
        length = littleEndian(input, at, bytes);
        at += bytes;
      }
      length++;
      // What lies outside is undefined, and makes a length that is not a number.
      if (!(length <= input.length - at && length <= output.length - out)) throw beyond("literals");
      if (length <= 16) { for (let i = 0; i < length; i++) output[out + i] = input[at + i]; }
      else output.set(input.subarray(at, at + length), out);
      at += length;
      out += length;
      continue;
    }
    let length = (tag >> 2) + 1;
    let distance: number;
    if ((tag & 3) === 1) {
      length = (tag >> 2 & 7) + 4;
      distance = tag >> 5 << 8 | input[at];
      at += 1;
    } else {
      const bytes = (tag & 3) === 2 ? 2 : 4;
      distance = littleEndian(input, at, bytes);
      at += bytes;
    }
    if (!(at <= input.length && distance > 0 && distance <= out && length <= output.length - out)) {
      throw beyond("a match");
    }
    if (distance >= length && length > 32) {
      output.copyWithin(out, out - distance, out - distance + length);
    } // A match may overlap what it makes, and then repeats it: byte by byte.
    else for (let i = 0; i < length; i++) output[out + i] = output[out + i - distance];
    out += length;
  }
  if (out !== output.length) {
    throw new RangeError(`Snappy data end after ${out} bytes, expected ${output.length}`);
  }
}

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + bytes[at + i];
  return value;
}

function beyond(what: string): RangeError {
  return new RangeError(`Snappy data are damaged: ${what} go beyond the ends`);
}
