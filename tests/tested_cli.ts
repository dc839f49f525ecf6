/**
 * The program that tests run: the sources, or, where `SPECOL_TEST_BUILT` is set, as in CI, what is
 * built of them and what users run.
 */
export const CLI: string = import.meta.resolve(
  Deno.env.has("SPECOL_TEST_BUILT") ? "../cli.ts" : "./run_sources.ts",
);
