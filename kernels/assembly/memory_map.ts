// Every address that the kernels use, in one place:
//
//   0        out-parameters of functions, which can return only one value
//   128      work spaces of a block, each 512 float64; what is never in use at once shares them
//   86144    MEMORY_BASE: the module's own data (`memory.data`), laid out by the compiler
//   after    tables that are made at run time; pages of them that nobody touches take no memory
//   ARENA    the host's blocks
//
// Addresses are constants, so that they cost nothing. tests/kernels/memory_map_test.ts holds that
// regions in use at the same time do not overlap, that each is as large as its owner needs, and
// that MEMORY_BASE is after the last fixed address.

/** Elements in a block; a multiple of four. */
export const BLOCK: i32 = 512;
/** Bytes of a work space: a float64 for each element of a block. */
export const SPACE: usize = BLOCK << 3;

// Out-parameters, two lanes each.

/** The address of a table in four lanes: constants of inner loops are in memory. */
export const TABLE: usize = 0;
/** The low part of a double-double result, whose high part is returned. */
export const LOW: usize = 32;
/** A bound of its error. */
export const BOUND: usize = 48;
/** u32, twice: how many elements are in each of the two queues of the Bessel kernels. */
export const QUEUE_COUNTS: usize = 64;
export const END_OF_OUT_PARAMETERS: usize = 80;

// Work spaces. Only one family computes at a time, so that Bessel and gamma functions share them.

const FIRST_SPACE: usize = 128;
/** u32 for each element: the address of its entry. */
export const ENTRIES: usize = FIRST_SPACE;
/** float64 for each element: a block that comes as float32, when it needs the float64 kernel. */
export const WIDE: usize = FIRST_SPACE + SPACE;
/**
 * Two queues of elements that failed Ziv's test (batch/queue.ts), as a kernel may run with that of its gradient. Each has
 * float64 elements, and u32 for where their results are.
 */
export const QUEUES: usize = FIRST_SPACE + 2 * SPACE;
export const QUEUE_SIZE: usize = 2 * SPACE;
const FAMILY: usize = QUEUES + 2 * QUEUE_SIZE;

// Bessel functions. The growing ones and the scaled ones never run at once.

export const CLAMPED: usize = FAMILY;
export const REDUCED: usize = FAMILY;
export const FACTOR: usize = FAMILY + SPACE;
export const SCALE: usize = FAMILY + 2 * SPACE;
export const SUBNORMAL_KEPT: usize = FAMILY + 3 * SPACE;

// The gamma family: buckets of the regions of a block (batch/partition.ts). Each begins at a multiple of four elements, and
// one may be a copy of the block, beside those of an eighth of its elements.

export const BUCKET_SLOTS: usize = BLOCK + BLOCK / 8 + 32;
/** float64: elements, which results replace. */
export const BUCKET_VALUES: usize = FAMILY;
/** u16: the place of each element in the block. */
export const BUCKET_PLACES: usize = BUCKET_VALUES + 8 * BUCKET_SLOTS;
/** u8 for each element of the block, and for 16 after it: the code of its region (batch/classify.ts). */
export const CODES: usize = BUCKET_PLACES + 2 * BUCKET_SLOTS;
const AFTER_BUCKETS: usize = FAMILY + 2 * SPACE;

// Its reflection formula: double-double numbers a, 1 - a and 1 - x, and bounds of errors.

export const AT_A: usize = AFTER_BUCKETS;
export const AT_OTHER: usize = AT_A + 2 * SPACE;
export const AT_MIRROR: usize = AT_OTHER + 2 * SPACE;
export const AT_BOUND: usize = AT_MIRROR + 2 * SPACE;
/** u32 for each element: the entry of 1 - x, for orders up to 2, which do not use AT_OTHER. */
export const MIRROR_ENTRIES: usize = AT_OTHER;
const AFTER_REFLECTION: usize = AT_BOUND + SPACE;

// polygamma of n >= 3: arguments, which results replace.

export const POLYGAMMA_KEPT: usize = AFTER_REFLECTION;

// multigammaln: distances from the boundary of the domain.

export const SUM_DISTANCES: usize = AFTER_BUCKETS;

// Its float32, which computes single elements and table entries as float64, and shares spaces with the queues of Bessel
// functions: 4 bytes for each element, and FIRST_TERMS 8.

/** The address of the entry of x, or of the distance of x from the nearest pole. */
export const SHORT_ENTRIES: usize = QUEUES;
/** The address of the entry of 1 - x, or x. */
export const SECOND_ENTRIES: usize = QUEUES + SPACE / 2;
/** All ones if an element has no entry. */
export const OUTSIDE: usize = QUEUES + SPACE;
export const FIRST_TERMS: usize = QUEUES + 2 * SPACE;

export const END_OF_SPACES: usize = FIRST_SPACE + 21 * SPACE;

/** The last fixed address: what follows is laid out by the compiler. */
export const END_OF_FIXED: usize = 86144;

// Tables that are made at run time, with the bytes that each takes.

export const POLYGAMMA_TABLES: usize = (__heap_base + 63) & ~63;
export const POLYGAMMA_TABLES_SIZE: usize = 15761408;
export const GAMMA_TABLES: usize = POLYGAMMA_TABLES + POLYGAMMA_TABLES_SIZE;
export const GAMMA_TABLES_SIZE: usize = 2531328;
export const ZERO_TABLES: usize = GAMMA_TABLES + GAMMA_TABLES_SIZE;
export const ZERO_TABLES_SIZE: usize = 114688;
export const BINARY32_GAMMA_TABLES: usize = ZERO_TABLES + ZERO_TABLES_SIZE;
export const BINARY32_GAMMA_TABLES_SIZE: usize = 4177920;
export const BINARY32_BESSEL_TABLES: usize = BINARY32_GAMMA_TABLES + BINARY32_GAMMA_TABLES_SIZE;
export const BINARY32_BESSEL_TABLES_SIZE: usize = 1862080;
export const BESSEL_ACCURATE_TABLES: usize = BINARY32_BESSEL_TABLES + BINARY32_BESSEL_TABLES_SIZE;
export const BESSEL_ACCURATE_TABLES_SIZE: usize = 892992;
export const MULTIGAMMALN_TABLES: usize = BESSEL_ACCURATE_TABLES + BESSEL_ACCURATE_TABLES_SIZE;
export const MULTIGAMMALN_TABLES_SIZE: usize = 94498816;

/** Where the host may put its blocks. */
export const ARENA: usize = MULTIGAMMALN_TABLES + MULTIGAMMALN_TABLES_SIZE;
