import { format } from "./format.ts";
import { INTEGERS, WIDE } from "./wide.ts";
import { LOOKUP, SHIFTED, SYMMETRIC } from "./lookup.ts";
import { REFLECTED } from "./reflected.ts";

/** The number of words that a workgroup computes. */
export const WORKGROUP = 64;

/** How a kernel is computed from its table. */
export type Shape = "symmetric" | "reflected" | "shifted";

const SHAPES: Readonly<Record<Shape, string>> = {
  symmetric: SYMMETRIC,
  reflected: REFLECTED,
  shifted: SHIFTED,
};

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
