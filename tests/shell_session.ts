import { SCRIPT } from "./terminal.ts";
import type { Workdir } from "./workdir.ts";

/** The shells whose completions are tested. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = typeof SHELLS[number];

// After each command a shell prints DONE, and READY> once it reads keys. What it shows while a line
// is edited has no DONE in it. A line that is not complete is over, too.
const SETTINGS: Readonly<Record<Shell, readonly [path: string, text: string]>> = {
  bash: [
    ".bashrc",
    "unset HISTFILE; PS1='READY>'; PS2='DONE READY>'; PROMPT_COMMAND='printf DONE'\nsource ./script\n",
  ],
  zsh: [
    ".zshrc",
    `PS1='READY>'; PS2='DONE READY>'; precmd() { printf DONE }
path=($PWD/bin $path) # /etc/zsh/zshenv may put other folders first
autoload -U compinit
compinit -u -D
source ./script
`,
  ],
  fish: [
    "config.fish",
    `function fish_prompt; echo -n 'READY>'; end
function fish_greeting; end
function say_done --on-event fish_prompt; printf DONE; end
source ./script
`,
  ],
};

/** The command that starts a shell on a terminal. */
const COMMANDS: Readonly<Record<Shell, string>> = {
  bash: "bash --noprofile --rcfile .bashrc -i",
  zsh: "zsh -d -i",
  fish: "fish --no-config -C 'source ./config.fish' -i",
};

const READY = /DONE[^]*READY>/;

/** A shell on a terminal, in the folder of a test, which has its completions in `script`. */
export class ShellSession implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#reader = child.stdout.getReader();
    this.#writer = child.stdin.getWriter();
  }

  static async start(shell: Shell, dir: Workdir): Promise<ShellSession> {
    const [path, text] = SETTINGS[shell];
    await dir.write(path, text);
    const home = dir.path(".");
    const session = new ShellSession(
      new Deno.Command(SCRIPT, {
        args: ["-qec", COMMANDS[shell], "/dev/null"],
        cwd: home,
        // A shell takes its keys from EDITOR, among others: nothing of the tester's settings counts.
        clearEnv: true,
        env: {
          HOME: home,
          ZDOTDIR: home,
          XDG_CONFIG_HOME: home,
          XDG_DATA_HOME: home,
          PATH: `${home}/bin:${Deno.env.get("PATH")}`,
          TERM: "xterm",
          LC_ALL: "C.UTF-8",
        },
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn(),
    );
    await session.#wait();
    return session;
  }

  /** Types keys that end a line, and waits until the shell has run what they say. */
  async type(keys: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(keys));
    await this.#wait();
  }

  /** Waits for the next prompt, and returns what the terminal shows before it. */
  async #wait(): Promise<string> {
    const decoder = new TextDecoder();
    let shown = "";
    while (!READY.test(shown)) {
      const { value, done } = await this.#reader.read();
      if (done) throw new Error(`The shell has ended: ${shown}`);
      shown += decoder.decode(value, { stream: true });
    }
    return shown;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel();
    await this.#writer.close().catch(() => {});
    // The terminal hangs up, which ends the shell.
    try {
      this.#child.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
    await this.#child.status;
  }
}
