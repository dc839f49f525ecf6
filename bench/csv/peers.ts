import { type Program, PYTHON, redirect, runProgram } from "../program.ts";
import type { Shape } from "./shapes.ts";

/** The task of a peer: a file with an additional column. */
export interface Task {
  readonly from: string;
  readonly to: string;
  readonly shape: Shape;
  /** The name of the column. */
  readonly result: string;
}

/** A program that others use for this task. */
export interface CsvPeer {
  readonly name: string;
  /** How to install it. */
  readonly install: string;
  /** What it computes. A program without lgamma computes what it has, which costs less. */
  readonly computes: "lgamma" | "exp" | "log";
  /**
   * Whether it prints its seconds, without those of its start. Otherwise they are measured from its
   * start to its end.
   */
  readonly printsSeconds: boolean;
  /** Whether it takes so long that it gets fewer turns. */
  readonly isSlow: boolean;
  /** Whether it reads quoted text with line ends. */
  readonly readsQuotes: boolean;
  /** Returns its version, or `undefined` if it is not installed. */
  version(): Promise<string | undefined>;
  program(task: Task): Program;
}

/** Returns the first line that a program prints, or `undefined` if it cannot be run. */
export async function versionOf(
  command: string,
  ...args: readonly string[]
): Promise<string | undefined> {
  try {
    return (await runProgram({ command, args })).trim().split("\n")[0];
  } catch {
    return undefined;
  }
}

const DUCKDB_SCRIPT = new URL("./duckdb_program.py", import.meta.url).pathname;

/** How to install xan, which is built from source. */
export const INSTALL_XAN = "cargo install xan --locked";

/** qsv's crate does not compile without the patches that its repository has. */
const INSTALL_QSV = "cargo install --git https://github.com/dathere/qsv --tag 16.1.0 --locked " +
  "--no-default-features --features feature_capable,luau --bin qsv";

/** How to install the libraries of Python. */
export const INSTALL_PEERS = "deno task peers FOLDER, then SPECOL_PYTHON=FOLDER/bin/python";

const TYPES = { integer: "BIGINT", float: "DOUBLE", text: "VARCHAR" } as const;

/** DuckDB with two threads: one statement, which declares the types of the columns. */
const duckdb: CsvPeer = {
  name: "DuckDB",
  install: INSTALL_PEERS,
  computes: "lgamma",
  printsSeconds: true,
  isSlow: false,
  readsQuotes: true,
  version: () => versionOf(...duckdbCommand("SELECT version()")),
  program({ from, to, shape, result }: Task): Program {
    const columns = shape.columns.map(({ name, type }) => `'${name}': '${TYPES[type]}'`);
    // The order of the rows is kept: that is the default.
    const [command, ...args] = duckdbCommand(
      `COPY (SELECT *, lgamma(${shape.columns[shape.of].name}) AS ${result} ` +
        `FROM read_csv('${from}', auto_detect = false, header = true, delim = ',', quote = '"', ` +
        `escape = '"', columns = {${columns.join(", ")}})) ` +
        `TO '${to}' (FORMAT csv, HEADER, DELIMITER ',')`,
    );
    return { command, args };
  },
};

/** Returns the program that runs a statement with DuckDB. */
export function duckdbCommand(statement: string): [string, ...string[]] {
  return [PYTHON, "-B", DUCKDB_SCRIPT, statement];
}

const R_SCRIPT = new URL("./data_table.R", import.meta.url).pathname;

/** R's data.table with two threads, one for quoted text; it writes 15 digits. */
const dataTable: CsvPeer = {
  name: "data.table",
  install: "apt-get install -y r-cran-data.table",
  computes: "lgamma",
  printsSeconds: true,
  isSlow: false,
  readsQuotes: true,
  version: () =>
    versionOf("Rscript", "-e", 'cat(format(packageVersion("data.table")), R.version.string)'),
  program({ from, to, shape, result }: Task): Program {
    const column = shape.columns[shape.of].name;
    // Two threads that read begin in the middle of quoted text, and take all columns for text.
    const readers = shape.quoted ? "1" : "2";
    return { command: "Rscript", args: ["--vanilla", R_SCRIPT, from, to, column, result, readers] };
  },
};

/** mawk, the fastest awk, which has no lgamma and knows no quotes. */
const awk: CsvPeer = {
  name: "mawk",
  install: "apt-get install -y mawk",
  computes: "exp",
  printsSeconds: false,
  isSlow: false,
  readsQuotes: false,
  version: async () => (await versionOf("mawk", "-W", "version"))?.replace(/^\D+/, ""),
  program({ from, to, shape, result }: Task): Program {
    // All digits, as ours; by default it writes six.
    const script = `NR == 1 { print $0 ",${result}"; next } ` +
      `{ printf "%s,%.17g\\n", $0, exp($${shape.of + 1}) }`;
    return redirect({ command: "mawk", args: ["-F,", script, from] }, to);
  },
};

/** Miller, which has no lgamma; it takes as many threads as it likes. */
const miller: CsvPeer = {
  name: "Miller",
  install: "apt-get install -y miller",
  computes: "exp",
  printsSeconds: false,
  isSlow: true,
  readsQuotes: true,
  version: async () => (await versionOf("mlr", "--version"))?.replace(/^\D+/, ""),
  program({ from, to, shape, result }: Task): Program {
    const put = `$${result} = exp($${shape.columns[shape.of].name})`;
    return redirect({ command: "mlr", args: ["--icsv", "--ocsv", "put", put, from] }, to);
  },
};

/** xan with two threads, which has neither lgamma nor exp. */
const xan: CsvPeer = {
  name: "xan",
  install: INSTALL_XAN,
  computes: "log",
  printsSeconds: false,
  isSlow: false,
  readsQuotes: true,
  version: async () => (await versionOf("xan", "--version"))?.replace(/^\D+/, ""),
  program({ from, to, shape, result }: Task): Program {
    const map = `log(${shape.columns[shape.of].name}) as ${result}`;
    return { command: "xan", args: ["map", "-t", "2", map, from, "-o", to] };
  },
};

/** qsv, which has no lgamma: it computes new columns by Luau, with one thread. Without -g it makes a variable of each column. */
const qsv: CsvPeer = {
  name: "qsv",
  install: INSTALL_QSV,
  computes: "exp",
  printsSeconds: false,
  isSlow: true,
  readsQuotes: true,
  version: async () => /\d[\d.]*/.exec(await versionOf("qsv", "--version") ?? "")?.[0],
  program({ from, to, shape, result }: Task): Program {
    const map = `math.exp(col.${shape.columns[shape.of].name})`;
    return { command: "qsv", args: ["luau", "map", "-g", result, map, from, "-o", to] };
  },
};

/** A library of Python with the lgamma of SciPy, which its script of the same name runs. */
function inPython(name: string, { isSlow }: { isSlow: boolean }): CsvPeer {
  const script = new URL(`./${name}_peer.py`, import.meta.url).pathname;
  const version = `import ${name}, scipy.special\n` +
    `print(f"{${name}.__version__}, SciPy {scipy.__version__}")`;
  return {
    name,
    install: INSTALL_PEERS,
    computes: "lgamma",
    printsSeconds: true,
    isSlow,
    readsQuotes: true,
    version: () => versionOf(PYTHON, "-c", version),
    program({ from, to, shape, result }: Task): Program {
      const column = shape.columns[shape.of].name;
      return { command: PYTHON, args: ["-B", script, from, to, column, result] };
    },
  };
}

const pandas = inPython("pandas", { isSlow: true });
/** With two threads, and SciPy with one. */
const polars = inPython("polars", { isSlow: false });

/** The programs that specol is compared with on CSV, in the order of the tables. */
export const CSV_PEERS: readonly CsvPeer[] = [
  ...[duckdb, dataTable, polars, xan, qsv, awk, miller, pandas],
];
