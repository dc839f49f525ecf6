// What tests and benchmarks call and the shipped module does not have: single phases, the errors of
// their results in units of their bounds, functions of inner files, and the memory map. Tests
// compile it with the kernels into a module of their own (support/probe_module.ts).

export * from "../index";
export { accurate_count } from "../batch/result_cache";
export { gamma_probe } from "../gamma/fallback";
export * from "./decimal";
export * from "./bessel";
export * from "./elementary";
export * from "./memory";
export * from "./precise";
export * from "./tables";
