// What the module exports: the kernels and the conversions.

export * from "./bessel";
export * from "./convert";

/** Where the engine may put its blocks. */
export const ARENA: usize = __heap_base;
