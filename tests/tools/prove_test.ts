import { assert, assertEquals, assertMatch } from "@std/assert";

/** Whether a command runs, as those of Debian's packages do if they are installed. */
async function runs(name: string, ...args: string[]): Promise<boolean> {
  try {
    const command = new Deno.Command(name, { args, stdin: "null", stdout: "null", stderr: "null" });
    return (await command.output()).success;
  } catch {
    return false;
  }
}

const ignore = !await runs("gappa", "--version") || !await runs("sollya", "--version");
/** Table entries need a C compiler and libflint-arb-dev besides. */
const ignoreEntries = ignore ||
  !await runs("cc", "-fsyntax-only", "-include", "arb.h", "-xc", "/dev/null");
const ENTRIES = [
  "accurate_bessel",
  "bessel_tables",
  "compensated",
  "expression_bessel",
  "expression_gamma",
  "made_gamma",
  "made_multigammaln",
  "made_polygamma",
  "meaning",
  "midpoint",
  "multigammaln_pole",
  "poles",
  "reflection",
  "slope_bounds",
  "zero_tables",
];

async function prove(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "prove", ...args],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test("Programs that are missing are named, with the command that installs them", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "prove", "--quick", "log"],
    env: { PATH: "/nowhere" },
    stderr: "piped",
  }).output();
  assertEquals(code, 1);
  assertMatch(
    new TextDecoder().decode(stderr),
    /need gappa and sollya.*apt-get install -y gappa sollya/,
  );
});

Deno.test({ name: "The quick proofs hold", ignore }, async () => {
  const { code, text } = await prove(
    "--quick",
    "accurate_exp",
    "accurate_log",
    "accurate_polygamma",
    "comparisons",
    "constants",
    "entries_of_series",
    "exp",
    "expression_arithmetic",
    "expression_power",
    "far_zeta",
    "fast_double_double",
    "log",
    "multigammaln_far",
    "multigammaln_zero",
    "powers",
    "series_of_sums",
    "sin_cos",
    "stirling",
    "two_prod",
  );
  assertEquals(code, 0, text);
  assertMatch(text, /\| exp +\| fast/);
  assert(!text.includes("NOT PROVED"));
});

Deno.test({ name: "The quick proofs of table entries hold", ignore: ignoreEntries }, async () => {
  const { code, text } = await prove("--quick", ...ENTRIES);
  assertEquals(code, 0, text);
  assertMatch(text, /\| I0E, growing +\| fast/);
  assertMatch(text, /\| digamma, reflection term +\| fast/);
  assert(!text.includes("NOT PROVED"));
});

Deno.test({
  name: "A bound that is too small for a shipped entry is not proved",
  ignore: ignoreEntries,
}, async () => {
  const bound = /export const I1E_TEST_BOUND: f64 = ([^;]+);/.exec(
    await Deno.readTextFile(new URL("../../kernels/assembly/bessel/data.ts", import.meta.url)),
  )![1];
  const { code, text } = await prove(
    ...["--change", "bessel/data.ts", `I1E_TEST_BOUND: f64 = ${bound}`],
    ...[`I1E_TEST_BOUND: f64 = ${0.9 * Number(bound)}`, "bessel_tables"],
  );
  assertEquals(code, 1, text);
  assertMatch(text, /\| I1E, scaled +\| fast +\|.*NOT PROVED/);
});

Deno.test({
  name: "A coefficient that an evaluation leaves out is seen by its proofs",
  ignore: ignoreEntries,
}, async () => {
  const fast = await prove(
    ...["--change", "tables/entry.ts", "f64x2.add(error, f64x2.mul(d, c1l))", "error"],
    ...["--quick", "made_gamma"],
  );
  assertEquals(fast.code, 1, fast.text);
  assertMatch(fast.text, /not the polynomial/);
  const accurate = await prove(
    ...["--change", "tables/entry_double_double.ts"],
    ...["f64x2.add(twoSumError(c, product, y), seconds(pair0, pair1))"],
    ...["twoSumError(c, product, y)", "--quick", "accurate_bessel"],
  );
  assertEquals(accurate.code, 1, accurate.text);
  assertMatch(accurate.text, /not the polynomial/);
});

Deno.test({
  name: "Terms and signs that are wrong, which bounds of rounding errors do not see, are seen",
  ignore: ignoreEntries,
}, async () => {
  const changes = [
    ["gamma/stirling.ts", "f64x2.splat(-0.5)", "f64x2.splat(-0.25)", /lgamma, y > 0 .* is off/],
    [
      "multigammaln/boundaries.ts",
      "f64x2.mul(square, f64x2.add(middle, f64x2.mul(square, upper)))",
      "f64x2.mul(square, middle)",
      /multigammaln far from the pole, p 4095 .* is off/,
    ],
  ] as const;
  for (const [path, old, now, message] of changes) {
    const { code, text } = await prove("--change", path, old, now, "meaning");
    assertEquals(code, 1, text);
    assertMatch(text, message);
  }
});

Deno.test({
  name: "A bound that is too small next to a zero is not proved",
  ignore: ignoreEntries,
}, async () => {
  const { code, text } = await prove(
    ...["--change", "gamma/zeros.ts", "1.1102230246251565e-15", "5.551115123125783e-16"],
    ...["--quick", "zero_tables"],
  );
  assertEquals(code, 1, text);
  assertMatch(text, /\| digamma, 128 zeros +\| accurate +\|.*NOT PROVED/);
});

Deno.test({
  name:
    "An entry around the zero of multigammaln's gradient that is made or used otherwise is not proved",
  ignore,
}, async () => {
  const zero = "multigammaln/zero.ts";
  const around = /around its zero, every dimension .*NOT PROVED/;
  for (
    const [path, from, to, expected] of [
      [zero, "PLAIN_STEPS: i32 = 3", "PLAIN_STEPS: i32 = 1", around],
      [zero, "PAIRED: i32 = 6", "PAIRED: i32 = 5", around],
      [zero, "0xfffffffe00000000", "0xfffffffc00000000", /for smaller distances/],
      [zero, "RADIUS: f64 = 0.0625", "RADIUS: f64 = 0.125", /for smaller distances/],
      [zero, "timesNumber(c, binomial(j, k))", "c", /moved to another number/],
      [zero, "NEAR_ZERO: f64 = 0.3", "NEAR_ZERO: f64 = 1", /NEAR_ZERO .*NOT PROVED/],
      ["gamma/zeros.ts", "1.1102230246251565e-15", "3.3306690738754696e-16", around],
      [
        "tables/entry_double_double.ts",
        "f64x2.add(twoSumError(c, product, y), seconds(pair0, pair1))",
        "seconds(pair0, pair1)",
        around,
      ],
    ] as const
  ) {
    const { code, text } = await prove("--change", path, from, to, "multigammaln_zero");
    assertEquals(code, 1, `${to}: ${text}`);
    assertMatch(text, expected);
  }
});

Deno.test({
  name: "A sum of the reflection with too little room for its roundings is not proved",
  ignore: ignoreEntries,
}, async () => {
  const { code, text } = await prove(
    ...["--change", "gamma/fast_reflection.ts", "4.440892098500626e-16, 4.440892098500626e-16"],
    ...["3.330669073875469e-16, 3.330669073875469e-16", "--quick", "reflection"],
  );
  assertEquals(code, 1, text);
  assertMatch(text, /\| sum at x < 0 +\| fast +\|.*NOT PROVED/);
});

Deno.test({
  name: "A series next to a midpoint that reaches too far is not proved",
  ignore: ignoreEntries,
}, async () => {
  const { code, text } = await prove(
    ...["--change", "polygamma/midpoint.ts", "0.03125 / <f64> s", "0.25 / <f64> s"],
    ...["--quick", "midpoint"],
  );
  assertEquals(code, 1, text);
  assertMatch(text, /\| polygamma next to midpoints, 3 orders; .* \| both +\|.*NOT PROVED/);
});

Deno.test({
  name:
    "The bound that multigammaln had far from its pole, and a quarter of that of its sums, are not proved",
  ignore,
}, async () => {
  const far = await prove(
    ...["--change", "multigammaln/boundaries.ts", "1.2212453270876722e-15; // 11 2^-53"],
    ...["4.440892098500626e-16;", "multigammaln_far"],
  );
  assertEquals(far.code, 1, far.text);
  assertMatch(far.text, /\| multigammaln far from the pole, every p +\| fast +\|.*NOT PROVED/);
  const sums = await prove(
    ...["--change", "gamma/stirling.ts", "1.5777218104420236e-30", "3.9e-31"],
    ...["--quick", "multigammaln_sums"],
  );
  assertEquals(sums.code, 1, sums.text);
  assertMatch(sums.text, /\| sums of multigammaln, 1 dimensions.* \| accurate +\|.*NOT PROVED/);
  const factors = await prove(
    ...["--change", "multigammaln/accurate_double_double.ts"],
    ...["all = product(all, factors)", "all = factors", "--quick", "multigammaln_sums"],
  );
  assertEquals(factors.code, 1, factors.text);
  assertMatch(factors.text, /multigammaln_sums: A product of other factors/);
});

Deno.test({
  name: "Parts that sine, and 1 + x of log1p, leave out are seen by their proofs",
  ignore,
}, async () => {
  const sine = await prove(
    ...["--change", "elementary/sin_cos.ts", "f64x2.add(partRest, seconds(c0, c1))", "partRest"],
    ...["--quick", "sin_cos"],
  );
  assertEquals(sine.code, 1, sine.text);
  assertMatch(sine.text, /\| sin of double-doubles +\| accurate +\|.*NOT PROVED/);
  const log1p = await prove(
    ...["--change", "expression/elementary.ts", "f64x2.add(xLow, twoSumError(one, x, sum))"],
    ...["xLow", "--quick", "accurate_log"],
  );
  assertEquals(log1p.code, 1, log1p.text);
  assertMatch(log1p.text, /\| 1 \+ x of log1p, of itself +\| accurate +\|.*NOT PROVED/);
});

/** What an expression's proof prints where a source has something else. */
const CHANGES:
  readonly (readonly [proof: string, path: string, old: string, now: string, RegExp])[] = [
    // What they were before they were proved.
    [
      "fast_double_double",
      "elementary/fast_double_double.ts",
      "LOG_ERROR: f64 = 4.3e-20",
      "LOG_ERROR: f64 = 4e-20",
      /\| ln of double-doubles next to 1 +\| fast +\|.*NOT PROVED/,
    ],
    [
      "expression_arithmetic",
      "expression/fast_arithmetic.ts",
      "const reach = f64x2.add(ySize, f64x2.pmin(yEnds, v128.load(MOST)))",
      "const reach = ySize",
      /\| bounds of products of expressions +\| fast +\|.*NOT PROVED/,
    ],
    [
      "expression_power",
      "expression/power.ts",
      "f64x2.add(f64x2.abs(y), yBound)",
      "f64x2.abs(y)",
      /\| powers +\| accurate +\|.*NOT PROVED/,
    ],
    // Terms that are left out.
    [
      "fast_double_double",
      "elementary/fast_double_double.ts",
      "f64x2.mul(p, rLow)",
      "f64x2.splat(0)",
      /expLanes is off by/,
    ],
    [
      "expression_arithmetic",
      "expression/fast_arithmetic.ts",
      "f64x2.mul(xLows, ys)",
      "f64x2.splat(0)",
      /multiply of expressions is off by/,
    ],
    [
      "expression_power",
      "expression/power.ts",
      "f64x2.mul(logLow, y)",
      "f64x2.splat(0)",
      /The exponent of a power is off by/,
    ],
    [
      "expression_arithmetic",
      "expression/elementary.ts",
      "const ROUNDING: f64 = 7.888609052210118e-31",
      "const ROUNDING: f64 = 1e-31",
      /\| square roots +\| both +\|.*NOT PROVED/,
    ],
    [
      "comparisons",
      "expression/floor.ts",
      "8.881784197001252e-16",
      "5e-17",
      /\| distances from floor +\| both +\|.*NOT PROVED/,
    ],
  ];

Deno.test({
  name: "A slope that is too small is seen by its proof",
  ignore: ignoreEntries,
}, async () => {
  const { code, text } = await prove(
    ...["--change", "expression/slope_bound.ts", "return 2 * (n + 1) / x", "return (n + 1) / x"],
    ...["--quick", "slope_bounds"],
  );
  assertEquals(code, 1, text);
  assertMatch(text, /\| slope of POLYGAMMA, x > 0 +\| both +\|.*NOT PROVED/);
});

Deno.test({ name: "Changes of expressions are seen by their proofs", ignore }, async () => {
  for (const [proof, path, old, now, message] of CHANGES) {
    const { code, text } = await prove("--change", path, old, now, "--quick", proof);
    assertEquals(code, 1, text);
    assertMatch(text, message);
  }
});

Deno.test({
  name: "Changes of what low parts of arguments add are seen by their proofs",
  ignore: ignoreEntries,
}, async () => {
  const gamma = await prove(
    ...["--change", "expression/gamma.ts", "[1.015625, 1.015625]", "[0.95, 0.95]"],
    ...["--quick", "expression_gamma"],
  );
  assertEquals(gamma.code, 1, gamma.text);
  assertMatch(gamma.text, /\| lgamma of double-doubles +\| fast +\|.*NOT PROVED/);
  const blocks = await prove(
    ...["--change", "expression/elementary.ts", "if (op >= LGAMMA) bound = v128.load(BOUND);", ""],
    ...["--quick", "expression_gamma"],
  );
  assertEquals(blocks.code, 1, blocks.text);
  assertMatch(blocks.text, /\| lgamma of blocks, bound of Stirling's series +\| acc.*NOT PROVED/);
  const bound = await prove(
    ...["--change", "expression/bessel.ts", "9.094947017729282e-13", "4e-13"],
    ...["--quick", "expression_bessel"],
  );
  assertEquals(bound.code, 1, bound.text);
  assertMatch(bound.text, /\| I1E_SLOPE, low part of the argument +\| both +\|.*NOT PROVED/);
  const slope = await prove(
    ...["--change", "expression/bessel.ts", "-2 * slope - quotient", "-2 * slope + quotient"],
    ...["--quick", "expression_bessel"],
  );
  assertEquals(slope.code, 1, slope.text);
  assertMatch(slope.text, /The slope of I0E_SLOPE is another/);
});

Deno.test({
  name: "Bounds of entries that lack a part, or whose series are too short, are not proved",
  ignore,
}, async () => {
  const name = "entries of multigammaln and its gradient, every dimension";
  for (
    const [path, from, to] of [
      [
        "gamma/compensated_entry.ts",
        "9.71445146547012e-16; // 8.75",
        "9.43689570931383e-16; // 8.5",
      ],
      ["expression/multigammaln.ts", "MOVED: f64 = 1.015625", "MOVED: f64 = 0.95"],
      ["gamma/build_taylor.ts", "roundings + abs(c0l) + moved", "roundings + moved"],
      ["gamma/build_taylor.ts", "2 * abs(c4) * square", "0.5 * abs(c4) * square"],
      ["gamma/expansion_intervals.ts", "k == 1 ? PAIRED_SLOPES : 3", "3"],
    ]
  ) {
    const { code, text } = await prove("--change", path, from, to, "entries_of_series");
    assertEquals(code, 1, `${to}: ${text}`);
    assert(text.includes(name) && text.includes("NOT PROVED"), `${to}: ${text}`);
  }
  const moved = await prove(
    ...["--change", "gamma/build_taylor.ts", "(3 * c3 + 6 * c4 * d) * d", "3 * c3 * d"],
    "entries_of_series",
  );
  assertEquals(moved.code, 1, moved.text);
  assertMatch(moved.text, /entries_of_series: A polynomial moved by 1/);
  const series = await prove(
    ...["--change", "gamma/taylor_series.ts", "NEAR_TERMS: i32 = 14", "NEAR_TERMS: i32 = 8"],
    ...["--quick", "series_of_sums"],
  );
  assertEquals(series.code, 1, series.text);
  assertMatch(series.text, /every dimension, from ends +\| fast +\|.*NOT PROVED/);
});

Deno.test({ name: "Powers of large orders need as much as they have", ignore }, async () => {
  const { code, text } = await prove(
    ...["--change", "gamma/hurwitz.ts", "POWER_PART: f64 = 1e-30", "POWER_PART: f64 = 4e-31"],
    "accurate_polygamma",
  );
  assertEquals(code, 1, text);
  assertMatch(text, /every order from 1; worst \d+ +\| accurate +\|.*NOT PROVED/);
});

Deno.test({ name: "A bound that is claimed too small is not proved", ignore }, async () => {
  const { code, text } = await prove("--change", "elementary/exp.ts", "8.6e-20", "5.6e-20", "exp");
  assertEquals(code, 1, text);
  assertMatch(text, /\| exp +\| fast +\|.*NOT PROVED/);
});

Deno.test({ name: "A changed coefficient is seen by its proof", ignore }, async () => {
  const { code, text } = await prove(
    "--change",
    "elementary/log.ts",
    "0.3333333333333333",
    "0.33333333333",
    "log",
  );
  assertEquals(code, 1, text);
  assertMatch(text, /\| ln +\| fast +\|.*NOT PROVED/);
});

Deno.test({ name: "A changed operation is seen by its proof", ignore }, async () => {
  const order = "f64x2.add(f64x2.add(first, middle), f64x2.mul(a2, b2))";
  const other = "f64x2.add(first, f64x2.add(middle, f64x2.mul(a2, b2)))";
  const { code, text } = await prove(
    "--change",
    "arithmetic/error_free.ts",
    order,
    other,
    "two_prod",
  );
  assertEquals(code, 1, text);
  assertMatch(text, /twoProdError.*NOT PROVED/);
});

Deno.test(
  { name: "A low part that a logarithm leaves out is seen by its proof", ignore },
  async () => {
    const low = "f64x2.mul(v128.load64_splat(LN_2, 8), k)";
    const { code, text } = await prove(
      "--change",
      "elementary/log_double_double.ts",
      low,
      "f64x2.splat(0)",
      "accurate_log",
    );
    assertEquals(code, 1, text);
    assertMatch(text, /\| ln of double-doubles.*NOT PROVED/);
  },
);
