import { LIMIT } from "../tables/bounds.ts";
import { FLAGS, HALFWAY_BITS } from "../tables/layout.ts";

/** How a kernel is computed from its table. */
export type Shape = "symmetric" | "reflected" | "shifted";

/** WGSL for functions of |x|. An odd function takes over the sign of x. */
const SYMMETRIC = `
fn compute(x: Wide) -> Wide {
  var place = special(x);
  var isTurned = false;
  if (isOrdinary(x)) {
    place = find(0u, keyOf(x));
    isTurned = x.negative && (table[0].x & ${FLAGS.odd}u) != 0u;
  }
  let value = valueOf(place);
  return Wide(value.negative != isTurned, value.exponent, value.significand);
}
`;

/** WGSL for multigammaln and its gradient; see webgpu/tables/shifted_table.ts. */
const SHIFTED = `
fn compute(x: Wide) -> Wide {
  var place = special(x);
  if (isOrdinary(x)) {
    place = placeOf(x);
  }
  return valueOf(place);
}

fn placeOf(x: Wide) -> Place {
  let key = keyOf(x);
  let twicePole = table[0].y;
  let poleKey = table[0].z;
  if (x.negative || (twicePole != 0u && key < poleKey)) {
    return constantPlace(AT_NAN);
  }
  if (twicePole != 0u && key == poleKey) {
    return constantPlace(AT_POLE);
  }
  let isFar = key >= table[0].w;
  // x and the pole are both integers times 2^(x.exponent - 23), and x is the larger one.
  let distance = (x.significand.y >> 8u) - (twicePole << u32(22 - x.exponent));
  let near = keyOf(normalized(false, x.exponent + 8, vec2u(0u, distance)));
  return find(u32(isFar), select(near, key, isFar));
}
`;

/** WGSL for lgamma, digamma and polygamma; see webgpu/tables/reflected_table.ts. */
const REFLECTED = `
const POSITIVE = 0u;
const BEYOND = 1u;
const POLES = 2u;
const HALFWAY = 3u;

fn compute(x: Wide) -> Wide {
  var place = special(x);
  var term = zero(false);
  if (isOrdinary(x)) {
    place = find(select(POSITIVE, BEYOND, x.negative), keyOf(x));
  }
  if (isOrdinary(x) && x.negative) {
    let near = nearestPole(x);
    if (near.distance == 0u) {
      place = constantPlace(AT_POLE);
    } else {
      term = poleTerm(near);
    }
  }
  // Where the term of the poles is out of range, the other term, which may be out of range too, is
  // small compared with it.
  if (term.exponent > ${LIMIT}) {
    return term;
  }
  let value = valueOf(place);
  if (isZero(term)) {
    return value;
  }
  return sum(value, term);
}

struct Pole {
  // The distance of x from the nearest integer, times 2^places.
  distance: u32,
  places: i32,
  // Whether x is above that integer.
  isAbove: bool,
}

fn nearestPole(x: Wide) -> Pole {
  // x is an integer of 24 bits times 2^-places.
  let integer = x.significand.y >> 8u;
  let places = 23 - x.exponent;
  if (places <= 0) {
    return Pole(0u, 0, false);
  }
  if (places > 25) {
    // x is nearer to 0 than 1/4.
    return Pole(integer, places, false);
  }
  let one = 1u << u32(places);
  let rest = integer & (one - 1u);
  let isAbove = rest > (one >> 1u);
  return Pole(select(rest, one - rest, isAbove), places, isAbove);
}

fn poleTerm(pole: Pole) -> Wide {
  let flags = table[0].x;
  var block = POLES;
  var distance = pole.distance;
  if ((flags & ${FLAGS.halfway}u) != 0u && pole.places <= 25) {
    let one = 1u << u32(pole.places);
    let toHalf = (one >> 1u) - distance;
    if (toHalf == 0u) {
      return zero(false);
    }
    if ((toHalf << ${HALFWAY_BITS}u) < one) {
      block = HALFWAY;
      distance = toHalf;
    }
  }
  let term = valueOf(find(block, keyOf(normalized(false, 31 - pole.places, vec2u(0u, distance)))));
  // The table has the term as it is above a pole.
  let isTurned = (flags & ${FLAGS.odd}u) != 0u && !pole.isAbove;
  return Wide(term.negative != isTurned, term.exponent, term.significand);
}
`;

/** The WGSL of each shape. */
export const SHAPES: Readonly<Record<Shape, string>> = {
  symmetric: SYMMETRIC,
  reflected: REFLECTED,
  shifted: SHIFTED,
};
