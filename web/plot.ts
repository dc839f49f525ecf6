/// <reference lib="dom" />
/** Points to draw: as a line, or one by one. */
export interface Series {
  readonly label: string;
  /** Its class in the style sheet: `value` or `slope`. */
  readonly kind: "value" | "slope";
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly dots?: boolean;
}

/** Options of a plot. The description is for screen readers. */
export interface PlotOptions {
  readonly description: string;
  readonly horizontal: string;
  /** The width in pixels. Text has the same size at every width. */
  readonly width: number;
}

const [MIN_WIDTH, HEIGHT, MARGIN] = [280, 360, 50];
const NAMESPACE = "http://www.w3.org/2000/svg";
/** The share of the smallest and of the largest values that may lie outside, next to poles. */
const OUTLIERS = 0.02;
/** They lie outside only if the plot would otherwise be this many times as high. */
const MIN_GROWTH = 2;
const MAX_TICKS = 8;
/** Pixels between two numbers of the horizontal axis, at least. */
const TICK_PIXELS = 70;

/** Draws series over common axes. */
export function drawPlot(series: readonly Series[], options: PlotOptions): SVGElement {
  const width = Math.max(MIN_WIDTH, options.width);
  const svg = make("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
    "aria-label": options.description,
  });
  const horizontal = rangeOf(series.map(({ x }) => x), 0);
  const vertical = rangeOf(series.map(({ y }) => y), OUTLIERS);
  const toX = (x: number) => MARGIN + (x - horizontal.low) / horizontal.size * (width - 2 * MARGIN);
  const toY = (y: number) =>
    HEIGHT - MARGIN - (y - vertical.low) / vertical.size * (HEIGHT - 2 * MARGIN);
  for (const tick of ticksOf(horizontal, width / TICK_PIXELS)) {
    svg.append(line(toX(tick), MARGIN / 2, toX(tick), HEIGHT - MARGIN));
    svg.append(label(format(tick), { x: toX(tick), y: HEIGHT - MARGIN + 18, anchor: "middle" }));
  }
  for (const tick of ticksOf(vertical, MAX_TICKS)) {
    svg.append(line(MARGIN, toY(tick), width - MARGIN, toY(tick)));
    svg.append(label(format(tick), { x: MARGIN - 6, y: toY(tick) + 4, anchor: "end" }));
  }
  svg.append(label(options.horizontal, { x: width / 2, y: HEIGHT - 8, anchor: "middle" }));
  const inside = (y: number) => y >= vertical.low && y <= vertical.low + vertical.size;
  for (const [i, { x, y, kind, dots, label: text }] of series.entries()) {
    if (dots) {
      for (let k = 0; k < x.length; k++) {
        if (inside(y[k])) svg.append(make("circle", { cx: toX(x[k]), cy: toY(y[k]), r: 3 }));
      }
    } else {
      svg.append(
        make("path", {
          class: kind,
          d: pathOf(x, y, { toX, toY, inside, jump: vertical.size / 2 }),
        }),
      );
    }
    const place = { x: width - MARGIN, y: MARGIN / 2 + 4 + 16 * i, anchor: "end" };
    svg.append(label(text, place, kind));
  }
  return svg;
}

interface Range {
  readonly low: number;
  readonly size: number;
}

function rangeOf(arrays: readonly ArrayLike<number>[], outliers: number): Range {
  const all = arrays.flatMap((values) => Array.from(values)).filter(Number.isFinite);
  all.sort((a, b) => a - b);
  const skipped = Math.floor(all.length * outliers);
  const without = (count: number): Range => {
    const [low, high] = [all[count] ?? 0, all[all.length - 1 - count] ?? 1];
    return { low, size: high - low || 1 };
  };
  const [complete, trimmed] = [without(0), without(skipped)];
  return complete.size < MIN_GROWTH * trimmed.size ? complete : trimmed;
}

function ticksOf({ low, size }: Range, most: number): number[] {
  const rough = 10 ** Math.floor(Math.log10(size / 8));
  const steps = [1, 2, 5, 10, 20, 50].map((k) => k * rough);
  const step = steps.find((step) => size / step <= Math.min(most, MAX_TICKS)) ?? steps.at(-1)!;
  const first = Math.ceil(low / step);
  return Array.from(
    { length: Math.floor((low + size) / step) - first + 1 },
    (_, i) => (first + i) * step,
  );
}

/**
 * A line with gaps where it leaves the plot or has no value, and at poles between two points, where it
 * jumps by more than half of the plot's height.
 */
function pathOf(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { toX, toY, inside, jump }: {
    toX(x: number): number;
    toY(y: number): number;
    inside(y: number): boolean;
    jump: number;
  },
): string {
  let path = "";
  let pen = "M";
  for (let i = 0; i < x.length; i++) {
    if (!inside(y[i])) {
      pen = "M";
      continue;
    }
    if (Math.abs(y[i] - y[i - 1]) > jump) pen = "M";
    path += `${pen}${toX(x[i]).toFixed(2)} ${toY(y[i]).toFixed(2)}`;
    pen = "L";
  }
  return path;
}

function format(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function line(x1: number, y1: number, x2: number, y2: number): SVGElement {
  return make("line", { class: "axis", x1, y1, x2, y2 });
}

function label(
  text: string,
  { x, y, anchor }: { x: number; y: number; anchor: string },
  kind = "",
): SVGElement {
  const element = make("text", { x, y, "text-anchor": anchor, class: kind });
  element.textContent = text;
  return element;
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(NAMESPACE, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
