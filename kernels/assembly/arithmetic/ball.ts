// Balls: real numbers as a midpoint of any precision and a radius. The true value differs from the midpoint by at most
// the radius, always: every operation adds its rounding error, rounded up. This is the arithmetic of the last phase.
//
// Functions take the address of their result first; it may be one of the operands.

export * from "./ball_arithmetic";
export * from "./ball_bounds";
export * from "./ball_integers";
export * from "./ball_layout";
export * from "./ball_square_root";
