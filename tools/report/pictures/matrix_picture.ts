import { ratioOf, type Row } from "../../../bench/row.ts";
import { element, picture, short, type Svg, words } from "./svg.ts";

const WIDTH = 840;
const LEFT = 158;
const RIGHT = 56;
const TOP = 134;
const ROW = 20;
const BOTTOM = 44;
/** Names of ranges are written askew, upwards. */
const TILT = -38;

/**
 * Shades: up to which ratio, how they are coloured, and whether words on them need the page's
 * colour.
 */
const SHADES = [
  { below: 0.5, class: "far-behind", text: "below 0.5", isStrong: true },
  { below: 1, class: "behind", text: "0.5 to 1: a peer is ahead", isStrong: false },
  { below: 2, class: "even", text: "1 to 2", isStrong: false },
  { below: 4, class: "ahead", text: "2 to 4", isStrong: false },
  { below: 10, class: "well-ahead", text: "4 to 10", isStrong: false },
  { below: Infinity, class: "far-ahead", text: "10 and more", isStrong: true },
] as const;

/**
 * Draws a matrix: functions from top to bottom, ranges from left to right, ratios to the faster
 * peer.
 */
export function matrixPicture(title: string, rows: readonly Row[]): Svg {
  const names = [...new Set(rows.map(({ name }) => name))];
  const ranges = [...new Set(rows.map(({ range }) => range))];
  const width = (WIDTH - LEFT - RIGHT) / ranges.length;
  const left = (range: string): number => LEFT + ranges.indexOf(range) * width;
  const top = (name: string): number => TOP + names.indexOf(name) * ROW;
  const height = TOP + names.length * ROW + BOTTOM;
  const cells = rows.flatMap((row) => {
    const ratio = ratioOf(row);
    return ratio === undefined ? [] : [{ x: left(row.range), y: top(row.name), ratio }];
  });
  // One path for all cells of a shade: a picture stays small.
  const fields = SHADES.map((shade) => {
    const d = cells.filter(({ ratio }) => shadeOf(ratio) === shade).map(({ x, y }) =>
      `M${short(x + 1)} ${y + 1}h${short(width - 2)}v${ROW - 2}h-${short(width - 2)}z`
    );
    return d.length === 0 ? "" : element("path", { class: `cell ${shade.class}`, d: d.join("") });
  });
  const labels = cells.map(({ x, y, ratio }) =>
    words(labelOf(ratio), {
      x: x + width / 2,
      y: y + 14,
      "text-anchor": "middle",
      class: shadeOf(ratio).isStrong ? "code on" : "code",
    })
  );
  return picture(
    { width: WIDTH, height, title },
    words(title, { x: 16, y: 26, class: "title" }),
    ...names.map((name) => words(name, { x: LEFT - 8, y: top(name) + 14, "text-anchor": "end" })),
    ...ranges.map((range) => {
      const [x, y] = [left(range) + width / 2, TOP - 8];
      return words(range, { x, y, transform: `rotate(${TILT} ${short(x)} ${y})` });
    }),
    ...fields,
    ...labels,
    legend(height - 20),
  );
}

function shadeOf(ratio: number): typeof SHADES[number] {
  return SHADES.find(({ below }) => ratio < below)!;
}

/** So many digits that a ratio below 1 never looks like 1. */
function labelOf(ratio: number): string {
  if (ratio < 0.01) return ratio.toFixed(3);
  if (ratio < 1) return (Math.floor(ratio * 100) / 100).toFixed(2);
  return ratio.toFixed(ratio < 9.95 ? 1 : 0);
}

function legend(y: number): Svg {
  let x = 16;
  return SHADES.map(({ class: name, text }) => {
    const start = x;
    x += 6.2 * text.length + 40;
    return element("rect", { class: `cell ${name}`, x: start, y: y - 10, width: 12, height: 12 }) +
      words(text, { x: start + 17, y, class: "small" });
  }).join("");
}
