import { assertEquals } from "@std/assert";
import {
  EMPTY,
  exactDecimal,
  INVALID,
  middle,
  NUMBER,
  randomDoubles,
  randomWords,
  read,
  spellings,
  step,
} from "./decimal_columns.ts";

/** All texts must be numbers, and those that JavaScript reads. */
function assertReads(texts: readonly string[]): void {
  const { numbers, statuses } = read(texts);
  texts.forEach((text, i) => {
    if (Object.is(numbers[i], Number(text)) && statuses[i] === NUMBER) return;
    assertEquals([numbers[i], statuses[i]], [Number(text), NUMBER], text);
  });
}

/** A number and what is next to it, above and below, a few and many digits further on. */
function surroundings({ digits, power }: { digits: bigint; power: number }): string[] {
  return [1, 20, 400, 2000].flatMap((more) => {
    const factor = 10n ** BigInt(more);
    return [digits * factor, digits * factor + 1n, digits * factor - 1n]
      .filter((n) => n >= 0n)
      .flatMap((n) => spellings(n, power - more));
  });
}

Deno.test("read_decimals reads every random float64 that JavaScript writes", () => {
  for (const doubles of randomDoubles(1)) {
    const { numbers, statuses } = read(Array.from(doubles, String));
    doubles.forEach((x, i) => {
      if (numbers[i] !== x || statuses[i] !== NUMBER) assertEquals(numbers[i], x);
    });
  }
});

Deno.test("read_decimals reads 1 to 40 digits as JavaScript does, wherever the separator is", () => {
  const words = randomWords(600_000, 2);
  const texts: string[] = [];
  for (let i = 0; i + 6 <= words.length; i += 6) {
    const digits = `${words[i]}${words[i + 1]}${words[i + 2]}${words[i + 3]}`
      .slice(0, 1 + words[i + 4] % 40);
    const point = (words[i + 4] >>> 8) % (digits.length + 1);
    const exponent = (words[i + 5] & 1023) - 512;
    const plain = `${digits.slice(0, point)}.${digits.slice(point)}`;
    texts.push(digits, `-${plain}`, `${plain}e${exponent}`, `+${digits}E-${exponent & 31}`);
  }
  assertReads(texts);
});

Deno.test("read_decimals reads integers up to 2^64 and what is near them", () => {
  const texts: string[] = [];
  for (let k = 0n; k <= 64n; k++) {
    for (let d = -3n; d <= 3n; d++) {
      const n = (1n << k) + d;
      if (n < 0n) continue;
      texts.push(
        `${n}`,
        `${n}.0`,
        `${n}000e-3`,
        `${n}.00000000000000000000000`,
        `0000000000000${n}`,
      );
    }
  }
  for (let n = 0; n <= 10_000; n++) texts.push(`${n}`, `-${n}`, `${n}.`, `.${n}`, `${n}e0`);
  assertReads(texts);
});

Deno.test("read_decimals decides exactly at and next to the middle of two neighbours", () => {
  const words = randomWords(400, 3);
  const doubles = [
    ...new Float64Array(words.buffer).filter(Number.isFinite).map(Math.abs),
    0,
    5e-324,
    1e-323,
    2 ** -1022,
    step(2 ** -1022, -1n),
    1,
    step(1, -1n),
    9007199254740992,
    9007199254740994,
    Number.MAX_VALUE,
    step(Number.MAX_VALUE, -1n),
  ];
  for (const x of doubles) {
    const next = step(x);
    // The middle beyond the largest is where infinity would have been a number: 2^1024.
    const between = next === Infinity
      ? { digits: (2n ** 1024n + exactDecimal(x).digits) / 2n, power: 0 }
      : middle(x, next);
    assertReads(surroundings(between));
    assertReads(surroundings(exactDecimal(x)));
  }
});

Deno.test("read_decimals decides exactly at middles of up to 19 digits", () => {
  const words = randomWords(20_000, 4);
  const texts: string[] = [];
  for (let i = 0; i + 2 <= words.length; i += 2) {
    const odd = (1n << 53n | BigInt(words[i]) << 21n | BigInt(words[i + 1]) & 0x1fffffn) | 1n;
    for (const n of [odd, odd << 3n, odd << 9n]) texts.push(`${n}`, `${n + 1n}`, `${n - 1n}`);
    texts.push(
      `${odd * 5n}e-1`,
      `${odd * 25n}e-2`,
      `${odd * 125n}e-3`,
      `${odd / 10n}${odd % 10n}0e-1`,
    );
  }
  for (let q = 1n; q <= 23n; q++) { // w 10^q = m 2^s, m odd of 54 bits
    const five = 5n ** q;
    const w = (1n << 53n) / five + 1n | 1n;
    for (let d = 0n; d < 40n; d += 2n) texts.push(`${w + d}e${q}`);
  }
  assertReads(texts);
});

Deno.test("read_decimals reads the texts that other readers were caught by", () => {
  assertReads([
    "2.2250738585072011e-308", // Java, PHP: endless loops
    "2.2250738585072012e-308",
    "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
    "6.631236846766476e-316",
    "3.237883913302901e-319",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "9007199254740993",
    "9007199254740992.999999999999999999999999999999999999",
    "9007199254740993.000000000000000000000000000000000001",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
    "2.4703282292062327208e-324",
    "2.4703282292062328e-324",
    "2.47e-324",
    "4.9406564584124654e-324",
    "7.4109846876186981626485318930233205854758970392148714663837852375101e-324",
    "8.5e-324",
    "1e23",
    "8.5e22",
    "9.5e22",
    "5e125",
    "6929495644600919.5",
    "3.50582559e-10",
    "89255e-22",
    "104308485241983990666713401708072175773165034278682682111762292935e-10",
    "1448997445238699",
    "358416272e-33",
    "7.8459735791271921e65",
    "0.000000000000000000000000000000000000000000000000000000000001e60",
    "18446744073709551615",
    "18446744073709551616",
    "9999999999999999999",
    "99999999999999999999",
    "1000000000000000000000000000000000000000",
  ]);
});

Deno.test("read_decimals reads powers of two and ten, and huge and empty exponents", () => {
  const texts: string[] = [];
  for (let k = -400; k <= 400; k++) {
    texts.push(`1e${k}`, `-1E${k}`, `9999999999999999999e${k}`, `1.0000000000000000000001e${k}`);
    texts.push(`1e${k < 0 ? "-" : "+"}000000000000000000000${Math.abs(k)}`);
  }
  for (let k = -1074; k < 1024; k++) {
    const { digits, power } = exactDecimal(2 ** k);
    texts.push(...spellings(digits, power), String(2 ** k));
  }
  for (
    const exponent of [
      "999999999999",
      "99999999999999999999999",
      "4294967296",
      "18446744073709551617",
    ]
  ) {
    texts.push(
      `1e${exponent}`,
      `-1e${exponent}`,
      `1e-${exponent}`,
      `0e${exponent}`,
      `-0e-${exponent}`,
    );
  }
  for (const n of [30, 400, 5000]) {
    const zeros = "0".repeat(n);
    texts.push(
      `${zeros}12.5${zeros}`,
      `-${zeros}.${zeros}`,
      `0.${zeros}125e${n}`,
      `125${zeros}e-${n}`,
    );
    texts.push(`.${zeros}125e${n + 300}`, `${zeros}`, `1${zeros}1`, `0.${zeros}1`);
  }
  assertReads(texts);
});

Deno.test("read_decimals allows a sign, any separator, and spaces and tabs around", () => {
  assertReads([
    ".5",
    "5.",
    "+.5",
    "-5.",
    "-0",
    "+0",
    "-0.0",
    "-.0e5",
    "1E5",
    "1e+5",
    "1e-05",
    "00.50",
  ]);
  assertReads([" 1", "\t1\t ", "  -1.5e3  ", "12345678901234567890123 ", " 1.25 "]);
  assertEquals([
    ...read(["1,5", "-,5", "5,", "1,25e1", "1,234567890123456789012"], { decimal: "," }).numbers,
  ], [
    1.5,
    -0.5,
    5,
    12.5,
    1.234567890123456789012,
  ]);
  assertEquals([...read(["1;5", "1.5"], { decimal: ";" }).statuses], [NUMBER, INVALID]);
});

Deno.test("read_decimals knows nan and inf in the usual spellings", () => {
  const texts = [
    "nan",
    "NaN",
    "-nan",
    "+NAN",
    "inf",
    "INF",
    "-Inf",
    "+infinity",
    "-INFINITY",
    " Infinity\t",
  ];
  const { numbers, statuses } = read(texts);
  assertEquals([...numbers].map(Math.abs), [
    NaN,
    NaN,
    NaN,
    NaN,
    Infinity,
    Infinity,
    Infinity,
    Infinity,
    Infinity,
    Infinity,
  ]);
  assertEquals([...numbers].map((x) => x < 0), texts.map((text) => text.includes("-I")));
  assertEquals(new Set(statuses), new Set([NUMBER]));
});

Deno.test("read_decimals reports empty cells and cells that are not numbers", () => {
  const empty = ["", " ", "\t", "   \t  ", " ".repeat(40)];
  assertEquals(new Set(read(empty).statuses), new Set([EMPTY]));
  const invalid = [
    ..."+ - . e E x : / a , _ \0 \n".split(" "),
    ..."+. -. .e5 e5 -e5 +e 1e 1e+ 1E- 1.e 1e+- 1e++1 1e1.5 1e1e1 1ee1 --1 ++1 +-1 -+1 1- 1+ 1-1"
      .split(" "),
    ..."1.. ..1 1.2.3 .1. 1,000 1_000 0x10 0b1 1f 1d 1n $1 1% 1:2 1/2".split(" ").filter((t) =>
      t !== "½"
    ),
    ..."NA null NULL none n na nanx nan1 nan. 1nan in inf1 infinit infinityx iinf i infinit1 .inf"
      .split(" "),
    ..."0xA 1a 1A 12345678a 1234567890123456a 12345678901234567890123a 1.5a 1.5e5a 1.5e5. 1.5e5e 1e: 1e1: 1e-1:1 1e/ 1e5/"
      .split(" "),
    ..."1e1234567890123456789x 0.1234567890123456789012x".split(" "),
    ..."12345678901234567890123.4.5 12345678901234567890123e 12345678901234567890123e+".split(" "),
    ..."1:5 1;5 1\x2f5 \x7f1 \x001".split(" "),
    "1 2",
    "1\n",
    "\n1",
    "1\r",
    "- 1",
    "1 e5",
    "1e 5",
    "1. 5",
    "nan nan",
    "+ ",
    " . ",
    "12345678901234567890123 4",
    "12345678901234567 8901234",
  ].map((text) => [text, ` ${text}`, `${text} `]).flat();
  const { numbers, statuses } = read(invalid);
  invalid.forEach((text, i) => assertEquals([statuses[i], numbers[i]], [INVALID, NaN], text));
});
