import { MAX_CHUNK_SIZE } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
};

/** Reads a number of bytes such as `4096`, `64K` or `1M` (powers of 1024). */
export function parseSize(text: string, flag: string): number {
  const [, digits, unit] = /^(\d+)([KMG]?)$/i.exec(text) ?? [];
  const size = Number(digits) * UNITS[unit?.toUpperCase()];
  if (size >= 1 && size <= MAX_CHUNK_SIZE) return size;
  throw new UsageError(
    `Option --${flag} must be a number of bytes from 1 to ${MAX_CHUNK_SIZE / UNITS.M}M, such as ` +
      `64K or 1M, got ${text}`,
  );
}
