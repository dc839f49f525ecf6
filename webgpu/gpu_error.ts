/** The kinds of errors that an operation can cause. Each kind has its own error scope. */
const SCOPES: readonly GPUErrorFilter[] = ["validation", "out-of-memory", "internal"];

/** Makes an error of the GPU, in the form of all messages. */
export function gpuError(reason: string): Error {
  // Compiler messages have many lines and show parts of the source.
  return new Error(`Cannot compute on the GPU: ${reason.trim().replace(/\s+/g, " ")}`);
}

/**
 * Runs an action on a device. WebGPU reports errors later, to whoever had a scope open. The promise
 * resolves to the message of the first error, or to `undefined`.
 */
export async function reasonOf(
  device: GPUDevice,
  action: () => void,
): Promise<string | undefined> {
  for (const scope of SCOPES) device.pushErrorScope(scope);
  let thrown: string | undefined;
  try {
    action();
  } catch (error) {
    thrown = messageOf(error);
  }
  const scopes = SCOPES.map(() => device.popErrorScope());
  // A lost device has no scopes any more, and reports the loss itself.
  const error = (await Promise.allSettled(scopes)).map(valueOf).find(Boolean);
  return error instanceof GPUOutOfMemoryError
    ? `it is out of memory: ${error.message}`
    : error?.message ?? thrown;
}

/** Runs an action on a device, and throws the first error that WebGPU reports. */
export async function guard(device: GPUDevice, action: () => void): Promise<void> {
  const reason = await reasonOf(device, action);
  if (reason !== undefined) throw gpuError(reason);
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function valueOf<T>(settled: PromiseSettledResult<T>): T | undefined {
  return settled.status === "fulfilled" ? settled.value : undefined;
}
