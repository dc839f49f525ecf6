import { assertEquals, assertStringIncludes } from "@std/assert";
import config from "../deno.json" with { type: "json" };
import { Workdir } from "./workdir.ts";

const ROOT = new URL("../", import.meta.url);
const WINDOWS = Deno.build.os === "windows";
/** A registry that does not answer: what needs a package from one fails. */
const NOWHERE = "http://127.0.0.1:1";

Deno.test("a clone is installed as the README says, needs no package, and runs anywhere", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const [line] = /^deno install .* \.\/cli\.ts$/m.exec(readme) ?? [];
  assertStringIncludes(line ?? "nothing", "-n specol --allow-read --allow-write ");
  await using dir = await Workdir.create();
  const separator = WINDOWS ? ";" : ":";
  const folder = Deno.execPath().replace(/[\\/][^\\/]*$/, "");
  const env = {
    DENO_DIR: dir.path("cache"),
    DENO_INSTALL_ROOT: dir.path("installed"),
    PATH: [folder, dir.path("installed/bin"), Deno.env.get("PATH")].join(separator),
    NPM_CONFIG_REGISTRY: NOWHERE,
    JSR_URL: NOWHERE,
    NO_COLOR: "1",
  };
  const installed = await new Deno.Command(Deno.execPath(), {
    args: line!.split(" ").slice(1),
    cwd: ROOT,
    env,
  }).output();
  assertEquals(installed.code, 0, new TextDecoder().decode(installed.stderr));
  // The line for machines with Node.js only installs Deno first, and the same command into npm's
  // folder.
  const [, rest] = /^npm install -g deno@\S+ && (deno install .*)$/m.exec(readme) ?? [];
  assertEquals(rest, line!.replace("-g ", '-g --root "$(npm prefix -g)" '));
  const again = await new Deno.Command(Deno.execPath(), {
    args: line!.replace("-g ", `-g --root ${dir.path("npm")} `).split(" ").slice(1),
    cwd: ROOT,
    env,
  }).output();
  assertEquals(again.code, 0, new TextDecoder().decode(again.stderr));
  assertEquals((await dir.list("npm/bin")).includes(WINDOWS ? "specol.cmd" : "specol"), true);

  await dir.write("x.csv", "x\n3\n");
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(
      WINDOWS ? dir.path("installed/bin/specol.cmd") : "specol",
      { args, cwd: dir.path(""), env },
    ).output();
    return [code, new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)];
  };
  assertEquals(await run("--version"), [0, `specol ${config.version}\n`, ""]);
  assertEquals(await run("lgamma", "x.csv", "-o", "y.csv"), [0, "", ""]);
  assertEquals(await Deno.readTextFile(dir.path("y.csv")), "x,x_lgamma\n3,0.6931471805599453\n");
});

Deno.test({
  name: "the command runs from a folder whose path has a symbolic link",
  ignore: WINDOWS, // making a link needs a permission there
  async fn() {
    await using dir = await Workdir.create();
    await Deno.symlink(ROOT, dir.path("link"));
    await dir.write("x.csv", "x\n3\n");
    const run = ["run", "--no-config", "--allow-read", "--allow-write", dir.path("link/cli.ts")];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...run, "lgamma", "x.csv"],
      cwd: dir.path(""),
      env: { NO_COLOR: "1" },
    }).output();
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    assertEquals(new TextDecoder().decode(stdout), "x,x_lgamma\n3,0.6931471805599453\n");
  },
});

Deno.test("runs that begin at once in a new program wait for the files that both load", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", "x\n3\n");
  const program = `import { main } from ${JSON.stringify(new URL("cli.ts", ROOT).href)};
const commands = [["reduce", "s = sum(x)"], ["map", "y = lgamma(x)"], ["lgamma"], ["convert"]];
const runs = commands.map((command, i) => main([...command, "x.csv", "-o", i + ".npy"]));
console.log((await Promise.all(runs)).join());`;
  await dir.write("runs.ts", program);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--allow-read", "--allow-write", "runs.ts"],
    cwd: dir.path(""),
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  assertEquals(new TextDecoder().decode(stdout), "0,0,0,0\n");
});
