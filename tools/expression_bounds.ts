import { openInstance } from "../kernels/engine.ts";
import { INSTRUCTION } from "../kernels/program.ts";
import { UNDECIDED } from "../kernels/result_status.ts";
import { openProgram } from "../kernels/run_program.ts";
import { compileText } from "./compile_text.ts";

/** What was compared: numbers of the fast and the accurate phase, and those that are not within their bounds. */
export interface BoundTally {
  expressions: number;
  fast: number;
  accurate: number;
  wrong: number;
}

type Row = Readonly<Record<string, number>>;

/** Words of the head of a program, as in kernels/assembly/expression/instructions.ts. */
const CODE = 0;
const LENGTH = 1;
const ENTRIES = 9;
/** Words of the description of a slot. */
const ENTRY = 4;

const MAX_COLUMNS = 14;
const MAX_ROWS = 9;

/** Holds from the accurate phase on, and only there: the factor is 1 + 2^-71. */
const IS_ACCURATE = "exp(z) * (1 + q) > exp(z)";
const FACTOR = 2 ** -71;

/**
 * Makes random expressions, and compares the double-double that the fast and the accurate phase have of
 * each with what the last phase has: they may differ by the bound that comes with it, however many
 * digits of that are ever written. So an error that is larger than its bound is found where no result
 * is wrong by an ulp.
 */
export function compareBounds(
  { seed, count }: { readonly seed: number; readonly count: number },
  report: (line: string) => void,
): BoundTally {
  const tally: BoundTally = { expressions: 0, fast: 0, accurate: 0, wrong: 0 };
  const random = randomOf(seed);
  while (tally.expressions < count) {
    const { text, columns } = new Maker(random).make();
    const size = Object.keys(columns).length;
    if (size === 0 || size > MAX_COLUMNS) continue;
    const rows = Array.from(
      { length: 1 + Math.floor(random() * MAX_ROWS) },
      (_, i) => ({ ...(i === 0 ? columns : moved(columns, random)), z: random(), q: FACTOR }),
    );
    tally.expressions++;
    tally.fast += compare(text, rows, { isFast: true });
    tally.accurate += compare(`if(${IS_ACCURATE}, ${text}, z)`, rows, { isFast: false });
  }

  function compare(text: string, rows: readonly Row[], { isFast }: { isFast: boolean }): number {
    const { parts } = compute(text, rows, { isFastOnly: isFast });
    const known = parts.flatMap(([high, low, bound], i) =>
      Number.isFinite(high) && bound < Infinity ? [{ ...rows[i], high, low, bound }] : []
    );
    if (known.length === 0) return 0;
    const { values, statuses } = compute(`(${text}) - high - low`, known, { isFastOnly: false });
    known.forEach((row, i) => {
      if (statuses[i] === UNDECIDED || Math.abs(values[i]) <= row.bound) return;
      tally.wrong++;
      report(`${text} at ${JSON.stringify(row)} is off by ${values[i]}`);
    });
    return known.length;
  }
  return tally;
}

/** Computes an expression; `parts` is what its last phase but one had: high parts, low parts and bounds. */
function compute(text: string, rows: readonly Row[], { isFastOnly }: { isFastOnly: boolean }) {
  const names = Object.keys(rows[0]);
  const { program, columns } = compileText(text, { names });
  const instance = openInstance();
  const places = [...columns, -1].map((_, i) => instance.end + 8 * rows.length * i);
  const head = 64 * Math.ceil((instance.end + 8 * rows.length * places.length) / 64);
  const opened = openProgram(instance, program, head);
  const { buffer } = instance.memory;
  columns.forEach((column, k) =>
    new Float64Array(buffer, places[k], rows.length).set(rows.map((row) => row[names[column]]))
  );
  const words = new Uint32Array(buffer);
  const floats = new Float64Array(buffer);
  const length = words[head / 4 + LENGTH];
  // Without its last instruction, the output, no element falls back.
  if (isFastOnly) words[head / 4 + LENGTH]--;
  const rest = opened.begin(rows.length, places.slice(0, -1), places.slice(-1));
  const output = words[head / 4 + CODE] / 4 + (length - 1) * INSTRUCTION;
  const entry = words[head / 4 + ENTRIES] / 4 + words[output + 2] * ENTRY;
  const isThere = isFastOnly || opened.again === rows.length;
  const parts = !isThere
    ? []
    : rows.map((_, i) => [0, 1, 2].map((part) => floats[words[entry + part] / 8 + i]));
  const statuses = new Uint8Array(rows.length);
  for (const one of rest) statuses[one.element] = opened.finish(one);
  const values = [...new Float64Array(buffer, places.at(-1), rows.length)];
  return { parts, values, statuses };
}

/** The same columns, each in its place or next to it. */
function moved(columns: Row, random: () => number): Row {
  const size = [0, 2 ** -52, 2 ** -40, 2 ** -20, 0.1][Math.floor(random() * 5)];
  const all = Object.entries(columns).map(([name, x]) => {
    const other = x * (1 + size * (2 * random() - 1));
    return [name, Number.isInteger(x) || !Number.isFinite(other) ? x : other];
  });
  return Object.fromEntries(all);
}

// ---- Expressions whose operands are next to limits of phases, zeros, poles and ends of float64.

const LIMITS = [
  ...[
    0.5,
    1,
    1.4616321449683623,
    1.5,
    2,
    3,
    7,
    8,
    12,
    20,
    24,
    40,
    64,
    100,
    171.6,
    600,
    640,
    700,
    709.7,
  ],
  ...[
    713.98,
    745,
    1e3,
    1e4,
    1e6,
    2 ** 20,
    1e9,
    2 ** 40,
    1e16,
    2 ** 53,
    1e25,
    1e100,
    1e150,
    1e250,
    1e300,
  ],
  ...[
    1.7e308,
    0.015625,
    0.1,
    1e-3,
    1e-8,
    1e-16,
    1e-30,
    1e-100,
    1e-160,
    1e-250,
    1e-280,
    1e-290,
    1e-300,
  ],
  ...[
    2 ** -1022,
    5e-324,
    1.5451275179725427,
    2.4570247382208006,
    0.5040830082644554,
    Math.PI,
    Math.LN2,
  ],
];
const FUNCTIONS =
  "exp expm1 log log1p sqrt sin cos lgamma digamma trigamma i0 i1 i0e i1e abs floor tanh expit logit"
    .split(" ");
const PAIRS = ["min", "max", "logaddexp", "xlogy", "xlog1py", "lbeta", "lchoose"];
const ORDERS = [0, 1, 2, 3, 4, 7, 12, 13, 40, 100, 300, 1000, 1022, 1023];
const DIMENSIONS = [1, 2, 3, 5, 12, 13, 24, 40, 64, 65, 256, 257, 1000, 1e5];
const EXPONENTS = ["0.5", "2", "3", "4", "7", "-1", "-2", "-0.5", "1e-10", "(1 / 3)"];

class Maker {
  readonly #random: () => number;
  readonly #columns: Record<string, number> = {};

  constructor(random: () => number) {
    this.#random = random;
  }

  make(): { text: string; columns: Row } {
    const text = this.#part(1 + this.#below(3));
    return { text, columns: this.#columns };
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)];
  }

  /** A part of a number: from all of it, or one next to it, to none. */
  #near(x: number): number {
    return x * (1 + this.#pick([0, 0, 1, -1]) * 2 ** -(1 + this.#below(52)));
  }

  #limit(): number {
    const kind = this.#random();
    const x = kind < 0.5
      ? this.#near(this.#pick(LIMITS))
      : kind < 0.65
      ? 10 ** (616 * this.#random() - 308)
      : kind < 0.75
      ? this.#below(60) / 2
      : 10 ** (8 * this.#random() - 4);
    return this.#random() < 0.3 ? -x : x;
  }

  /** A column, or now and then a literal. */
  #leaf(x: number): string {
    if (this.#random() < 0.1 && Number.isFinite(x)) return x < 0 ? `(${x})` : String(x);
    const name = `v${Object.keys(this.#columns).length}`;
    this.#columns[name] = x;
    return name;
  }

  #value(text: string): number {
    return compute(text, [{ ...this.#columns, z: 0 }], { isFastOnly: false }).values[0];
  }

  /** An expression whose value is `wanted`, or next to it, with a low part and a bound of some size. */
  #operand(wanted: number, depth: number): string {
    const kind = this.#random();
    const other = this.#pick([this.#limit(), this.#random() * wanted]);
    if (depth === 0 || kind < 0.1) return this.#leaf(wanted);
    if (kind < 0.25) return `(${this.#leaf(other)} + ${this.#leaf(wanted - other)})`;
    if (kind < 0.45) return `(${this.#leaf(other)} * ${this.#leaf(wanted / other)})`;
    if (kind < 0.55) return `(${this.#leaf(other * wanted)} / ${this.#leaf(other)})`;
    if (kind < 0.65 && wanted > 0) return `exp(${this.#operand(Math.log(wanted), depth - 1)})`;
    const part = this.#part(depth - 1);
    const value = this.#value(part);
    if (!Number.isFinite(value)) return part;
    if (kind < 0.85) return `(${part} + ${this.#leaf(wanted - value)})`;
    return Number.isFinite(wanted / value) ? `(${part} * ${this.#leaf(wanted / value)})` : part;
  }

  /** Where a function has a zero, a pole, an end or many digits. */
  #argument(name: string): number {
    if (this.#random() < 0.4) return this.#limit();
    const side = this.#pick([1, -1]);
    switch (name) {
      case "log":
        return 1 + side * 2 ** -this.#below(60);
      case "log1p":
        return 2 ** -this.#below(100) - 1;
      case "logit":
        return this.#pick([1 - 2 ** -this.#below(53), 0.5 + side * 2 ** -(2 + this.#below(51))]);
      case "sin":
      case "cos":
        return side * this.#below(200000) * Math.PI / 2;
      case "lgamma":
      case "digamma":
      case "trigamma":
        return side * 2 ** -this.#below(50) - this.#below(40);
      case "floor":
        return this.#below(10) - 5 + side * 2 ** -this.#below(110);
      default:
        return side * 720 * this.#random();
    }
  }

  #part(depth: number): string {
    if (depth === 0) return this.#leaf(this.#limit());
    const kind = this.#random();
    if (kind < 0.45) {
      const name = this.#pick(FUNCTIONS);
      return `${name}(${this.#operand(this.#argument(name), depth - 1)})`;
    }
    if (kind < 0.62) {
      const [name, list] = this.#pick(
        [["polygamma", ORDERS], ["multigammaln", DIMENSIONS]] as const,
      );
      const n = this.#pick<number>(list);
      const least = name === "polygamma" ? 0 : (n - 1) / 2;
      const x = least +
        this.#pick([Math.abs(this.#limit()), 2 ** -this.#below(40), n * this.#random()]);
      return `${name}(${this.#operand(x, depth - 1)}, ${this.#pick([n, this.#leaf(n)])})`;
    }
    if (kind < 0.7) {
      const base = this.#operand(this.#near(this.#pick([1, Math.abs(this.#limit())])), depth - 1);
      return `(${base} ^ ${this.#pick([...EXPONENTS, this.#operand(this.#limit(), depth - 1)])})`;
    }
    if (kind < 0.76) {
      const x = this.#limit();
      const both = [x, this.#near(x)].map((wanted) => this.#operand(wanted, depth - 1));
      return `${this.#pick(PAIRS)}(${both.join(", ")})`;
    }
    const first = this.#part(depth - 1);
    const value = this.#value(first);
    const isSum = kind < 0.9 && Number.isFinite(value);
    const second = this.#operand(isSum ? this.#near(value) : this.#limit(), depth - 1);
    return `(${first} ${isSum ? "-" : this.#pick(["*", "/", "+"])} ${second})`;
  }
}

/** Random numbers from 0 to 1, the same for the same seed (xorshift, Marsaglia 2003, of 32 bits). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) | 1;
  function word(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  }
  return () => (word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53;
}
