/**
 * The program that tests run: the sources, or, where `SPECOL_TEST_BUILT` is set, the one file that
 * is made of them and that users run. CI runs all tests of the command line both ways.
 */
export const CLI: string = import.meta.resolve(
  Deno.env.has("SPECOL_TEST_BUILT") ? "../cli.ts" : "./run_sources.ts",
);
