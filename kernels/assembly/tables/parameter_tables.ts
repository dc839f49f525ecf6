// Directories of the tables that functions with a parameter make at run time: one table for each
// order of polygamma (polygamma/table.ts), and for each dimension of multigammaln and of its
// gradient (multigammaln/table.ts). What a table holds depends on the function and its parameter
// alone, and so do all results.
//
// A directory has TABLE_COUNT tables, which take turns once all are in use: a program may use that
// many parameters in any order without making a table twice. A hash of the parameter leads to its
// table in a few nanoseconds, also if there is one for every single number that is computed.

/** Tables of a directory. */
export const TABLE_COUNT: i32 = 256;

// A directory: u16 for each hash, the table that was last found there; f64 for each table, its
// parameter; i32 for each table, its function, or 0 if it is not in use; and i32, the table whose
// turn it is.
const PARAMETERS: usize = 2 * TABLE_COUNT;
const FUNCTIONS: usize = PARAMETERS + 8 * TABLE_COUNT;
const NEXT: usize = FUNCTIONS + 4 * TABLE_COUNT;
/** Bytes of a directory. */
export const DIRECTORY_SIZE: i32 = <i32> NEXT + 8;

const MIXER: u64 = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio, made odd
const HASH_BITS: u64 = 8; // TABLE_COUNT is 2^8

/** Whether the last table that was found is new: its owner clears it. */
export let isNew: bool = false;

// @ts-ignore: decorator
@inline
function isTable(directory: usize, table: i32, f: i32, parameter: f64): bool {
  return load<f64>(directory + PARAMETERS + (<usize> table << 3)) == parameter &&
    load<i32>(directory + FUNCTIONS + (<usize> table << 2)) == f;
}

/** The number of the table of a function, which is not 0, and a parameter. */
export function findTable(directory: usize, f: i32, parameter: f64): i32 {
  const hash = (reinterpret<u64>(parameter) + <u64> f) * MIXER >> (64 - HASH_BITS);
  const hint = directory + (<usize> hash << 1);
  isNew = false;
  const hinted = <i32> load<u16>(hint);
  if (isTable(directory, hinted, f, parameter)) return hinted;
  for (let table = 0; table < TABLE_COUNT; table++) {
    if (!isTable(directory, table, f, parameter)) continue;
    store<u16>(hint, <u16> table);
    return table;
  }
  const table = load<i32>(directory, NEXT);
  store<i32>(directory, (table + 1) % TABLE_COUNT, NEXT);
  store<f64>(directory + PARAMETERS + (<usize> table << 3), parameter);
  store<i32>(directory + FUNCTIONS + (<usize> table << 2), f);
  store<u16>(hint, <u16> table);
  isNew = true;
  return table;
}
