// Elements x < 0 that are close to zeros of lgamma, digamma or polygamma of order 2, where a block
// is known to have many: they are found before all others, without branches, and computed from the
// rows of the zeros (gamma_zeros.ts).

import { SPACE } from "./block";
import { AFTER_LISTS, otherCount, OTHERS } from "./gamma_lists";
import { resolve } from "./gamma_resolve";
import { candidateRow, evaluateClose, isClose } from "./gamma_zeros";
import { isUndecided } from "./rounding";
import { BOUND, LOW } from "./table";

/**
 * The other elements, where those next to zeros were sought first, and where in OTHERS they are.
 */
export const REST: usize = AFTER_LISTS + 7 * SPACE; // behind what gamma_reflection.ts has
export const REST_PLACES: usize = REST + SPACE;
/**
 * Those that are close to zeros; u32, where in OTHERS they are, and the addresses of the zeros'
 * rows.
 */
const CLOSES: usize = REST + 2 * SPACE;
const CLOSE_PLACES: usize = CLOSES + SPACE;
const CLOSE_ROWS: usize = CLOSE_PLACES + SPACE / 2;
export let closeCount: i32 = 0;

/** Begins without any. */
export function startCloses(): void {
  closeCount = 0;
}

/** Lists the elements close to zeros, and the others; how many those are. */
export function takeZeros(order: i32): i32 {
  let closes: i32 = 0;
  let rest: i32 = 0;
  for (let i = 0; i < otherCount; i++) {
    // Written to both lists, and kept where it counts, as in gamma_lists.ts.
    const x = load<f64>(OTHERS + (<usize> i << 3));
    const row = candidateRow(order, x);
    const close = i32(isClose(row, x));
    store<f64>(CLOSES + (<usize> closes << 3), x);
    store<u32>(CLOSE_PLACES + (<usize> closes << 2), i);
    store<u32>(CLOSE_ROWS + (<usize> closes << 2), <u32> row);
    closes += close;
    store<f64>(REST + (<usize> rest << 3), x);
    store<u32>(REST_PLACES + (<usize> rest << 2), i);
    rest += close ^ 1;
  }
  closeCount = closes;
  if (rest & 1) store<f64>(REST + (<usize> rest << 3), load<f64>(REST));
  return rest;
}

/** Computes what is close to zeros. */
export function computeCloses(order: i32): void {
  if (closeCount & 1) {
    const last = <usize> closeCount;
    store<f64>(CLOSES + (last << 3), load<f64>(CLOSES));
    store<u32>(CLOSE_PLACES + (last << 2), load<u32>(CLOSE_PLACES));
    store<u32>(CLOSE_ROWS + (last << 2), load<u32>(CLOSE_ROWS));
  }
  for (let i = 0; i < closeCount; i += 2) {
    const x = v128.load(CLOSES + (<usize> i << 3));
    const rows = CLOSE_ROWS + (<usize> i << 2);
    const high = evaluateClose(x, load<u32>(rows), load<u32>(rows, 4));
    const low = v128.load(LOW);
    const bound = v128.load(BOUND);
    const mask = isUndecided(high, low, bound);
    let y = f64x2.add(high, low);
    if (v128.any_true(mask)) y = v128.bitselect(resolve(order, 0, x, high, low, bound, mask), y, mask);
    const places = CLOSE_PLACES + (<usize> i << 2);
    store<f64>(OTHERS + (<usize> load<u32>(places) << 3), f64x2.extract_lane(y, 0));
    store<f64>(OTHERS + (<usize> load<u32>(places, 4) << 3), f64x2.extract_lane(y, 1));
  }
}
