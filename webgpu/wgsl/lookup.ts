import {
  BINADES,
  BINADES_AT,
  FRACTION_BITS,
  KEY_FRACTION,
  MIN_EXPONENT,
  OUTSIDES_AT,
  ROW_QUADS,
  type Special,
  specialAt,
  SPECIALS,
  SPLIT_BITS,
} from "../tables/layout.ts";

/** WGSL that reads values from the table; webgpu/tables/layout.ts describes its layout. */
export const LOOKUP = `
const KEY_FRACTION = ${KEY_FRACTION}u;
${SPECIALS.map((special) => `const ${constantOf(special)} = ${specialAt(special)}u;`).join("\n")}

// Returns the position of a number, which is not 0, in the order of the table: its exponent and 23
// bits of its fraction.
fn keyOf(a: Wide) -> u32 {
  let exponent = u32(a.exponent - ${MIN_EXPONENT});
  return (exponent << KEY_FRACTION) | ((a.significand.y << 1u) >> (32u - KEY_FRACTION));
}

// A row, the argument t / 2^32 of its polynomial, and the number that is added to its exponent.
// Everything is found first and then evaluated at one place of the text, where all invocations of a
// group meet.
struct Place {
  row: u32,
  t: u32,
  scale: i32,
}

fn constantPlace(row: u32) -> Place {
  return Place(row, 0u, 0);
}

// Returns the place of a key in a block.
fn find(block: u32, key: u32) -> Place {
  if (UPSTREAM) {
    // Infinity times 0 differs from something almost infinite times 0. No other result shows the
    // difference.
    let outside = table[${OUTSIDES_AT}u + block];
    if (key < outside.x) {
      return constantPlace(outside.z);
    }
    if (key >= outside.y) {
      return constantPlace(outside.w);
    }
  }
  let binade = table[${BINADES_AT}u + block * ${BINADES}u + (key >> KEY_FRACTION)];
  let split = binade.y & ${2 ** SPLIT_BITS - 1}u;
  let fraction = key << (32u - KEY_FRACTION);
  // There are two shifts, because their sum may be 32.
  let number = clamp((fraction >> 1u) >> (31u - split), binade.z, binade.w);
  return Place(
    binade.x + number * ${ROW_QUADS}u,
    fraction << split,
    bitcast<i32>(binade.y) >> ${SPLIT_BITS}u,
  );
}

// Evaluates the polynomial of a row by Horner's rule.
fn valueOf(place: Place) -> Wide {
  var sum = vec2u();
  for (var i = 0u; i < ${ROW_QUADS - 1}u; i++) {
    let pair = table[place.row + i];
    sum = add64(scaleSigned64(sum, place.t), pair.xy);
    sum = add64(scaleSigned64(sum, place.t), pair.zw);
  }
  let last = table[place.row + ${ROW_QUADS - 1}u];
  sum = add64(scaleSigned64(sum, place.t), last.xy);
  let negative = sum.y >= 0x80000000u;
  let size = select(sum, negate64(sum), negative);
  let exponent = bitcast<i32>(last.z) + place.scale;
  return normalized(negative, exponent + ${63 - FRACTION_BITS}, size);
}

// Returns the place of the result for an argument that is not an ordinary number.
fn special(x: Wide) -> Place {
  if (isNan(x)) {
    return constantPlace(AT_NAN);
  }
  if (isInfinite(x)) {
    return constantPlace(select(AT_INFINITY, AT_MINUS_INFINITY, x.negative));
  }
  return constantPlace(select(AT_ZERO, AT_MINUS_ZERO, x.negative));
}
`;

/** Returns the name of the constant for a special argument's row, such as AT_MINUS_ZERO. */
function constantOf(special: Special): string {
  return `AT_${special.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}
