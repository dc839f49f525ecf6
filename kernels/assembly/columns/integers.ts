// Integers of 64 bits, as columns of files hold them.

/** From here on, a float64 does not hold every integer. */
const FIRST_INEXACT: f64 = 9007199254740992; // 2^53
const TWO_32: f64 = 4294967296; // 2^32

/**
 * Writes `count` integers of 64 bits over themselves as the nearest float64. Returns whether one is so large that it may
 * have been rounded. It writes up to 8 bytes more.
 */
export function integers_to_floats(at: usize, count: i32, isSigned: bool): bool {
  const two32 = f64x2.splat(TWO_32);
  const limit = f64x2.splat(FIRST_INEXACT);
  let large = f64x2.splat(0);
  const end = at + (<usize> count << 3);
  for (; at < end; at += 16) {
    const pair = v128.load(at);
    const low = v128.shuffle<i32>(pair, pair, 0, 2, 0, 2);
    const high = v128.shuffle<i32>(pair, pair, 1, 3, 1, 3);
    const upper = isSigned ? f64x2.convert_low_i32x4_s(high) : f64x2.convert_low_i32x4_u(high);
    // Both halves are exact, so that their sum is rounded once.
    const floats = f64x2.add(f64x2.mul(upper, two32), f64x2.convert_low_i32x4_u(low));
    v128.store(at, floats);
    if (at + 8 == end) {
      return v128.any_true(large) || abs(f64x2.extract_lane(floats, 0)) >= FIRST_INEXACT;
    }
    large = v128.or(large, f64x2.ge(f64x2.abs(floats), limit));
  }
  return v128.any_true(large);
}
