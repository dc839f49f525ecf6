// A record of a group (table.ts): its head, the state of each value that is added up, and its key.

/** Bytes of the head: u32 next record · u32 length of the key · u32 hash · u32 whether another thread made it · f64 first row. */
export const HEAD: usize = 24;
export const NEXT: usize = 0;
export const LENGTH: usize = 4;
export const HASH: usize = 8;
export const OTHER: usize = 12;
export const FIRST: usize = 16;
