/** A stretch of the numbers, drawn with one scale. */
export interface Segment {
  /** What the reader should call it. */
  readonly caption: string;
  readonly from: number;
  readonly to: number;
  /** Logarithmic ones have both ends on the same side of 0. */
  readonly scale: "linear" | "log";
  /** Its part of the width. */
  readonly share: number;
  readonly ticks: readonly number[];
}

/** The numbers at which a function is looked at, in the order in which they are drawn. */
export interface Axis {
  /** What is written below it. */
  readonly label: string;
  /** The numbers are distances from here. */
  readonly origin: number;
  readonly segments: readonly Segment[];
}

/** The number at a place of the segment, from 0 at its beginning to 1 at its end. */
export function numberAt({ from, to, scale }: Segment, place: number): number {
  if (scale === "linear") return from + (to - from) * place;
  const [low, high] = [Math.log(Math.abs(from)), Math.log(Math.abs(to))];
  return Math.sign(from) * Math.exp(low + (high - low) * place);
}

/** The place of a number, from 0 to 1; nothing if it is not in the segment. */
export function placeOf({ from, to, scale }: Segment, x: number): number | undefined {
  if (x < from || x > to) return undefined;
  if (scale === "linear") return (x - from) / (to - from);
  const [low, high] = [Math.log(Math.abs(from)), Math.log(Math.abs(to))];
  return (Math.log(Math.abs(x)) - low) / (high - low);
}
