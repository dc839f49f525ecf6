import type { Section } from "../../bench/section.ts";
import type { Results as KernelFigures } from "../../bench/losses.ts";
import type { Machine } from "../../bench/machine.ts";

/** What every file of figures has. */
interface Figures {
  readonly machine: Machine;
  /** Peers, by their names. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** Figures of `deno task bench`. */
export interface KernelResults extends Figures, KernelFigures {}

/** Figures of the other benchmarks, which are tables. */
export interface TableResults extends Figures {
  readonly sections: readonly Section[];
  /** Of numpy and SciPy, where they are the peers. */
  readonly numpy?: string;
  /** The GPU, and whether it is none. */
  readonly adapter?: string;
  readonly isSoftware?: boolean;
}

/** The newest figures of each kind that there are. */
export interface NewestResults {
  readonly kernels?: KernelResults;
  /** Beside libraries of other ecosystems. */
  readonly others?: KernelResults;
  readonly files?: TableResults;
  readonly csv?: TableResults;
  readonly groups?: TableResults;
  readonly expressions?: TableResults;
  readonly gpu?: TableResults;
}

const NAME = /^(\d{4}-\d{2}-\d{2})(?:-([a-z]+))?\.json$/;

/** Reads the files of a folder, `DATE.json` and `DATE-KIND.json`; no folder has no figures. */
export async function newestResults(folder: URL): Promise<NewestResults> {
  const newest = new Map<string, string>();
  for (const name of await namesIn(folder)) {
    const [, , kind = "kernels"] = NAME.exec(name) ?? [];
    if (NAME.test(name)) newest.set(kind, name);
  }
  const entries = Array.from(newest, async ([kind, name]): Promise<[string, unknown]> => {
    return [kind, JSON.parse(await Deno.readTextFile(new URL(name, folder)))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** In order: the newest date is the last. */
async function namesIn(folder: URL): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
