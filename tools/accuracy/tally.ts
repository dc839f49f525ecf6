/** A measured result. */
export interface Sample {
  readonly x: number;
  /** Distance from the true value in ulp, a fraction. */
  readonly error: number;
  /** Distance from the correctly rounded value in ulp, an integer. */
  readonly distance: number;
  /** Whether the correctly rounded value is subnormal, where rounding twice costs up to 1/4 ulp. */
  readonly subnormal: boolean;
}

/** How the arguments of a function are distinguished. */
export interface Layout {
  /** Where its tables begin. */
  readonly origin: number;
  /** Whether an argument and its negative are the same place. */
  readonly isSymmetric: boolean;
}

/** What a survey has found so far. */
export interface Tally {
  readonly layout: Layout;
  points: number;
  /** How many results are correctly rounded. */
  right: number;
  /** The sample farthest from the true value, among those that are not subnormal. */
  error: Sample;
  /** The sample farthest from the true value, among the subnormal ones. */
  subnormal: Sample;
  /**
   * The sample farthest from the correctly rounded value. Of equal ones, it is that with the
   * largest error.
   */
  distance: Sample;
  /** The worst sample of each place, none subnormal: where a search goes on. */
  places: Map<number, Sample>;
}

const NOTHING: Sample = { x: NaN, error: 0, distance: 0, subnormal: false };

/** Makes an empty tally. */
export function emptyTally(layout: Layout = { origin: 0, isSymmetric: true }): Tally {
  return {
    layout: { origin: layout.origin, isSymmetric: layout.isSymmetric },
    points: 0,
    right: 0,
    error: NOTHING,
    subnormal: NOTHING,
    distance: NOTHING,
    places: new Map(),
  };
}

/** Counts a sample. */
export function addSample(tally: Tally, sample: Sample): void {
  tally.points += 1;
  if (sample.distance === 0) tally.right += 1;
  noteWorst(tally, sample);
}

/** Adds the counts and the findings of another tally. */
export function addTally(tally: Tally, other: Tally): void {
  tally.points += other.points;
  tally.right += other.right;
  const { error, subnormal, distance, places } = other;
  for (const sample of [...places.values(), error, subnormal, distance]) {
    noteWorst(tally, sample);
  }
}

/** Returns the worst samples, each from another place, worst first. */
export function worstSamples(tally: Tally, count: number): Sample[] {
  return [...tally.places.values()]
    .sort((a, b) => b.distance - a.distance || b.error - a.error)
    .slice(0, count);
}

function noteWorst(tally: Tally, sample: Sample): void {
  // An exact result is never the worst; neither is NaN for NaN.
  if (sample.error === 0) return;
  if (isWorse(sample, tally.distance)) tally.distance = sample;
  if (sample.subnormal) {
    if (sample.error > tally.subnormal.error) tally.subnormal = sample;
    return;
  }
  if (sample.error > tally.error.error) tally.error = sample;
  const place = placeOf(sample.x, tally.layout);
  const known = tally.places.get(place);
  if (known === undefined || isWorse(sample, known)) tally.places.set(place, sample);
}

function isWorse(a: Sample, b: Sample): boolean {
  return a.distance > b.distance || (a.distance === b.distance && a.error > b.error);
}

const float = new Float64Array(1);
const halves = new Uint32Array(float.buffer);

/**
 * Returns the exponent and five more bits of the distance from the origin. Numbers that share them
 * also share a row of the tables.
 */
function placeOf(x: number, { origin, isSymmetric }: Layout): number {
  float[0] = isSymmetric ? Math.abs(x - origin) : x - origin;
  return halves[1] >>> 15;
}
