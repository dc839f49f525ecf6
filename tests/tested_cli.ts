/**
 * The program that tests run: the sources, or, where `SPECOL_TEST_BUILT` is set, as in CI, the one
 * file that is made of them and that users run.
 */
export const CLI: string = import.meta.resolve(
  Deno.env.has("SPECOL_TEST_BUILT") ? "../cli.ts" : "./run_sources.ts",
);
