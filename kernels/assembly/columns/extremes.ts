// The least and the greatest of the numbers of a column, as the statistics of Parquet have them.

/** The least and the greatest number that `extremes_find` found; infinity and -infinity if there was none. */
export let extremes_least: f64 = Infinity;
export let extremes_greatest: f64 = -Infinity;

/** Finds the least and the greatest of `count` float64 that are not NaN. Returns how many are. */
export function extremes_find(from: usize, count: i32): i32 {
  let least = f64x2.splat(Infinity);
  let greatest = f64x2.splat(-Infinity);
  let otherLeast = least;
  let otherGreatest = greatest;
  let numbers = i64x2.splat(0);
  const end = from + (<usize> count << 3);
  const fours = from + (<usize> (count & ~3) << 3);
  // Two of each, because a comparison waits for the one before. NaN is neither less nor greater.
  for (; from < fours; from += 32) {
    const pair = v128.load(from);
    const other = v128.load(from, 16);
    least = f64x2.pmin(least, pair);
    greatest = f64x2.pmax(greatest, pair);
    otherLeast = f64x2.pmin(otherLeast, other);
    otherGreatest = f64x2.pmax(otherGreatest, other);
    // A comparison that holds is -1.
    numbers = i64x2.sub(numbers, f64x2.eq(pair, pair));
    numbers = i64x2.sub(numbers, f64x2.eq(other, other));
  }
  let found = <i32> (i64x2.extract_lane(numbers, 0) + i64x2.extract_lane(numbers, 1));
  for (; from < end; from += 8) {
    const value = v128.load64_splat(from);
    least = f64x2.pmin(least, value);
    greatest = f64x2.pmax(greatest, value);
    const number = load<f64>(from);
    found += i32(number == number);
  }
  least = f64x2.pmin(least, otherLeast);
  greatest = f64x2.pmax(greatest, otherGreatest);
  extremes_least = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
  extremes_greatest = max(f64x2.extract_lane(greatest, 0), f64x2.extract_lane(greatest, 1));
  return count - found;
}
