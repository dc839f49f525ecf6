// The regions of the memory map (memory_map.ts), with those who use them at the same time, for the
// test that they do not overlap. The ends of tables are what their owners say.

import { END_OF_ACCURATE_BESSEL_TABLES } from "../bessel/accurate_table";
import { END_OF_SHORT_BESSEL_ENTRIES } from "../bessel/binary32";
import { END_OF_SHORT_ENTRIES } from "../gamma/binary32_table";
import { END_OF_GAMMA_ENTRIES } from "../gamma/table";
import { END_OF_ZERO_ENTRIES } from "../gamma/zeros";
import * as map from "../memory_map";
import { BLOCK, SPACE } from "../memory_map";
import { END_OF_SUM_TABLES } from "../multigammaln/table";
import { END_OF_TABLES } from "../polygamma/table";

// Those whose regions are in use at the same time.
const GROWING: u32 = 1;
const SCALED: u32 = 2;
const GAMMA: u32 = 4; // orders up to 2
const POLYGAMMA: u32 = 8; // orders from 3 on
const MULTIGAMMALN: u32 = 16;
const BINARY32: u32 = 32; // the loops of float32 of the gamma family
const ALL: u32 = 63;
const BESSEL: u32 = GROWING | SCALED;
const BUCKETS: u32 = GAMMA | POLYGAMMA | MULTIGAMMALN | BINARY32;

const MAX_REGIONS: i32 = 96;
const REGIONS: usize = memory.data(MAX_REGIONS * 12, 16);
let regionCount: i32 = 0;

function add(begin: usize, size: usize, users: u32): void {
  assert(regionCount < MAX_REGIONS);
  const at = REGIONS + 12 * <usize> regionCount;
  regionCount++;
  store<u32>(at, <u32> begin);
  store<u32>(at, <u32> (begin + size), 4);
  store<u32>(at, users, 8);
}

function addTable(begin: usize, end: usize): void {
  add(begin, end - begin, ALL);
}

/** How many regions there are. */
export function memory_region_count(): i32 {
  return regionCount;
}

/** The last address that is not laid out by the compiler. */
export function memory_base(): usize {
  return map.END_OF_FIXED;
}

/** Lists the regions, u32 each: begin, end, and a bit for each user. Returns where. */
export function memory_regions(): usize {
  const halves: usize = SPACE / 2; // u32 or float32 for each element
  regionCount = 0;
  add(map.TABLE, 16, ALL);
  add(map.LOW, 16, ALL);
  add(map.BOUND, 16, ALL);
  add(map.QUEUE_COUNTS, 8, ALL);
  add(map.ENTRIES, halves, ALL);
  add(map.WIDE, SPACE, ALL);
  add(map.CLAMPED, SPACE, GROWING);
  add(map.REDUCED, SPACE, SCALED);
  add(map.FACTOR, SPACE, SCALED);
  add(map.SCALE, SPACE, SCALED);
  add(map.SUBNORMAL_KEPT, SPACE, BESSEL);
  add(map.QUEUES, 2 * map.QUEUE_SIZE, BESSEL);
  add(map.BUCKET_VALUES, 8 * map.BUCKET_SLOTS, BUCKETS);
  add(map.BUCKET_PLACES, 2 * map.BUCKET_SLOTS, BUCKETS);
  add(map.CODES, BLOCK + 16, BUCKETS);
  add(map.AT_A, 2 * SPACE, GAMMA | POLYGAMMA);
  add(map.AT_OTHER, 2 * SPACE, POLYGAMMA);
  add(map.AT_MIRROR, 2 * SPACE, GAMMA | POLYGAMMA);
  add(map.AT_BOUND, SPACE, GAMMA | POLYGAMMA);
  add(map.MIRROR_ENTRIES, halves, GAMMA);
  add(map.POLYGAMMA_KEPT, 6 * SPACE, POLYGAMMA);
  add(map.SUM_DISTANCES, SPACE, MULTIGAMMALN);
  add(map.SHORT_ENTRIES, halves, BINARY32 | GAMMA);
  add(map.SECOND_ENTRIES, halves, BINARY32 | GAMMA);
  add(map.OUTSIDE, halves, BINARY32 | GAMMA);
  add(map.FIRST_TERMS, SPACE, BINARY32 | GAMMA);
  addTable(map.END_OF_FIXED, __heap_base); // what the compiler lays out
  addTable(map.POLYGAMMA_TABLES, END_OF_TABLES);
  addTable(map.GAMMA_TABLES, END_OF_GAMMA_ENTRIES);
  addTable(map.ZERO_TABLES, END_OF_ZERO_ENTRIES);
  addTable(map.BINARY32_GAMMA_TABLES, END_OF_SHORT_ENTRIES);
  addTable(map.BINARY32_BESSEL_TABLES, END_OF_SHORT_BESSEL_ENTRIES);
  addTable(map.BESSEL_ACCURATE_TABLES, END_OF_ACCURATE_BESSEL_TABLES);
  addTable(map.MULTIGAMMALN_TABLES, END_OF_SUM_TABLES);
  return REGIONS;
}
