const BUNDLER = "npm:esbuild@0.28.2";

/** Pages that a bundler makes, by what they use. */
const PAGES: Readonly<Record<string, string>> = {
  "a page that uses `lgamma`": `export { lgamma } from "./functions.js";`,
  "a page that uses the gamma functions": `export * from "./gamma.js";`,
  "a page that uses the Bessel functions": `export * from "./bessel.js";`,
  "a page that uses `expression`": `export { expression } from "./mod.js";`,
  "a page that uses everything": `export * from "./mod.js";`,
};

/** What is used of the bundler's interface. */
interface Bundler {
  build(options: Record<string, unknown>): Promise<{ outputFiles: { contents: Uint8Array }[] }>;
  stop(): Promise<void>;
}

/** Compresses bytes as a server would, and returns their number. */
export async function gzipSize(bytes: Uint8Array): Promise<number> {
  const compressed = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(compressed).bytes()).length;
}

/**
 * Measures downloads in kilobytes, gzip: pages that use parts of the package in a folder, bundled
 * and minified into one file by esbuild, and the package itself, as `npm pack` makes it.
 */
export async function measureSizes(
  folder: string,
  tarball: string,
): Promise<Map<string, number>> {
  const bundler: Bundler = await import(BUNDLER);
  const sizes = new Map<string, number>();
  try {
    for (const [name, contents] of Object.entries(PAGES)) {
      const { outputFiles } = await bundler.build({
        stdin: { contents, resolveDir: folder },
        bundle: true,
        minify: true,
        format: "esm",
        write: false,
        logLevel: "error",
      });
      sizes.set(name, await gzipSize(outputFiles[0].contents) / 1000);
    }
  } finally {
    await bundler.stop();
  }
  sizes.set("the npm package", (await Deno.stat(tarball)).size / 1000);
  return sizes;
}

/** The rows of the table on a page, whose kilobytes are integers. */
export function sizesTable(sizes: ReadonlyMap<string, number>): string {
  const rows = Array.from(sizes, ([name, size]) => `| ${name} | ${size.toFixed(0)} KB |`);
  return ["| download | gzip |", "| --- | ---: |", ...rows].join("\n");
}

/** The kilobytes of each row on a page. */
export function statedSizes(page: string): Map<string, number> {
  const rows = page.matchAll(/^\| (.+?) +\| +([\d,]+) KB \|$/gm);
  return new Map(
    Array.from(rows, ([, name, size]) => [name, Number(size.replaceAll(",", ""))]),
  );
}
