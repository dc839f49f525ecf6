import type { FitRows } from "../../fit/distinct_rows.ts";

/** Rows whose arrays have shared memory, so that workers need no copies of them. */
export function shareRows(rows: FitRows): FitRows {
  const { groups, columns, counts, places } = rows;
  return {
    ...rows,
    groups: shareArray(groups),
    columns: columns.map(shareArray),
    counts: counts && shareArray(counts),
    places: places && shareArray(places),
  };
}

/** A copy of an array in shared memory. */
export function shareArray<Values extends Float64Array | Uint32Array | Uint8Array>(
  values: Values,
): Values {
  const shared = new SharedArrayBuffer(values.byteLength);
  const copy = new (values.constructor as new (buffer: SharedArrayBuffer) => Values)(shared);
  copy.set(values as never);
  return copy;
}
