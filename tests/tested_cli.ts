/**
 * The program that tests run: what users run, which is one file made of the sources. `deno task coverage`
 * asks for the sources themselves, whose lines it counts.
 */
export const CLI: string = import.meta.resolve(
  Deno.env.has("SPECOL_TEST_SOURCES") ? "./run_sources.ts" : "../cli.ts",
);
