/**
 * Prepares a checkout for `deno publish`: JSR takes `@std` from itself, and shows the README without
 * the files around it. `.github/workflows/publish.yml` runs this; what it changes is not committed.
 *
 *     deno run --allow-read --allow-write tools/prepare_publish.ts
 *
 * @module
 */

import { REPOSITORY } from "./repository.ts";

/**
 * Returns the import map for JSR: `@std/csv/parse` is `jsr:@std/csv@1/parse`. Throws if the map of
 * the repository gives a name another module, as `npm:deno-std@1.4.0/csv/stringify.js` would be.
 */
export function publishedImports(
  imports: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(imports).map(([name, npm]) => {
      const [, library, path] = /^@std\/([\w-]+)(?:\/([\w-]+))?$/.exec(name) ?? [];
      const file = `${library}/${path?.replaceAll("-", "_") ?? "mod"}.js`;
      if (
        library === undefined || !/^npm:deno-std@[\d.]+\//.test(npm) || !npm.endsWith(`/${file}`)
      ) {
        throw new TypeError(`Cannot publish: ${name} is ${npm}, expected npm:deno-std@…/${file}`);
      }
      return [name, `jsr:@std/${library}@1${path === undefined ? "" : `/${path}`}`];
    }),
  );
}

/** Makes the links of a page absolute, to the files of a version in the repository. */
export function absoluteLinks(page: string, version: string): string {
  const raw = REPOSITORY.replace("//github.com/", "//raw.githubusercontent.com/");
  return page
    .replaceAll(/(!\[[^\]]*\]\()(?!\w+:|#)/g, `$1${raw}/v${version}/`)
    .replaceAll(/((?<!!)\[[^\]]*\]\()(?!\w+:|#)/g, `$1${REPOSITORY}/blob/v${version}/`);
}

if (import.meta.main) {
  const [config, page] = ["deno.json", "README.md"].map((name) =>
    new URL(`../${name}`, import.meta.url)
  );
  const settings = JSON.parse(await Deno.readTextFile(config));
  settings.imports = publishedImports(settings.imports);
  await Deno.writeTextFile(config, `${JSON.stringify(settings, undefined, 2)}\n`);
  await Deno.writeTextFile(page, absoluteLinks(await Deno.readTextFile(page), settings.version));
}
