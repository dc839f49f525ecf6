import type { Axis } from "./axis.ts";
import { columnOf, heightOf, type Panel } from "./errors_layout.ts";
import type { LibraryErrors } from "./measure_accuracy.ts";
import { element, short, type Svg } from "./svg.ts";

/** Larger errors stand on a stem, so that they are seen at once. */
const STEM_ULP = 100;

/** Marks of the libraries: they differ in shape as in colour, and none hides another. */
export const MARKS: Readonly<
  Record<string, { class: string; draw: (x: number, y: number) => string }>
> = {
  specol: { class: "dot", draw: (x, y) => `M${short(x)} ${short(y)}h0` },
  SciPy: { class: "mark", draw: (x, y) => `M${short(x)} ${short(y - 2.8)}l2.8 5.2h-5.6z` },
  PyTorch: {
    class: "mark",
    draw: (x, y) => `M${short(x - 2.2)} ${short(y - 2.2)}l4.4 4.4m0-4.4l-4.4 4.4`,
  },
};

/** Draws the worst error of a library in every bin. */
export function marks(
  { library, errors }: LibraryErrors,
  x: Float64Array,
  { axis, panels }: { axis: Axis; panels: readonly Panel[] },
): Svg {
  const worst = new Map<number, number>();
  for (const [i, value] of x.entries()) {
    const column = columnOf(value - axis.origin, panels);
    if (column !== undefined) worst.set(column, Math.max(worst.get(column) ?? 0, errors[i]));
  }
  const { class: name, draw } = MARKS[library];
  const heads = Array.from(worst, ([column, error]) => draw(column, heightOf(error)));
  const base = heightOf(1);
  const stems = Array.from(worst).filter(([, error]) => error > STEM_ULP).map(([column, error]) =>
    `M${short(column)} ${short(base)}V${short(heightOf(error))}`
  );
  return (stems.length === 0
    ? ""
    : element("path", { class: `stem ${library}`, d: stems.join("") })) +
    element("path", { class: `${name} ${library}`, d: heads.join("") });
}
