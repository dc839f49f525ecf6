// deno task peers FOLDER: makes a virtual environment of Python in FOLDER with the libraries that
// tools/peers/requirements.txt pins, and prints the versions. Benchmarks, the accuracy report and
// `deno task report reports` use it with SPECOL_PYTHON=FOLDER/bin/python. `deno task peers FOLDER
// scale` makes one with the engines of `deno task scale`, which takes it from SPECOL_SCALE_PYTHON.

const KINDS: Readonly<Record<string, { file: string; variable: string }>> = {
  libraries: { file: "requirements.txt", variable: "SPECOL_PYTHON" },
  scale: { file: "scale_requirements.txt", variable: "SPECOL_SCALE_PYTHON" },
};

const [folder, kind = "libraries"] = Deno.args;
if (folder === undefined || !Object.hasOwn(KINDS, kind)) {
  console.error(
    "deno task peers FOLDER [scale]: FOLDER is where the virtual environment goes (8 GB, scale 1 GB).",
  );
  Deno.exit(2);
}
const { file, variable } = KINDS[kind];
const REQUIREMENTS = new URL(`peers/${file}`, import.meta.url).pathname;

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
console.log(`\n${variable}=${await Deno.realPath(python).then(() => python)}`);
