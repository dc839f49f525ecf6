// What the module exports: the kernels and the conversions.

export * from "./bessel/kernels";
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
export * from "./text/csv/write";
export { expression_last, expression_mark, expression_open, expression_run } from "./expression/program";
export * from "./gamma/kernels";
export * from "./multigammaln/kernels";
export * from "./scalar";

export { ARENA } from "./memory_map";
