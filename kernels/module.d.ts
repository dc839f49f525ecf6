/** SHA-256 of the sources, the compiler's version and its flags. */
export const SOURCE_HASH: string;

/** The compiled kernels, in base64. */
export const WASM_BASE64: string;
