import { LOOKUP } from "./lookup.ts";
import { type Shape, SHAPES } from "./shapes.ts";
import { INTEGERS, WIDE } from "./wide.ts";

/** The number of words that a workgroup computes. */
export const WORKGROUP = 64;

/** Options of a shader. */
export interface ShaderOptions {
  readonly type: "float32" | "float16";
  /** Whether results are multiplied by the elements of another array. */
  readonly upstream: boolean;
}

/** Returns the text of the shader for all kernels of a shape. */
export function shader(shape: Shape, { type, upstream }: ShaderOptions): string {
  const binding = upstream ? "@group(0) @binding(3) var<storage, read> upstream: array<u32>;" : "";
  const result = upstream ? "product(compute(unpack(x)), unpack(by))" : "compute(unpack(x))";
  const word = type === "float32"
    ? "result(x, by)"
    : "result(x & 0xffffu, by & 0xffffu) | (result(x >> 16u, by >> 16u) << 16u)";
  return `// Special functions in integer arithmetic. It is exact on every device, unlike floating
// point.
//
// A number is unpacked from its bits, and its key finds a polynomial in the table. The polynomial
// is evaluated in fixed point of 64 bits. Its value, or the sum of two values, is rounded once.
//
// vec2u is an integer of 64 bits, low word first. Wide is a number with a significand of 64 bits.
@group(0) @binding(0) var<storage, read> table: array<vec4u>;
@group(0) @binding(1) var<storage, read> xs: array<u32>;
@group(0) @binding(2) var<storage, read_write> ys: array<u32>;
${binding}
@group(0) @binding(4) var<uniform> range: Range;

struct Range {
  // The number of words to compute.
  words: u32,
  // The number of words in a row of workgroups.
  row: u32,
}

// Whether results are multiplied by the elements of another array.
const UPSTREAM = ${upstream};
${INTEGERS}${WIDE}${format(type)}${LOOKUP}${SHAPES[shape]}
fn result(x: u32, by: u32) -> u32 {
  return pack(${result});
}

@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x + id.y * range.row;
  if (i >= range.words) {
    return;
  }
  let x = xs[i];
  let by = ${upstream ? "upstream[i]" : "0u"};
  ys[i] = ${word};
}
`;
}

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
