import type { Machine } from "../../bench/machine.ts";
import { hexFloat } from "../accuracy/hex_float.ts";
import type { Accuracy, AccuracyOptions, SubjectErrors } from "./measure_accuracy.ts";
import { code, table } from "./markdown.ts";
import { ulpText } from "./number_text.ts";
import { pictureName } from "./subjects.ts";
import { type Worst, worstOf } from "./worst.ts";

/** An error beyond this is printed bold: three of sixteen digits are lost. */
const BAD_ULP = 1000;

/** The accuracy report as Markdown; its pictures are in a folder beside it. */
export function accuracyPage(
  { subjects, peers }: Accuracy,
  { machine, seed, count, survey }: AccuracyOptions & { machine: Machine; survey: string },
): string {
  const points = subjects.reduce((sum, { x }) => sum + x.length, 0);
  return `# Accuracy

This page shows how accurate specol is and why it can promise correct rounding. It compares the errors
of specol, SciPy and PyTorch at the same ${
    points.toLocaleString("en-US")
  } points, in float64, against the true values.
\`deno task report\` wrote this page: do not edit it.

- **Error**: the distance from the true value in ulp (units in the last place). A correctly rounded
  result is at most 0.5 ulp away. An error of 10ⁿ ulp leaves 16 − n correct digits.
- **True values**: \`support/reference\`, BigInt arithmetic with 150 bits and more.
- **Points**: for each picture ${
    count.toLocaleString("en-US")
  } random ones, spread evenly over its width, and more beside
  zeros and poles. Seed ${seed}: not that of the survey which the kernels were tuned with. Poles
  themselves are left out, because conventions differ.
- **Pictures**: the worst point of every 4 pixels. The red band holds results without a correct digit:
  infinity or NaN for a finite number, or an error of 2⁵² ulp or more.
- **Gradients**: of PyTorch those of autograd, of SciPy the formulas that people write: \`i1\`,
  \`i1e - sign(x) * i0e\`, \`i0 - i1 / x\`, \`i0e - i1e * (sign(x) + 1 / x)\`, \`psi\`, \`polygamma(n + 1, x)\`, a
  sum of \`psi(x - i / 2)\`.
- **Versions**: specol of this commit, ${
    peers.join(", ")
  }, Deno ${machine.deno}. ${machine.date}, ${machine.cpu}
  with ${machine.cores} cores, ${machine.system}. The peers are those of \`/usr/bin/python3\`, as Debian has
  them, or of the Python that \`SPECOL_PYTHON\` names; other versions may be better.

The pictures show random points. The worst inputs that a search could find for specol are
[at the end](#the-worst-inputs-of-specol). [public_reports.md](public_reports.md) shows what libraries of today answer at
the inputs of public reports.

## At a glance

The worst error in ulp, and in brackets the part of the points within 1 ulp. Bold: beyond ${BAD_ULP} ulp.

${glance(subjects)}

${subjects.map(section).join("\n\n")}

## Correct rounding in float64

Every float64 result of every function and gradient is correctly rounded: it is the float64 nearest to
the true value, subnormal results included. (A product with an upstream gradient is that of two rounded
numbers, rounded once more.) This is what it rests on:

- **A test of each element.** The kernels compute an unrounded pair high + low, and a bound e of its
  error: high + (low - e) and high + (low + e) must round alike. Elements that this leaves undecided
  are computed again. Of the Bessel functions one in 50 to 250 takes the accurate phase, good to 2^-88, and
  one in 2^34 the last: balls of 192 bits and more, whose radius contains the rounding of every operation
  and the remainder of every series, until the ball rounds to one number (\`bessel/last_phase.ts\`). Of the gamma family a compensated evaluation of
  the same table entry decides four of five such elements of x > 0. One in 400 or fewer takes the accurate phase:
  double-doubles of 98 bits (\`gamma/accurate_phase.ts\`, \`polygamma/accurate.ts\`, \`gamma/accurate.ts\`), or tables
  around zeros (\`gamma/zeros.ts\`). Of x < 0 that is one in 150, next to zeros more. Where that does not decide, balls do
  in the same way (\`gamma/last_phase.ts\`). \`deno task bench worst\` measures these shares in some 30 ranges of numbers, and
  searches for the blocks that this makes slowest: of 512 elements that are all hard to round, they take 8
  to 80 times as long as a usual one.
- **The bounds.** They are derived at the heads of the kernels in \`kernels/assembly\`. Those of table entries, and of
  what they are made of, are proved by \`deno task prove\`: see [what is proved](#what-is-proved).
  \`tests/kernels/bessel_bounds_test.ts\`, \`bounds_test.ts\` and \`elementary_bounds_test.ts\` search for points
  that break them: the worst found are 0.997 of a bound for pairs, where what the breakpoint of an entry leaves
  out, which is known exactly, is all but the whole bound, and 0.44 for the accurate phase.
- **The last phase.** It has no bound that could be wrong by itself: its balls carry their radius.
  \`tests/kernels/special_balls_test.ts\` compares them, unrounded, with values of Arb of 640 bits, and with
  \`SPECOL_BALLS\` with any number of points of up to 4,096 bits, next to poles, zeros and the middles between poles. It ends only
  when the whole ball rounds to one number. The only result that never could is exact: \`lgamma(1)\` and \`lgamma(2)\` are 0,
  and are known beforehand (0, infinities and poles never reach this phase). That no other result is a float64 number or a
  middle between two is proved for \`i0\`, \`i1\` and \`i1Grad\`, whose values are transcendental (Siegel), and not for the others: there a ball of 4,096 bits that did not decide would give NaN, and never a guess. None was ever seen.
- **Hard points.** Those nearest to half-way between two float64, of a million and more tried in each
  region of the line for most subjects: 900 to 1,300 for each Bessel kernel, 5,200 of the gamma family.
  \`tools/arb/hard_points.c\` found them with Arb, whose intervals prove what is right, and the tests run
  them as arrays, as numbers and together with gradients. [worst-cases](worst-cases/README.md) has them for other
  libraries, in the format of CORE-MATH.
- **Another machine.** \`deno task verify arm64\` runs the tests of bits and 13,067 hard points on arm64 by qemu-user:
  no bit differs (2026-11-18).
- **The survey.** The points of the table below, beside Arb: none wrong. They are a million and more of
  each subject, and 50,000 of multigammaln of p 1000, all tried on 2026-11-17 with the kernels of this
  commit but for p 1000, which was tried with those of an earlier one. The survey found a result of
  \`polygamma(x, 2)\` that was wrong in a state that was never published, and is a test now.

This is not a formal proof of the whole: the table below says what is proved. A search for slow blocks, not the
survey, found on 2026-11-17 that \`polygamma\` of even order 100 and more was wrong next to the middles
between negative poles, where its third way left a term out; and new hard points found that the third
way of \`multigammalnGrad\` lost digits for p of 192 and more and x beyond 2^70 p. Both are repaired, and
the survey and the tests look there.

float32: all 4,294,967,296 inputs of the Bessel functions, of lgamma, digamma, polygamma of orders 1 and 2,
multigammaln of p 2 and 3 and of their gradients (\`deno task accuracy --every\`, 2026-11-17), and 68 million of each other
order and dimension, give the correctly rounded result (where the float64 result, taken to be
within 8 ulp, does not decide, the reference does). float16: all 65,536.

### What is proved

\`deno task prove\` reads the AssemblyScript sources, the shipped tables, and the entries that the compiled kernels make at
run time, and fails where a bound that the kernels use is smaller than what it proves. Gappa bounds rounding errors for
ranges of inputs, Sollya the errors of polynomials. Arb encloses the error of a table entry in each of 128 pieces of its
interval (\`tools/arb/entries.c\`), and rounding errors of evaluating it are polynomials in the absolute values of its
coefficients, found from the sources (\`tools/prove/majorant.ts\`); their sum is compared with the entry's bound.

| what | phase | by | proved |
| ---- | ----- | -- | ------ |
| TwoProd, operations on double-doubles | all | Gappa | yes |
| \`exp\`, \`ln\`, and the more accurate logarithms | fast, accurate | Gappa, Sollya | yes |
| \`i0\`, \`i1\`, \`i0e\`, \`i1e\` and their gradients, every entry: the table, its product with \`exp\`, the asymptotic form | fast | Arb, majorants | yes: at most 0.997 of a bound |
| the same as double-doubles for expressions | fast | derived by hand, searched | no |
| \`lgamma\`, \`digamma\`, \`polygamma\` of orders 1 and 2, x from 2^-20 to 2^40, and the terms of their reflection: all 26,368 entries | fast | Arb, majorants | yes: at most 0.994 |
| the same orders at x < 0, a from 2^-44 and 1 - x below 2^40: low parts of arguments, the sum of the terms; one entry in 61 | fast | Arb, majorants | of these: at most 0.993 |
| \`multigammaln\` and its gradient: all entries of p 2, and one in 5 to 101 of p 3, 10, 23, 24, 40 and 100 | fast | Arb, majorants | of these: at most 0.997 |
| \`polygamma\` of orders 3, 4, 7, 10, 20, 60, 171: one entry in 3 | fast | Arb, majorants | of these: at most 0.80 |
| entries of other orders and dimensions: derivations at the heads of \`gamma/build_taylor.ts\` and \`polygamma/build_taylor.ts\` | fast | derived by hand, searched | no |
| \`lgamma\`, \`digamma\` from 2^40 on, also as terms at x < 0: Stirling's series | fast | Gappa, Sollya | yes: at most 0.993 |
| \`lgamma\`, \`digamma\`, \`polygamma\` of orders 1 and 2 below 2^-20, and as terms at x < 0 with a below 2^-44 | fast | Gappa, Sollya, Arb, majorants | yes: at most 0.928 |
| \`polygamma\` of orders 1 and 2 from 2^40 on, powers of other orders, compensated evaluation | fast | derived by hand, searched | no |
| \`exp\`, \`sin\`, Taylor and Hurwitz series of double-doubles | accurate | derived by hand from the proved operations, searched | no |
| balls | last | radii by construction, compared with Arb | no |

Taken from the literature: TwoSum, FastTwoSum with ordered operands, Dekker's product (Knuth; Joldes, Muller and Popescu 2017;
Boldo 2006), and the remainder of Hankel's expansion (DLMF 10.40.11). The proofs suppose that no intermediate result
is subnormal, and trust Gappa, Sollya, Arb and \`tools/prove\` itself.

## The worst inputs of specol

\`deno task accuracy\` searches for them: ends of table rows, special points, zeros, poles and the middles
between them, random points, then climbing from the worst found, which are the nearest to half-way
between two float64. It takes the true values from Arb's intervals where Arb is installed, and of
polygamma beyond order 100 from BigInt. The gradient of \`lgamma\` is \`digamma\`, those of \`digamma\` and
\`polygamma\` are \`polygamma\`. In float64, without results below 2.2e-308:

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

${table([["worst case", "ulp", "x", "x, every bit", "result", "right"], ...rows])}`;
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
