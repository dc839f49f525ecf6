import { openPage } from "../../chromium/open_page.ts";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
};
/** Maximum milliseconds until the page has answered. */
const TIMEOUT = 300_000;

/**
 * Serves a folder, opens it in Chromium without a window, and returns what the page posts to /done.
 */
export async function visitPage(folder: string, profile: string): Promise<string> {
  return await openPage<string>({
    profile,
    timeout: TIMEOUT,
    async serve(request, finish) {
      const { pathname } = new URL(request.url);
      if (pathname === "/done") {
        finish(await request.text());
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
  });
}
