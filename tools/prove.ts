// deno task prove [--quick | --every [--share K/N]] [--change PATH OLD NEW] [NAME...]: proves the error bounds of the kernels with Gappa and
// Sollya, and fails where one cannot be proved.
//
//   NAME      a file in tools/prove/proofs; all by default
//   --quick   only what takes some seconds, as CI does: of entries that are made at run time a sample
//   --every   table entries of every order of polygamma, and of 41 dimensions of multigammaln, and the sums of its gradient for all
//             dimensions, or one of N shares of these
//   --change  as if PATH in kernels/assembly had NEW in the place of OLD: shows that a proof can fail

import { holds, loadProofs, missingPrograms, tableOf } from "./prove/run.ts";
import type { Bound, Effort } from "./prove/proof.ts";
import { Sources } from "./prove/sources.ts";

const args = [...Deno.args];
const changeAt = args.indexOf("--change");
const [, changed, old, now] = changeAt >= 0 ? args.splice(changeAt, 4) : [];
const sources = () =>
  new Sources((path, text) => {
    if (path !== changed) return text;
    if (!text.includes(old)) throw new Error(`${path} has no ${old}`);
    return text.replace(old, now);
  });
const shareAt = args.indexOf("--share");
const [, share = "1/1"] = shareAt >= 0 ? args.splice(shareAt, 2) : [];
const effort: Effort = {
  level: args.includes("--quick") ? "quick" : args.includes("--every") ? "every" : "usual",
  share: share.split("/").map(Number) as [number, number],
};
const names = args.filter((arg) => !arg.startsWith("-"));
const bounds: Bound[] = [];
let failures = 0;
const proofs = await loadProofs();
for (const name of names) {
  if (!proofs.has(name)) {
    console.error(`There is no proof ${name}; there are ${[...proofs.keys()].join(", ")}.`);
    Deno.exit(2);
  }
}
const missing = await missingPrograms();
if (missing.length > 0) {
  console.error(
    `Proofs need ${missing.join(" and ")}, which cannot be found. ` +
      `Debian has them: apt-get install -y ${missing.join(" ")}`,
  );
  Deno.exit(1);
}
for (const [name, proof] of proofs) {
  if (names.length > 0 ? !names.includes(name) : effort.level === "quick" && !proof.isQuick) {
    continue;
  }
  const start = performance.now();
  try {
    bounds.push(...await proof.prove(sources(), effort));
  } catch (error) {
    failures++;
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
  console.error(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
console.log(tableOf(bounds));
const open = bounds.filter((bound) => !holds(bound));
if (open.length > 0 || failures > 0) {
  console.error(`${open.length} bounds are not proved, ${failures} proofs fail.`);
  Deno.exit(1);
}
