import { assertEquals, assertRejects } from "@std/assert";
import { prepare, runEngine } from "../../tools/scale.ts";
import { type EngineJob, ENGINES } from "../../tools/scale/engines.ts";

// The engines of clusters are tried by `deno task scale`. This holds its own logic, with a loop in
// the place of an engine, whose pieces are killed and run twice as well.

Deno.test({
  name: "pieces that are killed and run again make up the whole, and what is wrong is found",
  ignore: Deno.build.os === "windows",
  async fn(test) {
    const folder = await Deno.makeTempDir();
    const settings = { folder, runs: 4, pieces: 2, seed: 7 };
    try {
      await prepare(folder, { rows: 300, seed: 7 });
      await test.step("every byte is equal", async () => {
        const { pieces: { runs, pieces, workers } } = await runEngine(ENGINES.bash, settings);
        assertEquals([runs, pieces, workers], [4, 8, 0]);
      });
      await test.step("a piece that is missing", async () => {
        const lazy = async () => await Promise.resolve({});
        await assertRejects(
          () => runEngine(makeKind(lazy), { ...settings, runs: 1 }),
          Error,
          "CSV: pieces 1,2 are missing",
        );
        await Deno.remove(`${folder}/run`, { recursive: true });
      });
      await test.step("a byte that differs", async () => {
        const careless = async (job: EngineJob) => {
          await using bash = await ENGINES.bash.start(job.folder);
          await bash.run(job);
          const bytes = await Deno.readFile(`${job.folder}/out.csv.2`);
          bytes[bytes.length - 2] ^= 1;
          await Deno.writeFile(`${job.folder}/out.csv.2`, bytes);
          return {};
        };
        await assertRejects(
          () => runEngine(makeKind(careless), { ...settings, runs: 1 }),
          Error,
          "CSV: bytes differ, seed 7",
        );
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

function makeKind(
  run: (job: EngineJob) => Promise<Record<never, never>>,
): (typeof ENGINES)["bash"] {
  const engine = { run, [Symbol.asyncDispose]: () => Promise.resolve() };
  return { programs: [], install: "", start: () => Promise.resolve(engine) };
}
