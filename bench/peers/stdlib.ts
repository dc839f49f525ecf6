import { localPeer } from "./local_peer.ts";
import type { AbsentPeer, Peer, PeerSetting } from "./peer.ts";

// Only the benchmarks download these packages. Their hashes are in tools/deno.lock.
const PACKAGES: Readonly<Record<string, string>> = {
  gammaln: "npm:@stdlib/math-base-special-gammaln@0.3.1",
  digamma: "npm:@stdlib/math-base-special-digamma@0.3.1",
  trigamma: "npm:@stdlib/math-base-special-trigamma@0.3.1",
  polygamma: "npm:@stdlib/math-base-special-polygamma@0.2.3",
};

const FORMULAS: Readonly<Record<string, string>> = {
  lgamma: "gammaln(x)",
  lgammaGrad: "digamma(x)",
  digamma: "digamma(x)",
  digammaGrad: "trigamma(x)",
  polygamma: "polygamma(n, x)",
  polygammaGrad: "polygamma(n + 1, x)",
};

/** npm's stdlib: functions of one number in JavaScript. */
export async function openStdlib(setting: PeerSetting): Promise<Peer | AbsentPeer> {
  try {
    const functions = Object.fromEntries(
      await Promise.all(
        Object.entries(PACKAGES).map(async ([name, source]) => [
          name,
          (await import(source)).default,
        ]),
      ),
    );
    const version = `stdlib ${PACKAGES.gammaln.split("@").at(-1)}`;
    return localPeer({ name: "stdlib", version, functions, formulas: FORMULAS }, setting);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : error;
    const install = `deno cache ${Object.values(PACKAGES).join(" ")}`;
    return { name: "stdlib", absent: `not installed: ${install} (${reason})` };
  }
}
