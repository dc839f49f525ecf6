import { CLI } from "../tested_cli.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** What a command printed, on both streams, and how it ended. */
export interface Printed {
  readonly status: number;
  readonly text: string;
}

/** No example takes so long. */
const TIMEOUT_MS = 60_000;

/**
 * A folder in which the examples of a page run one after another, as in a clone: with the example
 * files, `specol` as the README installs it, and `npx deno`, which is the Deno that runs the tests.
 */
export class ExampleFolder implements AsyncDisposable {
  readonly #path: string;
  readonly #bin: string;

  private constructor(path: string, bin: string) {
    this.#path = path;
    this.#bin = bin;
  }

  static async create(): Promise<ExampleFolder> {
    const [path, bin] = await Promise.all(
      ["docs", "bin"].map((name) => Deno.makeTempDir({ prefix: `specol-${name}-` })),
    );
    await Deno.mkdir(`${path}/examples`);
    for await (const { name } of Deno.readDir(`${ROOT}examples`)) {
      for (const folder of [path, `${path}/examples`]) {
        await Deno.copyFile(`${ROOT}examples/${name}`, `${folder}/${name}`);
      }
    }
    const deno = `'${Deno.execPath()}'`;
    const run = `${deno} run --no-prompt --no-check --quiet`;
    await script(`${bin}/specol`, `exec ${run} --allow-read --allow-write '${CLI}' "$@"`);
    await script(
      `${bin}/npx`,
      `shift 2; for arg; do shift; [ "$arg" = cli.ts ] && arg='${CLI}'; set -- "$@" "$arg"; done
exec ${deno} "$@"`,
    );
    const python = Deno.env.get("SPECOL_PYTHON") ?? "/usr/bin/python3";
    // Debian's has the packages that the benchmarks name; another may come first on the path.
    await script(`${bin}/python3`, `exec '${python}' "$@"`);
    return new ExampleFolder(path, bin);
  }

  /**
   * Runs commands in the folder, with bash, up to the first that fails, or has a part that does.
   */
  async run(command: string): Promise<Printed> {
    return await this.#bash("-eo", "pipefail", "-c", `exec 2>&1\n${command}`);
  }

  /** What the shell says of the grammar of a command; nothing if it is right. */
  async checkSyntax(command: string): Promise<string> {
    const { status, text } = await this.#bash("-n", "-c", command);
    return status === 0 ? "" : text;
  }

  async #bash(...args: readonly string[]): Promise<Printed> {
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      args: [...args],
      cwd: this.#path,
      env: { NO_COLOR: "1", LC_ALL: "C.UTF-8", PATH: `${this.#bin}:${Deno.env.get("PATH")}` },
      stdin: "null",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).output();
    const decoder = new TextDecoder();
    return { status: code, text: decoder.decode(stdout) + decoder.decode(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      [this.#path, this.#bin].map((path) => Deno.remove(path, { recursive: true })),
    );
  }
}

async function script(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}
