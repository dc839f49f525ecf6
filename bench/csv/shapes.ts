import type { Random } from "../../support/random.ts";
import { UNIFORM_RANGE } from "../inputs.ts";

/** A column of a file, and what it holds. */
export interface Column {
  readonly name: string;
  readonly type: "integer" | "float" | "text";
}

/** What a file looks like. */
export interface Shape {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Which column is transformed. */
  readonly of: number;
  readonly rows: number;
  /** Whether there are quotes, and line ends between them. */
  readonly quoted: boolean;
  /** The cells of a record as they are written; the same in every run. */
  cells(row: number, random: Random): string[];
}

const WIDE = 40;

/** Bounds of the short integers: exp, where a peer has no lgamma, stays finite. */
const INTEGERS: readonly [number, number] = [1, 600];

/** Words of each text, and how they are joined. */
const WORDS = 28;
const JOINTS = [" ", " ", " ", ", ", ",\n", "\n"];
const VOCABULARY =
  "column number gamma bessel kernel worker stream record quote comma line end table error row"
    .split(" ");

/** The file of the targets: 103 MB. */
export const MAIN: Shape = {
  name: "main file",
  columns: [
    { name: "id", type: "integer" },
    { name: "name", type: "text" },
    { name: "x", type: "float" },
    { name: "y", type: "float" },
  ],
  of: 2,
  rows: 2_000_000,
  quoted: false,
  cells: (row, random) => [
    `${row}`,
    `name${pick(random, 100)}`,
    `${random.between(...UNIFORM_RANGE)}`,
    `${random.between(-1000, 1000)}`,
  ],
};

/** The other files, of 50 to 100 MB. */
export const OTHERS: readonly Shape[] = [
  {
    name: "many columns",
    columns: Array.from({ length: WIDE }, (_, i) => ({ name: `c${i + 1}`, type: "float" })),
    of: WIDE / 2,
    rows: 140_000,
    quoted: false,
    cells: (_, random) => Array.from({ length: WIDE }, () => `${random.between(...UNIFORM_RANGE)}`),
  },
  {
    name: "quoted text",
    columns: [
      { name: "id", type: "integer" },
      { name: "text", type: "text" },
      { name: "x", type: "float" },
    ],
    of: 2,
    rows: 480_000,
    quoted: true,
    // No doubled quotes: data.table 1.14 does not read them as one, and would have to be omitted.
    cells: (row, random) => [`${row}`, `"${text(random)}"`, `${random.between(...UNIFORM_RANGE)}`],
  },
  {
    name: "short integers",
    columns: ["a", "b", "c"].map((name) => ({ name, type: "integer" })),
    of: 1,
    rows: 4_300_000,
    quoted: false,
    cells: (_, random) =>
      Array.from({ length: 3 }, () => `${INTEGERS[0] + pick(random, INTEGERS[1])}`),
  },
];

function text(random: Random): string {
  let text = "";
  for (let i = 0; i < WORDS; i++) {
    if (i > 0) text += JOINTS[pick(random, JOINTS.length)];
    text += VOCABULARY[pick(random, VOCABULARY.length)];
  }
  return text;
}

/** An integer below another. */
function pick(random: Random, below: number): number {
  return random.bits() % below;
}
