import type { SharedPiece } from "./runtime/join_pieces.ts";

/** Bytes by which pieces are found. */
const WINDOW = 32;
/** Pieces that are shorter are not worth their description. */
const MIN_PIECE = 256;

/**
 * Finds what some bytes have in common with the tables of other families, in the order of the
 * bytes.
 */
export function findShared(
  bytes: Uint8Array,
  others: Readonly<Record<string, Uint8Array>>,
): SharedPiece[] {
  const places = new Map<string, readonly [family: string, at: number]>();
  for (const [family, other] of Object.entries(others)) {
    for (let at = 0; at + WINDOW <= other.length; at += WINDOW) {
      const key = keyOf(other, at);
      if (!places.has(key)) places.set(key, [family, at]);
    }
  }
  const pieces: SharedPiece[] = [];
  let done = 0;
  for (let at = 0; at + WINDOW <= bytes.length;) {
    const [family, found] = places.get(keyOf(bytes, at)) ?? [];
    if (family === undefined || found === undefined) {
      at++;
      continue;
    }
    const other = others[family];
    let [before, after] = [0, WINDOW];
    while (
      at - before > done && found > before && bytes[at - before - 1] === other[found - before - 1]
    ) {
      before++;
    }
    while (at + after < bytes.length && bytes[at + after] === other[found + after]) after++;
    if (before + after < MIN_PIECE) {
      at++;
      continue;
    }
    pieces.push({ family, from: found - before, length: before + after, at: at - before });
    at = done = at + after;
  }
  return pieces;
}

function keyOf(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + WINDOW));
}
