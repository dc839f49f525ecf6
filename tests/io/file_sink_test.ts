import { assertEquals } from "@std/assert";
import { Workdir } from "../workdir.ts";

const SINK = new URL("../../io/open_sink.ts", import.meta.url).href;
const INTERRUPT = new URL("../../io/signals.ts", import.meta.url).href;

// Writes 8 MB of noise, so that compression does not make it fit.
const PROGRAM = `
  import { openOutput } from "${SINK}";
  import { cleanUpOnInterrupt } from "${INTERRUPT}";
  using _ = cleanUpOnInterrupt();
  const noise = crypto.getRandomValues(new Uint8Array(65536));
  try {
    using sink = await openOutput("out", Deno.args[0] || undefined);
    if (Deno.args[1] === "spool") await sink.spool().write(new Uint8Array(3e6));
    for (let i = 0; i < 128; i++) await sink.write(noise.map((byte) => byte ^ i));
    await sink.finish();
  } catch (error) {
    console.error(error.message);
    Deno.exit(1);
  }
`;

Deno.test({
  name: "a file that may not grow is an error, and leaves what was there and nothing else",
  ignore: Deno.build.os === "windows", // it has no such limit
  async fn() {
    const cases: [string, string, string][] = [
      ["", "", "Cannot write out: file too large"],
      ["gzip", "", "Cannot write out: file too large"],
      ["zstd", "", "Cannot write out: file too large"],
      ["", "spool", "Cannot write a temporary file in .: file too large"],
    ];
    await using cache = await Workdir.create();
    for (const [compression, spool, expected] of cases) {
      await using dir = await Workdir.create();
      await dir.write("out", "old");
      await dir.write("program.ts", PROGRAM);
      const run =
        `ulimit -f 2000; exec "$0" run --no-check --allow-read --allow-write program.ts "$@"`;
      const { code, stderr } = await new Deno.Command("bash", {
        args: ["-c", run, Deno.execPath(), compression, spool],
        cwd: dir.path(""),
        // Deno's own cache may be larger than the limit, and then Deno does not even start.
        env: { NO_COLOR: "1", DENO_DIR: cache.path("") },
      }).output();
      assertEquals([code, new TextDecoder().decode(stderr)], [1, `${expected}\n`]);
      assertEquals(await dir.list(), ["out", "program.ts"]);
      assertEquals(new TextDecoder().decode(await dir.read("out")), "old");
    }
  },
});
