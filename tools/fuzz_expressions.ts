import { type Expression, expression } from "../plan/expression/expression.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";

const HELP = `Computes random expressions, moderate and extreme, with derivatives, and compares the
results with those of Arb.

Usage: deno task verify expressions [--seed N] [--rows N]

--seed N    seed of the random numbers, 1 if it is not given
--rows N    how many rows, 1000 if it is not given

Needs Python with python-flint; SPECOL_PYTHON names it if python3 is another one.
`;

const GENERATOR = new URL("arb/expressions.py", import.meta.url);

/** What became of rows. */
export interface Tally {
  rows: number;
  /** Not the nearest float64, but a neighbour of it. */
  neighbours: number;
  /** NaN: the budget did not decide the result. */
  undecided: number;
  wrong: number;
  slowest: number;
}

/** Compares the rows of tools/arb/expressions.py with what is computed; reports each wrong one. */
export function compareRows(rows: readonly string[], report: (row: string) => void): Tally {
  const tally: Tally = { rows: 0, neighbours: 0, undecided: 0, wrong: 0, slowest: 0 };
  const known = new Map<string, Expression>();
  for (const row of rows) {
    const [text, columns, hex] = row.split("\t");
    let compute = known.get(text);
    if (compute === undefined) known.set(text, compute = expression(text));
    const expected = parseHex(hex);
    const begun = performance.now();
    const given = JSON.parse(columns);
    const found = compute(Object.fromEntries(compute.inputs.map((name) => [name, given[name]])));
    tally.slowest = Math.max(tally.slowest, performance.now() - begun);
    tally.rows++;
    if (Object.is(found, expected) || found === 0 && expected === 0) continue;
    if (Number.isNaN(found)) {
      tally.undecided++;
    } else if (areNeighbours(ordinal(found as number), ordinal(expected))) {
      tally.neighbours++;
      continue;
    } else {
      tally.wrong++;
    }
    report(`${text} at ${columns} is ${found}, and should be ${expected}`);
  }
  return tally;
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
  const { code, stdout, stderr } = await new Deno.Command(python, {
    args: [GENERATOR.pathname, String(seed), String(count)],
  }).output();
  if (code !== 0) {
    console.error(new TextDecoder().decode(stderr));
    return code;
  }
  const rows = new TextDecoder().decode(stdout).trimEnd().split("\n");
  const tally = compareRows(rows, (row) => console.log(row));
  console.log(tally);
  return tally.wrong > 0 ? 1 : 0;
}

if (import.meta.main) {
  Deno.exit(await runTask(Deno.args, { help: HELP, numbers: ["seed", "rows"], run }));
}
