// Table entries that are made at run time, for the proof that encloses them (tools/prove/made_entries.ts). Each
// function makes the entry if it is not there yet, and returns its address, or 0 where there is none.

import { accurateEntry, powerEntry } from "../bessel/accurate_table";
import { entryAt } from "../gamma/table";
import { ZERO_ENTRY } from "../gamma/zero_table";
import { zeroEntry, zeroNumber } from "../gamma/zeros";
import { ENTRIES, WIDE, ZERO_TABLES } from "../memory_map";
import { DIGAMMA } from "../gamma/special_values";
import { locateSums, sumTable, ZERO } from "../multigammaln/table";
import { hasZeroEntry, makeSumZeroEntry } from "../multigammaln/zero";
import { makeZetaEntry } from "../polygamma/build_taylor";
import { prepareMidpoint } from "../polygamma/midpoint";
import { zetaTable } from "../polygamma/table";
import { ENTRY } from "../tables/entry";

/** Of lgamma, digamma, polygamma of orders 1 and 2 (tables 0 to 3), and of their reflection terms (4 to 7), at x. */
export function gamma_entry(table: i32, x: f64): usize {
  return entryAt(table, x);
}

/** Of polygamma of order n, by its number. */
export function zeta_entry(n: i32, number: i32): usize {
  const entry = zetaTable(n) + <usize> number * ENTRY;
  if (load<u64>(entry) == 0) makeZetaEntry(entry, number, n + 1);
  return entry;
}

/** Of multigammaln (order -1) and its gradient (0) of dimension p, at t = x - (p - 1)/2. */
export function sum_entry(order: i32, p: f64, t: f64): usize {
  v128.store(WIDE, f64x2.splat(t));
  v128.store(WIDE, f64x2.splat(t), 16);
  return locateSums(sumTable(order, p), WIDE, 4, order, p) ? 0 : <usize> load<u32>(ENTRIES);
}

/** Of the accurate phase of a Bessel function, by its number. */
export function bessel_accurate_entry(kind: i32, number: i32): usize {
  return accurateEntry(kind, number);
}

/** Of x^(-1/2) or x^(-3/2) there. */
export function bessel_power_entry(isSteep: bool, number: i32): usize {
  return powerEntry(isSteep, number);
}

/** Of the zero of lgamma (order -1), digamma (0) or polygamma in the interval of x, and on its side of the pole. */
export function zero_entry(order: i32, x: f64): usize {
  zeroEntry(order, x, 0);
  const entry = ZERO_TABLES + <usize> zeroNumber(order, x) * ZERO_ENTRY;
  return load<f64>(entry) == 0 ? 0 : entry;
}

/** Of the zero of the gradient of multigammaln of dimension p, as a function of t = x - (p - 1)/2. */
export function sum_zero_entry(p: f64): usize {
  const table = sumTable(DIGAMMA, p);
  if (!hasZeroEntry(table)) makeSumZeroEntry(table, p);
  return table + ZERO;
}

/** The coefficients of the series of polygamma next to midpoints, for odd s. */
export function midpoint_terms(s: i32): usize {
  return prepareMidpoint(s);
}
