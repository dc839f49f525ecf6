/** Names of the floating-point types. */
export type FloatType = "float64" | "float32" | "float16";

/** Arrays of these types. */
export type FloatArray = Float64Array | Float32Array | Float16Array;
