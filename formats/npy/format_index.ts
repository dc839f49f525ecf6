import type { NpyHeader } from "./header.ts";

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
