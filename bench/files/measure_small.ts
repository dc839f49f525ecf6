import { measureStartup } from "../startup.ts";
import { ARROW_STARTUP_TIMES, STARTUP_TIMES } from "../targets.ts";
import { atMost } from "../verdict.ts";
import type { Section } from "../section.ts";

/** Small files, compared with a Deno program that does nothing. */
export async function measureSmall(
  { folder, rounds }: { folder: string; rounds: number },
): Promise<Section> {
  const { empty, cli, arrow } = await measureStartup({ directory: folder, rounds });
  const cases = [
    { name: "empty program", ms: empty },
    { name: "npy", ms: cli, limit: STARTUP_TIMES },
    { name: "Arrow", ms: arrow, limit: ARROW_STARTUP_TIMES },
  ];
  return {
    name: "small files",
    title: `small files, shell to shell, best of ${rounds} turns`,
    columns: [{ title: "ms", digits: 1 }, { title: "x empty", digits: 2 }],
    rows: cases.map(({ name, ms, limit }) => ({
      name,
      figures: [ms, ms / empty],
      verdicts: limit ? [atMost(ms / empty, { limit, subject: "x empty" })] : [],
    })),
  };
}
