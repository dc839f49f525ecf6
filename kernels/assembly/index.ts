// What the module exports: the kernels and the conversions.

export * from "./math/bessel";
export * from "./math/both";
export * from "./math/convert";
export { csv_comment, csv_comment_end } from "./text/csv_bytes";
export * from "./text/csv_cells";
export * from "./text/csv_columns";
export * from "./text/csv_cut";
export * from "./text/csv_rows";
export * from "./text/csv_scan";
export * from "./text/csv_texts";
export * from "./text/csv_write";
export * from "./text/decimal_batch";
export * from "./math/gamma";
export * from "./math/multigammaln";
export * from "./math/numbers";

import { END_OF_ZERO_ROWS } from "./math/gamma_zeros";

/** Where the engine may put its blocks. */
export const ARENA: usize = END_OF_ZERO_ROWS;
