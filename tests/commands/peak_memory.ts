// Loaded before the program: says how much memory it took at most, when it ends. Where that is written
// is in an environment variable, since standard output and standard error are the program's.
addEventListener("unload", () => {
  const status = Deno.readTextFileSync("/proc/self/status");
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? "";
  Deno.writeTextFileSync(Deno.env.get("PEAK_FILE")!, peak);
});
