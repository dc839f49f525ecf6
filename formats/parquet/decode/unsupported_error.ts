/** The error for what is sound but cannot be read. Damage is a `RangeError`. */
export class UnsupportedError extends TypeError {}
