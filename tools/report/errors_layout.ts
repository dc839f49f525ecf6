import { type Axis, placeOf, type Segment } from "./axis.ts";
import { WRONG_ULP } from "./number_text.ts";

// Where things are in the pictures of errors.

export const WIDTH = 840;
export const HEIGHT = 266;
export const LEFT = 52;
export const RIGHT = 48;
export const TOP = 44;
const BOTTOM = 50;
/** Between two segments. */
const GAP = 6;
/** For what has no digit right. */
export const BAND = 24;
/** Of a bin: only the worst point of each is drawn. */
const BIN = 4;

/** Decimal exponents of the errors that are drawn; a double has 16 digits. */
const LEAST = -1;
const MOST = 15.8;
export const GRID = [0, 3, 6, 9, 12, 15];

export const PLOT_TOP = TOP + BAND;
export const PLOT_BOTTOM = HEIGHT - BOTTOM;

/** A segment and where it is drawn. */
export interface Panel {
  readonly segment: Segment;
  readonly left: number;
  readonly width: number;
}

/** Where the segments of an axis are drawn. */
export function panelsOf({ segments }: Axis): Panel[] {
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
export function columnOf(x: number, panels: readonly Panel[]): number | undefined {
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
export function heightOf(error: number): number {
  if (error >= WRONG_ULP) return TOP + BAND / 2 - 1;
  const share = (Math.max(Math.log10(error), LEAST) - LEAST) / (MOST - LEAST);
  return PLOT_BOTTOM - share * (PLOT_BOTTOM - PLOT_TOP - 6) - 3;
}
