import type { Program } from "../files/program.ts";
import { redirect } from "../files/program.ts";
import { type CsvPeer, type Task, versionOf } from "./peer.ts";

/** Miller, which has no lgamma; it takes as many threads as it likes. */
export const miller: CsvPeer = {
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
