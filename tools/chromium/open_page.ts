const FLAGS = [
  "--headless=new",
  "--no-first-run",
  // Root, as in a container, may have no sandbox.
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
];

/** Options for opening a page. */
export interface PageOptions<T> {
  /** A folder for the browser's files. */
  readonly profile: string;
  /** Maximum milliseconds until the page is done. */
  readonly timeout: number;
  /** Answers a request of the page. It calls `finish` once the page is done, or `fail`. */
  readonly serve: (
    request: Request,
    finish: (value: T) => void,
    fail: (message: string) => void,
  ) => Response | Promise<Response>;
}

/** The browser: Debian's, or the one that SPECOL_CHROMIUM names. */
export function chromium(): string {
  return Deno.env.get("SPECOL_CHROMIUM") ?? "chromium";
}

/** Opens a page in a browser without a window, and waits until it is done. */
export async function openPage<T>({ profile, timeout, serve }: PageOptions<T>): Promise<T> {
  const done = Promise.withResolvers<T>();
  const fail = (message: string) =>
    done.reject(new Error(`Cannot run in ${chromium()}: ${message}`));
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => serve(request, done.resolve, fail),
  );
  const child = new Deno.Command(chromium(), {
    args: [...FLAGS, `--user-data-dir=${profile}`, `http://127.0.0.1:${server.addr.port}/`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => fail(`no answer in ${timeout / 1000} s`), timeout);
  child.status.then(({ code }) => fail(`it ended with status ${code}`));
  try {
    return await done.promise;
  } finally {
    clearTimeout(timer);
    child.kill();
    await child.status;
  }
}
