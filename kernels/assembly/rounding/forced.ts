// A switch of the build for tests: whether every element is to fail Ziv's test, so that tests can
// compare the phases. Nothing in the shipped module sets it, so that the compiler drops it there.

let forced: i64 = 0;

/** Forces all elements to fail Ziv's test, or none. */
export function force(isForcing: bool): void {
  forced = isForcing ? -1 : 0;
}

// @ts-ignore: decorator
@inline
export function isForced(): bool {
  return forced != 0;
}

/** All ones in both lanes if elements are forced to fail. */
// @ts-ignore: decorator
@inline
export function forcedLanes(): v128 {
  return i64x2.splat(forced);
}
