import type { Program } from "../files/program.ts";
import { redirect } from "../files/program.ts";
import { type CsvPeer, type Task, versionOf } from "./peer.ts";

/** mawk, the fastest awk, which has no lgamma and knows no quotes. */
export const awk: CsvPeer = {
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
