import type { Program } from "../files/program.ts";
import { type CsvPeer, type Task, versionOf } from "./peer.ts";

const SCRIPT = new URL("./data_table.R", import.meta.url).pathname;

/** R's data.table with two threads, of which one reads quoted text; it writes 15 digits. */
export const dataTable: CsvPeer = {
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
    return { command: "Rscript", args: ["--vanilla", SCRIPT, from, to, column, result, readers] };
  },
};
