/** Arguments that are tried with every kernel. */
export const COMMON_POINTS: readonly number[] = [
  ...[0, Number.MIN_VALUE, 2 ** -1022, Number.MAX_VALUE, Infinity, NaN],
  ...[1, 2, 3, 10, 100, 1e4, 1e16, 1e200, 1e-300],
  ...[2 ** -54, 2 ** -53, 2 ** -52, 2 ** -27, 2 ** -26, 2 ** -25],
];
