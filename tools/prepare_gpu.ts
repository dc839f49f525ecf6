// Run before the tests: sees to it that there is an adapter to test with, and says which it is. It
// is a process of its own, because one that has asked for adapters once does not see a driver that
// is installed later. DENO_WEBGPU_BACKEND asks for an adapter of Vulkan or of OpenGL, here as in
// the tests: CI tests both.

import { adapterName } from "../webgpu/adapter.ts";

/** Debian's software adapters. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  vulkan: ["libvulkan1", "mesa-vulkan-drivers"],
  gl: ["libegl1", "libegl-mesa0", "libgl1-mesa-dri"],
};

const backend = Deno.env.get("DENO_WEBGPU_BACKEND");
const adapter = await navigator.gpu?.requestAdapter();
if (adapter) report(`GPU tests run on ${titleOf(adapter)}`);
else await install(PACKAGES[backend ?? "vulkan"] ?? []);

function titleOf({ info }: GPUAdapter): string {
  return adapterName(info) + (backend === undefined ? "" : ` (${backend})`);
}

async function install(packages: readonly string[]): Promise<void> {
  const reason = await whyNotInstall(packages);
  if (reason !== undefined) return report(`GPU tests are skipped: no adapter answers, ${reason}`);
  report(`No adapter answers for GPU tests: installing ${packages.join(", ")}`);
  const isInstalled = await aptGet("update") &&
    await aptGet("install", "-y", "--no-install-recommends", ...packages);
  if (!isInstalled) report("GPU tests are skipped: the software adapter cannot be installed");
}

/** Nothing is installed where that cannot help, or is not ours to do. */
async function whyNotInstall(packages: readonly string[]): Promise<string | undefined> {
  if (Deno.build.os !== "linux" || !await exists("/usr/bin/apt-get")) {
    return "and this is not Debian, where a software adapter could be installed";
  }
  if (packages.length === 0) return `and Linux has no backend ${backend}`;
  const chosen = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"].find((name) => Deno.env.has(name));
  if (chosen !== undefined && backend !== "gl") return `and ${chosen} says which drivers there are`;
  return Deno.uid() === 0 ? undefined : `and only root can install ${packages.join(", ")}`;
}

async function aptGet(...args: readonly string[]): Promise<boolean> {
  const { success, stderr } = await new Deno.Command("apt-get", {
    args: ["-q", ...args],
    env: { DEBIAN_FRONTEND: "noninteractive" },
    stdin: "null",
  }).output();
  if (!success) report(new TextDecoder().decode(stderr).trimEnd());
  return success;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch {
    return false;
  }
}

function report(line: string): void {
  console.error(line);
}
