/** The adapter that tests compute on, if the machine has one. */
export async function testAdapter(): Promise<GPUAdapter | undefined> {
  const adapter = await navigator.gpu?.requestAdapter() ?? undefined;
  if (adapter === undefined && Deno.env.get("SPECOL_REQUIRE_GPU") === "1") {
    throw new Error("Cannot test the GPU engine: SPECOL_REQUIRE_GPU is 1, and there is no adapter");
  }
  return adapter;
}

/** Whether there is an adapter; tests that need one are ignored without. */
export const hasAdapter: boolean = await testAdapter() !== undefined;
