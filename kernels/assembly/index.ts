// What the module exports: the kernels and the conversions.

export * from "./bessel";
export * from "./both";
export * from "./convert";
export * from "./csv_cells";
export * from "./csv_columns";
export * from "./csv_cut";
export * from "./csv_rows";
export * from "./csv_scan";
export * from "./csv_texts";
export * from "./csv_write";
export * from "./decimal_batch";
export * from "./gamma";
export * from "./multigammaln";
export * from "./numbers";

import { END_OF_ZERO_ROWS } from "./gamma_zeros";

/** Where the engine may put its blocks. */
export const ARENA: usize = END_OF_ZERO_ROWS;
