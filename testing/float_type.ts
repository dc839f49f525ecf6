/** Names of the floating-point types whose units in the last place can be counted. */
export type FloatType = "float64" | "float32" | "float16";

/** Arrays of these types. */
export type FloatArray = Float64Array | Float32Array | Float16Array;
