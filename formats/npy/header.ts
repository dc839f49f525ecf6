import type { NpyDtype } from "./dtype.ts";

/** What the header of an npy file says about its array. */
export interface NpyHeader {
  /** Type of an element. */
  readonly dtype: NpyDtype;
  /** Whether the first axis varies fastest (Fortran order). */
  readonly fortran: boolean;
  /** Length of each axis; empty for a single number. */
  readonly shape: readonly number[];
  /** Number of elements. */
  readonly count: number;
  /** Byte offset of the data in the file. */
  readonly dataOffset: number;
}

/** Formats a shape as Python does: `()`, `(3,)`, `(2, 3)`. */
export function formatShape(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

/** Formats the index of an element as numpy would, `[0, 2]`, from its number in the file. */
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
