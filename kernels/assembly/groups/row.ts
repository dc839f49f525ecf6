// A row that is looked for in a table of groups (table.ts).

/**
 * Bytes of the description of a row, in u32: the address of its key, which becomes that of its record, the length of
 * the key, its hash, and the number of the row. The address is 0 if the key is that of the row before, which comes
 * earlier in the order of all rows.
 */
export const ROW: usize = 16;
export const KEY: usize = 0;
export const KEY_LENGTH: usize = 4;
export const KEY_HASH: usize = 8;
export const INDEX: usize = 12;
