import { commandLine, worker } from "./build/bundles.ts";
import { bytesOf, type Generated, isSame } from "./build/generated.ts";
import { ballProbe, binaryKernels, kernels } from "./build/kernels.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";

const HELP = `Makes what is generated from sources and committed with them: the kernels, the
program of workers, and the command line.

Usage: deno task build [--check | --verify]

Without an option it makes what is stale.

--check     fail if something is stale; this needs no network
--verify    make everything anew, and fail if a byte differs from what is committed
`;

const ROOT = new URL("../", import.meta.url);
const GENERATED: readonly Generated[] = [kernels, binaryKernels, ballProbe, worker, ...commandLine];

async function build(): Promise<void> {
  for (const file of GENERATED) {
    if (await file.isFresh()) {
      console.log(`${file.path}: up to date`);
      continue;
    }
    const bytes = bytesOf(await file.make());
    await Deno.writeFile(new URL(file.path, ROOT), bytes);
    console.log(`${file.path}: ${bytes.length} bytes`);
  }
}

/** Returns the generated files that are older than their sources. */
export async function findStale(): Promise<string[]> {
  const fresh = await Promise.all(GENERATED.map((file) => file.isFresh()));
  return GENERATED.filter((_, i) => !fresh[i]).map(({ path }) => path);
}

/** Returns the generated files that differ from what the sources make. */
async function findDifferent(): Promise<string[]> {
  const different: string[] = [];
  for (const file of GENERATED) {
    const committed = await Deno.readFile(new URL(file.path, ROOT));
    if (!isSame(committed, bytesOf(await file.make()))) different.push(file.path);
  }
  return different;
}

function report(paths: readonly string[], what: string): number {
  for (const path of paths) {
    console.error(`${path} ${what}: run \`deno task build\` and commit it`);
  }
  return paths.length > 0 ? 1 : 0;
}

async function run({ flags }: TaskArgs): Promise<number | void> {
  if (flags.has("check")) return report(await findStale(), "is stale");
  if (flags.has("verify")) return report(await findDifferent(), "is not what the sources make");
  await build();
}

if (import.meta.main) {
  Deno.exit(await runTask(Deno.args, { help: HELP, flags: ["check", "verify"], run }));
}
