import { adapterName } from "../../webgpu/adapter.ts";
/** The adapter that tests compute on, if the machine has one. */
async function testAdapter(): Promise<GPUAdapter | undefined> {
  const adapter = await navigator.gpu?.requestAdapter() ?? undefined;
  if (adapter === undefined && Deno.env.get("SPECOL_REQUIRE_GPU") === "1") {
    throw new Error("Cannot test the GPU engine: SPECOL_REQUIRE_GPU is 1, and there is no adapter");
  }
  return adapter;
}

const adapter = await testAdapter();

/**
 * What tests call the adapter; nothing if there is none, and tests that need one are ignored.
 * WebGPU does not reveal whether it is one of Vulkan or of OpenGL, but it can be asked for one of
 * them.
 */
export const adapterTitle: string | undefined = adapter &&
  [Deno.env.get("DENO_WEBGPU_BACKEND"), adapterName(adapter.info)].filter(Boolean).join(": ");
