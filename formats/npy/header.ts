import type { NpyDtype } from "./dtype.ts";

/** What an npy file says about its array. */
export interface NpyHeader {
  /** Type of an element. */
  readonly dtype: NpyDtype;
  /** Whether the first axis varies fastest (Fortran order). */
  readonly fortran: boolean;
  /** Length of each axis; none for a single number. */
  readonly shape: readonly number[];
  /** Number of elements. */
  readonly count: number;
  /** Byte of the file at which the data begin. */
  readonly dataOffset: number;
}

/** Writes a shape as Python does: `()`, `(3,)`, `(2, 3)`. */
export function formatShape(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/** Names an element by its number in the file, as numpy would: `[0, 2]`. */
export function formatIndex(
  { shape, fortran }: Pick<NpyHeader, "shape" | "fortran">,
  element: number,
): string {
  const fastestFirst = fortran ? shape : shape.toReversed();
  let rest = element;
  const index = fastestFirst.map((length) => {
    const at = rest % length;
    rest = Math.floor(rest / length);
    return at;
  });
  return `[${(fortran ? index : index.reverse()).join(", ")}]`;
}
