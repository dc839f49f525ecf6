/** A part of a family's tables that another family's tables contain, too. */
export interface SharedPiece {
  readonly family: string;
  /** Where it is in the tables of that family. */
  readonly from: number;
  readonly length: number;
  /** Where it is in the tables that share it. */
  readonly at: number;
}

/** Puts pieces of other families' tables between the parts of a family's own, in their order. */
export function joinPieces(
  own: Uint8Array<ArrayBuffer>,
  pieces: readonly SharedPiece[],
  tablesOf: (family: string) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const shared = pieces.reduce((sum, { length }) => sum + length, 0);
  const tables = new Uint8Array(own.length + shared);
  let [used, filled] = [0, 0];
  for (const { family, from, length, at } of pieces) {
    tables.set(own.subarray(used, used + at - filled), filled);
    used += at - filled;
    tables.set(tablesOf(family).subarray(from, from + length), at);
    filled = at + length;
  }
  tables.set(own.subarray(used), filled);
  return tables;
}
