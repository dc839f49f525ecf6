// Two float64 each of two places, lane by lane.

// @ts-ignore: decorator
@inline
export function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

// @ts-ignore: decorator
@inline
export function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}
