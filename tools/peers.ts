// deno task peers FOLDER: makes a virtual environment of Python in FOLDER with the libraries that
// tools/peers/requirements.txt pins, and prints the versions. Benchmarks, the accuracy report and
// `deno task report reports` use it with SPECOL_PYTHON=FOLDER/bin/python.

const [folder] = Deno.args;
if (folder === undefined) {
  console.error("deno task peers FOLDER: FOLDER is where the virtual environment goes (8 GB).");
  Deno.exit(2);
}
const REQUIREMENTS = new URL("peers/requirements.txt", import.meta.url).pathname;

async function run(command: string, ...args: string[]): Promise<void> {
  const { success } = await new Deno.Command(command, { args }).output().catch(() => ({
    success: false,
  }));
  if (success) return;
  console.error(`This failed: ${command} ${args.join(" ")}`);
  Deno.exit(1);
}

const python = `${folder}/bin/python`;
await run(Deno.env.get("SPECOL_BASE_PYTHON") ?? "python3", "-m", "venv", folder);
await run(python, "-m", "pip", "install", "--quiet", "--requirement", REQUIREMENTS);
const list = await new Deno.Command(python, { args: ["-m", "pip", "freeze"] }).output();
const wanted = (await Deno.readTextFile(REQUIREMENTS)).split("\n").filter((line) =>
  line.includes("==")
);
const found = new TextDecoder().decode(list.stdout).toLowerCase().replaceAll("_", "-").split("\n");
const missing = wanted.filter((line) => !found.some((other) => other.split("+")[0] === line));
console.log(wanted.join("\n"));
if (missing.length > 0) {
  console.error(`Not installed: ${missing.join(", ")}`);
  Deno.exit(1);
}
console.log(`\nSPECOL_PYTHON=${await Deno.realPath(python).then(() => python)}`);
