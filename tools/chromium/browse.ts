/** The results that a page sent back. */
export interface Visit {
  readonly adapter: string;
  /** Results by case: those of the CPU, followed by those of the GPU. */
  readonly results: ReadonlyMap<number, ArrayBuffer>;
}

/** Options for opening a page. */
export interface BrowseOptions {
  /** The program of the page. */
  readonly script: string;
  /** The browser. */
  readonly command: string;
  /** A folder for the browser's files. */
  readonly folder: string;
}

const FLAGS = [
  "--headless=new",
  "--no-first-run",
  // Root, as in a container, may have no sandbox.
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
];

const PAGE = `<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>`;

/**
 * The maximum number of milliseconds for all cases: shaders are compiled, and a software adapter is
 * slow.
 */
const TIMEOUT = 600_000;

/** Opens a page in a browser without a window, and waits until it has sent all its results. */
export async function browse({ script, command, folder }: BrowseOptions): Promise<Visit> {
  const done = Promise.withResolvers<void>();
  const results = new Map<number, ArrayBuffer>();
  let adapter = "";
  await using server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: () => {},
  }, async (request) => {
    const { pathname } = new URL(request.url);
    const [, kind, number] = pathname.split("/");
    if (kind === "") return respond(PAGE, "text/html");
    if (kind === "page.js") return respond(script, "text/javascript");
    if (kind === "case") results.set(Number(number), await request.arrayBuffer());
    if (kind === "adapter") adapter = await request.text();
    if (kind === "failed") {
      done.reject(new Error(`Cannot run in ${command}: ${await request.text()}`));
    }
    if (kind === "done") done.resolve();
    return respond("", "text/plain");
  });
  const child = new Deno.Command(command, {
    args: [...FLAGS, `--user-data-dir=${folder}`, `http://127.0.0.1:${server.addr.port}/`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(
    () => done.reject(new Error(`Cannot run in ${command}: no answer in ${TIMEOUT / 1000} s`)),
    TIMEOUT,
  );
  child.status.then(({ code }) =>
    done.reject(new Error(`Cannot run in ${command}: it ended with status ${code}`))
  );
  try {
    await done.promise;
    return { adapter, results };
  } finally {
    clearTimeout(timer);
    child.kill();
    await child.status;
  }
}

function respond(body: string, type: string): Response {
  return new Response(body, { headers: { "content-type": type } });
}
