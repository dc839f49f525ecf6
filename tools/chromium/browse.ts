import { openPage } from "./open_page.ts";

/** The results that a page sent back. */
export interface Visit {
  readonly adapter: string;
  /** Results by case: those of the CPU, followed by those of the GPU. */
  readonly results: ReadonlyMap<number, ArrayBuffer>;
}

const PAGE = `<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>`;

/**
 * The maximum number of milliseconds for all cases: shaders are compiled, and a software adapter is
 * slow.
 */
const TIMEOUT = 600_000;

/** Runs a program in a page, and waits until it has sent all its results. */
export async function browse(script: string, profile: string): Promise<Visit> {
  const results = new Map<number, ArrayBuffer>();
  let adapter = "";
  return await openPage<Visit>({
    profile,
    timeout: TIMEOUT,
    async serve(request, finish, fail) {
      const [, kind, number] = new URL(request.url).pathname.split("/");
      if (kind === "") return respond(PAGE, "text/html");
      if (kind === "page.js") return respond(script, "text/javascript");
      if (kind === "case") results.set(Number(number), await request.arrayBuffer());
      if (kind === "adapter") adapter = await request.text();
      if (kind === "failed") fail(await request.text());
      if (kind === "done") finish({ adapter, results });
      return respond("", "text/plain");
    },
  });
}

function respond(body: string, type: string): Response {
  return new Response(body, { headers: { "content-type": type } });
}
