// What the module exports: the kernels and the conversions.

export { groups_values } from "./groups/aggregates";
export * from "./groups/key_columns";
export {
  groups_adopt,
  groups_left,
  groups_merge,
  groups_rewind,
  groups_take,
  groups_write,
} from "./groups/exchange";
export {
  keys_mask,
  keys_of_cells,
  keys_of_columns,
  keys_of_one,
  keys_seed,
  keys_skipped,
} from "./groups/keys";
export { groups_failed, groups_limit, groups_reserve, groups_top } from "./groups/memory";
export { groups_list, groups_listed, groups_sample } from "./groups/order";
export { groups_entries, groups_packed, groups_rows, groups_share } from "./groups/rows";
export { groups_count, groups_gone, groups_open } from "./groups/table";
export * from "./bessel/kernels";
export * from "./columns/byte_streams";
export * from "./columns/extremes";
export * from "./columns/integers";
export * from "./value_and_grad";
export * from "./rounding/convert";
export { csv_comment, csv_comment_end, csv_quote } from "./text/csv/bytes";
export { csv_thousands } from "./text/csv/groups";
export * from "./text/csv/cells";
export * from "./text/csv/columns";
export * from "./text/csv/cut";
export * from "./text/csv/rows";
export * from "./text/csv/scan";
export * from "./text/csv/texts";
export * from "./text/csv/select";
export * from "./text/csv/write";
export { json_known, json_scan, json_unknown, json_unknown_end } from "./text/json/scan";
export { json_expected } from "./text/json/syntax";
export { json_gather, json_test_nulls, json_test_texts } from "./text/json/select";
export { json_keys, json_lacking, json_texts } from "./text/json/texts";
export { json_join, json_put_texts, json_words, json_write } from "./text/json/write";
export {
  expression_cause,
  expression_last,
  expression_mark,
  expression_open,
  expression_run,
} from "./expression/program";
export * from "./gamma/kernels";
export * from "./multigammaln/kernels";
export * from "./scalar";

export { ARENA } from "./memory_map";
