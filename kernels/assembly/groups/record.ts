// A record of a group (table.ts): its head, the state of each value that is added up, and its key. The record of a key
// of up to 15 letters and two sums fills a cache line.

/** Bytes of the head: f64 first row · u32 next record, plus GONE if another thread has the group now · u32 length of the key. */
export const HEAD: usize = 16;
export const FIRST: usize = 0;
export const NEXT: usize = 8;
export const LENGTH: usize = 12;
/** Records begin at multiples of 8, so that the last bits of an address are free. */
export const GONE: u32 = 1;
