import { adapterName, requestAdapter } from "./adapter.ts";

/** The ways to ask for an adapter, the usual one first: WebGPU has no list of them. */
const WAYS: readonly GPURequestAdapterOptions[] = [
  { powerPreference: "high-performance" },
  { powerPreference: "low-power" },
  { forceFallbackAdapter: true },
];

/** Every adapter that answers, first the one that is used; those that have one name are one. */
export async function listAdapters(): Promise<GPUAdapter[]> {
  const found = new Map<string, GPUAdapter>();
  for (const way of WAYS) {
    const adapter = await requestAdapter(way);
    if (adapter === undefined) continue;
    const name = adapterName(adapter.info);
    if (!found.has(name)) found.set(name, adapter);
  }
  return [...found.values()];
}
