// Where the tables of the gamma family have rows; they have no row 0.

export const FIRST_NEAR: f64 = 0.015625; // 2^-6
export const FIRST_FAR: f64 = 64;
export const LEAST_ROW: i32 = 1;
export const LAST_ROW: i32 = 12 * 32;
