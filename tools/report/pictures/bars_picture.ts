import { ratioText } from "../number_text.ts";
import { element, picture, short, type Svg, words } from "./svg.ts";

/** One bar: how many times our time a peer takes. */
export interface Bar {
  /** What colours it: a library, or `other`. */
  readonly class: string;
  readonly ratio: number;
  /** Whether we lose if the ratio is below 1: not to a program that computes nothing. */
  readonly isRival: boolean;
}

/** A line of the picture: its bars in each panel, none for a heading. */
export interface BarRow {
  readonly label: string;
  readonly panels: readonly (readonly Bar[])[];
  /** Of a heading: what 1 is. */
  readonly note?: string;
}

/** A picture of bars on a logarithmic scale, which begin at 1. */
export interface Bars {
  readonly title: string;
  /** Titles of the panels, side by side. */
  readonly panels: readonly string[];
  readonly rows: readonly BarRow[];
  /** Colours and what they stand for. */
  readonly legend: readonly { readonly class: string; readonly text: string }[];
}

const WIDTH = 840;
const LEFT = 176;
const RIGHT = 44;
const GAP = 40;
const TOP = 66;
const BOTTOM = 44;
const BAR = 9;
const SPACE = 6;
const HEADING = 24;
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Draws bars: to the right of 1 the peer is slower than we are, to the left it is faster. */
export function barsPicture({ title, panels, rows, legend }: Bars): Svg {
  const ratios = rows.flatMap((row) => row.panels.flat()).map(({ ratio }) => ratio);
  const low = Math.log(Math.min(0.8, ...ratios) / 1.5);
  const high = Math.log(Math.max(2, ...ratios) * 1.1);
  const width = (WIDTH - LEFT - RIGHT - GAP * (panels.length - 1)) / panels.length;
  const heights = rows.map(heightOf);
  const height = TOP + heights.reduce((sum, height) => sum + height, 0) + BOTTOM;
  const leftOf = (panel: number): number => LEFT + panel * (width + GAP);
  const at = (ratio: number, panel: number): number =>
    leftOf(panel) + width * (Math.log(ratio) - low) / (high - low);
  const bottom = height - BOTTOM;

  const backs = panels.map((panel, i) => {
    const ticks = TICKS.filter((tick) => Math.log(tick) >= low && Math.log(tick) <= high);
    const lines = ticks.filter((tick) => tick !== 1).map((tick) =>
      `M${short(at(tick, i))} ${TOP}V${bottom}`
    );
    return element("rect", { class: "panel", x: leftOf(i), y: TOP, width, height: bottom - TOP }) +
      element("path", { class: "grid", d: lines.join("") }) +
      ticks.map((tick) =>
        words(String(tick), {
          x: at(tick, i),
          y: bottom + 15,
          class: "small",
          "text-anchor": "middle",
        })
      ).join("") +
      words(panel, { x: leftOf(i), y: TOP - 8, class: "strong" }) +
      words("their time / our time", {
        x: leftOf(i) + width / 2,
        y: bottom + 32,
        class: "small",
        "text-anchor": "middle",
      });
  });
  let y = TOP;
  const drawn = rows.map((row, i) => {
    const top = y;
    y += heights[i];
    return drawRow(row, { top, height: heights[i], at });
  });
  const baseline = panels.map((_, i) => `M${short(at(1, i))} ${TOP}V${bottom}`).join("");
  return picture(
    { width: WIDTH, height, title },
    words(title, { x: 16, y: 26, class: "title" }),
    drawLegend(legend),
    ...backs,
    ...drawn,
    element("path", { class: "strong-grid", d: baseline }),
  );
}

function heightOf({ panels }: BarRow): number {
  const most = Math.max(0, ...panels.map((bars) => bars.length));
  return most === 0 ? HEADING : Math.max(most * BAR, 12) + SPACE;
}

/** A line, where it is drawn, and where ratios are. */
interface Placed {
  readonly top: number;
  readonly height: number;
  readonly at: (ratio: number, panel: number) => number;
}

function drawRow(row: BarRow, placed: Placed): Svg {
  const { top, height, at } = placed;
  const isHeading = row.panels.every((bars) => bars.length === 0);
  const y = top + height / 2 + (isHeading ? 7 : 4);
  return words(row.label, {
    x: LEFT - 10,
    y,
    "text-anchor": "end",
    class: isHeading ? "strong" : undefined,
  }) +
    (row.note === undefined ? "" : words(row.note, { x: at(1, 0) + 5, y, class: "small" })) +
    row.panels.map((bars, panel) => drawBars(bars, panel, placed)).join("");
}

function drawBars(bars: readonly Bar[], panel: number, { top, height, at }: Placed): Svg {
  return bars.map(({ class: name, ratio, isRival }, i) => {
    const [one, end] = [at(1, panel), at(ratio, panel)];
    const y = top + (height - bars.length * BAR) / 2 + i * BAR;
    const isLeft = ratio < 1;
    const bar = element("rect", {
      class: `bar ${name}`,
      x: Math.min(one, end),
      y: y + 0.5,
      width: Math.max(1, Math.abs(end - one)),
      height: BAR - 1,
    });
    return bar + words(ratioText(ratio), {
      x: end + (isLeft ? -4 : 4),
      y: y + BAR - 1,
      class: isLeft && isRival ? "tiny loss" : "tiny",
      "text-anchor": isLeft ? "end" : undefined,
    });
  }).join("");
}

function drawLegend(legend: Bars["legend"]): Svg {
  let x = WIDTH - RIGHT;
  return legend.toReversed().map(({ class: name, text }) => {
    x -= 7 * text.length + 26;
    return element("rect", { class: `bar ${name}`, x, y: 17, width: 10, height: 10 }) +
      words(text, { x: x + 15, y: 26 });
  }).join("");
}
