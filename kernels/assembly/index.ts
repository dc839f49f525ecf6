// What the module exports: the kernels and the conversions.

export * from "./bessel/kernels";
export * from "./probe/bessel";
export * from "./value_and_grad";
export * from "./rounding/convert";
export * from "./probe/elementary";
export { csv_comment, csv_comment_end, csv_quote } from "./text/csv/bytes";
export { csv_thousands } from "./text/csv/groups";
export * from "./text/csv/cells";
export * from "./text/csv/columns";
export * from "./text/csv/cut";
export * from "./text/csv/rows";
export * from "./text/csv/scan";
export * from "./text/csv/texts";
export * from "./text/csv/write";
export * from "./text/decimal/batch";
export { expression_mark, expression_open, expression_run } from "./expression/program";
export * from "./gamma/kernels";
export * from "./multigammaln/kernels";
export * from "./scalar";
export * from "./probe/precise";
export { gamma_probe } from "./gamma/fallback";
export { computed_again } from "./batch/result_cache";

import { END_OF_SUM_TABLES } from "./multigammaln/table";

/** Where the engine may put its blocks. */
export const ARENA: usize = END_OF_SUM_TABLES;
