import type { Program } from "../files/program.ts";
import { type CsvPeer, type Task, versionOf } from "./peer.ts";

const SCRIPT = new URL("./pandas_peer.py", import.meta.url).pathname;

/** See python_peer.ts. */
const PYTHON = Deno.env.get("SPECOL_PYTHON") ?? "/usr/bin/python3";

const VERSION = `
import pandas, scipy.special
print(f"{pandas.__version__}, SciPy {scipy.__version__}")
`;

/** pandas and SciPy. */
export const pandas: CsvPeer = {
  name: "pandas",
  install: "apt-get install -y python3-pandas python3-scipy",
  computes: "lgamma",
  printsSeconds: true,
  isSlow: true,
  readsQuotes: true,
  version: () => versionOf(PYTHON, "-c", VERSION),
  program({ from, to, shape, result }: Task): Program {
    const column = shape.columns[shape.of].name;
    return { command: PYTHON, args: ["-B", SCRIPT, from, to, column, result] };
  },
};
