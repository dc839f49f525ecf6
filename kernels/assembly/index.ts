// What the module exports: the kernels and the conversions.

export { groups_values } from "./groups/aggregates";
export * from "./groups/key_columns";
export { keys_mask, keys_of_cells, keys_of_columns, keys_seed, keys_skipped } from "./groups/keys";
export { groups_failed, groups_limit, groups_reserve, groups_top } from "./groups/memory";
export { groups_rows } from "./groups/rows";
export {
  groups_adopt,
  groups_count,
  groups_left,
  groups_list,
  groups_listed,
  groups_merge,
  groups_open,
  groups_rewind,
  groups_take,
  groups_write,
} from "./groups/table";
export * from "./math/bessel";
export * from "./math/bessel_exact";
export * from "./math/both";
export * from "./math/convert";
export * from "./math/elementary_margin";
export { csv_comment, csv_comment_end, csv_quote } from "./text/csv_bytes";
export { csv_thousands } from "./text/csv_groups";
export * from "./text/csv_cells";
export * from "./text/csv_columns";
export * from "./text/csv_cut";
export * from "./text/csv_rows";
export * from "./text/csv_scan";
export * from "./text/csv_texts";
export * from "./text/csv_write";
export * from "./text/decimal_batch";
export { expression_mark, expression_open, expression_run } from "./math/expression";
export * from "./math/gamma";
export * from "./math/multigammaln";
export * from "./math/numbers";
export * from "./math/precise";
export { gamma_probe } from "./math/gamma_resolve";
export { computed_again } from "./math/settled";

import { END_OF_SUM_TABLES } from "./math/multigammaln_rows";

/** Where the engine may put its blocks. */
export const ARENA: usize = END_OF_SUM_TABLES;
