import type { PeerName } from "../../bench/peers/peer.ts";
import { RIVAL_NAMES, type Row } from "../../bench/row.ts";

/** The libraries for arrays that were there when rows were measured. */
export function rivalsOf(rows: readonly Row[]): PeerName[] {
  return RIVAL_NAMES.filter((name) => rows.some(({ peers }) => name in peers));
}

/** Names them in words: `the fastest of SciPy, PyTorch and JAX`. */
export function fastestText(rows: readonly Row[]): string {
  const names = rivalsOf(rows);
  if (names.length < 2) return names[0] ?? "a peer";
  return `the ${names.length === 2 ? "faster" : "fastest"} of ${
    names.slice(0, -1).join(", ")
  } and ${names.at(-1)}`;
}
