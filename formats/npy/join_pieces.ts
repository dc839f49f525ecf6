import { formatHeader, type NpyHeader } from "./header.ts";
import { NpyReader } from "./reader.ts";
import { copyBytes } from "../../io/byte_sink.ts";
import { openInput } from "../../io/open_source.ts";
import type { JoinedPiece, WriteJoined } from "../format_spec.ts";

/**
 * Joins npy arrays along the axis that varies slowest: the first, or the last in Fortran order. So
 * their elements follow one another, and only the header is new.
 */
export async function joinNpy(pieces: readonly JoinedPiece[]): Promise<WriteJoined> {
  const headers: NpyHeader[] = [];
  for (const { path, identity } of pieces) {
    await using input = await openInput(path, { identity });
    const { header } = await NpyReader.open(input.source);
    headers.push(header);
    check(header, { path, first: headers[0], firstPath: pieces[0].path });
  }
  const [{ dtype: { kind, size }, fortran, shape }] = headers;
  const axis = slowest(headers[0]);
  const total = headers.reduce((sum, { shape }) => sum + shape[axis], 0);
  const joined = shape.length === 0 ? shape : shape.with(axis, total);
  return async (sink) => {
    await sink.write(formatHeader({ kind, size, fortran, shape: joined }));
    for (const [i, { path, identity }] of pieces.entries()) {
      await using input = await openInput(path, { identity });
      const reader = await NpyReader.open(input.source);
      // The array may have been replaced since it was looked at.
      check(reader.header, { path, first: headers[i], firstPath: `${path}, as it was,` });
      const copied = await copyBytes(input.source, sink, { length: reader.header.count * size });
      reader.checkLength(copied);
    }
  };
}

function slowest({ shape, fortran }: NpyHeader): number {
  return fortran ? shape.length - 1 : 0;
}

function check(
  header: NpyHeader,
  { path, first, firstPath }: { path: string; first: NpyHeader; firstPath: string },
): void {
  if (header.dtype.bigEndian) {
    throw new TypeError(
      `Cannot join ${path}: its numbers are big-endian, and concat writes little-endian numbers: ` +
        `convert it first`,
    );
  }
  const [found, expected] = [describe(header), describe(first)];
  if (header !== first && (found !== expected || header.shape.length === 0)) {
    throw new TypeError(
      `Cannot join ${path} to ${firstPath}: it holds ${found}, expected ${expected}`,
    );
  }
}

/**
 * The dtype, the order and the shape, without the length of the axis along which arrays are joined.
 */
function describe(header: NpyHeader): string {
  const { dtype: { kind, size }, fortran, shape } = header;
  const axis = slowest(header);
  const lengths = shape.map((length, i) => i === axis ? "n" : length);
  return `${kind}${size} in ${fortran ? "Fortran" : "C"} order of shape (${lengths.join(", ")})`;
}
