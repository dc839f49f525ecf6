import { assertSameBits } from "./assert_same_bits.ts";
import { subject } from "./subjects.ts";

// One function by two names has one set of bits. Each row: the two, and where they are the same.
const all = (): boolean => true;
const positive = (x: number): boolean => x > 0;
const identities = [
  [subject("lgammaGrad"), subject("digamma"), all],
  [subject("digammaGrad"), subject("polygamma", 1), all],
  [subject("polygamma", 0), subject("digamma"), all],
  [subject("polygamma", -0), subject("digamma"), all],
  [subject("polygammaGrad", 0), subject("polygamma", 1), all],
  [subject("polygammaGrad", 59), subject("polygamma", 60), all],
  [subject("multigammaln", 1), subject("lgamma"), positive],
  [subject("multigammalnGrad", 1), subject("digamma"), positive],
] as const;

const numbers = [
  ...Array.from({ length: 2000 }, (_, i) => (i - 800) * 0.0173 + 0.003),
  ...Array.from({ length: 600 }, (_, i) => 2 ** (i - 300) * (1 + i / 1000)),
  ...Array.from({ length: 100 }, (_, i) => -(2 ** (i - 50)) * (1 + i / 1000)),
  ...[0, -0, 1, 2, -1, -2, Infinity, -Infinity, NaN, 5e-324, 1.4616321449683623],
];

for (const [one, other, isSame] of identities) {
  Deno.test(`${one.title} has the bits of ${other.title}`, () => {
    const same = numbers.filter(isSame);
    for (const Floats of [Float64Array, Float32Array, Float16Array]) {
      // Rounding may take a number out of the domain.
      const x = new Floats(same).filter(isSame) as Float64Array;
      assertSameBits(one.call(x), other.call(x), Floats.name);
    }
  });
}
