import { CLI } from "./tested_cli.ts";

const PERMISSIONS = ["--allow-read", "--allow-write"];

/** What a run of the program left behind. */
export interface Run {
  /** Exit status. */
  readonly status: number;
  /** Standard output as text. */
  readonly stdout: string;
  /** Standard output as bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Standard error as text. */
  readonly stderr: string;
}

/** How a run differs from the usual one. */
export interface RunOptions {
  /** What standard input gives; nothing by default. */
  readonly stdin?: Uint8Array;
  /** Permissions of the run; reading and writing by default. */
  readonly permissions?: readonly string[];
  /** Programs to run before it, in the same process; from the folder of tests. */
  readonly preload?: readonly string[];
  /** Variables of its environment, besides the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A folder of its own for a test that runs the real program. */
export class Workdir implements AsyncDisposable {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  static async create(): Promise<Workdir> {
    return new Workdir(await Deno.makeTempDir({ prefix: "specol-test-" }));
  }

  /** The full path of a file in the folder. */
  path(name: string): string {
    return `${this.#path}/${name}`;
  }

  async write(name: string, content: Uint8Array | string): Promise<void> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(this.path(name), bytes);
  }

  async read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return await Deno.readFile(this.path(name));
  }

  /** The names of all files in the folder, or one in it, hidden ones too, in order. */
  async list(inner = "."): Promise<string[]> {
    const entries = await Array.fromAsync(Deno.readDir(this.path(inner)));
    return entries.map((entry) => entry.name).sort();
  }

  /**
   * The size of the first temporary file that the program has made in the folder; 0 if there is
   * none.
   */
  async temporarySize(): Promise<number> {
    const name = (await this.list()).find((name) => name.startsWith("."));
    // It may be gone by now.
    return name === undefined
      ? 0
      : await Deno.stat(this.path(name)).then(({ size }) => size, () => 0);
  }

  /** Runs the program in the folder, with no standard input. */
  async specol(...args: readonly string[]): Promise<Run> {
    return await this.run(args, {});
  }

  /** Runs the program in the folder as the options say. */
  async run(
    args: readonly string[],
    { stdin, permissions, preload = [], env }: RunOptions,
  ): Promise<Run> {
    const child = this.start(args, permissions, {
      flags: preload.map((path) => `--preload=${new URL(path, import.meta.url).pathname}`),
      env,
    });
    const fed = feed(child.stdin, stdin ?? new Uint8Array());
    const output = await child.output();
    await fed;
    return runOf(output);
  }

  /** Runs the program in the folder, and closes the pipe of its output after the first bytes. */
  async hangUp(...args: readonly string[]): Promise<Pick<Run, "status" | "stderr">> {
    const child = this.start(args);
    await child.stdin.close();
    const reader = child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    const stderr = await new Response(child.stderr).text();
    return { status: (await child.status).code, stderr };
  }

  /** Lets a shell run the program in the folder: `"$@"` in the script is its command line. */
  async shell(script: string, args: readonly string[]): Promise<Run> {
    return runOf(await this.#bash(script, args, { stdin: "null" }).output());
  }

  /** Starts a shell that runs the program in the folder, with pipes to all its streams. */
  startShell(script: string, args: readonly string[]): Deno.ChildProcess {
    const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    return this.#bash(script, args, piped).spawn();
  }

  #bash(script: string, args: readonly string[], streams: Deno.CommandOptions): Deno.Command {
    return new Deno.Command("bash", {
      args: ["-c", script, "bash", Deno.execPath(), ...runArgs(args, PERMISSIONS)],
      cwd: this.#path,
      env: this.#env,
      ...streams,
    });
  }

  /** Starts the program in the folder, with pipes to all its streams. */
  start(
    args: readonly string[],
    permissions: readonly string[] = PERMISSIONS,
    { flags = [], env = {} }: { flags?: readonly string[]; env?: RunOptions["env"] } = {},
  ): Deno.ChildProcess {
    return new Deno.Command(Deno.execPath(), {
      args: runArgs(args, [...permissions, ...flags]),
      cwd: this.#path,
      env: { ...this.#env, ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  // Temporary files elsewhere would not be seen by `list`; and without the last, drivers of GPUs
  // complain on standard error.
  get #env(): Record<string, string> {
    return { NO_COLOR: "1", TMPDIR: this.#path, XDG_RUNTIME_DIR: this.#path };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.#path, { recursive: true });
  }
}

function runArgs(args: readonly string[], permissions: readonly string[]): string[] {
  // Installed as the README says, the program has no configuration either. To look for one takes a
  // tenth of the start.
  return ["run", "--no-config", "--no-prompt", "--no-check", ...permissions, CLI, ...args];
}

function runOf({ code, stdout, stderr }: Deno.CommandOutput): Run {
  const decoder = new TextDecoder();
  return {
    status: code,
    stdout: decoder.decode(stdout),
    bytes: stdout,
    stderr: decoder.decode(stderr),
  };
}

async function feed(
  stdin: WritableStream<Uint8Array>,
  bytes: Uint8Array,
): Promise<void> {
  try {
    const writer = stdin.getWriter();
    if (bytes.length > 0) await writer.write(bytes);
    await writer.close();
  } catch (error) {
    // The program may end before it has read all its input.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
