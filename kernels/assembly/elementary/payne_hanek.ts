// Large angles, by Payne and Hanek's method: x = m 2^e, and of m 2^e 2/pi all that is a multiple of 4 is left out,
// which is most of the digits of 2/pi that would be needed; of the rest nine words are enough, 288 bits less the 53 of
// m and the 60 that a float64 may come near to a multiple of pi/2.
//
// The worst input is 6381956970095103 2^797, 2^-61 from a multiple of pi/2: its cosine is correctly rounded, and so are
// the other sines and cosines of tests/kernels/large_angle_test.ts.

import { TWO_OVER_PI } from "./payne_hanek_data";
import { add, multiply, scale, set, TRIPLE } from "../arithmetic/triple_double";
import { PI } from "../arithmetic/constants_data";

const WORDS: i32 = 9;
/** The product, 11 words of 32 bits in u64, the first one the most significant. */
const PRODUCT: usize = memory.data(8 * 12, 16);
const PART: usize = memory.data(24, 16);

/** Quarters that were taken from the last angle, modulo 4. */
export let quarters: i32 = 0;

/** Sets `to` to x - k pi/2, |x| >= 2^25, at most about pi/4 from 0. */
export function reduceAngle(to: usize, x: f64): void {
  const bits = reinterpret<u64>(x);
  const m = (bits & 0xfffffffffffff) | 0x10000000000000;
  const e = <i32> ((bits >> 52) & 0x7ff) - 1075;
  // Word j stands for 2^(-32 (j + 1)): its product is a multiple of 4 where e - 32 (j + 1) >= 2.
  const first = max(0, (e - 2) / 32);
  for (let i: usize = 0; i <= 11; i++) store<u64>(PRODUCT + (i << 3), 0);
  const high = m >> 32;
  const low = m & 0xffffffff;
  for (let i = WORDS - 1; i >= 0; i--) {
    const word = <u64> load<u32>(TWO_OVER_PI + (<usize> (first + i) << 2));
    accumulate(i + 2, low * word);
    accumulate(i + 1, high * word);
  }
  // The point is so many bits behind the beginning of word 2: 2^(e - 32 first) times what word `first` stands for.
  const point = e - 32 * first;
  quarters = 0;
  set(to, 0);
  for (let i = 10; i >= 0; i--) {
    // Word i stands for 2^(point - 32 (i - 1)); what is 4 or more is left out.
    const exponent = point - 32 * (i - 1);
    const word = load<u64>(PRODUCT + (<usize> i << 3)) & 0xffffffff;
    if (exponent >= 2) continue;
    // Its bits that are whole quarters, and those behind the point.
    const whole = exponent > 0 ? (word << exponent) & 3 : exponent > -32 ? (word >> -exponent) & 3 : 0;
    const rest = exponent > 0 ? 0 : exponent > -32 ? word & ((<u64> 1 << -exponent) - 1) : word;
    quarters += <i32> whole;
    if (exponent > 0) continue;
    set(PART, <f64> rest);
    scale(PART, PART, reinterpret<f64>((<i64> exponent + 1023) << 52));
    add(to, to, PART);
  }
  if (load<f64>(to) > 0.5) {
    set(PART, -1);
    add(to, to, PART);
    quarters++;
  }
  scale(PART, PI, 0.5);
  multiply(to, to, PART);
  if (x < 0) {
    for (let i: usize = 0; i < TRIPLE; i += 8) store<f64>(to + i, -load<f64>(to + i));
    quarters = -quarters;
  }
}

/** Adds to a word of the product, and carries. */
function accumulate(index: i32, value: u64): void {
  let carry = value;
  for (let i = index; i >= 0 && carry != 0; i--) {
    const at = PRODUCT + (<usize> i << 3);
    const sum = load<u64>(at) + (carry & 0xffffffff);
    store<u64>(at, sum & 0xffffffff);
    carry = (carry >> 32) + (sum >> 32);
  }
}
