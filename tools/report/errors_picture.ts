import { type Axis, placeOf } from "./axis.ts";
import { MARKS, marks } from "./error_marks.ts";
import {
  BAND,
  GRID,
  HEIGHT,
  heightOf,
  LEFT,
  type Panel,
  panelsOf,
  PLOT_BOTTOM,
  PLOT_TOP,
  RIGHT,
  TOP,
  WIDTH,
} from "./errors_layout.ts";
import type { LibraryErrors, SubjectErrors } from "./measure_accuracy.ts";
import { powerText, tickText, ulpText } from "./number_text.ts";
import { element, picture, short, type Svg, words } from "./svg.ts";

/** Draws the errors of all libraries over the domain of a subject, the worst of each bin. */
export function errorsPicture({ subject, x, libraries }: SubjectErrors, axis: Axis): Svg {
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

function legend(libraries: readonly LibraryErrors[]): Svg {
  const step = 178;
  const left = WIDTH - RIGHT - step * libraries.length + 30;
  return element(
    "g",
    {},
    ...libraries.map(({ library, errors }, i) => {
      const x = left + i * step;
      const mark = MARKS[library];
      return element("path", { class: `${mark.class} ${library}`, d: mark.draw(x, 20) }) +
        element(
          "text",
          { x: x + 9, y: 24 },
          `<tspan class="strong">${library}</tspan> worst ${ulpText(Math.max(...errors))}`,
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
    ...{ x, y, class: "small", "text-anchor": "middle" },
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
