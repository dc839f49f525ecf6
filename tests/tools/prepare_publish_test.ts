import { assertEquals, assertThrows } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { absoluteLinks, publishedImports } from "../../tools/prepare_publish.ts";

Deno.test("every package of the import map has the same module on JSR", () => {
  const imports = publishedImports(config.imports);
  assertEquals(Object.keys(imports), Object.keys(config.imports));
  assertEquals(imports["@std/csv/parse"], "jsr:@std/csv@1/parse");
  assertEquals(imports["@std/assert"], "jsr:@std/assert@1");
  for (
    const npm of ["npm:deno-std@1.4.0/csv/stringify.js", "npm:other@1.0.0/csv/parse.js"]
  ) {
    assertThrows(() => publishedImports({ "@std/csv/parse": npm }), TypeError, "Cannot publish");
  }
});

Deno.test("links and pictures of a published page lead to its version in the repository", () => {
  const page = "![a](docs/a.svg) [b](docs/b.md#c) [d](#d) [e](https://deno.com)";
  assertEquals(
    absoluteLinks(page, "1.2.3"),
    "![a](https://raw.githubusercontent.com/specol/specol/v1.2.3/docs/a.svg) " +
      "[b](https://github.com/specol/specol/blob/v1.2.3/docs/b.md#c) [d](#d) [e](https://deno.com)",
  );
});
