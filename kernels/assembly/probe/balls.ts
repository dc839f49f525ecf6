// What the tests of balls call. It is compiled into a module of its own, and is no part of the one that is shipped.

export * from "../arithmetic/ball";
export * from "../arithmetic/ball_number";
export { remainingBudget, setBudget } from "../arithmetic/limbs";
export { ln2, pi } from "../elementary/ball_constants";
export * from "../elementary/ball_exp";
export * from "../elementary/ball_log";
export * from "../elementary/ball_sin_cos";
export { besselBall } from "../bessel/last";
export { digammaBall, lgammaBall } from "../gamma/last";
export { multigammalnBall } from "../multigammaln/last";
export { polygammaBall } from "../polygamma/last";
