import { assertEquals, assertStringIncludes } from "@std/assert";
import { Workdir } from "../workdir.ts";

// Which files may be replaced, and what becomes of their owner, group and mode. Root may do
// everything: where it runs the tests, the program is run as another user, and files of several
// users are made.

const SINK = new URL("../../io/", import.meta.url);
const PROGRAM = `
  import { openOutput } from "./io/open_sink.ts";
  try {
    using sink = await openOutput(Deno.args[0]);
    await sink.write(new TextEncoder().encode("new"));
    await sink.finish();
  } catch (error) {
    console.error(error.message);
    Deno.exit(1);
  }
`;
const USER = 65534; // nobody, and on most systems also the group
const OTHER_GROUP = 54321;

/** What a run leaves behind: how it ended, what it said, and the file. */
interface Outcome {
  readonly status: number;
  readonly stderr: string;
  readonly text: string;
  readonly mode: string;
  readonly uid: number | null;
  readonly gid: number | null;
}

/** A folder in which the program replaces files, as root or as an ordinary user. */
class Trial implements AsyncDisposable {
  readonly #dir: Workdir;
  readonly #deno: string;
  readonly isRoot: boolean;

  private constructor(dir: Workdir, deno: string, isRoot: boolean) {
    this.#dir = dir;
    this.#deno = deno;
    this.isRoot = isRoot;
  }

  static async create(): Promise<Trial> {
    const dir = await Workdir.create();
    await dir.write("program.ts", PROGRAM);
    await Deno.mkdir(dir.path("io"));
    for await (const { name } of Deno.readDir(SINK)) {
      if (name.endsWith(".ts")) {
        await Deno.copyFile(new URL(name, SINK), dir.path(`io/${name}`));
      }
    }
    const { uid } = await Deno.stat(dir.path("program.ts"));
    const isRoot = uid === 0;
    for (const name of ["", "io", "program.ts"]) await Deno.chmod(dir.path(name), 0o755);
    await Deno.mkdir(dir.path("cache"));
    await Deno.chmod(dir.path("cache"), 0o777);
    let deno = Deno.execPath();
    if (isRoot && !await mayRun(deno)) {
      // It is where others may not look.
      deno = dir.path("deno");
      await Deno.copyFile(Deno.execPath(), deno);
      await Deno.chmod(deno, 0o755);
    }
    return new Trial(dir, deno, isRoot);
  }

  /** Makes a folder, which the ordinary user may write to unless another mode says so. */
  async folder(name: string, mode = 0o777): Promise<void> {
    await Deno.mkdir(this.#dir.path(name));
    await Deno.chmod(this.#dir.path(name), mode);
  }

  /** Makes a file with a mode; where root runs the tests, one of the given owner and group. */
  async file(name: string, mode: number, { uid = USER, gid = USER } = {}): Promise<void> {
    await this.#dir.write(name, "old");
    if (this.isRoot) await Deno.chown(this.#dir.path(name), uid, gid);
    await Deno.chmod(this.#dir.path(name), mode);
  }

  /** Replaces a file, as the ordinary user unless another is named. */
  async replace(name: string, { uid = USER }: { uid?: number } = {}): Promise<Outcome> {
    const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : ".";
    const before = await this.#dir.list(folder);
    const { code, stderr } = await new Deno.Command(this.#deno, {
      args: ["run", "--no-check", "--allow-read", "--allow-write", "program.ts", name],
      cwd: this.#dir.path(""),
      env: { NO_COLOR: "1", DENO_DIR: this.#dir.path("cache"), HOME: this.#dir.path("cache") },
      ...(this.isRoot && uid !== 0 ? { uid, gid: uid } : {}),
    }).output();
    assertEquals(await this.#dir.list(folder), before, "nothing is left beside it");
    const { mode, uid: owner, gid } = await Deno.stat(this.#dir.path(name));
    return {
      status: code,
      stderr: new TextDecoder().decode(stderr),
      text: new TextDecoder().decode(await this.#dir.read(name)),
      mode: (mode! & 0o7777).toString(8),
      uid: owner,
      gid,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dir[Symbol.asyncDispose]();
  }
}

async function mayRun(deno: string): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(deno, {
      args: ["--version"],
      cwd: "/",
      env: { HOME: "/", DENO_DIR: "/nowhere" },
      uid: USER,
      gid: USER,
    }).output();
    return success;
  } catch {
    return false;
  }
}

function assertRefused({ status, stderr, text }: Outcome, message: string): void {
  assertEquals([status, text], [1, "old"], stderr);
  assertStringIncludes(stderr, message);
}

function assertReplaced({ status, stderr, text }: Outcome): void {
  assertEquals([status, stderr, text], [0, "", "new"]);
}

Deno.test({
  name: "a file is replaced only by those who may write to it, and keeps mode, owner and group",
  ignore: Deno.build.os === "windows", // it has no such modes
  async fn(t) {
    await using trial = await Trial.create();
    const { isRoot } = trial;
    const needsRoot = (name: string): { name: string; ignore: boolean } => ({
      name: isRoot ? name : `not tried, since only root can make files of others: ${name}`,
      ignore: !isRoot,
    });

    await t.step("a file that is read-only is refused, in words that say what to do", async () => {
      await trial.folder("own");
      await trial.file("own/y", 0o444);
      const outcome = await trial.replace("own/y");
      assertRefused(outcome, "Cannot write own/y: you have no permission to write to this file");
      assertEquals(outcome.mode, "444");
    });

    await t.step("a file of one's own keeps its mode, whatever the umask", async () => {
      await trial.file("own/z", 0o666);
      const outcome = await trial.replace("own/z");
      assertReplaced(outcome);
      assertEquals(outcome.mode, "666");
    });

    await t.step({
      ...needsRoot("another's file in a folder that may be written to is refused"),
      async fn() {
        await trial.folder("open");
        await trial.file("open/y", 0o644, { uid: 0, gid: 0 });
        const outcome = await trial.replace("open/y");
        assertRefused(outcome, "Cannot write open/y: you have no permission to write to this file");
        assertEquals([outcome.uid, outcome.gid], [0, 0]);
      },
    });

    await t.step({
      ...needsRoot("another's file that all may write to is replaced by one of the user"),
      async fn() {
        await trial.file("open/z", 0o646, { uid: 0, gid: 0 });
        const outcome = await trial.replace("open/z");
        assertReplaced(outcome);
        // The group is another, and gets what all have.
        assertEquals([outcome.mode, outcome.uid, outcome.gid], ["666", USER, USER]);
      },
    });

    await t.step({
      ...needsRoot("a group that cannot be kept does not lend its rights to another"),
      async fn() {
        await trial.file("open/g", 0o660, { uid: USER, gid: OTHER_GROUP });
        const outcome = await trial.replace("open/g");
        assertReplaced(outcome);
        assertEquals([outcome.mode, outcome.uid, outcome.gid], ["600", USER, USER]);
      },
    });

    await t.step({
      ...needsRoot("another's file in a sticky folder is refused before anything is written"),
      async fn() {
        await trial.folder("sticky", 0o1777);
        await trial.file("sticky/y", 0o666, { uid: 0, gid: 0 });
        const outcome = await trial.replace("sticky/y");
        assertRefused(
          outcome,
          "Cannot write sticky/y: the file belongs to another user and its",
        );
      },
    });

    await t.step({
      ...needsRoot("a file of one's own in a sticky folder is replaced"),
      async fn() {
        await trial.file("sticky/z", 0o644);
        const outcome = await trial.replace("sticky/z");
        assertReplaced(outcome);
        assertEquals([outcome.mode, outcome.uid], ["644", USER]);
      },
    });

    await t.step({
      ...needsRoot("root replaces the file of another, whose it stays"),
      async fn() {
        for (const [folder, mode] of [["open", 0o640], ["sticky", 0o400]] as const) {
          await trial.file(`${folder}/r`, mode, { uid: USER, gid: OTHER_GROUP });
          const outcome = await trial.replace(`${folder}/r`, { uid: 0 });
          assertReplaced(outcome);
          const expected = [mode.toString(8), USER, OTHER_GROUP];
          assertEquals([outcome.mode, outcome.uid, outcome.gid], expected);
        }
      },
    });
  },
});
