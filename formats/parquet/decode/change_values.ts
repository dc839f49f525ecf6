import { packBits } from "../../validity.ts";
import type { Change } from "./leaf_type.ts";
import { UnsupportedError } from "./unsupported_error.ts";

const JULIAN_DAY_OF_1970 = 2_440_588n;
const MICROSECONDS_PER_DAY = 86_400_000_000n;

/**
 * Changes values of a fixed size as a column of Arrow has them.
 *
 * @throws {RangeError} If a value does not fit.
 * @throws {UnsupportedError} If it is sound, and the type of Arrow cannot hold it.
 */
export function changeFixed(
  bytes: Uint8Array<ArrayBuffer>,
  { size, change }: { size: number; change: Change },
): Uint8Array {
  const rows = bytes.length / size;
  switch (change.kind) {
    case "bits":
      return packBits(bytes);
    case "narrow": {
      const narrow = new Uint8Array(rows * change.bytes);
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < change.bytes; j++) narrow[i * change.bytes + j] = bytes[i * 4 + j];
      }
      return narrow;
    }
    case "int96": {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const times = new BigInt64Array(rows);
      for (let i = 0; i < rows; i++) {
        const [nanoseconds, julian] = [
          view.getBigInt64(12 * i, true),
          view.getInt32(12 * i + 8, true),
        ];
        // A null has no day. What it holds is not read.
        if (julian !== 0) times[i] = microseconds(BigInt(julian) - JULIAN_DAY_OF_1970, nanoseconds);
      }
      return new Uint8Array(times.buffer);
    }
    case "widen": {
      const wide = new Uint8Array(rows * change.bytes);
      for (let i = 0; i < rows; i++) {
        widen(bytes.subarray(i * size, (i + 1) * size), {
          isBigEndian: change.isBigEndian,
          into: wide.subarray(i * change.bytes, (i + 1) * change.bytes),
        });
      }
      return wide;
    }
  }
}

// Nanoseconds would not reach beyond the year 2262, and files have the end of the year 9999.
function microseconds(day: bigint, nanoseconds: bigint): bigint {
  const time = day * MICROSECONDS_PER_DAY + nanoseconds / 1000n;
  if (nanoseconds % 1000n === 0n && BigInt.asIntN(64, time) === time) return time;
  throw new UnsupportedError(
    `a timestamp of 96 bits, day ${day} and ${nanoseconds} nanoseconds, which microseconds since ` +
      `1970 do not hold`,
  );
}

/** Changes values of any length into integers of a fixed one. */
export function widenTexts(
  { offsets, bytes }: { offsets: Int32Array; bytes: Uint8Array },
  size: 16 | 32,
): Uint8Array {
  const rows = offsets.length - 1;
  const wide = new Uint8Array(rows * size);
  for (let i = 0; i < rows; i++) {
    widen(bytes.subarray(offsets[i], offsets[i + 1]), {
      isBigEndian: true,
      into: wide.subarray(i * size, (i + 1) * size),
    });
  }
  return wide;
}

/** Writes an integer with its sign into more bytes, the lowest first. */
function widen(
  bytes: Uint8Array,
  { isBigEndian, into }: { isBigEndian: boolean; into: Uint8Array },
): void {
  const { length } = bytes;
  const at = (i: number): number => bytes[isBigEndian ? length - 1 - i : i];
  const filler = length > 0 && at(length - 1) >= 128 ? 255 : 0;
  for (let i = 0; i < Math.max(length, into.length); i++) {
    if (i < into.length) into[i] = i < length ? at(i) : filler;
    else if (at(i) !== filler) throw new RangeError(`a decimal has ${length} bytes`);
  }
}
