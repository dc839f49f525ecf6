const FLAGS = ["--headless=new", "--no-first-run", "--no-sandbox"]; // root may have no sandbox
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
};
/** Maximum milliseconds until the page has answered. */
const TIMEOUT = 120_000;

/** Serves a folder, opens it in Chromium without a window, and returns what the page posts to /done. */
export async function visitPage(folder: string, profile: string): Promise<string> {
  const done = Promise.withResolvers<string>();
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/done") {
        done.resolve(await request.text());
        return new Response("");
      }
      const path = pathname === "/" ? "/index.html" : pathname;
      try {
        const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
        const body = await Deno.readFile(folder + path);
        return new Response(body, { headers: { "content-type": type } });
      } catch {
        return new Response("", { status: 404 });
      }
    },
  );
  const command = Deno.env.get("SPECOL_CHROMIUM") ?? "chromium";
  const child = new Deno.Command(command, {
    args: [...FLAGS, `--user-data-dir=${profile}`, `http://127.0.0.1:${server.addr.port}/`],
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
    return await done.promise;
  } finally {
    clearTimeout(timer);
    child.kill();
    await child.status;
  }
}
