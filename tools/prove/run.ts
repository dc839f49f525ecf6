// Finds proofs, and prints what they prove next to what the kernels claim.

import type { Bound, Proof } from "./proof.ts";

/** The proofs by the names of their files. */
export async function loadProofs(): Promise<Map<string, Proof>> {
  const folder = new URL("proofs/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const proofs = new Map<string, Proof>();
  for (const name of names) {
    const { proof } = await import(new URL(name, folder).href);
    proofs.set(name.replace(/\.ts$/, ""), proof);
  }
  return proofs;
}

/** Which of the programs that proofs run are not installed. */
export async function missingPrograms(): Promise<string[]> {
  const missing: string[] = [];
  for (const name of ["gappa", "sollya"]) {
    try {
      await new Deno.Command(name, {
        args: ["--version"],
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).output();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      missing.push(name);
    }
  }
  return missing;
}

/** Whether what is proved is at least as good as what is claimed. */
export function holds({ claimed, proved }: Bound): boolean {
  return proved <= claimed;
}

function power(bound: number, unit: number): string {
  if (unit === 1) return bound.toFixed(3); // a part of the bounds that table entries have
  return bound === 0 ? "0" : `2^${Math.log2(bound).toFixed(2)}`;
}

export function tableOf(bounds: readonly Bound[]): string {
  const rows = bounds.map((bound) => [
    bound.name,
    bound.phase,
    power(bound.claimed, bound.claimed),
    power(bound.proved, bound.claimed) + (holds(bound) ? "" : " NOT PROVED"),
    bound.by,
  ]);
  const all = [["function", "phase", "claimed", "proved", "by"], ...rows];
  const widths = all[0].map((_, i) => Math.max(...all.map((row) => row[i].length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(all[0]), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}
