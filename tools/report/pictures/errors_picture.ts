import { type Axis, placeOf, type Segment } from "./axis.ts";
import type { LibraryErrors, SubjectErrors } from "../measure_accuracy.ts";
import { powerText, tickText, ulpText, WRONG_ULP } from "../number_text.ts";
import { element, picture, short, type Svg, words } from "./svg.ts";

/** Draws the errors of libraries that have marks over the domain of a subject, the worst of each bin. */
export function errorsPicture({ subject, x, libraries: all }: SubjectErrors, axis: Axis): Svg {
  const libraries = all.filter(({ library }) => library in MARKS);
  const panels = panelsOf(axis);
  const size = { width: WIDTH, height: HEIGHT };
  const worst = libraries.map(({ library, errors }) =>
    `${library} ${ulpText(Math.max(...errors))}`
  );
  return picture(
    { ...size, title: `${subject.name}: worst error in ulp: ${worst.join(", ")}` },
    words(subject.name, { x: LEFT, y: 24, class: "title" }),
    legend(libraries),
    ...panels.map(panelBack),
    grid(panels),
    // Ours last: where others are as good, it is their marks that show around it.
    ...libraries.toReversed().map((errors) => marks(errors, x, { axis, panels })),
    ...panels.map(panelTicks),
    words(axis.label, { x: WIDTH - RIGHT + 8, y: PLOT_BOTTOM + 16, class: "strong" }),
  );
}

/** The marks of libraries, each with its worst error in ulp. */
function legend(libraries: readonly LibraryErrors[]): Svg {
  const step = 136;
  const left = WIDTH - RIGHT - step * libraries.length + 30;
  return element(
    "g",
    {},
    words("worst:", { x: left - 14, y: 24, "text-anchor": "end", class: "small" }),
    ...libraries.map(({ library, errors }, i) => {
      const x = left + i * step;
      const mark = MARKS[library];
      return element("path", { class: `${mark.class} ${library}`, d: mark.draw(x, 20) }) +
        element(
          "text",
          { x: x + 9, y: 24 },
          `<tspan class="strong">${library}</tspan> ${ulpText(Math.max(...errors))}`,
        );
    }),
  );
}

function panelBack({ left, width }: Panel): Svg {
  return element("rect", { class: "band", x: left, y: TOP, width, height: BAND - 2 }) +
    element("rect", {
      class: "panel",
      x: left,
      y: PLOT_TOP,
      width,
      height: PLOT_BOTTOM - PLOT_TOP,
    });
}

function grid(panels: readonly Panel[]): Svg {
  const lines = GRID.map((exponent) => {
    const y = short(heightOf(10 ** exponent));
    const d = panels.map(({ left, width }) => `M${short(left)} ${y}h${short(width)}`).join("");
    // Our promise is 1 ulp.
    return element("path", { class: exponent === 0 ? "strong-grid" : "grid", d });
  });
  const right = WIDTH - RIGHT + 6;
  return lines.join("") +
    element(
      "g",
      {},
      ...GRID.map((exponent) => {
        const y = heightOf(10 ** exponent) + 4;
        return words(exponent === 0 ? "1" : powerText(exponent), {
          x: LEFT - 6,
          y,
          "text-anchor": "end",
          class: "small",
        }) +
          words(String(16 - exponent), { x: right, y, class: "small" });
      }),
      words("wrong", { x: LEFT - 6, y: TOP + 15, "text-anchor": "end", class: "small" }),
      sideways("error, ulp", 12),
      sideways("right digits", WIDTH - 10),
    );
}

function sideways(content: string, x: number): Svg {
  const y = (PLOT_TOP + PLOT_BOTTOM) / 2;
  return words(content, {
    x,
    y,
    class: "small",
    "text-anchor": "middle",
    transform: `rotate(-90 ${short(x)} ${short(y)})`,
  });
}

function panelTicks({ segment, left, width }: Panel): Svg {
  const ticks = segment.ticks.map((tick) => {
    const place = placeOf(segment, tick) ?? 0;
    // At the ends of a segment words stay inside it: the next one has its own.
    const anchor = place < 0.06 ? "start" : place > 0.94 ? "end" : "middle";
    return { x: left + width * place, text: tickText(tick), anchor };
  });
  const marks = ticks.map(({ x }) => `M${short(x)} ${PLOT_BOTTOM}v4`).join("");
  return element("path", { class: "grid", d: marks }) +
    ticks.map(({ x, text, anchor }) =>
      words(text, { x, y: PLOT_BOTTOM + 16, "text-anchor": anchor, class: "small" })
    ).join("") +
    words(segment.caption, { x: left + width / 2, y: PLOT_BOTTOM + 34, "text-anchor": "middle" });
}

// Where things are in the pictures of errors.

const WIDTH = 840;
const HEIGHT = 266;
const LEFT = 52;
const RIGHT = 48;
const TOP = 44;
const BOTTOM = 50;
/** Between two segments. */
const GAP = 6;
/** For what has no digit right. */
const BAND = 24;
/** Of a bin: only the worst point of each is drawn. */
const BIN = 4;

/** Decimal exponents of the errors that are drawn; a double has 16 digits. */
const LEAST = -1;
const MOST = 15.8;
const GRID = [0, 3, 6, 9, 12, 15];

const PLOT_TOP = TOP + BAND;
const PLOT_BOTTOM = HEIGHT - BOTTOM;

/** A segment and where it is drawn. */
export interface Panel {
  readonly segment: Segment;
  readonly left: number;
  readonly width: number;
}

/** Where the segments of an axis are drawn. */
function panelsOf({ segments }: Axis): Panel[] {
  const room = WIDTH - LEFT - RIGHT - GAP * (segments.length - 1);
  const total = segments.reduce((sum, { share }) => sum + share, 0);
  let left = LEFT;
  return segments.map((segment) => {
    const panel = { segment, left, width: room * segment.share / total };
    left += panel.width + GAP;
    return panel;
  });
}

/** The middle of the bin that a number falls into. */
function columnOf(x: number, panels: readonly Panel[]): number | undefined {
  for (const { segment, left, width } of panels) {
    // A logarithmic axis has no 0: it counts as the least number of the first such segment.
    const place = x === 0 && segment.from > 0 ? 0 : placeOf(segment, x);
    if (place === undefined) continue;
    const bins = Math.round(width / BIN);
    return left + width * (Math.min(Math.floor(place * bins), bins - 1) + 0.5) / bins;
  }
  return undefined;
}

/** The height at which an error is drawn: the least ones at the bottom, the worst in the band. */
function heightOf(error: number): number {
  if (error >= WRONG_ULP) return TOP + BAND / 2 - 1;
  const share = (Math.max(Math.log10(error), LEAST) - LEAST) / (MOST - LEAST);
  return PLOT_BOTTOM - share * (PLOT_BOTTOM - PLOT_TOP - 6) - 3;
}

/** Larger errors stand on a stem, so that they are seen at once. */
const STEM_ULP = 100;

/** Marks of the libraries: they differ in shape as in colour, and none hides another. */
const MARKS: Readonly<
  Record<string, { class: string; draw: (x: number, y: number) => string }>
> = {
  specol: { class: "dot", draw: (x, y) => `M${short(x)} ${short(y)}h0` },
  SciPy: { class: "mark", draw: (x, y) => `M${short(x)} ${short(y - 2.8)}l2.8 5.2h-5.6z` },
  PyTorch: {
    class: "mark",
    draw: (x, y) => `M${short(x - 2.2)} ${short(y - 2.2)}l4.4 4.4m0-4.4l-4.4 4.4`,
  },
  JAX: { class: "mark", draw: (x, y) => `M${short(x - 2.2)} ${short(y - 2.2)}h4.4v4.4h-4.4z` },
};

/** Draws the worst error of a library in every bin. */
function marks(
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
