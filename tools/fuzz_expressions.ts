import { cpuUsage } from "node:process";
import { TAKEN_FOR_ZERO, UNDECIDED } from "../kernels/result_status.ts";
import { openInstance } from "../kernels/engine.ts";
import { keepProgram } from "../kernels/kept_programs.ts";
import { evaluateRow } from "../plan/expression/evaluate.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";
import { compileText } from "./compile_text.ts";
import { compareBounds } from "./expression_bounds.ts";

const HELP =
  `Computes random expressions, moderate and extreme, with derivatives up to the third, others at
special values, and others in which digits cancel, and compares the results with those of Arb and of
exact rationals, and those of a block with those of single numbers. Then it compares what the fast and
the accurate phase have of other expressions with the last phase: they may differ by the bound of the
error, and no more.

Usage: deno task verify expressions [--seed N] [--rows N]

--seed N    seed of the random numbers, 1 if it is not given
--rows N    how many rows of each kind, 1000 if it is not given

Needs Python with python-flint; SPECOL_PYTHON names it if python3 is another one.
`;

const GENERATORS = ["expressions.py", "edge_expressions.py", "cancelling_expressions.py"];

/** The bits that the gamma and Bessel families have at least (docs/expressions.md). */
const SPECIAL_BITS = 2048;

/** What became of rows. */
export interface Tally {
  rows: number;
  /** Not the nearest float64, but a neighbour of it. */
  neighbours: number;
  /** NaN: the budget did not decide the result. */
  undecided: number;
  /** Of those, the ones that Arb decides with as many bits as every function may have here. */
  early: number;
  wrong: number;
  /** The largest CPU time of a row, in milliseconds. */
  slowest: number;
}

/** Compares the rows of generators in tools/arb with what is computed; reports each wrong one. */
export function compareRows(rows: readonly string[], report: (row: string) => void): Tally {
  const tally: Tally = { rows: 0, neighbours: 0, undecided: 0, early: 0, wrong: 0, slowest: 0 };
  const byText = new Map<
    string,
    { columns: Record<string, number>; hex: string; bits: number }[]
  >();
  for (const row of rows) {
    const [text, columns, hex, bits = "0"] = row.split("\t");
    if (!byText.has(text)) byText.set(text, []);
    byText.get(text)!.push({ columns: parseColumns(columns), hex, bits: Number(bits) });
  }
  for (const [text, known] of byText) {
    const compute = compile(text, known[0].columns);
    const block = compute.block(known.map(({ columns }) => columns));
    known.forEach(({ columns, hex, bits }, i) => {
      const begun = cpuUsage();
      const found = compute.row(columns);
      const { user, system } = cpuUsage(begun);
      tally.slowest = Math.max(tally.slowest, (user + system) / 1000);
      tally.rows++;
      const where = `${text} at ${JSON.stringify(columns)}`;
      if (!Object.is(found, block.values[i])) {
        tally.wrong++;
        report(`${where} is ${found}, and ${block.values[i]} in a block`);
        return;
      }
      const expected = parseHex(hex);
      // An exact 0 has the sign of IEEE 754, which the rows do not have; so has what is taken for 0.
      const isUnsigned = hex === "0" || block.statuses[i] === TAKEN_FOR_ZERO;
      if (Object.is(found, expected) || found === expected && isUnsigned) return;
      if (Number.isNaN(found) && block.statuses[i] === UNDECIDED) {
        tally.undecided++;
        if (bits <= SPECIAL_BITS) tally.early++;
      } else if (found !== expected && areNeighbours(ordinal(found), ordinal(expected))) {
        tally.neighbours++;
        return;
      } else {
        tally.wrong++;
      }
      report(
        `${where} is ${shown(found)}, and should be ${shown(expected)}, by ${bits} bits`,
      );
    });
  }
  return tally;
}

/** The columns of a row: numbers, or hexadecimal floats, infinities and NaN as texts. */
function parseColumns(json: string): Record<string, number> {
  const columns: Record<string, number | string> = JSON.parse(json);
  return Object.fromEntries(
    Object.entries(columns).map(([name, x]) => [name, typeof x === "string" ? parseHex(x) : x]),
  );
}

function shown(x: number): string {
  return Object.is(x, -0) ? "-0" : String(x);
}

/** Elements of the block that rows are repeated in, so that lanes and neighbours vary. */
const BLOCK_ROWS = 37;

/** An expression in columns. "S*" chooses those that begin with S. */
function compile(text: string, sample: Readonly<Record<string, number>>) {
  const names = Object.keys(sample);
  const cells = names.flatMap((name, i) => name.startsWith("S") ? [i] : []);
  const compiled = compileText(text, { names, cells });
  return {
    row(columns: Readonly<Record<string, number>>): number {
      return evaluateRow(compiled, names.map((name) => columns[name]))[0];
    },
    block(rows: readonly Readonly<Record<string, number>>[]) {
      const count = Math.max(BLOCK_ROWS, rows.length);
      const instance = openInstance();
      const places = [...compiled.columns, -1].map((_, i) => instance.end + 8 * count * i);
      const opened = keepProgram(
        instance,
        compiled.program,
        instance.end + 8 * count * places.length,
      );
      instance.reserve(instance.end + 8 * count * places.length);
      compiled.columns.forEach((column, k) =>
        new Float64Array(instance.memory.buffer, places[k], count)
          .set(Array.from({ length: count }, (_, i) => rows[i % rows.length][names[column]]))
      );
      // The last copy of each row. Others do not reach the last phase, where all rows are alone.
      const last = rows.map((_, i) => i + rows.length * Math.floor((count - 1 - i) / rows.length));
      const statuses = new Uint8Array(count);
      for (const rest of opened.begin(count, places.slice(0, -1), places.slice(-1))) {
        if (last.includes(rest.element)) statuses[rest.element] = opened.finish(rest);
      }
      const all = new Float64Array(instance.memory.buffer, places.at(-1), count);
      return { values: last.map((i) => all[i]), statuses: last.map((i) => statuses[i]) };
    },
  };
}

function areNeighbours(a: bigint, b: bigint): boolean {
  return a - b <= 1n && b - a <= 1n;
}

/** A number of a float64, such that neighbours have neighbouring ones. */
function ordinal(x: number): bigint {
  const bits = new BigInt64Array(new Float64Array([x]).buffer)[0];
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
}

function parseHex(text: string): number {
  if (text === "0") return 0;
  if (text === "nan") return NaN;
  if (text.endsWith("inf")) return text.startsWith("-") ? -Infinity : Infinity;
  const [, sign, whole, digits = "", exponent] = /^(-?)0x(\d)\.?([0-9a-f]*)p([-+]\d+)$/.exec(text)!;
  const units = parseInt(whole + digits, 16);
  const scale = Number(exponent) - 4 * digits.length;
  // In two steps: the first power may be below all numbers.
  const value = units * 2 ** Math.max(scale, -1000) * 2 ** Math.min(0, scale + 1000);
  return sign === "-" ? -value : value;
}

async function run({ numbers: { seed = 1, rows: count = 1000 } }: TaskArgs): Promise<number> {
  const python = Deno.env.get("SPECOL_PYTHON") ?? "python3";
  const rows: string[] = [];
  for (const name of GENERATORS) {
    const { code, stdout, stderr } = await new Deno.Command(python, {
      args: [new URL(`arb/${name}`, import.meta.url).pathname, String(seed), String(count)],
    }).output();
    if (code !== 0) {
      console.error(new TextDecoder().decode(stderr));
      return code;
    }
    rows.push(...new TextDecoder().decode(stdout).trimEnd().split("\n"));
  }
  const tally = compareRows(rows, (row) => console.log(row));
  console.log(tally);
  const bounds = compareBounds({ seed, count }, (line) => console.log(line));
  console.log(bounds);
  return tally.wrong + bounds.wrong > 0 ? 1 : 0;
}

if (import.meta.main) {
  Deno.exit(await runTask(Deno.args, { help: HELP, numbers: ["seed", "rows"], run }));
}
