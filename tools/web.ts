/**
 * Makes the page to try specol: one file, `web/dist/index.html`, which needs no server and no
 * network.
 *
 *     deno task web          make it
 *     deno task verify web     make it, and click through it in Chromium
 *
 * @module
 */

import config from "../deno.json" with { type: "json" };
import { REPOSITORY } from "./repository.ts";

const ROOT = new URL("../", import.meta.url);
const WEB = new URL("web/", ROOT);
/** What the page says about itself. */
const ABOUT = { VERSION: config.version, REPOSITORY } as const;
const BUNDLER = "npm:esbuild@0.28.2";

/** What is used of the bundler's interface. */
interface Bundler {
  build(options: Record<string, unknown>): Promise<{ outputFiles: { text: string }[] }>;
  stop(): Promise<void>;
}

/** Makes the page, and returns its path. */
export async function makePage(): Promise<string> {
  const bundler: Bundler = await import(BUNDLER);
  try {
    const { outputFiles: [{ text: script }] } = await bundler.build({
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      platform: "neutral",
      absWorkingDir: decodeURIComponent(ROOT.pathname),
      entryPoints: ["web/page.ts"],
      inject: ["tools/npm/runtime/disposable_stack.ts"],
      write: false,
      tsconfigRaw: "{}",
    });
    const style = await Deno.readTextFile(new URL("style.css", WEB));
    const page = (await Deno.readTextFile(new URL("index.html", WEB)))
      .replace(/VERSION|REPOSITORY/g, (name) => ABOUT[name as keyof typeof ABOUT])
      .replace("/* STYLE */", () => style)
      .replace("/* SCRIPT */", () => script.replaceAll("</script", "<\\/script"));
    await Deno.mkdir(new URL("dist", WEB), { recursive: true });
    const path = new URL("dist/index.html", WEB);
    await Deno.writeTextFile(path, page);
    return decodeURIComponent(path.pathname);
  } finally {
    await bundler.stop();
  }
}

if (import.meta.main) console.log(`made ${await makePage()}`);
