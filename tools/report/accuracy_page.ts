import type { Machine } from "../../bench/machine.ts";
import { hexFloat } from "../accuracy/hex_float.ts";
import type { Accuracy, AccuracyOptions, SubjectErrors } from "./measure_accuracy.ts";
import { code, table } from "./markdown.ts";
import { ulpText } from "./number_text.ts";
import { pictureName } from "./subjects.ts";
import { type Worst, worstOf } from "./worst.ts";

/** An error beyond this is printed bold: three of sixteen digits are lost. */
const BAD_ULP = 1000;

/** The accuracy report as Markdown; its pictures are in a folder next to it. */
export function accuracyPage(
  { subjects, peers }: Accuracy,
  { machine, seed, count, survey }: AccuracyOptions & { machine: Machine; survey: string },
): string {
  const points = subjects.reduce((sum, { x }) => sum + x.length, 0);
  return `# Accuracy

This page shows how accurate specol is, and why it can promise correct rounding. It compares the errors
of specol, SciPy, PyTorch, JAX and TensorFlow at the same ${
    points.toLocaleString("en-US")
  } points, in float64, with the true values.
\`deno task report\` generates this page: do not edit it.

- **Error**: the distance from the true value in ulp (units in the last place). A correctly rounded
  result is at most 0.5 ulp away. An error of 10ⁿ ulp leaves 16 − n correct digits.
- **True values**: \`support/reference\`, BigInt arithmetic with at least 150 bits.
- **Points**: ${
    count.toLocaleString("en-US")
  } random points per picture, spread evenly over its width, and more near zeros and poles. The seed,
  ${seed}, differs from that of the survey used to tune the kernels. Poles are excluded, because
  conventions differ there.
- **Pictures**: the worst point in every 4 pixels. The red band shows results without a correct digit:
  infinity or NaN for a finite value, or an error of at least 2⁵² ulp. TensorFlow is in the tables only.
- **Gradients**: those of PyTorch, JAX and TensorFlow are their own, by differentiation of programs; SciPy's
  come from the usual formulas: \`i1\`,
  \`i1e - sign(x) * i0e\`, \`i0 - i1 / x\`, \`i0e - i1e * (sign(x) + 1 / x)\`, \`psi\`, \`polygamma(n + 1, x)\`,
  and a sum of \`psi(x - i / 2)\`.
- **Versions**: specol at this commit, ${
    peers.join(", ")
  }, Deno ${machine.deno}. ${machine.date}, ${machine.cpu}
  with ${machine.cores} cores, ${machine.system}. The Python libraries are those of
  \`deno task peers\`; other versions may be better. TensorFlow Probability calls TensorFlow's functions.

The pictures show random points. A search found [worse inputs](#the-worst-inputs-of-specol) for specol.
[public_reports.md](public_reports.md) shows what other libraries return at inputs from bug reports.

## At a glance

The worst error in ulp and, in brackets, the share of points within 1 ulp. Errors above ${BAD_ULP} ulp are bold.

${glance(subjects)}

## Correct rounding in float64

Every float64 result of every function and gradient is correctly rounded, including subnormal results: it
is the float64 nearest to the true value. (A product with an upstream gradient is the product of two
rounded numbers, rounded once more.) The evidence:

- **Every element is tested.** A kernel computes an unrounded double-double, high + low, and a bound e on
  its error. The result is accepted if high + (low - e) and high + (low + e) round to the same number
  (Ziv's test). Otherwise the element is computed again:

  | family | accurate phase | last phase |
  | ------ | -------------- | ---------- |
  | Bessel | one element in 50 to 250, good to 2^-88 | one in 2^34 |
  | gamma, x > 0 | one in 400 or fewer: 98 bits (\`gamma/accurate_phase.ts\`, \`polygamma/accurate.ts\`, \`multigammaln/accurate.ts\`), or tables around zeros (\`gamma/zeros.ts\`). Before that, a compensated evaluation of the same table entry decides four of five | rare |
  | gamma, x < 0 | one in 150, more next to zeros | rare |

  The last phase computes balls of at least 192 bits, whose radius contains the rounding of every
  operation and the remainder of every series, until the ball rounds to a single number. \`deno task bench worst\` measures
  these shares and searches for the slowest blocks: 512 elements that are all hard to round take 11 to 190
  times as long as usual ones.
- **The bounds are proved**, but for [some](#what-is-proved) that are derived by hand. For those and the others
  \`tests/kernels/*bounds_test.ts\` search for points that violate them: the worst error found is 0.997 of a
  bound in the fast phase, where nearly all of it is the known error of the breakpoint, and 0.44 of a
  bound in the accurate phase.
- **It ends.** The last phase ends only when the entire ball rounds to one number. It could not end
  for results that are exactly a float64 or half-way between two. Such results are never computed:
  \`lgamma(1)\` and \`lgamma(2)\` are 0, and the Bessel functions and their derivatives at 0 are 0, 1/2 or 1.
  For the Bessel functions there are no others: I0(x), I1(x) and exp(x) are algebraically independent at
  algebraic x ≠ 0 (Siegel, Shidlovskii). For the gamma family that is not known, as it is not for Euler's
  constant; if a ball of 3,072 bits did not decide, the result would be NaN, never a guess. We have never
  seen that happen.
- **Hard points.** \`tools/arb/hard_points.c\` searched a million or more points in each region of most
  functions for those closest to half-way between two float64 numbers, with roundings that Arb's
  intervals prove. The tests compute 900 to 1,300 of them for each Bessel kernel and 5,200 for the gamma
  family, as arrays, as single numbers, and together with gradients. [worst-cases](worst-cases/README.md)
  has them for other libraries, in CORE-MATH's format.
- **Surveys.** The points of [the table below](#the-worst-inputs-of-specol), a million or more per function
  (2026-11-17), 45 million next to ends of entries, integers and half-integers (2026-11-18), 1.4 million of other kinds among zeros, poles, NaN and huge
  numbers, 39,000 of orders and dimensions up to 2^53, another 37 million of \`polygamma\` of orders 3 to 1000 and of \`multigammaln\`
  and its gradient with p from 2 to 24, and 110,000 next to the poles of the latter with p from 4 to 1000 (2026-11-19), all beside Arb, are right. The balls
  of the last phase contain Arb's at 18,351 points, of orders and dimensions up to 2^53.
- **Other machines.** \`deno task verify arm64\` runs the bit tests, 13,067 hard points and 2,400,000
  other results on arm64, emulated by qemu-user, and the same on x86-64: no bit differs (2026-11-20). On Windows
  and macOS nothing was run.
- **float32.** Every one of the 4,294,967,296 inputs was tried for the Bessel functions, lgamma, digamma, polygamma
  of orders 1 and 2, multigammaln with p = 2 and 3, and their gradients (\`deno task accuracy --every\`, 2026-11-17), and
  68 million inputs for every other order and dimension. The reference is the float64 result, assumed to be within 8 ulp, or
  the exact one where that does not decide. Later kernels were compared with those of that day.
  **float16.** All 65,536 inputs are correctly rounded.

Wrong results were found, all in November 2026 and before any release, and all of them are tests now: polygamma(x, 2) by the first survey; even orders
from 100 on next to midpoints between negative poles, by a search for slow blocks; \`multigammalnGrad\` for p ≥ 192 and
x above 2^70 p, by new hard points; 55 float32 inputs of \`lgamma\` next to 1 and 2 and \`digamma\` next to
1.46, by comparing blocks; three results just below 2^-1022, which were rounded twice, by a survey; and eight of \`polygamma\` of order 2 from 2^450
on, by the attempt to prove its bound.

### What is proved

A result can be wrong only if one of two claims is. In the fast and the accurate phase: high + low is at most e from
the true value. In the last phase: a ball contains the true value. The first claim is proved for most functions, and
derived by hand for the others. The second one is derived by hand, and checked by a tool.

**The bounds of the fast and the accurate phase.** \`deno task prove\` reads the AssemblyScript sources, the shipped
tables, and the entries that the compiled kernels build at run time. It fails if a bound in the kernels is smaller than
what it proves; tests change constants and see it fail. Gappa bounds rounding errors for ranges of inputs, Sollya the
errors of polynomials and constants, and Arb the error of a table entry in each of 128 parts of its interval
(\`tools/arb/entries.c\`). Where there are too many operations for Gappa, tools of our own follow the sources: majorants
are polynomials in the absolute values of an entry's coefficients (\`tools/prove/majorant.ts\`), and errors of
double-doubles are bounded by ranges, which are cut into parts until they are small enough (\`tools/prove/errors.ts\`).

Most bounds of rounding errors compare a computation with the same operations on exact numbers, which hides a term that is
missing from both. So the sources are also run at numbers in each of their branches, and their results compared with Arb
(\`tools/prove/proofs/meaning.ts\`). Where a polynomial has been enclosed, a check shows that the source evaluates it.

Proved for every input, and for every order and dimension that is not excluded:

| what | phase | by | largest error, in units of its bound |
| ---- | ----- | -- | ------ |
| TwoProd, operations on double-doubles, constants | all | Gappa, Sollya | 1 |
| \`exp\`, \`ln\`, and \`ln\` to 2^-63 | fast | Gappa, Sollya | 0.986 |
| \`i0\`, \`i1\`, \`i0e\`, \`i1e\` and their gradients, also unrounded, for float32 and expressions | fast | Arb, majorants | 0.997 |
| \`lgamma\`, \`digamma\`, \`polygamma\` of orders 1 and 2 | fast | Arb, majorants, Gappa, Sollya | 0.996 |
| \`polygamma\` of orders 3 to 1022 (\`--every\`: each of the 1,020 orders) | fast | Arb, majorants, Gappa, errors | 0.990 |
| \`multigammaln\` and its gradient beyond the table, x - (p - 1)/2 from 4p and 2^14 on (from 2^40 for p < 24) | fast | majorants | 0.928 |
| \`exp\`, \`expm1\`, \`ln\` and \`log1p\` of double-doubles, \`ln\` and \`log1p\` also next to their zeros | accurate | errors, Sollya | 0.906 |
| \`sin\` and \`cos\` of double-doubles | both | errors, Sollya | 0.277 |
| \`i0\`, \`i1\`, \`i0e\`, \`i1e\` and their gradients | accurate | Arb, majorants, errors | 0.336 |
| entries around the zeros of \`lgamma\`, \`digamma\`, \`polygamma\` of even orders | accurate | Arb, majorants | 0.600 |
| \`lgamma\`, \`digamma\`, \`polygamma\` of orders 1 and 2: Stirling's series from 2^-64 on, the terms of poles with their sine and cosine | accurate | errors | 0.960 |
| \`polygamma\` of every order from 3 to 2^53: Hurwitz's series, and, to 1022, the series next to midpoints (\`--every\`: each order) | accurate | operations counted; Arb, errors | 0.561 |
| \`multigammaln\` and its gradient of every p: table entries | fast | errors, majorants | 0.999 |
| \`multigammaln\` and its gradient of every p: next to the pole | fast | errors | 0.744 |
| the entry around the zero of the gradient of \`multigammaln\`, every p | accurate | errors, majorants | 0.337 |
| sums of \`multigammaln\` and its gradient, every p to 2^53 (of the gradient with \`--every\`, otherwise of seven p) | accurate | errors | 0.997 |

**Entries that are made at run time.** Those of \`multigammaln\` depend on p, and their bounds are computed with them, from
their coefficients. The theorem is about the procedure: it takes any series whose terms from the second derivative on
fall by the distance from the nearest pole, and bounds what every step loses by linear functions of the sizes of the
first coefficients (\`tools/prove/proofs/entries_of_series.ts\`). The bound that the procedure computes has the same form,
so only the factors are compared: that of each size must be at least as large. The series themselves are proved for
every p and every interval (\`series_of_sums.ts\`), but for their first coefficient, which is as good as the sums in the
table above. Around the zero of the gradient, the breakpoint is the x next to the zero with the smaller |f|. At every other x
|f| is at least as large, so that a bound relative to |f| holds for every p (\`multigammaln_zero.ts\`). As a test, all entries
of a grid of orders and dimensions are made and enclosed by Arb.

What expressions add to the kernels (\`kernels/assembly/expression\`):

| what | phase | by | largest error, in units of its bound |
| ---- | ----- | -- | ------ |
| \`exp\`, \`expm1\`, \`ln\` and \`log1p\` of double-doubles | fast | errors, Sollya | 0.986 |
| sums of double-doubles | both | all operands of 4 bits | 1 |
| products, quotients, square roots and powers of double-doubles | both | Gappa, errors | 0.991 |
| what these make of the bounds of their operands | both | coefficients compared | 1 |
| \`lgamma\`, \`digamma\`, \`polygamma\` of orders 1 and 2 of double-doubles, x > 0 | fast | Arb, majorants, errors | 0.979 |
| \`polygamma\` of orders 3 to 1022 of double-doubles, x > 0 (\`--every\`: each order) | fast | Arb, majorants, Gappa, errors | 0.880 |
| \`multigammaln\` and its gradient of double-doubles, every p | fast | errors, majorants | 0.984 |
| \`lgamma\`, \`digamma\`, \`polygamma\` of orders 1 and 2 of double-doubles, x > 0 | accurate | errors | 0.960 |
| what the low part of an argument adds to \`i0\`, \`i1\`, \`i0e\`, \`i1e\` and their gradients | both | Arb, errors | 0.963 |
| how far functions move where their operands are known within a bound | both | Arb, inequalities (\`multigammaln\`: at points) | 1 |
| comparisons and \`floor\` | both | all operands of 4 bits | 0.235 |

Other functions of expressions, such as \`expit\`, \`logaddexp\` and \`lbeta\`, are made of these. Bounds are themselves
rounded; results are accepted where they are below 0.43 ulp, which has room for that.

Not proved, but derived by hand, and searched for violations by \`tests/kernels/*bounds_test.ts\` and
\`deno task verify expressions\`: in expressions, the accurate phase of \`polygamma\` from order 3 on, of
\`multigammaln\`, and of the gamma family at x < 0, of double-doubles (\`expression/gamma_element.ts\`). Their sums have been
followed at arguments without a low part only.

**The balls of the last phase.** Their radii follow from their construction: \`arithmetic/ball.ts\` says for every operation
what its radius contains, and the heads of \`elementary/ball_*.ts\`, \`elementary/euler_maclaurin.ts\` and the \`last.ts\` of
each family bound what a series leaves out. That is a derivation by hand, too. \`deno task verify balls\` checks the compiled
operations: it draws operands without a radius and with huge ones, at the limits of exponents, such that cancel, and next
to zeros, poles, multiples of pi/2 and the ends of methods, at 13 precisions from 32 to 5,120 bits, and compares each
result with Arb at both ends of its operands, in their middles, and between. On 2026-11-19 it compared 124,000 results, 67,000 of them with 130 bits or more, and 86,000 roundings.

It found three mistakes, none of which made a result wrong that we know. The square root of a ball of more than 5,088 bits
wrote beyond its memory; no kernel and no expression asks for so many. exp of a number of which no more than |x| >= 2^k is known
claimed the exponent 2^60 instead of 2^k; 0 less a number below all exponents had the wrong sign if it took the place of the 0;
expressions keep such numbers in another form. When we took 17 terms out of radii or made them smaller, one at a time,
it noticed 14; the other three are remainders of series that are smaller than the final rounding of their results.

The last phase ends only when all numbers of a ball have one rounding (\`rounding/ball.ts\`). Results that are exact are not
computed by it: [It ends](#correct-rounding-in-float64) has the list, and the reason why there are no others.

**What the proofs found.** Bounds that were too small: of \`polygamma\` of order 2 from 2^450 on, which made eight results
wrong; without wrong results that we know, of \`polygamma\`, by up to 55 %: of powers, of g(1 - x) in the reflection, and of
g(x) for order 497; of \`digamma\` around 13 of its zeros, in the accurate phase; and of \`multigammaln\` and its gradient
beyond the table, by up to a factor of 2.1, where a search came to 0.90 of the old bound. In expressions: the bound of a product
left out that of one operand times that of the other, so that \`z + (i0e(x) - y) * (i0e(x) - y)\` could be wrong by 6 ulp where all digits
of the difference cancel, and powers had the same gap; the bound of \`ln\` next to 1 was too small by 5 %, of which a search then
found 1.1 %; \`log1p\` next to its pole could change the last digits of a neighbour;
the accurate phase of \`lgamma\` claimed an error up to 20 times smaller than what is proved of its terms next to its zeros, of
which a search found 0.13; and the bound of how far \`polygamma\` of an order of 1e10 may move took minutes to multiply.

\`deno task prove\` takes less than five minutes, and \`--quick\`, most of which the tests run, less than one. \`--every\` has all orders of
\`polygamma\`, 41 dimensions of \`multigammaln\`, and the sums of its gradient of every p; run it in shares, such as
\`--share 1/6\`. On 2026-11-20 all of it was run, in parts, and every bound was proved, in half an
hour of processor time.

**What the proofs rest on.** Taken from the literature: TwoSum, FastTwoSum with ordered operands, Dekker's product (Knuth;
Joldes, Muller and Popescu 2017; Boldo 2006), the remainder of Hankel's expansion (DLMF 10.40.11), and inequalities for digamma and its derivative (DLMF 5.9.13, 5.15). The proofs assume
that no intermediate result is subnormal, and they trust Gappa, Sollya, Arb and \`tools/prove\`.

${subjects.map(section).join("\n\n")}

## The worst inputs of specol

\`deno task accuracy\` tries the ends of table entries, special points, zeros, poles and the midpoints
between them, and random points, and then searches around the worst of these. True values come from Arb's
intervals if Arb is installed, and from BigInt for polygamma above order 100. The gradient of \`lgamma\` is
\`digamma\`; those of \`digamma\` and \`polygamma\` are \`polygamma\`. float64, without results below 2.2e-308:

${survey}
`;
}

function glance(subjects: readonly SubjectErrors[]): string {
  const names = subjects[0]?.libraries.map(({ library }) => library) ?? [];
  const rows = subjects.map((errors) => {
    const worst = worstOf(errors);
    const cells = names.map((name) => {
      const found = worst.find(({ library }) => library === name);
      return found === undefined ? "" : `${strong(found)} (${percent(found.within)})`;
    });
    return [`[\`${errors.subject.name}\`](#${anchor(errors.subject.name)})`, ...cells];
  });
  return table([["", ...names], ...rows], { right: true });
}

function section(errors: SubjectErrors): string {
  const { subject } = errors;
  const picture = `pictures/${pictureName(subject)}`;
  const worst = worstOf(errors);
  const alt = `Error in ulp over the domain; worst: ${
    worst.map((one) => `${one.library} ${ulpText(one.error)}`).join(", ")
  }`;
  const rows = worst.map(({ library, x, error, result, right }) => [
    library,
    ulpText(error),
    code(String(x)),
    code(hexFloat(x)),
    code(String(result)),
    code(String(right)),
  ]);
  return `## ${subject.name}

${subject.title[0].toUpperCase()}${subject.title.slice(1)}.

![${alt}](${picture})

${table([["worst case", "ulp", "x", "x in hexadecimal", "result", "true value"], ...rows])}`;
}

function strong({ error }: Worst): string {
  return error > BAD_ULP ? `**${ulpText(error)}**` : ulpText(error);
}

/** Never rounded up to 100 %, which is said only of all. */
function percent(share: number): string {
  return share === 1 ? "100 %" : `${Math.floor(share * 100)} %`;
}

/** As GitHub makes it from a heading. */
function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\w -]/g, "").replaceAll(" ", "-");
}
