import { findMatches } from "./find_matches.ts";

const MAX_SNAPPY_COPY = 64;

/** Compresses bytes as Snappy without framing. */
export function compressSnappy(input: Uint8Array): Uint8Array {
  const output = new Uint8Array(32 + input.length + Math.ceil(input.length / 6));
  let out = 0;
  let rest = input.length;
  for (; rest >= 128; rest >>>= 7) output[out++] = rest & 127 | 128;
  output[out++] = rest;
  findMatches(input, {
    add(start, end, match): void {
      const length = end - start;
      if (length > 0) {
        const tag = length - 1;
        if (tag < 60) {
          output[out++] = tag << 2;
        } else {
          const bytes = tag < 2 ** 8 ? 1 : tag < 2 ** 16 ? 2 : tag < 2 ** 24 ? 3 : 4;
          output[out++] = 59 + bytes << 2;
          for (let i = 0; i < bytes; i++) output[out++] = tag >>> 8 * i;
        }
        output.set(input.subarray(start, end), out);
        out += length;
      }
      for (let left = match?.length ?? 0; left > 0;) {
        const copied = Math.min(left, MAX_SNAPPY_COPY);
        output[out++] = copied - 1 << 2 | 2;
        output[out++] = match!.distance;
        output[out++] = match!.distance >> 8;
        left -= copied;
      }
    },
  });
  return output.subarray(0, out);
}

/** Compresses bytes as one LZ4 block. */
export function compressLz4(input: Uint8Array): Uint8Array {
  const output = new Uint8Array(32 + input.length + Math.ceil(input.length / 255));
  let out = 0;
  function putLength(length: number): void {
    let rest = length - 15;
    for (; rest >= 255; rest -= 255) output[out++] = 255;
    output[out++] = rest;
  }
  findMatches(input, {
    add(start, end, match): void {
      const literals = end - start;
      const repeated = match === undefined ? 0 : match.length - 4;
      output[out++] = Math.min(literals, 15) << 4 | Math.min(repeated, 15);
      if (literals >= 15) putLength(literals);
      output.set(input.subarray(start, end), out);
      out += literals;
      if (match === undefined) return;
      output[out++] = match.distance;
      output[out++] = match.distance >> 8;
      if (repeated >= 15) putLength(repeated);
    },
  });
  return output.subarray(0, out);
}
