/**
 * Returns the WGSL that converts numbers from and to a type. All other WGSL is the same for both
 * types.
 */
export function format(type: "float32" | "float16"): string {
  const [bits, fraction] = type === "float32" ? [32, 23] : [16, 10];
  const bias = 2 ** (bits - fraction - 2) - 1;
  return `
const BITS = ${bits}u;
const FRACTION = ${fraction}u;
const BIAS = ${bias};
${CONVERSIONS}`;
}

const CONVERSIONS = `
const SIGN = 1u << (BITS - 1u);
const ONE_EXPONENT = 1u << FRACTION;
const INFINITY = SIGN - ONE_EXPONENT;
const NAN = INFINITY | (ONE_EXPONENT >> 1u);
// The exponent of the smallest subnormal number.
const MIN_EXPONENT = 1 - BIAS - i32(FRACTION);

fn unpack(bits: u32) -> Wide {
  let negative = (bits & SIGN) != 0u;
  let size = bits & (SIGN - 1u);
  if (size > INFINITY) {
    return Wide(false, NAN_EXPONENT, ONE);
  }
  if (size == INFINITY) {
    return Wide(negative, INFINITY_EXPONENT, ONE);
  }
  let fraction = size & (ONE_EXPONENT - 1u);
  let exponent = i32(size >> FRACTION);
  if (exponent == 0) {
    return normalized(negative, MIN_EXPONENT + 31, vec2u(0u, fraction));
  }
  let significand = (fraction | ONE_EXPONENT) << (31u - FRACTION);
  return Wide(negative, exponent - BIAS, vec2u(0u, significand));
}

// Rounds to nearest, ties to even.
fn pack(a: Wide) -> u32 {
  if (isNan(a)) {
    return NAN;
  }
  let sign = select(0u, SIGN, a.negative);
  if (a.exponent > BIAS) {
    return sign | INFINITY;
  }
  // Subnormal numbers, below 2^(1 - BIAS), lose bits until none is left, not even one to round.
  let lost = u32(max(1 - BIAS - a.exponent, 0));
  if (lost > FRACTION + 1u) {
    return sign;
  }
  let shift = 31u - FRACTION + lost;
  // There are two shifts, because their sum may be 32.
  let kept = (a.significand.y >> (shift - 1u)) >> 1u;
  let half = 1u << (shift - 1u);
  let rest = a.significand.y & (half | (half - 1u));
  let isUp = rest > half || (rest == half && (a.significand.x != 0u || (kept & 1u) != 0u));
  // If the number is normal, kept has the implicit bit. A carry increments the exponent, as it
  // must.
  let before = select(u32(a.exponent + BIAS - 1) << FRACTION, 0u, lost > 0u);
  return sign | (before + kept + u32(isUp));
}
`;
