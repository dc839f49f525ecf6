import { type Program, type ProgramOptions, WORKGROUP } from "../../webgpu/program.ts";
import type { Kernel } from "../../kernels/job.ts";

/** Makes a program that inverts the bits of each word, and with upstream combines it by xor. */
export function makePlainProgram(_: Kernel, { upstream }: ProgramOptions): Program {
  return plainProgram(upstream ? "~x[i] ^ upstream[i]" : "~x[i]", upstream);
}

/** Makes a program that does not compile. */
export function makeWrongProgram(): Program {
  return { code: "@compute fn main( {", table: Uint32Array.of(0) };
}

function plainProgram(result: string, upstream: boolean): Program {
  const code = `
struct Range { words: u32, row: u32 }
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
${upstream ? "@group(0) @binding(3) var<storage, read> upstream: array<u32>;" : ""}
@group(0) @binding(4) var<uniform> range: Range;

@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x + id.y * range.row;
  if (i < range.words) { y[i] = ${result}; }
}`;
  return { code, table: Uint32Array.of(0) };
}
