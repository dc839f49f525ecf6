import { assertEquals, assertMatch } from "@std/assert";
import { Workdir } from "../workdir.ts";
import { startHalfWay } from "./half_way.ts";
import { OUTPUTS } from "./outputs.ts";

const ignore = Deno.build.os !== "linux"; // others have neither the limit nor the device

Deno.test({
  name: "a file that cannot grow any more is an error that says so, and the old one stays",
  ignore,
  async fn() {
    for (const made of OUTPUTS) {
      await using dir = await Workdir.create();
      const { child, output, stdin } = await startHalfWay(dir, made);
      // Set now and not from the beginning: the runtime has files of its own to write then.
      const limit = ["--fsize=1", "--pid", String(child.pid)];
      assertEquals((await new Deno.Command("prlimit", { args: limit }).output()).code, 0);
      // The program may be gone before it has read this.
      await stdin.write(made.input.subarray(-1000)).then(() => stdin.close()).catch(() => {});
      const { code, stderr } = await output;
      // Under `deno task verify coverage` the runtime has such files to write at the end, and cannot
      // either.
      const message = new TextDecoder().decode(stderr).replace(/^Failed to .* coverage .*\n/gm, "");
      assertEquals(code, 1, `${made.name}: ${message}`);
      assertMatch(
        message,
        /^specol: Cannot write (\S+|a temporary file in \S+): file too large\n$/,
        made.name,
      );
      assertEquals(await dir.list(), [made.name]);
      assertEquals(await dir.read(made.name), new TextEncoder().encode("old"));
    }
  },
});

Deno.test({
  name: "standard output to a full device is an error that says so",
  ignore,
  async fn() {
    for (const made of OUTPUTS) {
      await using dir = await Workdir.create();
      await dir.write(`x${made.ending}`, made.input);
      const args = [...made.args, `x${made.ending}`];
      const { status, stderr } = await dir.shell('exec "$@" > /dev/full', args);
      assertEquals(
        [status, stderr],
        [1, "specol: Cannot write standard output: no space left on device\n"],
        made.name,
      );
      assertEquals(await dir.list(), [`x${made.ending}`]);
    }
  },
});

Deno.test({
  name: "what is printed to a full device is an error that says so",
  ignore,
  async fn() {
    await using dir = await Workdir.create();
    for (const args of [["list"], ["list", "--json"], ["--help"], ["-V"], ["completions", "zsh"]]) {
      const { status, stderr } = await dir.shell('exec "$@" > /dev/full', args);
      const message = "specol: Cannot write standard output: no space left on device\n";
      assertEquals([status, stderr], [1, message], args.join(" "));
    }
  },
});

Deno.test({
  name: "messages that go to a full device change neither the data nor the status",
  ignore,
  async fn() {
    await using dir = await Workdir.create();
    await dir.write("x.csv", "x\n0.5\n4\n");
    const runs: [string[], number][] = [
      [["multigammaln", "-p", "3", "x.csv", "-v"], 0],
      [["multigammaln", "-p", "3", "x.csv", "--progress", "always"], 0],
      [["multigammaln", "-p", "3", "x.csv", "--strict"], 1],
      [["multigammaln", "-p", "3", "x.csv", "--strickt"], 2],
      [["map", "y = lgama(x)", "x.csv"], 2],
    ];
    for (const [args, expected] of runs) {
      const { status, stdout } = await dir.shell('exec "$@" 2> /dev/full', args);
      assertEquals(status, expected, args.join(" "));
      if (status === 0) assertEquals(stdout, "x,x_multigammaln3\n0.5,NaN\n4,5.402975080909175\n");
    }
  },
});
