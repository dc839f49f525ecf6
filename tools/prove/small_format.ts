// A graph in arithmetic of few bits, so that every input can be tried. Float64 has so many more
// bits that it computes exactly what is rounded here.

import type { Node } from "./graph.ts";

/** The nearest number of so many bits, ties to even. */
function roundTo(bits: number, value: number): number {
  if (value === 0) return 0;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) + 1 - bits);
  const scaled = value / unit;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  return (rest > 0.5 || rest === 0.5 && floor % 2 !== 0 ? floor + 1 : floor) * unit;
}

/** What the operations of nodes give, each rounded to so many bits. */
export function evaluateShort(
  bits: number,
  roots: readonly Node[],
  inputs: Record<string, number>,
): number[] {
  const known = new Map<Node, number>();
  const value = (node: Node): number => {
    let result = known.get(node);
    if (result === undefined) {
      result = compute(node);
      known.set(node, result);
    }
    return result;
  };
  const compute = ({ kind, name, args, value: constant }: Node): number => {
    switch (kind) {
      case "constant":
        return constant;
      case "input":
        return inputs[name];
      case "scaled":
        return constant * value(args[0]);
      case "sum":
        return roundTo(bits, value(args[0]) + value(args[1]));
      case "rest": {
        // TwoSum is exact in any such format (Knuth).
        const [a, b] = args[0].args;
        return value(a) + value(b) - value(args[0]);
      }
      default:
        throw new Error(`${kind} has no small format`);
    }
  };
  return roots.map(value);
}

/** 0 and all numbers of so many bits, of either sign, in some octaves from `top` down. */
export function shortNumbers(bits: number, top: number, octaves: number): number[] {
  const all = [0];
  for (let octave = top; octave > top - octaves; octave--) {
    for (let i = 2 ** (bits - 1); i < 2 ** bits; i++) {
      const number = i * 2 ** (octave + 1 - bits);
      all.push(number, -number);
    }
  }
  return all;
}
