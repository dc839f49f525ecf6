// Balls: real numbers as a midpoint of any precision and a radius. The true value differs from the midpoint by at most
// the radius, always: every operation adds its rounding error, rounded up. This is the arithmetic of the last phase.
//
// Functions take the address of their result first; it may be one of the operands.
//
// Why a radius is enough, operation by operation. x and y are the midpoints, r and s the radii, x' and y' any numbers of the
// operands; u is a unit of the last limb that the result keeps. Every step here is rounded up (magnitude.ts).
//
//   x' + y'      r + s, and what lies below the limbs that are added: less than a unit of the lowest, three limbs below u
//   x' y'        |x| s + (|y| + s) r, and the partial products that are left out: less than 2^8 2^-64 u, counted as 2^-32 u
//   x'/y'        (r + |x/y| s)/(|y| - s), what x has below the limbs of the dividend, counted as u, and the remainder of the
//                division, 2^-32 u. Not known if |y| <= s
//   x' n, x'/n   |n| r or r/|n|, and the remainder; n is exact
//   sqrt x'      |x - y^2|/y for any y, and 2 r/y (ball_square_root.ts)
//   rounding     u, if a limb that is cut off is not 0: the midpoint is cut, not rounded to nearest
//   functions    the series at the midpoint, with a bound of what it leaves out, and what the function changes over r: r times
//                a bound of the slope (elementary/ball_*.ts). The families have no such step: there the argument itself is a
//                ball, and every operation carries its radius on
//
// The series, and the bounds of what they leave out, are at the heads of elementary/euler_maclaurin.ts, gamma/last.ts,
// polygamma/last.ts, multigammaln/last.ts and bessel/last.ts. `deno task verify balls` compares all of them with Arb.

export * from "./ball_arithmetic";
export * from "./ball_bounds";
export * from "./ball_integers";
export * from "./ball_layout";
export * from "./ball_square_root";
